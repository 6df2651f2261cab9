//! Puzzles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MoveView, SentMove};

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
pub struct PuzzleList {
    /// All of them, the easiest first.
    pub puzzles: Vec<PuzzleView>,
    /// What they are about.
    pub themes: Vec<ThemeView>,
    /// The id of today's.
    #[schema(required = true)]
    pub daily: Option<String>,
}

/// A puzzle without its solution.
#[derive(Serialize, ToSchema)]
pub struct PuzzleView {
    /// Its name for ever.
    pub id: String,
    /// The game spec.
    pub game: String,
    /// The position.
    pub position: String,
    /// `win`, `draw` or `hold`.
    pub goal: &'static str,
    /// Moves to find.
    pub asked: usize,
    /// The ids of its themes.
    pub themes: Vec<String>,
    /// 1 to 10.
    pub difficulty: u8,
}

/// Something that puzzles are about.
#[derive(Serialize, ToSchema)]
pub struct ThemeView {
    /// Its name in data.
    pub id: String,
    /// Its name for readers.
    pub name: String,
    /// Puzzles that have it.
    pub count: usize,
}

/// Asks what becomes of a move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct AttemptRequest {
    /// Moves that have been found before.
    pub found: usize,
    /// The move.
    #[serde(flatten)]
    pub mv: SentMove,
}

/// What becomes of a move.
#[derive(Serialize, ToSchema)]
pub struct VerdictView {
    /// `right`, `solved` or `wrong`.
    pub verdict: &'static str,
    /// The same in words.
    pub words: String,
    /// The answer, the rest of the line, or the wrong move with its refutation.
    pub line: Vec<MoveView>,
}

/// The rest of a solution.
#[derive(Serialize, ToSchema)]
pub struct SolutionView {
    /// The moves of both sides.
    pub line: Vec<MoveView>,
}
