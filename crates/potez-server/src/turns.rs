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
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn client(last: u8) -> Client {
        IpAddr::from([10, 0, 0, last]).into()
    }

    #[tokio::test]
    async fn a_client_waits_for_itself_and_for_nobody_else() {
        let turns = Turns::new(1);
        let first = turns.wait(client(1)).await.unwrap();
        let own = turns.of(client(1));
        assert!(own.clone().try_acquire_owned().is_err());
        assert!(turns.of(client(2)).try_acquire_owned().is_ok());
        drop(first);
        assert!(own.try_acquire_owned().is_ok());
    }

    #[test]
    fn clients_that_have_gone_are_forgotten() {
        let turns = Turns::new(1);
        let one = turns.of(client(1));
        for number in 0..10_000_u32 {
            let _ = turns.of(IpAddr::from(number.to_be_bytes()).into());
        }
        assert!(turns.clients.lock().unwrap().turns.len() <= FIRST_SWEEP + 1);
        assert!(Arc::ptr_eq(&one, &turns.of(client(1))));
    }

    /// Does something in every step and never ends.
    async fn busy(steps: Arc<AtomicUsize>) {
        loop {
            steps.fetch_add(1, Ordering::Relaxed);
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_thousand_busy_tasks_of_one_client_are_as_one_to_another_client() {
        let (turns, steps) = (Turns::new(1), Arc::new(AtomicUsize::new(0)));
        let mut crowd = tokio::task::JoinSet::new();
        for _ in 0..1000 {
            crowd.spawn(InTurn::new(turns.of(client(1)), busy(steps.clone())));
        }
        // All of them have been looked at and stand in line.
        while steps.load(Ordering::Relaxed) < 3000 {
            tokio::task::yield_now().await;
        }
        let before = steps.load(Ordering::Relaxed);
        let other = tokio::spawn(InTurn::new(turns.of(client(2)), async {
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
        }));
        other.await.unwrap();
        let meanwhile = steps.load(Ordering::Relaxed) - before;
        assert!(meanwhile < 100, "{meanwhile} steps of the crowd went before ten of the other");
    }

    #[tokio::test]
    async fn whoever_goes_while_it_waits_leaves_its_turn_to_the_next() {
        let turns = Turns::new(1);
        let held = turns.wait(client(1)).await;
        let own = turns.of(client(1));
        let mut gone = Box::pin(InTurn::new(own.clone(), async {}));
        let next = InTurn::new(own, async { 7 });
        let is_waiting = gone.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop())).is_pending();
        assert!(is_waiting);
        let next = tokio::spawn(next);
        tokio::task::yield_now().await;
        drop(held);
        drop(gone);
        assert_eq!(next.await.unwrap(), 7);
    }
}
