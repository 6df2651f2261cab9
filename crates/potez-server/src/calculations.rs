//! Short calculations without a search (positions, records, replays), shared fairly by client.
//!
//! They cannot be interrupted, so that no client ever has all of their threads: forty large records
//! of one client do not keep another one's click waiting.

use std::time::Duration;

use potez_table::Stop;
use tokio::sync::oneshot;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, QueueLimits, Work};
use crate::error::ApiError;
use crate::limits;

/// The threads for calculations.
pub(crate) struct Calculations(EngineQueue);

impl Calculations {
    /// As many threads as the engine has and one more.
    pub(crate) fn start(engine_threads: usize) -> Self {
        let threads = engine_threads.max(1) + 1;
        Self(EngineQueue::start(threads, Self::limits(threads - 1)))
    }

    /// A single thread, for what takes much memory.
    pub(crate) fn one_at_a_time() -> Self {
        Self(EngineQueue::start(1, Self::limits(1)))
    }

    fn limits(running_each: usize) -> QueueLimits {
        QueueLimits { waiting_each: limits::CLIENT_CALCULATIONS, waiting: limits::CALCULATIONS, running_each }
    }

    /// Calculations under simulated time.
    #[cfg(test)]
    pub(crate) fn simulated(delays: fastrand::Rng) -> Self {
        Self(EngineQueue::simulated(Self::limits(usize::MAX), delays))
    }

    /// Calculates something when it is the client's turn. Dropping the future calls it off while it
    /// waits.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        what: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (reply, replied) = oneshot::channel();
        let calculation = Calculation { what: Some(what), reply: Some(reply) };
        // The bound never comes into play: what runs here looks at no flag.
        let _ticket = self.0.submit(client, Duration::MAX, Box::new(calculation))?;
        // The work was dropped: it panicked, or the server is going down.
        replied.await.unwrap_or_else(|_| Err(ApiError::internal()))
    }

    /// Calls everything off.
    pub(crate) fn close(&self) {
        self.0.close();
    }
}

struct Calculation<F, T> {
    what: Option<F>,
    reply: Option<oneshot::Sender<Result<T, ApiError>>>,
}

impl<T: Send, F: FnOnce() -> Result<T, ApiError> + Send> Work for Calculation<F, T> {
    fn run(&mut self, _: &Stop) {
        if let (Some(what), Some(reply)) = (self.what.take(), self.reply.take()) {
            // Whoever asked may have gone.
            let _ = reply.send(what());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::{Arc, Mutex, mpsc};

    use super::*;

    #[tokio::test]
    async fn forty_long_calculations_of_one_client_do_not_hold_up_another() {
        let calculations = Arc::new(Calculations::start(1));
        let [greedy, other] = [1, 2].map(|last| Client::from(IpAddr::from([10, 0, 0, last])));
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let mut bombs = tokio::task::JoinSet::new();
        for _ in 0..40 {
            let (calculations, released) = (calculations.clone(), released.clone());
            // None of them ends before the test lets it.
            bombs.spawn(async move {
                let wait =
                    move || released.lock().map(|released| released.recv().is_err()).map_err(|_| ApiError::busy());
                calculations.run(greedy, wait).await
            });
        }
        while calculations.0.counts().0 < 39 {
            tokio::task::yield_now().await;
        }
        assert_eq!(calculations.run(other, || Ok(7)).await.unwrap(), 7);
        drop(release);
        assert_eq!(bombs.join_all().await.len(), 40);
    }
}
