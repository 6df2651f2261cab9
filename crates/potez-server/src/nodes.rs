//! Other servers on the same database: who is alive, what they tell each other, what that means here.
//!
//! What matters is in the storage, and its version decides. What servers tell each other are hints: a
//! game has changed, somebody has come, a client has used something. A hint that is lost costs a moment,
//! until versions are compared again.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use potez_session::GameClock;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::clients::{Client, ClientUse};
use crate::games::{LiveGames, PendingChange};
use crate::limits;
use crate::live_game::LiveGame;
use crate::storage::{Attendance, Heartbeat, NodeChannel, StorageError};
use crate::wire::Utterance;

/// Hints that may wait to be sent; more are lost.
const WAITING: usize = 4_096;
/// Hints that are sent together.
const AT_ONCE: usize = 256;
/// How often versions are compared, whether hints come or not.
const COMPARE: Duration = Duration::from_secs(2);
/// Games whose versions are asked for at once.
const COMPARED: usize = 1_000;
/// After this without a sign of life on disk a server takes itself for cut off.
const CUT_OFF: Duration = Duration::from_secs(5);

/// What servers tell each other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase")]
pub(crate) enum NodeEvent {
    /// A game has a new version.
    Changed { game: String, version: u64 },
    /// Who is at a game on one server, and what X and O have said there last.
    Present { game: String, run: u64, people: [usize; 3], said: [Option<Utterance>; 2] },
    /// Who is at these games?
    Who { games: Vec<String> },
    /// What clients have used on one server since its last word.
    Used { run: u64, clients: Vec<ClientUse> },
}

/// What a server knows of the others.
pub(crate) struct Nodes {
    /// None where the storage is this server's alone.
    channel: Option<Arc<dyn NodeChannel>>,
    outbox: mpsc::Sender<NodeEvent>,
    waiting: Mutex<Option<mpsc::Receiver<NodeEvent>>>,
    own: AtomicU64,
    alive: Mutex<BTreeSet<u64>>,
    /// When the storage has last taken a sign of life.
    beaten: Mutex<Instant>,
    cut_off: AtomicBool,
}

impl Nodes {
    pub(crate) fn new(channel: Option<Arc<dyn NodeChannel>>) -> Arc<Self> {
        let (outbox, waiting) = mpsc::channel(WAITING);
        Arc::new(Self {
            channel,
            outbox,
            waiting: Mutex::new(Some(waiting)),
            own: AtomicU64::new(0),
            alive: Mutex::default(),
            beaten: Mutex::new(Instant::now()),
            cut_off: AtomicBool::new(false),
        })
    }

    fn alive(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.alive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether other servers may be at work on the same storage.
    pub(crate) fn is_shared(&self) -> bool {
        self.channel.is_some()
    }

    /// The number of this server's run.
    pub(crate) fn own(&self) -> u64 {
        self.own.load(Ordering::Relaxed)
    }

    /// Whether this is the number of another server's run that is alive.
    pub(crate) fn is_elsewhere(&self, run: u64) -> bool {
        self.is_shared() && run != self.own() && self.alive().contains(&run)
    }

    /// How many servers are alive, this one included.
    pub(crate) fn count(&self) -> usize {
        self.alive().len().max(1)
    }

    /// Whether this server is to do what follows by itself from a version: the one that has written it
    /// does, or any other one when that is gone.
    pub(crate) fn is_responsible(&self, run: Option<u64>) -> bool {
        !self.is_shared() || run.is_none_or(|run| run == self.own() || !self.alive().contains(&run))
    }

    /// Whether nothing has been written for so long that this server may not judge by the clock.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.cut_off.load(Ordering::Relaxed)
    }

    /// Tells the others, if there are any.
    pub(crate) fn tell(&self, event: NodeEvent) {
        if self.count() > 1 {
            // Versions are compared anyway.
            let _ = self.outbox.try_send(event);
        }
    }

    /// A run of this server has begun.
    pub(crate) fn began(&self, beat: &Heartbeat) {
        self.own.store(beat.own, Ordering::Relaxed);
        self.heard(beat);
    }

