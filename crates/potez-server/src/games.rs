//! All live games: found, made, changed on disk first and in memory after.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use potez_session::{Effect, Event, GameClock, Session, Sides};
use potez_table::Player;
use tokio::task::JoinHandle;

use crate::clients::{Client, Clients, Permit};
use crate::engine_queue::EngineQueue;
use crate::error::ApiError;
use crate::kept_bots::KeptBots;
use crate::limits;
use crate::live_game::{GameState, LiveGame, Subscription};
use crate::metadata::{self, SeatAccess};
use crate::metrics::Metrics;
use crate::seats;
use crate::storage::{GameChange, MovesChange, Storage, StorageError, StoredGame};
use crate::time::Time;

/// The live games of a server.
pub(crate) struct LiveGames {
    lives: Mutex<HashMap<String, Arc<LiveGame>>>,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) queue: Arc<EngineQueue>,
    pub(crate) bots: Arc<KeptBots>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) time: Time,
}

/// A change to a game that has not happened yet.
pub(crate) struct PendingChange {
    pub(crate) session: Session,
    pub(crate) access: [SeatAccess; 2],
    /// What the session said about it.
    pub(crate) effects: Vec<Effect>,
}

impl PendingChange {
    /// A change of a copy of the game, to be filled in.
    fn of(state: &GameState) -> Self {
        Self { session: state.session.clone(), access: state.access.clone(), effects: Vec::new() }
    }

    /// What happens to the moves. One event adds one move at most.
    fn moves(&self) -> MovesChange {
        let change = self.effects.iter().find_map(|effect| match effect {
            Effect::Moved { ply, text } => Some(MovesChange::Add { ply: *ply, text: text.clone() }),
            Effect::TakenBack { length } => Some(MovesChange::Cut(*length)),
            _ => None,
        });
        change.unwrap_or(MovesChange::Keep)
    }
}

