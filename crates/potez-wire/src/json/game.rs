//! Live games.

use potez_session::{Offers, Sides, Takeback, TimeControl};
use potez_table::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::company::Utterance;
use super::schema::{OffersSchema, PlayerSchema, SidesSchema, TakebackSchema, TimeControlSchema};
use super::{LessonView, PositionView};

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
