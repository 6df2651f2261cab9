//! Live games.

use potez_session::{Offers, Sides, Takeback, TimeControl};
use potez_table::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::company::Utterance;
use super::schema::{OffersSchema, PlayerSchema, SidesSchema, TakebackSchema, TimeControlSchema};
use super::{EndingView, LessonView, PositionSpec, PositionView};

/// Asks for a new game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateRequest {
    /// The game, and where it begins.
    #[serde(flatten)]
    pub(crate) at: PositionSpec,
    /// Who plays X.
    pub(crate) x: SideRequest,
    /// Who plays O.
    pub(crate) o: SideRequest,
    /// Whether the two are exchanged at random.
    #[serde(default)]
    pub(crate) shuffle: bool,
    /// The clock, if there is one.
    #[schema(value_type = Option<TimeControlSchema>)]
    pub(crate) clock: Option<TimeControl>,
    /// How moves are taken back; freely unless a friend plays.
    #[schema(value_type = Option<TakebackSchema>)]
    pub(crate) takeback: Option<Takeback>,
    /// Whether bad moves are taken back with a word why.
    #[serde(default)]
    pub(crate) teaching: bool,
    /// Whether the friend's seat is open to anybody on this server.
    #[serde(default)]
    pub(crate) open: bool,
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

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Created {
    /// Its name.
    pub(crate) id: String,
    /// Which side whoever asked plays.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub(crate) you: Option<Sides>,
    /// The secret that lets them move.
    #[schema(required = true)]
    pub(crate) token: Option<String>,
    /// What to hand to the friend, if one is to come.
    #[schema(required = true)]
    pub(crate) friend: Option<Invitation>,
    /// The game.
    pub(crate) state: GameView,
}

/// A seat for a friend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Invitation {
    /// The side.
    #[schema(value_type = PlayerSchema)]
    pub(crate) side: Player,
    /// The secret that lets the friend move.
    pub(crate) token: String,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameView {
    /// Its name.
    pub(crate) id: String,
    /// Grows with every change.
    pub(crate) version: u64,
    /// The server's clock in milliseconds since 1970.
    pub(crate) now: u64,
    /// What the reader may play.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub(crate) you: Option<Sides>,
    /// The position.
    #[serde(flatten)]
    pub(crate) position: PositionView,
    /// Who plays.
    pub(crate) players: Players,
    /// The clock.
    #[schema(required = true)]
    pub(crate) clock: Option<ClockView>,
    /// How moves are taken back.
    #[schema(value_type = TakebackSchema)]
    pub(crate) takeback: Takeback,
    /// Whether bad moves are taken back with a word why.
    pub(crate) teaching: bool,
    /// What is offered.
    #[schema(value_type = OffersSchema)]
    pub(crate) offers: Offers,
    /// The game that follows this one; the same tokens are good there.
    #[schema(required = true)]
    pub(crate) next: Option<String>,
    /// Whether the engine is at work.
    pub(crate) thinking: bool,
    /// How many look on.
    pub(crate) watchers: usize,
    /// The move that was taken back for being bad.
    #[schema(required = true)]
    pub(crate) lesson: Option<LessonView>,
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
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// Human or engine.
    pub(crate) kind: PlayerKind,
    /// The engine's spec.
    #[schema(required = true)]
    pub(crate) bot: Option<String>,
    /// What the engine is called.
    #[schema(required = true)]
    pub(crate) title: Option<String>,
    /// Whether the player is connected.
    pub(crate) online: bool,
    /// Whether the player has ever been here.
    pub(crate) joined: bool,
    /// Whether the seat waits for anybody on this server.
    pub(crate) open: bool,
    /// What the player has said last, since the server was started.
    #[schema(required = true)]
    pub(crate) said: Option<Utterance>,
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
    #[schema(value_type = TimeControlSchema)]
    pub(crate) control: TimeControl,
    /// Milliseconds that X has left.
    pub(crate) x: u64,
    /// Milliseconds that O has left.
    pub(crate) o: u64,
    /// Whose clock is running.
    #[schema(value_type = Option<PlayerSchema>, required = true)]
    pub(crate) running: Option<Player>,
}

/// Asks for something that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct Act {
    /// What.
    pub(crate) action: Action,
    /// Who, where a token is good for both.
    #[schema(value_type = Option<PlayerSchema>)]
    pub(crate) side: Option<Player>,
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
    /// Offers a draw.
    AskDraw,
    /// Agrees to a draw.
    AcceptDraw,
    /// Does not agree to a draw.
    DeclineDraw,
    /// Offers a draw no longer.
    CancelDraw,
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
    #[schema(value_type = Option<PlayerSchema>)]
    pub(crate) side: Option<Player>,
}

/// Asks for several games at once.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct BriefsRequest {
    /// Their names.
    pub(crate) ids: Vec<String>,
    /// The reader's tokens, in the same order; what is missing or wrong makes a spectator.
    #[serde(default)]
    pub(crate) tokens: Vec<Option<String>>,
}

/// Several games in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Briefs {
    /// Those that exist.
    pub(crate) games: Vec<Brief>,
}

/// A game in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Brief {
    /// Its name.
    pub(crate) id: String,
    /// The game spec.
    pub(crate) game: String,
    /// The name of the game for people.
    pub(crate) game_name: String,
    /// Who plays X.
    pub(crate) x: String,
    /// Who plays O.
    pub(crate) o: String,
    /// The number of moves.
    pub(crate) ply: usize,
    /// Who is to move.
    #[schema(value_type = PlayerSchema)]
    pub(crate) turn: Player,
    /// What the reader may play.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub(crate) you: Option<Sides>,
    /// Whether both players are people.
    pub(crate) people: bool,
    /// How it ended, if it has.
    #[schema(required = true)]
    pub(crate) outcome: Option<EndingView>,
    /// When it changed last.
    pub(crate) updated: u64,
}
