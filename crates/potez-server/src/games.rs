//! All live games: found, made, changed on disk first and in memory after.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use potez_session::{Effect, Event, GameClock, Session, Sides};
use potez_table::Player;
use tokio::task::JoinHandle;

use crate::calculations::Calculations;
use crate::clients::{Client, Clients, Permit};
use crate::engine_queue::EngineQueue;
use crate::error::ApiError;
use crate::explorer::EndedGames;
use crate::kept_bots::KeptBots;
use crate::limits;
use crate::live_game::{GameState, LiveGame, Snapshot, Subscription};
use crate::metadata::{self, SeatAccess};
use crate::metrics::Metrics;
use crate::nodes::{NodeEvent, Nodes};
use crate::seats::{self, TokenHash};
use crate::storage::{Attendance, GameChange, MovesChange, NodeChannel, Storage, StoredGame};
use crate::time::Time;
use crate::turns::Turns;
use crate::unattended;

/// How long it is told that a new game could not be kept.
const TELL_REFUSED: Duration = Duration::from_mins(1);

/// How a server is whose storage takes what is written to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Health {
    /// All is well.
    Well,
    /// There is no room for new games; moves are taken.
    Full,
}

/// The live games of a server.
pub(crate) struct LiveGames {
    lives: Mutex<HashMap<String, Arc<LiveGame>>>,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) queue: Arc<EngineQueue>,
    pub(crate) calculations: Arc<Calculations>,
    pub(crate) bots: Arc<KeptBots>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) time: Time,
    /// Games between bots at which nobody looks move one after the other, those of each client.
    pub(crate) unattended: Turns,
    /// Other servers on the same storage.
    pub(crate) nodes: Arc<Nodes>,
    /// Games that have ended, to be found by their positions.
    pub(crate) ended: EndedGames,
    /// When a new game could not be kept, if none was since.
    refused: Mutex<Option<Instant>>,
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
    pub(crate) fn of(state: &GameState) -> Self {
        Self { session: state.session.clone(), access: state.access.clone(), effects: Vec::new() }
    }

    /// Everything but the moves, as it is stored.
    fn metadata(&self) -> String {
        metadata::write(self.session.state(), &self.access, unattended::needs_nobody(&self.session, &self.access))
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
        calculations: Arc<Calculations>,
        clients: Arc<Clients>,
        metrics: Arc<Metrics>,
        time: Time,
        channel: Option<Arc<dyn NodeChannel>>,
    ) -> Arc<Self> {
        let bots = Arc::new(KeptBots::new(limits::KEPT_BOTS));
        let (lives, unattended) = (Mutex::default(), Turns::new(1));
        let nodes = Nodes::new(channel);
        let ended = EndedGames::default();
        let refused = Mutex::default();
        Arc::new(Self {
            lives,
            storage,
            queue,
            calculations,
            bots,
            clients,
            metrics,
            time,
            unattended,
            nodes,
            ended,
            refused,
        })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveGame>>> {
        self.lives.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games in memory.
    pub(crate) fn all(&self) -> Vec<Arc<LiveGame>> {
        self.lock().values().cloned().collect()
    }

    /// A game that is in memory.
    pub(crate) fn known(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.lock().get(id).cloned()
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

    /// A game comes from disk. Nobody sees it before its clock is set right, whether that can be
    /// written or not: what the server was away for is charged to nobody.
    async fn revive(self: Arc<Self>, stored: StoredGame, client: Client) -> Result<Arc<LiveGame>, ApiError> {
        let attendance = match stored.run {
            Some(run) => self.storage.attendance(run).await?,
            None => Attendance::Unknown,
        };
        let (id, created) = (stored.id.clone(), stored.created);
        let mut state = self.calculations.run(client, move || GameState::restore(&stored)).await?;
        // While some server was there all the time, the clock has rightly run.
        let runs = state.session.clock().and_then(GameClock::since);
        let runs = runs.filter(|_| !state.session.is_over() && attendance != Attendance::Unbroken);
        if let Some(since) = runs {
            let alive = if let Attendance::Until(alive) = attendance { Duration::from_millis(alive) } else { since };
            state.session.resume_clock(alive, limits::LEAST_AFTER_RESTART, self.time.now() + limits::HOLD);
        }
        let live = LiveGame::new((id.clone(), created), state, None, client, &self.nodes);
        let mut state = live.state.lock().await;
        {
            let mut lives = self.lock();
            // Somebody else may have been faster; there must be only one.
            if let Some(other) = lives.get(&id) {
                return Ok(other.clone());
            }
            lives.insert(id.clone(), live.clone());
        }
        self.nodes.tell(NodeEvent::Who { games: vec![id] });
        let pending = PendingChange::of(&state);
        // If it cannot be written now, the next change brings the clock along.
        if runs.is_none() || self.commit(&live, &mut state, pending).await.is_err() {
            self.carry_on(&live, &mut state);
            live.publish(&state);
        }
        drop(state);
        Ok(live)
    }

    /// Fails where what room is left is kept for the games under way.
    pub(crate) async fn check_room(&self) -> Result<(), ApiError> {
        if self.storage.room().await?.has_room_for_games() { Ok(()) } else { Err(ApiError::storage_full()) }
    }

    /// Fails where there is no room for another game of this client.
    async fn check_room_of(&self, client: Client) -> Result<(), ApiError> {
        self.check_room().await?;
        if self.storage.bytes_of(&client.to_string()).await? >= self.clients.limits().bytes {
            return Err(ApiError::too_much_stored());
        }
        Ok(())
    }

    /// Whether new games can be kept: where a database does not know the room on its disk, by how the last ones fared.
    pub(crate) async fn health(&self) -> Health {
        let refused = *self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let is_well = self.check_room().await.is_ok() && refused.is_none_or(|at| at.elapsed() > TELL_REFUSED);
        if is_well { Health::Well } else { Health::Full }
    }

    /// Keeps a new game and brings it to life.
    pub(crate) async fn add(
        self: &Arc<Self>,
        session: Session,
        access: [SeatAccess; 2],
        permit: Option<Permit>,
        client: Client,
    ) -> Result<Arc<LiveGame>, ApiError> {
        self.check_room_of(client).await?;
        self.keep(session, access, permit, client, Some(client.to_string())).await
    }

    /// Keeps a new game that nobody has asked for: one of a league.
    pub(crate) async fn add_for_nobody(
        self: &Arc<Self>,
        session: Session,
        access: [SeatAccess; 2],
    ) -> Result<Arc<LiveGame>, ApiError> {
        self.check_room().await?;
        self.keep(session, access, None, Client::SERVER, None).await
    }

    async fn keep(
        self: &Arc<Self>,
        session: Session,
        access: [SeatAccess; 2],
        permit: Option<Permit>,
        client: Client,
        maker: Option<String>,
    ) -> Result<Arc<LiveGame>, ApiError> {
        let (id, now) = (seats::new_id(), self.time.now_ms());
        let stored = StoredGame {
            id: id.clone(),
            version: 1,
            created: now,
            updated: now,
            metadata: metadata::write(session.state(), &access, unattended::needs_nobody(&session, &access)),
            moves: session.table().moves(),
            maker,
            run: None,
        };
        let created = self.storage.create(stored).await;
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = created.is_err().then(Instant::now);
        created?;
        let state = GameState { run: Some(self.nodes.own()), ..GameState::new(1, now, session, access) };
        let live = LiveGame::new((id.clone(), now), state, permit, client, &self.nodes);
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
            metadata: pending.metadata(),
            moves: pending.moves(),
        };
        if let Err(error) = self.storage.change(change).await {
            if !self.reconcile(live, state).await {
                self.reconcile_later(live, state);
            }
            return Err(error.into());
        }
        state.version += 1;
        state.updated = at;
        state.run = Some(self.nodes.own());
        self.nodes.tell(NodeEvent::Changed { game: live.id.clone(), version: state.version });
        // One that goes on again after its end is no longer found.
        if state.session.is_over() || pending.session.is_over() {
            self.ended.add(live.id.clone());
        }
        (state.session, state.access) = (pending.session, pending.access);
        self.carry_on(live, state);
        live.publish(state);
        Ok(())
    }

    /// Whether a change was written is unknown: what lies on disk is the truth. Says whether that is
    /// known now.
    pub(crate) async fn reconcile(self: &Arc<Self>, live: &Arc<LiveGame>, state: &mut GameState) -> bool {
        let stored = match self.storage.load(&live.id).await {
            Ok(Some(stored)) => stored,
            Err(error) if error.is_passing() => return false,
            // Gone or damaged: there is nothing to go by but what is here.
            Ok(None) | Err(_) => return true,
        };
        if stored.version != state.version
            && let Ok(restored) = GameState::restore(&stored)
        {
            *state = GameState { thinking: state.thinking.take(), flag: state.flag.take(), ..restored };
            self.carry_on(live, state);
            live.publish(state);
        }
        state.is_uncertain = false;
        true
    }

    /// Tries to find out until it is known, whether anybody asks or not.
    fn reconcile_later(self: &Arc<Self>, live: &Arc<LiveGame>, state: &mut GameState) {
        if std::mem::replace(&mut state.is_uncertain, true) {
            return;
        }
        let (games, live) = (self.clone(), live.clone());
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(limits::RECONCILE).await;
                let mut state = live.state.lock().await;
                if !state.is_uncertain || games.reconcile(&live, &mut state).await {
                    return;
                }
            }
        });
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
        self.try_arrive(&live, you).await?;
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
        if !is_new && !snapshot.game.session.clock.is_some_and(is_held) {
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

    /// A player is here, to read: what cannot be written now is no reason to show nothing.
    pub(crate) async fn try_arrive(self: &Arc<Self>, live: &Arc<LiveGame>, you: Option<Sides>) -> Result<(), ApiError> {
        // Stale: the game on disk was newer, and now it is here.
        let can_read = |error: &ApiError| error.is_passing() || error.code == "stale";
        self.arrive(live, you).await.or_else(|error| if can_read(&error) { Ok(()) } else { Err(error) })
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

    /// Somebody takes the seat that is open to anybody: a new token is good for it, and the link
    /// that was made for a friend no longer.
    pub(crate) async fn join(self: &Arc<Self>, live: &Arc<LiveGame>, name: Option<String>) -> Result<String, ApiError> {
        self.task(live, move |games, live| async move {
            let mut state = live.state.lock().await;
            let player = live.snapshot().open_seat().ok_or_else(ApiError::seat_taken)?;
            let you = if player == Player::X { Sides::X } else { Sides::O };
            let mut pending = games.after(&state, Event::Arrive(you))?;
            let token = seats::new_token();
            pending.access[player.index()] =
                SeatAccess { lock: Some(TokenHash::of(&token)), joined: true, open: false };
            if name.is_some() {
                pending.session.set_name(player, name);
            }
            games.commit(&live, &mut state, pending).await?;
            Ok(token)
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
}

/// Whether the game is an invitation that whoever made it need not wait for.
pub(crate) fn is_waiting(snapshot: &Snapshot) -> bool {
    snapshot.open_seat().is_some() && unattended::is_waiting(&snapshot.game.session, &snapshot.access)
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
