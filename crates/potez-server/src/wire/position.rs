use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Draft, Side, Step, View};

/// A place in a game: the spec, where it began and the moves since.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The game spec, such as `havannah:size=5`.
    pub game: String,
    /// The position at the start, if it is not the game's own.
    pub position: Option<String>,
    /// The moves, in any accepted notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Asks for a position.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionRequest {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// A draft instead of a position text.
    pub board: Option<Draft>,
    /// Whether the choices of the player to move are wanted, too.
    #[serde(default)]
    pub step: bool,
}

/// A position with everything there is to say about it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// The game spec in its shortest form.
    pub game: String,
    /// The name of the game alone.
    pub family: String,
    /// The position at the start, if it is not the game's own.
    pub start: Option<String>,
    /// The position in the game's notation.
    pub position: String,
    /// The moves in canonical notation.
    pub moves: Vec<String>,
    /// The number of moves.
    pub ply: usize,
    /// Who is to move.
    pub turn: Side,
    /// The board.
    pub view: View,
    /// The number of legal moves.
    pub legal: u64,
    /// How the game ended, if it has.
    pub outcome: Option<Ending>,
    /// The last move.
    pub last: Option<Last>,
    /// Whether the player to move may take over the stone on the board.
    pub can_swap: bool,
    /// Whether passing is the only move.
    pub must_pass: bool,
    /// The choices of the player to move, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Ending {
    /// Who won; nobody after a draw or when the game was given up together.
    pub winner: Option<Side>,
    /// A code such as `goal`, `bridge+ring`, `resign`, `time` or `aborted`.
    pub reason: String,
    /// The same as a sentence.
    pub words: String,
}

/// The last move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Last {
    /// In canonical notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it.
    pub by: Side,
    /// The same as a sentence.
    pub words: String,
}

/// Asks why a move is not legal.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct WhyRequest {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Whether a move is legal, and why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Why {
    /// Whether it is.
    pub legal: bool,
    /// The move in canonical notation, if it is.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The class of the error.
    pub code: Option<&'static str>,
    /// The rules' own code for it.
    pub detail: Option<&'static str>,
    /// The reason as a sentence.
    pub message: Option<String>,
}
