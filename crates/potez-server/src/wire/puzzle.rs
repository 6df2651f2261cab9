//! Puzzles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MoveView, SentMove};

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleList {
    /// All of them, the easiest first.
    pub(crate) puzzles: Vec<PuzzleView>,
    /// What they are about.
    pub(crate) themes: Vec<ThemeView>,
    /// The id of today's.
    #[schema(required = true)]
    pub(crate) daily: Option<String>,
}

/// A puzzle without its solution.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleView {
    /// Its name for ever.
    pub(crate) id: String,
    /// The game spec.
    pub(crate) game: String,
    /// The position.
    pub(crate) position: String,
    /// `win` or `draw`.
    pub(crate) goal: &'static str,
    /// Moves to find.
    pub(crate) asked: usize,
    /// The ids of its themes.
    pub(crate) themes: Vec<String>,
    /// 1 to 10.
    pub(crate) difficulty: u8,
}

/// Something that puzzles are about.
#[derive(Serialize, ToSchema)]
pub(crate) struct ThemeView {
    /// Its name in data.
    pub(crate) id: String,
    /// Its name for readers.
    pub(crate) name: String,
    /// Puzzles that have it.
    pub(crate) count: usize,
}

/// Asks what becomes of a move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct AttemptRequest {
    /// Moves that have been found before.
    pub(crate) found: usize,
    /// The move.
    #[serde(flatten)]
    pub(crate) mv: SentMove,
}

/// What becomes of a move.
#[derive(Serialize, ToSchema)]
pub(crate) struct VerdictView {
    /// `right`, `solved` or `wrong`.
    pub(crate) verdict: &'static str,
    /// The same in words.
    pub(crate) words: String,
    /// The answer, the rest of the line, or the wrong move with its refutation.
    pub(crate) line: Vec<MoveView>,
}

/// The rest of a solution.
#[derive(Serialize, ToSchema)]
pub(crate) struct SolutionView {
    /// The moves of both sides.
    pub(crate) line: Vec<MoveView>,
}
