use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Draft, Side, Step, View};

/// A place in a game: the spec, where it began and the moves since.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    /// The game spec, such as `havannah:size=5`.
    pub(crate) game: String,
    /// The position at the start, if it is not the game's own.
    pub(crate) position: Option<String>,
    /// The moves, in any accepted notation.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// Asks for a position.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionRequest {
    /// Where.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// A draft instead of a position text.
    pub(crate) board: Option<Draft>,
    /// Whether the choices of the player to move are wanted, too.
    #[serde(default)]
    pub(crate) step: bool,
}

/// A position with everything there is to say about it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    /// The game spec in its shortest form.
    pub(crate) game: String,
    /// The name of the game alone.
    pub(crate) family: String,
    /// The position at the start, if it is not the game's own.
    pub(crate) start: Option<String>,
    /// The position in the game's notation.
    #[serde(rename = "position")]
    pub(crate) text: String,
    /// The moves in canonical notation.
    pub(crate) moves: Vec<String>,
    /// The number of moves.
    pub(crate) ply: usize,
    /// Who is to move.
    pub(crate) turn: Side,
    /// The board.
    pub(crate) view: View,
    /// The number of legal moves.
    pub(crate) legal: u64,
    /// How the game ended, if it has.
    pub(crate) outcome: Option<Ending>,
    /// The last move.
    pub(crate) last: Option<Last>,
    /// Whether the player to move may take over the stone on the board.
    pub(crate) can_swap: bool,
    /// Whether passing is the only move.
    pub(crate) must_pass: bool,
    /// The choices of the player to move, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<Step>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Ending {
    /// Who won; nobody after a draw or when the game was given up together.
    pub(crate) winner: Option<Side>,
    /// A code such as `goal`, `bridge+ring`, `resign`, `time` or `aborted`.
    pub(crate) reason: String,
    /// The same as a sentence.
    pub(crate) words: String,
}

/// The last move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Last {
    /// In canonical notation.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Who made it.
    pub(crate) by: Side,
    /// The same as a sentence.
    pub(crate) words: String,
}

/// Asks why a move is not legal.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub(crate) struct WhyRequest {
    /// Where.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// Whether a move is legal, and why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Why {
    /// Whether it is.
    pub(crate) legal: bool,
    /// The move in canonical notation, if it is.
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    /// The class of the error.
    pub(crate) code: Option<&'static str>,
    /// The rules' own code for it.
    pub(crate) detail: Option<&'static str>,
    /// The reason as a sentence.
    pub(crate) message: Option<String>,
}
