//! Single searches of the engine: a position in, a report out.

use std::sync::Arc;
use std::time::Duration;

use potez_table::{BotSpec, DynBot, Limits, Message, Report, Stop, Table, TableMove};
use tokio::sync::oneshot;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, Work};
use crate::error::ApiError;
use crate::kept_bots::{BotKey, KeptBots};

/// What a search may take more than it was given: setting up, and ending.
const GRACE: Duration = Duration::from_secs(2);

/// The bot of a live game, which outlives its searches.
pub(crate) struct BotHome {
    pub(crate) kept: Arc<KeptBots>,
    pub(crate) key: BotKey,
}

struct ThinkJob {
    table: Box<dyn Table>,
    spec: BotSpec,
    home: Option<BotHome>,
    limits: Limits,
    answer: Option<oneshot::Sender<Result<Report<TableMove>, Message>>>,
}

impl ThinkJob {
    /// The bot that knows the game already, or a new one. Only a job that runs has one: its memory
    /// is large.
    fn bot(&self) -> Result<Box<dyn DynBot>, Message> {
        let known = self.home.as_ref().and_then(|home| home.kept.take(&home.key));
        known.map_or_else(|| self.table.bot(&self.spec), Ok)
    }

    fn think(&mut self, stop: &Stop) -> Result<Report<TableMove>, Message> {
        let mut bot = self.bot()?;
        let report = bot.think(self.table.as_ref(), self.limits, stop, &mut |_| {});
        if let Some(home) = self.home.take() {
            // Also after a search that was called off: what it learnt is still true.
            home.kept.keep(home.key, bot);
        }
        report
    }
}

impl Work for ThinkJob {
    fn run(&mut self, stop: &Stop) {
        let report = self.think(stop);
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
) -> Result<Report<TableMove>, ApiError> {
    submit(queue, client, ThinkJob { table, spec, home: None, limits, answer: None }, most).await
}

/// The same with the bot of a live game, which keeps what it learns.
pub(crate) async fn think_in_game(
    queue: &EngineQueue,
    client: Client,
    table: Box<dyn Table>,
    (spec, home): (BotSpec, BotHome),
    limits: Limits,
    most: Duration,
) -> Result<Report<TableMove>, ApiError> {
    submit(queue, client, ThinkJob { table, spec, home: Some(home), limits, answer: None }, most).await
}

async fn submit(
    queue: &EngineQueue,
    client: Client,
    mut job: ThinkJob,
    most: Duration,
) -> Result<Report<TableMove>, ApiError> {
    let (answer, answered) = oneshot::channel();
    job.answer = Some(answer);
    let ticket = queue.submit(client, most + GRACE, Box::new(job))?;
    let report = answered.await;
    drop(ticket);
    match report {
        Ok(Ok(report)) => Ok(report),
        Ok(Err(message)) => Err(ApiError::rules(message)),
        // The work was dropped: it panicked, or the server is going down.
        Err(_) => Err(ApiError::internal()),
    }
}

/// Work whose result is a function of its stop flag alone.
struct CalculationJob<F, T> {
    work: Option<F>,
    answer: Option<oneshot::Sender<T>>,
}

impl<F: FnOnce(&Stop) -> T + Send, T: Send> Work for CalculationJob<F, T> {
    fn run(&mut self, stop: &Stop) {
        if let (Some(work), Some(answer)) = (self.work.take(), self.answer.take()) {
            // Whoever asked may have gone.
            let _ = answer.send(work(stop));
        }
    }
}

/// Lets the engine work for at most `most`. Dropping the future calls it off.
pub(crate) async fn calculate<T: Send + 'static>(
    queue: &EngineQueue,
    client: Client,
    most: Duration,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let (answer, answered) = oneshot::channel();
    let job = CalculationJob { work: Some(work), answer: Some(answer) };
    let ticket = queue.submit(client, most, Box::new(job))?;
    let result = answered.await;
    drop(ticket);
    // The work was dropped: it panicked, or the server is going down.
    result.map_err(|_| ApiError::internal())
}

#[cfg(test)]
mod tests {
    use potez_table::Player;

    use super::*;

    #[tokio::test]
    async fn the_bot_of_a_game_is_kept_for_its_next_move() {
        let queue = EngineQueue::start(1, crate::engine_queue::QueueLimits::SEARCHES);
        let kept = Arc::new(KeptBots::new(1));
        let key = BotKey { game: "g".into(), player: Player::X, spec: "potez".into() };
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let mut table = potez_table::open("byte", None).unwrap();
        for _ in 0..2 {
            let home = BotHome { kept: kept.clone(), key: key.clone() };
            let bot = (BotSpec::new("potez"), home);
            let (limits, most) = (Limits::nodes(2_000), Duration::from_mins(1));
            let report = think_in_game(&queue, client, table.fork(), bot, limits, most).await.unwrap();
            table.play_parts(&report.best().unwrap().parts).unwrap();
            assert_eq!(kept.count(), 1);
        }
        assert!(kept.take(&key).is_some());
    }
}
