//! Puzzles for clients: which there are, and what becomes of a move.

use potez_table::puzzles::{self, Attempt, Puzzle, Verdict};
use potez_table::{Limits, Message, Stop, TableMove};
use potez_words::Words;
use tokio::sync::oneshot;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, Work};
use crate::error::ApiError;
use crate::limits;
use crate::wire::{MoveView, PuzzleList, PuzzleView, ThemeView, VerdictView};

/// Nodes of a refutation: what was proven of a puzzle is mostly proven again within these.
const REFUTATION_NODES: u64 = 400_000;

/// The puzzles of a game, with the themes that they have; `day` counts from 1970.
pub(crate) fn list(game: &str, day: u64, words: &Words) -> Result<PuzzleList, ApiError> {
    let all = puzzles::of(game).map_err(ApiError::rules)?;
    let name = |theme: &str| words.say_or(&format!("puzzle-theme-{theme}"), theme);
    let themes = puzzles::themes(all)
        .into_iter()
        .map(|(theme, count)| ThemeView { id: theme.into(), name: name(theme), count })
        .collect();
    let daily = puzzles::daily(all, day).map(|puzzle| puzzle.id.clone());
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

/// The solution of a puzzle, of which this many moves have been found.
pub(crate) fn solution(puzzle: &Puzzle, found: usize) -> Result<Vec<MoveView>, ApiError> {
    let line = puzzle.line().map_err(ApiError::rules)?;
    Ok(line.into_iter().skip(2 * found).map(MoveView::from).collect())
}

/// A wrong move that is being refuted.
struct RefutationJob {
    attempt: Attempt,
    mv: TableMove,
    answer: Option<oneshot::Sender<Result<Verdict, Message>>>,
}

impl Work for RefutationJob {
    fn run(&mut self, stop: &Stop) {
        let verdict = self.attempt.play(&self.mv, Limits::nodes(REFUTATION_NODES), stop);
        if let Some(answer) = self.answer.take() {
            // Whoever asked may have gone.
            let _ = answer.send(verdict);
        }
    }
}

/// Judges a move: what is right is known at once, what is wrong takes a proof.
pub(crate) async fn judge(
    queue: &EngineQueue,
    client: Client,
    mut attempt: Attempt,
    mv: TableMove,
) -> Result<Verdict, ApiError> {
    let is_right = attempt.expected().is_none_or(|expected| expected.parts == mv.parts);
    if is_right {
        return attempt.play(&mv, Limits::default(), &Stop::new()).map_err(ApiError::rules);
    }
    let (answer, answered) = oneshot::channel();
    let job = RefutationJob { attempt, mv, answer: Some(answer) };
    let ticket = queue.submit(client, limits::REFUTATION, Box::new(job))?;
    let verdict = answered.await;
    drop(ticket);
    verdict.map_err(|_| ApiError::internal())?.map_err(ApiError::rules)
}

/// A verdict as the wire has it.
pub(crate) fn said(verdict: &Verdict, words: &Words) -> VerdictView {
    let line = verdict.line().iter().map(MoveView::from).collect();
    VerdictView { verdict: verdict.word(), words: words.remark(&verdict.remark()), line }
}
