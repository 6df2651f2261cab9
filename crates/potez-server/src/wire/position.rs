//! Positions.

use potez_table::{PathView, Player, Setup, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::{PathViewSchema, PlayerSchema, SetupSchema, ViewSchema};
use super::{LastMove, MoveView, StepView};

/// A position of a game: the spec, where the game began and the moves since.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionSpec {
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
    pub(crate) at: PositionSpec,
    /// An edited board instead of a position text.
    #[schema(value_type = Option<SetupSchema>)]
    pub(crate) setup: Option<Setup>,
    /// Whether the choices of the player to move are wanted, too.
    #[serde(default)]
    pub(crate) step: bool,
}

/// A position with everything there is to say about it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionView {
    /// The game spec in its shortest form.
    pub(crate) game: String,
    /// The name of the game in specs, without its options.
    pub(crate) base_game: &'static str,
    /// The name of the game for people.
    pub(crate) game_name: String,
    /// The position at the start, if it is not the game's own.
    #[schema(required = true)]
    pub(crate) start: Option<String>,
    /// The position in the game's notation.
    #[serde(rename = "position")]
    pub(crate) text: String,
    /// The moves played.
    pub(crate) moves: Vec<MoveView>,
    /// The number of moves.
    pub(crate) ply: usize,
    /// Who is to move.
    #[schema(value_type = PlayerSchema)]
    pub(crate) turn: Player,
    /// The board.
    #[schema(value_type = ViewSchema)]
    pub(crate) view: View,
    /// The number of legal moves.
    pub(crate) legal: u64,
    /// How the game ended, if it has.
    #[schema(required = true)]
    pub(crate) outcome: Option<EndingView>,
    /// The last move.
    #[schema(required = true)]
    pub(crate) last: Option<LastMove>,
    /// Whether the player to move may take over the stone on the board.
    pub(crate) can_swap: bool,
    /// Whether passing is the only move.
    pub(crate) must_pass: bool,
    /// The choices of the player to move, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<StepView>,
}

/// The shortest paths of all pieces in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct PathsView {
    /// The paths, those of X first; none in a game without such a thing.
    #[schema(value_type = Vec<PathViewSchema>)]
    pub(crate) paths: Vec<PathView>,
    /// The same in words, one sentence per path.
    pub(crate) words: Vec<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct EndingView {
    /// Who won; nobody after a draw or when the game was called off.
    #[schema(value_type = Option<PlayerSchema>, required = true)]
    pub(crate) winner: Option<Player>,
    /// A code such as `goal`, `bridge+ring`, `resign`, `time` or `aborted`.
    pub(crate) reason: String,
    /// The same as a sentence.
    pub(crate) words: String,
}
