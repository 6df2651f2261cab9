use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Ending, Place, Position, Side};
use crate::clocks::Control;

/// Asks for a new game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Create {
    /// The game, and where it begins.
    #[serde(flatten)]
    pub place: Place,
    /// Who plays X.
    pub x: SideRequest,
    /// Who plays O.
    pub o: SideRequest,
    /// Whether the two are exchanged at random.
    #[serde(default)]
    pub shuffle: bool,
    /// The clock, if there is one.
    pub clock: Option<Control>,
    /// How moves are taken back; freely unless a friend plays.
    pub takeback: Option<Takeback>,
    /// Whether bad moves are taken back with a word why.
    #[serde(default)]
    pub teaching: bool,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SideRequest {
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
pub enum Takeback {
    /// Whenever a player wishes.
    Free,
    /// If the other player agrees.
    Ask,
    /// Never.
    Off,
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Created {
    /// Its name.
    pub id: String,
    /// Which side whoever asked plays.
    pub you: Option<You>,
    /// The secret that lets them move.
    pub token: Option<String>,
    /// What to hand to the friend, if one is to come.
    pub friend: Option<Invitation>,
    /// The game.
    pub state: State,
}

/// A seat for a friend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// The side.
    pub side: Side,
    /// The secret that lets the friend move.
    pub token: String,
}

/// What a token is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum You {
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
pub struct State {
    /// Its name.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The server's clock in milliseconds since 1970.
    pub now: u64,
    /// What the reader may play.
    pub you: Option<You>,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// Who plays.
    pub players: Players,
    /// The clock.
    pub clock: Option<ClockView>,
    /// How moves are taken back.
    pub takeback: Takeback,
    /// Whether bad moves are taken back with a word why.
    pub teaching: bool,
    /// What is offered.
    pub offers: Offers,
    /// The game that follows this one; the same tokens are good there.
    pub next: Option<String>,
    /// Whether the engine is at work.
    pub thinking: bool,
    /// How many look on.
    pub watchers: usize,
    /// The move that was taken back for being bad.
    pub lesson: Option<Lesson>,
    /// Whether the reader may take back a move now.
    pub can_undo: bool,
    /// When the game was made.
    pub created: u64,
    /// When it changed last.
    pub updated: u64,
}

/// Both players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Players {
    /// X.
    pub x: PlayerView,
    /// O.
    pub o: PlayerView,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    /// The name, if one was given.
    pub name: Option<String>,
    /// Human or engine.
    pub kind: PlayerKind,
    /// The engine's spec.
    pub bot: Option<String>,
    /// Whether the player is connected.
    pub online: bool,
    /// Whether the player has ever been here.
    pub joined: bool,
}

/// Human or engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person.
    Human,
    /// A bot of the server.
    Engine,
}

/// A clock at the moment of `now`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// How time is given out.
    #[serde(flatten)]
    pub control: Control,
    /// Milliseconds that X has left.
    pub x: u64,
    /// Milliseconds that O has left.
    pub o: u64,
    /// Whose clock is running.
    pub running: Option<Side>,
}

/// What is offered, by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Offers {
    /// To take back a move.
    pub takeback: Option<Side>,
    /// To play again.
    pub rematch: Option<Side>,
}

/// A move that was taken back for being bad.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lesson {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it.
    pub by: Side,
    /// The chance to win before it, 0 to 1.
    pub chance_before: f64,
    /// The chance after it.
    pub chance_after: f64,
    /// What it does, a sentence each.
    pub words: Vec<String>,
}

/// Asks to play a move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The move in any accepted notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many moves were played before it.
    pub ply: usize,
}

/// Asks for something that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct Act {
    /// What.
    pub action: Action,
    /// Who, where a token is good for both.
    pub side: Option<Side>,
}

/// Something that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Action {
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
pub struct NameRequest {
    /// The name.
    pub name: String,
    /// Who, where a token is good for both.
    pub side: Option<Side>,
}

/// Asks for several games at once.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct BriefsRequest {
    /// Their names.
    pub ids: Vec<String>,
}

/// Several games in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Briefs {
    /// Those that exist.
    pub games: Vec<Brief>,
}

/// A game in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Brief {
    /// Its name.
    pub id: String,
    /// The game spec.
    pub game: String,
    /// The name of the game alone.
    pub family: String,
    /// Who plays X.
    pub x: String,
    /// Who plays O.
    pub o: String,
    /// The number of moves.
    pub ply: usize,
    /// Who is to move.
    pub turn: Side,
    /// How it ended, if it has.
    pub outcome: Option<Ending>,
    /// When it changed last.
    pub updated: u64,
}
