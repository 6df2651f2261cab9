//! Single thoughts of the engine: a position in, a report out.

use std::time::Duration;

use potez_engine::{BotSpec, Limits, Message, Report, Stop, Table};
use tokio::sync::oneshot;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, Work};
use crate::failure::Failure;

/// What a thought may take more than it was given: setting up, and ending.
const GRACE: Duration = Duration::from_secs(2);

struct Thought {
    table: Box<dyn Table>,
    spec: BotSpec,
    limits: Limits,
    answer: Option<oneshot::Sender<Result<Report<String>, Message>>>,
}

impl Work for Thought {
    fn run(&mut self, stop: &Stop) {
        let report =
            self.table.bot(&self.spec).map(|mut bot| bot.think(self.table.as_ref(), self.limits, stop, &mut |_| {}));
        if let Some(answer) = self.answer.take() {
            // Whoever asked may have gone.
            let _ = answer.send(report);
        }
    }
}

/// Thinks about what stands on a table, for at most `most`. Dropping the future calls it off.
pub(crate) async fn think(
    queue: &EngineQueue,
    client: Client,
    table: Box<dyn Table>,
    spec: BotSpec,
    limits: Limits,
    most: Duration,
) -> Result<Report<String>, Failure> {
    let (answer, answered) = oneshot::channel();
    let thought = Thought { table, spec, limits, answer: Some(answer) };
    let ticket = queue.submit(client, most + GRACE, Box::new(thought))?;
    let report = answered.await;
    drop(ticket);
    match report {
        Ok(Ok(report)) => Ok(report),
        Ok(Err(message)) => Err(Failure::rules(message)),
        // The work was dropped: it panicked, or the server is going down.
        Err(_) => Err(Failure::internal()),
    }
}
