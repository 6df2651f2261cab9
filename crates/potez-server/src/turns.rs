//! Clients in turn: what one of them does waits for what it does already, never for the number of
//! things that another one does.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, ready};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use crate::clients::Client;

/// Clients after which it is looked for the first time whether some have gone.
const FIRST_SWEEP: usize = 256;

/// How many things each client may do at the same time; what is more waits, first come, first
/// served.
pub(crate) struct Turns {
    clients: Mutex<ClientTurns>,
    each: usize,
}

struct ClientTurns {
    /// Held by whoever waits or has a turn; those that nobody holds are swept away.
    turns: HashMap<Client, Weak<Semaphore>>,
    sweep_at: usize,
}

impl Turns {
    /// This many turns of each client at a time.
    pub(crate) fn new(each: usize) -> Self {
        let clients = ClientTurns { turns: HashMap::new(), sweep_at: FIRST_SWEEP };
        Self { clients: Mutex::new(clients), each: each.min(Semaphore::MAX_PERMITS) }
    }

    /// The turns of one client.
    pub(crate) fn of(&self, client: Client) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = clients.turns.get(&client).and_then(Weak::upgrade) {
            return turns;
        }
        if clients.turns.len() >= clients.sweep_at {
            clients.turns.retain(|_, turns| turns.strong_count() > 0);
            clients.sweep_at = (2 * clients.turns.len()).max(FIRST_SWEEP);
        }
        let turns = Arc::new(Semaphore::new(self.each));
        clients.turns.insert(client, Arc::downgrade(&turns));
        turns
    }

    /// Waits until it is the client's turn; it is over when what is returned is dropped.
    pub(crate) async fn wait(&self, client: Client) -> Option<OwnedSemaphorePermit> {
        // None of them is ever closed.
        self.of(client).acquire_owned().await.ok()
    }
}

type Waiting = Pin<Box<dyn Future<Output = Result<OwnedSemaphorePermit, AcquireError>> + Send>>;

/// A future that goes on only when it is its client's turn, one step per turn.
///
/// A turn is over when the runtime has looked after everything else that was waiting, not at the end
/// of the step: so however many of them a client has, only one step of it (or as many as it has
/// turns) comes before a step of another client.
pub(crate) struct InTurn<F> {
    inner: Pin<Box<F>>,
    turns: Arc<Semaphore>,
    waiting: Option<Waiting>,
}

impl<F> InTurn<F> {
    pub(crate) fn new(turns: Arc<Semaphore>, inner: F) -> Self {
        Self { inner: Box::pin(inner), turns, waiting: None }
    }

    pub(crate) fn inner(&mut self) -> Pin<&mut F> {
        self.inner.as_mut()
    }
}

impl<F: Future> Future for InTurn<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<F::Output> {
        let turns = self.turns.clone();
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(turns.acquire_owned()));
        let turn = ready!(waiting.as_mut().poll(context));
        self.waiting = None;
        let polled = self.inner.as_mut().poll(context);
        tokio::spawn(async move {
            tokio::task::yield_now().await;
            drop(turn);
        });
        polled
    }
}

#[cfg(test)]
mod tests;