    /// The storage has taken a sign of life; returns the runs that have ended since the one before.
    fn heard(&self, beat: &Heartbeat) -> Vec<u64> {
        *self.beaten.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let now: BTreeSet<u64> = beat.alive.iter().copied().collect();
        let before = std::mem::replace(&mut *self.alive(), now.clone());
        before.difference(&now).copied().collect()
    }

    fn is_late(&self) -> bool {
        self.beaten.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > CUT_OFF
    }
}

impl LiveGames {
    /// What servers on one database do for each other, as long as this one lives.
    pub(crate) fn join_nodes(self: &Arc<Self>) {
        let waiting = self.nodes.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (Some(channel), Some(waiting)) = (self.nodes.channel.clone(), waiting) else { return };
        tokio::spawn(send(channel.clone(), waiting));
        tokio::spawn(self.clone().listen(channel));
        tokio::spawn(self.clone().compare());
        tokio::spawn(self.clone().share_use());
    }

    /// A sign of life. After a time in which none could be written a new run begins: what lies between is
    /// charged to nobody.
    pub(crate) async fn beat_shared(self: &Arc<Self>) -> Result<(), StorageError> {
        if self.nodes.is_late() {
            self.nodes.cut_off.store(true, Ordering::Relaxed);
        }
        if !self.nodes.is_cut_off() {
            let beat = self.storage.beat(self.time.now_ms()).await?;
            self.time.follow(beat.now);
            self.outlive(self.nodes.heard(&beat)).await;
            return Ok(());
        }
        let beat = self.storage.begin(self.time.now_ms()).await?;
        self.time.follow(beat.now);
        self.nodes.began(&beat);
        for live in self.all() {
            self.hold_clock(&live).await?;
        }
        self.nodes.cut_off.store(false, Ordering::Relaxed);
        tracing::info!(run = beat.own, "the database is back; clocks stood still meanwhile");
        Ok(())
    }

    /// Other servers are gone: what they had begun is done here, and nobody is with them any more.
    async fn outlive(self: &Arc<Self>, gone: Vec<u64>) {
        if gone.is_empty() {
            return;
        }
        tracing::info!(?gone, "other servers are gone");
        for live in self.all() {
            for run in &gone {
                live.set_far(*run, None);
            }
            let mut state = live.state.lock().await;
            if state.run.is_some_and(|run| gone.contains(&run)) && !state.session.is_over() {
                self.carry_on(&live, &mut state);
                live.publish_thinking(state.is_thinking());
            }
        }
    }

    /// Sets a clock right that may have run while no server was there to take a move.
    async fn hold_clock(self: &Arc<Self>, live: &Arc<LiveGame>) -> Result<(), StorageError> {
        let mut state = live.state.lock().await;
        if !self.reconcile(live, &mut state).await {
            return Err(StorageError::Broken("a game cannot be read".into()));
        }
        let is_running = state.session.clock().and_then(GameClock::since).is_some() && !state.session.is_over();
        let Some(run) = state.run.filter(|_| is_running) else { return Ok(()) };
        if let Attendance::Until(alive) = self.storage.attendance(run).await? {
            let mut pending = PendingChange::of(&state);
            let alive = Duration::from_millis(alive);
            pending.session.resume_clock(alive, limits::LEAST_AFTER_RESTART, self.time.now() + limits::HOLD);
            // Another server may have been faster, and then the game is as that one has left it.
            let _ = self.commit(live, &mut state, pending).await;
        }
        Ok(())
    }

    async fn listen(self: Arc<Self>, channel: Arc<dyn NodeChannel>) {
        loop {
            if let Some(texts) = channel.receive().await {
                for event in texts.iter().filter_map(|text| serde_json::from_str(text).ok()) {
                    self.hear(event);
                }
            } else {
                self.compare_now().await;
                self.ask_who();
            }
        }
    }

