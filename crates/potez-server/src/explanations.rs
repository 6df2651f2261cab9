//! Recorded searches for readers: through the engine's queue like every other search, within bounds.

use std::time::Duration;

use potez_table::explain::{ExplainSettings, Explanation};
use potez_table::{BotSpec, Message, Stop, Table};
use tokio::sync::oneshot;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, Work};
use crate::error::ApiError;
use crate::limits;

/// What a search with its comparisons may take.
const MOST: Duration = Duration::from_secs(10);
/// How many times the nodes of the search a comparison may take.
const PATIENCE: u64 = 5;

struct ExplainJob {
    table: Box<dyn Table>,
    spec: BotSpec,
    settings: ExplainSettings,
    answer: Option<oneshot::Sender<Result<Explanation, Message>>>,
}

impl Work for ExplainJob {
    fn run(&mut self, stop: &Stop) {
        let explanation = self.table.explain_search(&self.spec, &self.settings, stop);
        if let Some(answer) = self.answer.take() {
            // Whoever asked may have gone.
            let _ = answer.send(explanation);
        }
    }
}

/// How a search of this many nodes, or of as many as are usual, is recorded here.
pub(crate) fn settings(nodes: Option<u64>) -> ExplainSettings {
    ExplainSettings {
        steps: limits::EXPLAIN_STEPS,
        compared_steps: limits::EXPLAIN_COMPARED_STEPS,
        patience: PATIENCE,
        ..ExplainSettings::of(nodes)
    }
}

/// Records a search. Dropping the future calls it off.
pub(crate) async fn explain(
    queue: &EngineQueue,
    client: Client,
    table: Box<dyn Table>,
    spec: BotSpec,
    nodes: Option<u64>,
) -> Result<Explanation, ApiError> {
    let (answer, answered) = oneshot::channel();
    let job = ExplainJob { table, spec, settings: settings(nodes), answer: Some(answer) };
    let ticket = queue.submit(client, MOST, Box::new(job))?;
    let explanation = answered.await;
    drop(ticket);
    match explanation {
        Ok(Ok(explanation)) => Ok(explanation),
        Ok(Err(message)) => Err(ApiError::rules(message)),
        // The work was dropped: it panicked, or the server is going down.
        Err(_) => Err(ApiError::internal()),
    }
}
