//! All live games: found, made, changed on disk first and in memory after.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use potez_engine::Table;
use tokio::task::JoinHandle;

use crate::bounds;
use crate::clients::{Client, Clients, Permit};
use crate::engine_queue::EngineQueue;
use crate::failure::Failure;
use crate::heads::Head;
use crate::live::{Inner, Live, Visit};
use crate::metrics::Metrics;
use crate::seats;
use crate::storage::{Change, Moves, Storage, StorageError, Stored};
use crate::time::Time;
use crate::wire::{Side, You};

/// The live games of a server.
pub(crate) struct Games {
    lives: Mutex<HashMap<String, Arc<Live>>>,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) queue: Arc<EngineQueue>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) time: Time,
}

/// A change to a game that has not happened yet.
pub(crate) struct Next {
    pub(crate) head: Head,
    /// The table after it, if the moves change.
    pub(crate) table: Option<Box<dyn Table>>,
    pub(crate) moves: Moves,
}

impl Next {
    /// A change of the head alone.
    pub(crate) fn head(head: Head) -> Self {
        Self { head, table: None, moves: Moves::Keep }
    }
}

impl Games {
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        queue: Arc<EngineQueue>,
        clients: Arc<Clients>,
        metrics: Arc<Metrics>,
        time: Time,
    ) -> Arc<Self> {
        Arc::new(Self { lives: Mutex::default(), storage, queue, clients, metrics, time })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.lives.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games in memory.
    pub(crate) fn all(&self) -> Vec<Arc<Live>> {
        self.lock().values().cloned().collect()
    }

    /// The number of games in memory.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// A game by its name, from memory or from disk.
    pub(crate) async fn find(self: &Arc<Self>, id: &str, client: Client) -> Result<Arc<Live>, Failure> {
        if !seats::is_id(id) {
            return Err(Failure::not_found());
        }
        if let Some(live) = self.lock().get(id).cloned() {
            return Ok(live);
        }
        let stored = self.storage.load(id).await?.ok_or_else(Failure::not_found)?;
        carried_out(tokio::spawn(self.clone().revive(stored, client))).await
    }

    /// A game comes from disk. Nobody sees it before its clock is set right.
    async fn revive(self: Arc<Self>, stored: Stored, client: Client) -> Result<Arc<Live>, Failure> {
        let live = Live::new(stored.id.clone(), stored.created, Inner::restore(&stored)?, None, client);
        let mut inner = live.inner.lock().await;
        {
            let mut lives = self.lock();
            // Somebody else may have been faster; there must be only one.
            if let Some(other) = lives.get(&stored.id) {
                return Ok(other.clone());
            }
            lives.insert(stored.id, live.clone());
        }
        self.wake(&live, &mut inner).await?;
        drop(inner);
        Ok(live)
    }

    /// The clock of a game from disk goes on fairly, and its engine goes on thinking.
    async fn wake(self: &Arc<Self>, live: &Arc<Live>, inner: &mut Inner) -> Result<(), Failure> {
        if inner.is_over() {
            return Ok(());
        }
        let Some(since) = inner.head.clock.and_then(|clock| clock.since()) else {
            self.carry_on(live, inner);
            live.publish(inner);
            return Ok(());
        };
        let alive = self.storage.alive_after(since).await?.unwrap_or(since);
        let mut head = inner.head.clone();
        if let Some(clock) = &mut head.clock {
            let least = bounds::LEAST_AFTER_RESTART.as_millis() as u64;
            clock.resume(alive, least, self.time.now() + bounds::HOLD.as_millis() as u64);
        }
        self.commit(live, inner, Next::head(head)).await
    }

    /// Keeps a new game and brings it to life.
    pub(crate) async fn add(
        self: &Arc<Self>,
        head: Head,
        table: Box<dyn Table>,
        permit: Option<Permit>,
        client: Client,
    ) -> Result<Arc<Live>, Failure> {
        let (id, now) = (seats::new_id(), self.time.now());
        let stored =
            Stored { id: id.clone(), version: 1, created: now, updated: now, head: text(&head), moves: table.moves() };
        self.storage.create(stored).await?;
        let inner = Inner { version: 1, updated: now, head, table, thinking: None, flag: None };
        let live = Live::new(id.clone(), now, inner, permit, client);
        self.lock().insert(id, live.clone());
        self.metrics.games_made.add(1);
        let mut inner = live.inner.lock().await;
        self.carry_on(&live, &mut inner);
        live.publish(&inner);
        drop(inner);
        Ok(live)
    }

    /// Makes a change: on disk first, then in memory, then for everybody to see.
    ///
    /// Must not be cancelled half-way, so it runs in tasks of its own, never in a request's.
    pub(crate) async fn commit(
        self: &Arc<Self>,
        live: &Arc<Live>,
        inner: &mut Inner,
        next: Next,
    ) -> Result<(), Failure> {
        let at = self.time.now();
        let Next { head, table, moves } = next;
        let change = Change { id: live.id.clone(), from: inner.version, at, head: text(&head), moves };
        if let Err(error) = self.storage.change(change).await {
            // Whether it was written is unknown: what lies on disk is the truth.
            if let Ok(Some(stored)) = self.storage.load(&live.id).await
                && let Ok(restored) = Inner::restore(&stored)
            {
                *inner = Inner { thinking: inner.thinking.take(), flag: inner.flag.take(), ..restored };
                live.publish(inner);
            }
            return Err(error.into());
        }
        inner.version += 1;
        inner.updated = at;
        inner.head = head;
        if let Some(table) = table {
            inner.table = table;
        }
        self.carry_on(live, inner);
        live.publish(inner);
        Ok(())
    }

    /// Comes to look at a game, with a token or without.
    pub(crate) async fn visit(
        self: &Arc<Self>,
        id: &str,
        token: Option<&str>,
        client: Client,
    ) -> Result<Visit, Failure> {
        let live = self.find(id, client).await?;
        let you = holder(&live, token)?;
        self.arrive(&live, you).await?;
        Ok(live.enter(you))
    }

    /// A player is here: a friend has joined, a clock that was held back runs.
    pub(crate) async fn arrive(self: &Arc<Self>, live: &Arc<Live>, you: Option<You>) -> Result<(), Failure> {
        let Some(you) = you else { return Ok(()) };
        let snapshot = live.snapshot();
        let is_new = |side: Side| you.plays(side) && !snapshot.head.seat(side).joined;
        let now = self.time.now();
        let is_held = snapshot
            .head
            .clock
            .is_some_and(|clock| clock.is_held(now) && clock.running().is_some_and(|side| you.plays(side)));
        if !is_held && !Side::BOTH.into_iter().any(is_new) {
            return Ok(());
        }
        self.task(live, move |games, live| async move {
            let mut inner = live.inner.lock().await;
            let mut head = inner.head.clone();
            for side in Side::BOTH.into_iter().filter(|&side| you.plays(side)) {
                head.seats[side.index()].joined = true;
            }
            if let Some(clock) = &mut head.clock
                && clock.running().is_some_and(|side| you.plays(side))
            {
                clock.release(games.time.now());
            }
            if head == inner.head {
                return Ok(());
            }
            games.commit(&live, &mut inner, Next::head(head)).await
        })
        .await
    }

    /// Carries something out to its end, whatever happens to whoever asked for it.
    pub(crate) async fn task<F, W, T>(self: &Arc<Self>, live: &Arc<Live>, work: W) -> Result<T, Failure>
    where
        W: FnOnce(Arc<Self>, Arc<Live>) -> F,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
        T: Send + 'static,
    {
        carried_out(tokio::spawn(work(self.clone(), live.clone()))).await
    }

    /// Forgets games that nobody looks at and in which nothing runs; they stay on disk.
    pub(crate) fn forget_idle(&self) {
        let idle = bounds::IDLE_GAME.as_millis() as u64;
        let now = self.time.now();
        self.lock().retain(|_, live| {
            let snapshot = live.snapshot();
            // Tasks of the game hold it, too: a clock or an engine at work keeps it here.
            let is_idle = Arc::strong_count(live) == 1
                && live.presence().is_empty()
                && now.saturating_sub(snapshot.updated) > idle
                && !snapshot.thinking;
            !is_idle
        });
    }

    /// Says now and then that the server is alive, as long as a clock runs.
    pub(crate) async fn beat(&self) -> Result<(), StorageError> {
        let runs = |live: &Arc<Live>| live.snapshot().head.clock.is_some_and(|clock| clock.running().is_some());
        if self.all().iter().any(runs) {
            self.storage.beat(self.time.now()).await?;
        }
        Ok(())
    }

    /// The chores of a server, until it ends.
    pub(crate) async fn chores(self: Arc<Self>) {
        let mut every = tokio::time::interval(Duration::from_secs(1));
        for second in 0_u64.. {
            every.tick().await;
            if let Err(error) = self.beat().await {
                tracing::warn!(%error, "no sign of life could be written");
            }
            if second % 30 == 0 {
                self.forget_idle();
                self.clients.forget_idle();
            }
        }
    }
}

/// What a token is good for; a token that is good for nothing is refused rather than taken for a spectator's.
pub(crate) fn holder(live: &Live, token: Option<&str>) -> Result<Option<You>, Failure> {
    let you = live.snapshot().head.holder(token);
    if token.is_some() && you.is_none() { Err(Failure::forbidden()) } else { Ok(you) }
}

async fn carried_out<T>(task: JoinHandle<Result<T, Failure>>) -> Result<T, Failure> {
    task.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a change to a game failed");
        Err(Failure::internal())
    })
}

fn text(head: &Head) -> String {
    serde_json::to_string(head).expect("a head is plain data")
}
