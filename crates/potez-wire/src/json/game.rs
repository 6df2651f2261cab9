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
pub struct CreateRequest {
    /// The game, and where it begins.
    #[serde(flatten)]
    pub at: PositionSpec,
    /// Who plays X.
    pub x: SideRequest,
    /// Who plays O.
    pub o: SideRequest,
    /// Whether the two are exchanged at random.
    #[serde(default)]
    pub shuffle: bool,
    /// The clock, if there is one.
    #[schema(value_type = Option<TimeControlSchema>)]
    pub clock: Option<TimeControl>,
    /// How moves are taken back; freely unless a friend plays.
    #[schema(value_type = Option<TakebackSchema>)]
    pub takeback: Option<Takeback>,
    /// Whether bad moves are taken back with a word why.
    #[serde(default)]
    pub teaching: bool,
    /// Whether the friend's seat is open to anybody on this server.
    #[serde(default)]
    pub open: bool,
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

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Created {
    /// Its name.
    pub id: String,
    /// Which side whoever asked plays.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub you: Option<Sides>,
    /// The secret that lets them move.
    #[schema(required = true)]
    pub token: Option<String>,
    /// What to hand to the friend, if one is to come.
    #[schema(required = true)]
    pub friend: Option<Invitation>,
    /// The game.
    pub state: GameView,
}

/// A seat for a friend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// The side.
    #[schema(value_type = PlayerSchema)]
    pub side: Player,
    /// The secret that lets the friend move.
    pub token: String,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// Its name.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The server's clock in milliseconds since 1970.
    pub now: u64,
    /// What the reader may play.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub you: Option<Sides>,
    /// The position.
    #[serde(flatten)]
    pub position: PositionView,
    /// Who plays.
    pub players: Players,
    /// The clock.
    #[schema(required = true)]
    pub clock: Option<ClockView>,
    /// How moves are taken back.
    #[schema(value_type = TakebackSchema)]
    pub takeback: Takeback,
    /// Whether bad moves are taken back with a word why.
    pub teaching: bool,
    /// What is offered.
    #[schema(value_type = OffersSchema)]
    pub offers: Offers,
    /// The game that follows this one; the same tokens are good there.
    #[schema(required = true)]
    pub next: Option<String>,
    /// Whether the engine is at work.
    pub thinking: bool,
    /// How many look on.
    pub watchers: usize,
    /// The move that was taken back for being bad.
    #[schema(required = true)]
    pub lesson: Option<LessonView>,
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
    #[schema(required = true)]
    pub name: Option<String>,
    /// Human or engine.
    pub kind: PlayerKind,
    /// The engine's spec.
    #[schema(required = true)]
    pub bot: Option<String>,
    /// What the engine is called.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Whether the player is connected.
    pub online: bool,
    /// Whether the player has ever been here.
    pub joined: bool,
    /// Whether the seat waits for anybody on this server.
    pub open: bool,
    /// What the player has said last, since the server was started.
    #[schema(required = true)]
    pub said: Option<Utterance>,
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
    #[schema(value_type = TimeControlSchema)]
    pub control: TimeControl,
    /// Milliseconds that X has left.
    pub x: u64,
    /// Milliseconds that O has left.
    pub o: u64,
    /// Whose clock is running.
    #[schema(value_type = Option<PlayerSchema>, required = true)]
    pub running: Option<Player>,
}

/// Asks for something that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct Act {
    /// What.
    pub action: Action,
    /// Who, where a token is good for both.
    #[schema(value_type = Option<PlayerSchema>)]
    pub side: Option<Player>,
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
pub struct NameRequest {
    /// The name.
    pub name: String,
    /// Who, where a token is good for both.
    #[schema(value_type = Option<PlayerSchema>)]
    pub side: Option<Player>,
}

/// Asks for several games at once.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct BriefsRequest {
    /// Their names.
    pub ids: Vec<String>,
    /// The reader's tokens, in the same order; what is missing or wrong makes a spectator.
    #[serde(default)]
    pub tokens: Vec<Option<String>>,
}

/// Several games in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Briefs {
    /// Those that exist.
    pub games: Vec<Brief>,
}

/// A game in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brief {
    /// Its name.
    pub id: String,
    /// The game spec.
    pub game: String,
    /// The name of the game for people.
    pub game_name: String,
    /// Who plays X.
    pub x: String,
    /// Who plays O.
    pub o: String,
    /// The number of moves.
    pub ply: usize,
    /// Who is to move.
    #[schema(value_type = PlayerSchema)]
    pub turn: Player,
    /// What the reader may play.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub you: Option<Sides>,
    /// Whether both players are people.
    pub people: bool,
    /// How it ended, if it has.
    #[schema(required = true)]
    pub outcome: Option<EndingView>,
    /// When it changed last.
    pub updated: u64,
}
