//! Puzzles for clients: which there are, and what becomes of a move.

use potez_table::puzzles::{self, Attempt, Puzzle, Verdict};
use potez_table::{Limits, Message, Stop, TableMove};
use potez_words::{Arg, Words};
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
    let mut themes: Vec<ThemeView> = Vec::new();
    for theme in all.iter().flat_map(|puzzle| &puzzle.themes) {
        if let Some(known) = themes.iter_mut().find(|known| known.id == *theme) {
            known.count += 1;
        } else {
            let name = words.say_or(&format!("puzzle-theme-{theme}"), theme);
            themes.push(ThemeView { id: theme.clone(), name, count: 1 });
        }
    }
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
pub(crate) fn said(verdict: Verdict, words: &Words) -> VerdictView {
    let views = |line: &[TableMove]| line.iter().map(MoveView::from).collect::<Vec<_>>();
    let texts = |line: &[TableMove]| Arg::from(line.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" "));
    match verdict {
        Verdict::Right { answer } => {
            let sentence = words.say("puzzle-right", &[("answer", answer.text.clone().into())]);
            VerdictView { verdict: "right", words: sentence, line: views(&[answer]) }
        }
        Verdict::Solved { rest } => {
            let key = if rest.is_empty() { "puzzle-solved" } else { "puzzle-solved-line" };
            let sentence = words.say(key, &[("rest", texts(&rest))]);
            VerdictView { verdict: "solved", words: sentence, line: views(&rest) }
        }
        Verdict::Wrong { refutation, result } => {
            let key = if refutation.len() > 1 { "puzzle-wrong-line" } else { "puzzle-wrong" };
            let args = [
                ("move", texts(&refutation[..1])),
                ("result", result.unwrap_or("unknown").into()),
                ("line", texts(&refutation[1..])),
            ];
            VerdictView { verdict: "wrong", words: words.say(key, &args), line: views(&refutation) }
        }
    }
}
