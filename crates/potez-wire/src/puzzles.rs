//! Puzzles, as the wire has them: which there are, what becomes of a move, how they are solved.

use potez_table::TableMove;
use potez_table::puzzles::{self, Attempt, Puzzle, Verdict};
use potez_words::Words;

use crate::error::ApiError;
use crate::json::{AttemptRequest, MoveView, PuzzleList, PuzzleView, SolutionView, ThemeView, VerdictView};
use crate::tables;

/// The puzzles of a game, with the themes that they have; `now` are milliseconds since 1970.
pub fn list(game: &str, now: u64, words: &Words) -> Result<PuzzleList, ApiError> {
    let game = potez_table::find(game).ok_or_else(ApiError::not_found)?.description.id;
    let all = puzzles::of(game).map_err(ApiError::rules)?;
    let name = |theme: &str| words.say_or(&format!("puzzle-theme-{theme}"), theme);
    let themes = puzzles::themes(all)
        .into_iter()
        .map(|(theme, count)| ThemeView { id: theme.into(), name: name(theme), count })
        .collect();
    let daily = puzzles::daily(all, now / 86_400_000).map(|puzzle| puzzle.id.clone());
    Ok(PuzzleList { puzzles: all.iter().map(view).collect(), themes, daily })
}

/// A puzzle without its solution.
fn view(puzzle: &Puzzle) -> PuzzleView {
    PuzzleView {
        id: puzzle.id.clone(),
        game: puzzle.game.clone(),
        position: puzzle.position.clone(),
        goal: puzzle.goal.word(),
        asked: puzzle.asked,
        themes: puzzle.themes.clone(),
        difficulty: puzzle.difficulty,
    }
}

/// The puzzle with this id.
pub fn find(id: &str) -> Result<&'static Puzzle, ApiError> {
    puzzles::find(id).ok_or_else(ApiError::not_found)
}

/// Where somebody has come to in a puzzle, and the move that they try there.
pub fn begin(puzzle: &Puzzle, request: &AttemptRequest) -> Result<(Attempt, TableMove), ApiError> {
    tables::check_move(&request.mv)?;
    let attempt = Attempt::after(puzzle.clone(), request.found).map_err(ApiError::rules)?;
    let mv = tables::play(attempt.table().fork().as_mut(), &request.mv).map_err(ApiError::rules)?;
    Ok((attempt, mv))
}

/// The solution of a puzzle, of which this many moves have been found.
pub fn solution(puzzle: &Puzzle, found: usize) -> Result<SolutionView, ApiError> {
    let line = puzzle.line().map_err(ApiError::rules)?;
    Ok(SolutionView { line: line.into_iter().skip(found.saturating_mul(2)).map(MoveView::from).collect() })
}

/// A verdict as the wire has it.
pub fn said(verdict: &Verdict, words: &Words) -> VerdictView {
    let line = verdict.line().iter().map(MoveView::from).collect();
    VerdictView { verdict: verdict.word(), words: words.remark(&verdict.remark()), line }
}
