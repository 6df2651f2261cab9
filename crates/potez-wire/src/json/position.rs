//! Positions.

use potez_table::{PathView, Player, Setup, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::{PathViewSchema, PlayerSchema, SetupSchema, ViewSchema};
use super::{LastMove, MoveView, StepView};

/// A position of a game: the spec, where the game began and the moves since.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionSpec {
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
    pub at: PositionSpec,
    /// An edited board instead of a position text.
    #[schema(value_type = Option<SetupSchema>)]
    pub setup: Option<Setup>,
    /// Whether the choices of the player to move are wanted, too.
    #[serde(default)]
    pub step: bool,
}

/// A position with everything there is to say about it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The game spec in its shortest form.
    pub game: String,
    /// The name of the game in specs, without its options.
    pub base_game: &'static str,
    /// The name of the game for people.
    pub game_name: String,
    /// The position at the start, if it is not the game's own.
    #[schema(required = true)]
    pub start: Option<String>,
    /// The position in the game's notation.
    #[serde(rename = "position")]
    pub text: String,
    /// The moves played.
    pub moves: Vec<MoveView>,
    /// The number of moves.
    pub ply: usize,
    /// Who is to move.
    #[schema(value_type = PlayerSchema)]
    pub turn: Player,
    /// The board.
    #[schema(value_type = ViewSchema)]
    pub view: View,
    /// The number of legal moves.
    pub legal: u64,
    /// How the game ended, if it has.
    #[schema(required = true)]
    pub outcome: Option<EndingView>,
    /// The last move.
    #[schema(required = true)]
    pub last: Option<LastMove>,
    /// Whether the player to move may take over the stone on the board.
    pub can_swap: bool,
    /// Whether passing is the only move.
    pub must_pass: bool,
    /// The choices of the player to move, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepView>,
}

/// The shortest paths of all pieces in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PathsView {
    /// The paths, those of X first; none in a game without such a thing.
    #[schema(value_type = Vec<PathViewSchema>)]
    pub paths: Vec<PathView>,
    /// The same in words, one sentence per path.
    pub words: Vec<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EndingView {
    /// Who won; nobody after a draw or when the game was called off.
    #[schema(value_type = Option<PlayerSchema>, required = true)]
    pub winner: Option<Player>,
    /// A code such as `goal`, `bridge+ring`, `resign`, `time` or `aborted`.
    pub reason: String,
    /// The same as a sentence.
    pub words: String,
}