impl LiveGames {
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        queue: Arc<EngineQueue>,
        clients: Arc<Clients>,
        metrics: Arc<Metrics>,
        time: Time,
    ) -> Arc<Self> {
        let bots = Arc::new(KeptBots::new(limits::KEPT_BOTS));
        Arc::new(Self { lives: Mutex::default(), storage, queue, bots, clients, metrics, time })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveGame>>> {
        self.lives.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games in memory.
    pub(crate) fn all(&self) -> Vec<Arc<LiveGame>> {
        self.lock().values().cloned().collect()
    }

    /// The number of games in memory.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// A game by its name, from memory or from disk.
    pub(crate) async fn find(self: &Arc<Self>, id: &str, client: Client) -> Result<Arc<LiveGame>, ApiError> {
        if !seats::is_id(id) {
            return Err(ApiError::not_found());
        }
        if let Some(live) = self.lock().get(id).cloned() {
            return Ok(live);
        }
        let stored = self.storage.load(id).await?.ok_or_else(ApiError::not_found)?;
        carried_out(tokio::spawn(self.clone().revive(stored, client))).await
    }

    /// A game comes from disk. Nobody sees it before its clock is set right.
    async fn revive(self: Arc<Self>, stored: StoredGame, client: Client) -> Result<Arc<LiveGame>, ApiError> {
        let live = LiveGame::new(stored.id.clone(), stored.created, GameState::restore(&stored)?, None, client);
        let mut state = live.state.lock().await;
        {
            let mut lives = self.lock();
            // Somebody else may have been faster; there must be only one.
            if let Some(other) = lives.get(&stored.id) {
                return Ok(other.clone());
            }
            lives.insert(stored.id, live.clone());
        }
        self.wake(&live, &mut state).await?;
        drop(state);
        Ok(live)
    }

    /// The clock of a game from disk goes on fairly, and its engine goes on thinking.
    async fn wake(self: &Arc<Self>, live: &Arc<LiveGame>, state: &mut GameState) -> Result<(), ApiError> {
        if state.session.is_over() {
            return Ok(());
        }
        let Some(since) = state.session.clock().and_then(GameClock::since) else {
            self.carry_on(live, state);
            live.publish(state);
            return Ok(());
        };
        let alive = self.storage.alive_after(since.as_millis() as u64).await?.map_or(since, Duration::from_millis);
        let mut pending = PendingChange::of(state);
        pending.session.resume_clock(alive, limits::LEAST_AFTER_RESTART, self.time.now() + limits::HOLD);
        self.commit(live, state, pending).await
    }

    /// Keeps a new game and brings it to life.
    pub(crate) async fn add(
        self: &Arc<Self>,
        session: Session,
        access: [SeatAccess; 2],
        permit: Option<Permit>,
        client: Client,
    ) -> Result<Arc<LiveGame>, ApiError> {
        let (id, now) = (seats::new_id(), self.time.now_ms());
        let stored = StoredGame {
            id: id.clone(),
            version: 1,
            created: now,
            updated: now,
            metadata: metadata::write(session.state(), &access),
            moves: session.table().moves(),
        };
        self.storage.create(stored).await?;
        let state = GameState { version: 1, updated: now, session, access, thinking: None, flag: None };
        let live = LiveGame::new(id.clone(), now, state, permit, client);
        self.lock().insert(id, live.clone());
        self.metrics.games_made.add(1);
        let mut state = live.state.lock().await;
        self.carry_on(&live, &mut state);
        live.publish(&state);
        drop(state);
        Ok(live)
    }

    /// Makes a change: on disk first, then in memory, then for everybody to see.
    ///
    /// Must not be cancelled half-way, so it runs in tasks of its own, never in a request's.
    pub(crate) async fn commit(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        state: &mut GameState,
        pending: PendingChange,
    ) -> Result<(), ApiError> {
        let at = self.time.now_ms();
        let change = GameChange {
            id: live.id.clone(),
            from: state.version,
            at,
            metadata: metadata::write(pending.session.state(), &pending.access),
            moves: pending.moves(),
        };
        if let Err(error) = self.storage.change(change).await {
            // Whether it was written is unknown: what lies on disk is the truth.
            if let Ok(Some(stored)) = self.storage.load(&live.id).await
                && let Ok(restored) = GameState::restore(&stored)
            {
                *state = GameState { thinking: state.thinking.take(), flag: state.flag.take(), ..restored };
                live.publish(state);
            }
            return Err(error.into());
        }
        state.version += 1;
        state.updated = at;
        (state.session, state.access) = (pending.session, pending.access);
        self.carry_on(live, state);
        live.publish(state);
        Ok(())
    }

    /// Comes to look at a game, with a token or without.
    pub(crate) async fn subscribe(
        self: &Arc<Self>,
        id: &str,
        token: Option<&str>,
        client: Client,
    ) -> Result<Subscription, ApiError> {
        let live = self.find(id, client).await?;
        let you = holder(&live, token)?;
        self.arrive(&live, you).await?;
        Ok(live.enter(you))
    }

    /// A player is here: a friend has joined, a clock that was held back runs.
    pub(crate) async fn arrive(self: &Arc<Self>, live: &Arc<LiveGame>, you: Option<Sides>) -> Result<(), ApiError> {
        let Some(you) = you else { return Ok(()) };
        let snapshot = live.snapshot();
        let plays = |player: &Player| you.plays(*player);
        let now = self.time.now();
        let is_new = Player::BOTH.iter().filter(|player| plays(player)).any(|player| !snapshot.has_joined(*player));
        let is_held = |clock: GameClock| clock.is_held(now) && clock.running().as_ref().is_some_and(plays);
        if !is_new && !snapshot.session.clock.is_some_and(is_held) {
            return Ok(());
        }
        self.task(live, move |games, live| async move {
            let mut state = live.state.lock().await;
            let mut pending = games.after(&state, Event::Arrive(you))?;
            for player in Player::BOTH.into_iter().filter(|&player| you.plays(player)) {
                pending.access[player.index()].joined = true;
            }
            if pending.access == state.access && pending.session.state() == state.session.state() {
                return Ok(());
            }
            games.commit(&live, &mut state, pending).await
        })
        .await
    }

    /// A player takes a name; whoever plays both sides names one or both of them.
    pub(crate) async fn rename(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        player: Option<Player>,
        name: Option<String>,
    ) -> Result<(), ApiError> {
        self.task(live, move |games, live| async move {
            let mut state = live.state.lock().await;
            let mut pending = PendingChange::of(&state);
            for each in Player::BOTH.into_iter().filter(|&each| player.is_none_or(|player| player == each)) {
                pending.session.set_name(each, name.clone());
            }
            games.commit(&live, &mut state, pending).await
        })
        .await
    }

    /// Carries something out to its end, whatever happens to whoever asked for it.
    pub(crate) async fn task<F, W, T>(self: &Arc<Self>, live: &Arc<LiveGame>, work: W) -> Result<T, ApiError>
    where
        W: FnOnce(Arc<Self>, Arc<LiveGame>) -> F,
        F: Future<Output = Result<T, ApiError>> + Send + 'static,
        T: Send + 'static,
    {
        carried_out(tokio::spawn(work(self.clone(), live.clone()))).await
    }

    /// Forgets games that nobody looks at and in which nothing runs; they stay on disk.
    pub(crate) fn forget_idle(&self) {
        let idle = limits::IDLE_GAME.as_millis() as u64;
        let now = self.time.now_ms();
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
        let runs = |live: &Arc<LiveGame>| live.snapshot().session.clock.is_some_and(|clock| clock.running().is_some());
        if self.all().iter().any(runs) {
            self.storage.beat(self.time.now_ms()).await?;
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

/// What a token is good for; a token that is good for nothing is refused rather than taken for a
/// spectator's.
pub(crate) fn holder(live: &LiveGame, token: Option<&str>) -> Result<Option<Sides>, ApiError> {
    let you = metadata::holder(&live.snapshot().access, token);
    if token.is_some() && you.is_none() { Err(ApiError::forbidden()) } else { Ok(you) }
}

async fn carried_out<T>(task: JoinHandle<Result<T, ApiError>>) -> Result<T, ApiError> {
    task.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a change to a game failed");
        Err(ApiError::internal())
    })
}
