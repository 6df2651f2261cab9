use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Ending, Place, Position, Side};
use crate::clocks::Control;

/// Asks for a new game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Create {
    /// The game, and where it begins.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// Who plays X.
    pub(crate) x: SideRequest,
    /// Who plays O.
    pub(crate) o: SideRequest,
    /// Whether the two are exchanged at random.
    #[serde(default)]
    pub(crate) shuffle: bool,
    /// The clock, if there is one.
    pub(crate) clock: Option<Control>,
    /// How moves are taken back; freely unless a friend plays.
    pub(crate) takeback: Option<Takeback>,
    /// Whether bad moves are taken back with a word why.
    #[serde(default)]
    pub(crate) teaching: bool,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum SideRequest {
    /// Whoever asks.
    Me {
        /// A name to be shown.
        name: Option<String>,
    },
    /// Whoever is given the link.
    Friend {
        /// A name to be shown.
        name: Option<String>,
    },
    /// A bot of the server.
    Engine {
        /// Its spec, such as `potez:level=3`.
        bot: String,
    },
}

/// How moves are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Takeback {
    /// Whenever a player wishes.
    Free,
    /// If the other player agrees.
    Ask,
    /// Never.
    Off,
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Created {
    /// Its name.
    pub(crate) id: String,
    /// Which side whoever asked plays.
    pub(crate) you: Option<You>,
    /// The secret that lets them move.
    pub(crate) token: Option<String>,
    /// What to hand to the friend, if one is to come.
    pub(crate) friend: Option<Invitation>,
    /// The game.
    pub(crate) state: State,
}

/// A seat for a friend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Invitation {
    /// The side.
    pub(crate) side: Side,
    /// The secret that lets the friend move.
    pub(crate) token: String,
}

/// What a token is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum You {
    /// X.
    X,
    /// O.
    O,
    /// Both, at one screen.
    Both,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    /// Its name.
    pub(crate) id: String,
    /// Grows with every change.
    pub(crate) version: u64,
    /// The server's clock in milliseconds since 1970.
    pub(crate) now: u64,
    /// What the reader may play.
    pub(crate) you: Option<You>,
    /// The position.
    #[serde(flatten)]
    pub(crate) position: Position,
    /// Who plays.
    pub(crate) players: Players,
    /// The clock.
    pub(crate) clock: Option<ClockView>,
    /// How moves are taken back.
    pub(crate) takeback: Takeback,
    /// Whether bad moves are taken back with a word why.
    pub(crate) teaching: bool,
    /// What is offered.
    pub(crate) offers: Offers,
    /// The game that follows this one; the same tokens are good there.
    pub(crate) next: Option<String>,
    /// Whether the engine is at work.
    pub(crate) thinking: bool,
    /// How many look on.
    pub(crate) watchers: usize,
    /// The move that was taken back for being bad.
    pub(crate) lesson: Option<Lesson>,
    /// Whether the reader may take back a move now.
    pub(crate) can_undo: bool,
    /// When the game was made.
    pub(crate) created: u64,
    /// When it changed last.
    pub(crate) updated: u64,
}

/// Both players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Players {
    /// X.
    pub(crate) x: PlayerView,
    /// O.
    pub(crate) o: PlayerView,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct PlayerView {
    /// The name, if one was given.
    pub(crate) name: Option<String>,
    /// Human or engine.
    pub(crate) kind: PlayerKind,
    /// The engine's spec.
    pub(crate) bot: Option<String>,
    /// Whether the player is connected.
    pub(crate) online: bool,
    /// Whether the player has ever been here.
    pub(crate) joined: bool,
}

/// Human or engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    /// A person.
    Human,
    /// A bot of the server.
    Engine,
}

/// A clock at the moment of `now`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ClockView {
    /// How time is given out.
    #[serde(flatten)]
    pub(crate) control: Control,
    /// Milliseconds that X has left.
    pub(crate) x: u64,
    /// Milliseconds that O has left.
    pub(crate) o: u64,
    /// Whose clock is running.
    pub(crate) running: Option<Side>,
}

/// What is offered, by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Offers {
    /// To take back a move.
    pub(crate) takeback: Option<Side>,
    /// To play again.
    pub(crate) rematch: Option<Side>,
}

/// A move that was taken back for being bad.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Lesson {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Who made it.
    pub(crate) by: Side,
    /// The chance to win before it, 0 to 1.
    pub(crate) chance_before: f64,
    /// The chance after it.
    pub(crate) chance_after: f64,
    /// What it does, a sentence each.
    pub(crate) words: Vec<String>,
}

/// Asks to play a move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct MoveRequest {
    /// The move in any accepted notation.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// How many moves were played before it.
    pub(crate) ply: usize,
}

/// Asks for something that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct Act {
    /// What.
    pub(crate) action: Action,
    /// Who, where a token is good for both.
    pub(crate) side: Option<Side>,
}

/// Something that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Action {
    /// Gives up.
    Resign,
    /// Takes back one's last move at once.
    Undo,
    /// Asks to take back one's last move.
    AskTakeback,
    /// Agrees.
    AcceptTakeback,
    /// Does not agree.
    DeclineTakeback,
    /// Asks no longer.
    CancelTakeback,
    /// Asks to play again.
    AskRematch,
    /// Agrees.
    AcceptRematch,
    /// Does not agree.
    DeclineRematch,
    /// Exchanges sides with the engine.
    SwapSides,
    /// Plays the move that was taken back for being bad.
    Insist,
    /// Gives up together, before both have moved.
    Abort,
}

/// Asks to be called something.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct NameRequest {
    /// The name.
    pub(crate) name: String,
    /// Who, where a token is good for both.
    pub(crate) side: Option<Side>,
}

/// Asks for several games at once.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct BriefsRequest {
    /// Their names.
    pub(crate) ids: Vec<String>,
}

/// Several games in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Briefs {
    /// Those that exist.
    pub(crate) games: Vec<Brief>,
}

/// A game in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Brief {
    /// Its name.
    pub(crate) id: String,
    /// The game spec.
    pub(crate) game: String,
    /// The name of the game alone.
    pub(crate) family: String,
    /// Who plays X.
    pub(crate) x: String,
    /// Who plays O.
    pub(crate) o: String,
    /// The number of moves.
    pub(crate) ply: usize,
    /// Who is to move.
    pub(crate) turn: Side,
    /// How it ended, if it has.
    pub(crate) outcome: Option<Ending>,
    /// When it changed last.
    pub(crate) updated: u64,
}