    fn hear(self: &Arc<Self>, event: NodeEvent) {
        match event {
            NodeEvent::Changed { game, version } => {
                let known = self.known(&game).filter(|live| live.snapshot().version < version);
                if let Some(live) = known {
                    self.renew(live, version);
                }
            }
            NodeEvent::Present { game, run, people, said } if run != self.nodes.own() => {
                if let Some(live) = self.known(&game) {
                    live.set_far(run, Some((people, said)));
                }
            }
            NodeEvent::Who { games } => {
                for live in games.iter().filter_map(|game| self.known(game)) {
                    live.tell_presence();
                }
            }
            NodeEvent::Used { run, clients } if run != self.nodes.own() => {
                self.clients.note_far(run, &clients);
                self.queue.set_far(self.clients.far_jobs());
            }
            NodeEvent::Present { .. } | NodeEvent::Used { .. } => {}
        }
    }

    /// A game is read again because the storage has a newer version.
    fn renew(self: &Arc<Self>, live: Arc<LiveGame>, version: u64) {
        let games = self.clone();
        tokio::spawn(async move {
            let mut state = live.state.lock().await;
            if state.version < version {
                // If it cannot be read now, it will be when versions are compared next.
                games.reconcile(&live, &mut state).await;
            }
        });
    }

    /// Compares the versions of all games in memory with those in the storage, again and again.
    async fn compare(self: Arc<Self>) {
        let mut every = interval(COMPARE);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            if self.nodes.count() > 1 {
                self.compare_now().await;
            }
        }
    }

    async fn compare_now(self: &Arc<Self>) {
        let all: HashMap<String, Arc<LiveGame>> = self.all().into_iter().map(|live| (live.id.clone(), live)).collect();
        let ids: Vec<String> = all.keys().cloned().collect();
        for some in ids.chunks(COMPARED) {
            let Ok(versions) = self.storage.versions(some.to_vec()).await else { return };
            for (id, version) in versions {
                if let Some(live) = all.get(&id).filter(|live| live.snapshot().version < version) {
                    self.renew(live.clone(), version);
                }
            }
        }
    }

    /// Brings open invitations of other servers here, to be shown with our own.
    pub(crate) async fn gather_open(self: &Arc<Self>, client: Client) {
        if self.nodes.count() < 2 {
            return;
        }
        // What cannot be read now is shown the next time.
        let open = self.storage.open_games().await.unwrap_or_default();
        let strange: Vec<&String> = open.iter().filter(|id| self.known(id).is_none()).collect();
        for id in &strange {
            let _ = self.find(id, client).await;
        }
        if !strange.is_empty() {
            // Those who made them are told of by their servers within moments.
            tokio::time::sleep(limits::PRESENCE).await;
        }
    }

    /// Asks the others who is at the games that are here.
    fn ask_who(&self) {
        let ids: Vec<String> = self.all().iter().map(|live| live.id.clone()).collect();
        for games in ids.chunks(100) {
            self.nodes.tell(NodeEvent::Who { games: games.to_vec() });
        }
    }

    /// Tells the others every second what clients have used here.
    async fn share_use(self: Arc<Self>) {
        let mut every = interval(Duration::from_secs(1));
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            let clients = self.clients.take_use(&self.queue.jobs_of_clients());
            for some in clients.chunks(50).map(<[ClientUse]>::to_vec) {
                self.nodes.tell(NodeEvent::Used { run: self.nodes.own(), clients: some });
            }
            if let Some(channel) = &self.nodes.channel {
                channel.expect(self.nodes.count());
            }
            let alive = self.nodes.alive().clone();
            self.clients.keep_far(&alive);
            self.queue.set_far(self.clients.far_jobs());
            // Something every second, so that a connection that is deaf is noticed.
            let _ = self.nodes.outbox.try_send(NodeEvent::Who { games: Vec::new() });
        }
    }
}

async fn send(channel: Arc<dyn NodeChannel>, mut waiting: mpsc::Receiver<NodeEvent>) {
    let mut events = Vec::with_capacity(AT_ONCE);
    while waiting.recv_many(&mut events, AT_ONCE).await > 0 {
        let texts = events.drain(..).filter_map(|event| serde_json::to_string(&event).ok()).collect();
        if let Err(error) = channel.send(texts).await {
            tracing::debug!(%error, "hints to other servers are lost");
        }
    }
}
