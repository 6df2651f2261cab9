//! Puzzles without a server: the same data, judged by the same table.

use std::sync::Arc;

use potez_table::Limits;
use potez_wire::error::ApiError;
use potez_wire::{AttemptRequest, SentMove, VerdictView, limits, puzzles};
use potez_words::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Host;
use crate::host::HostStop;
use crate::request::Fault;

#[derive(Deserialize)]
pub(crate) struct ListRequest {
    game: String,
    /// Milliseconds since 1970, for the puzzle of the day.
    #[serde(default)]
    now: u64,
}

/// The puzzles of a game without their solutions, their themes, and the id of today's.
pub(crate) fn list(request: &ListRequest, words: &Words) -> Result<Value, Fault> {
    Ok(json!(puzzles::list(&request.game, request.now, words)?))
}

#[derive(Deserialize)]
pub(crate) struct PuzzleRequest {
    /// The id of the puzzle; `id` is the request's own.
    puzzle: String,
    #[serde(default)]
    found: usize,
    /// The move; without one the rest of the solution is the answer.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// What becomes of a move of a puzzle, or how it is solved.
pub(crate) fn answer(request: PuzzleRequest, host: &Arc<dyn Host>, words: &Words) -> Result<Value, Fault> {
    let PuzzleRequest { puzzle, found, mv } = request;
    match mv {
        Some(mv) => {
            let request = AttemptRequest { found, mv: SentMove::Text { mv } };
            Ok(json!(attempt(&puzzle, &request, host, words)?))
        }
        None => Ok(json!(puzzles::solution(puzzles::find(&puzzle)?, found)?)),
    }
}

/// Judges a move; what is wrong is refuted.
pub(crate) fn attempt(
    id: &str,
    request: &AttemptRequest,
    host: &Arc<dyn Host>,
    words: &Words,
) -> Result<VerdictView, ApiError> {
    let (mut attempt, mv) = puzzles::begin(puzzles::find(id)?, request)?;
    let stop = HostStop::new(host);
    let verdict = attempt.play(&mv, Limits::nodes(limits::REFUTATION_NODES), stop.flag()).map_err(ApiError::rules)?;
    Ok(puzzles::said(&verdict, words))
}
