//! Puzzles for clients: wrong moves are refuted by the engine.

use potez_table::puzzles::{Attempt, Verdict};
use potez_table::{Limits, Stop, TableMove};

use crate::clients::Client;
use crate::engine_queue::EngineQueue;
use crate::error::ApiError;
use crate::{engine_jobs, limits};

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
    let refute = move |stop: &Stop| attempt.play(&mv, Limits::nodes(limits::REFUTATION_NODES), stop);
    engine_jobs::calculate(queue, client, limits::REFUTATION, refute).await?.map_err(ApiError::rules)
}
