//! Everything that requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use potez_fleet::nats::EventChannel;
use potez_table::Table;
use potez_words::{Lang, Words};
use tokio::sync::{Mutex, watch};

use crate::assets::Sites;
use crate::calculations::Calculations;
use crate::carried_seats::CarriedSeats;
use crate::clients::{Client, Clients};
use crate::connections::Connections;
use crate::engine_queue::{EngineQueue, QueueLimits};
use crate::error::ApiError;
use crate::fleet_link::{FleetLink, FleetSettings};
use crate::games::{Health, LiveGames};
use crate::hints::Hints;
use crate::i18n::Translations;
use crate::league::Leagues;
use crate::limits::{self, ClientLimits};
use crate::live_game::LiveGame;
use crate::metrics::{FleetGauges, Gauges, Metrics};
use crate::nats_channel::NatsChannel;
use crate::reviews::Reviews;
use crate::storage::{NodeChannel, Storage, StorageError};
use crate::time::Time;
use crate::turns::Turns;

/// Who may make leagues of bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeagueMakers {
    /// Nobody.
    Nobody,
    /// Whoever asks from this machine.
    Local,
    /// Everybody.
    Everybody,
}

/// What a server is told.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Threads for the engine; reviews have one more of their own.
    pub threads: usize,
    /// The folder of the match runner's reports.
    pub reports: Option<PathBuf>,
    /// Names by which the server may be reached, besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Whether clients are told apart by the last address of `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How much one client may ask for.
    pub limits: ClientLimits,
    /// Who may make leagues.
    pub league_makers: LeagueMakers,
    /// Days on which the server ran for which a game is kept that nobody touches; `None` for ever.
    pub keep: Option<u32>,
    /// The address at which alone numbers are read; otherwise they are read at the server's own
    /// address, if only this machine can reach it.
    pub metrics: Option<SocketAddr>,
    /// The largest size of the database in bytes.
    pub most_bytes: Option<u64>,
    /// The NATS server of the fleet that does reviews and analyses; servers on one database tell each other
    /// over it what has changed.
    pub fleet: Option<FleetSettings>,
    /// Milliseconds that the server's clock has skipped. Whoever holds this can let days pass.
    pub skipped_ms: Arc<AtomicU64>,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            reports: None,
            hosts: Vec::new(),
            behind_proxy: false,
            limits: ClientLimits::default(),
            league_makers: LeagueMakers::Local,
            keep: Some(1000),
            metrics: None,
            most_bytes: None,
            fleet: None,
            skipped_ms: Arc::default(),
        }
    }
}

/// The state of a server.
pub(crate) struct AppState {
    pub(crate) settings: ServerSettings,
    pub(crate) games: Arc<LiveGames>,
    pub(crate) queue: Arc<EngineQueue>,
    pub(crate) calculations: Arc<Calculations>,
    pub(crate) reviews: Reviews,
    pub(crate) hints: Hints,
    pub(crate) carried_seats: CarriedSeats,
    pub(crate) leagues: Arc<Leagues>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) connections: Arc<Connections>,
    /// One step at a time of all connections of a client, and some of its requests.
    pub(crate) connection_turns: Turns,
    pub(crate) request_turns: Turns,
    pub(crate) translations: Arc<Translations>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) storage: Arc<dyn Storage>,
    /// Workers elsewhere, if there is a way to any.
    pub(crate) fleet: Option<Arc<FleetLink>>,
    /// Whether numbers are read at the server's own address.
    pub(crate) open_metrics: bool,
    /// Set when the server is going down.
    pub(crate) stopping: watch::Sender<bool>,
    /// Reports are large: they are read one at a time.
    pub(crate) readings: Calculations,
    /// The browser client, put together.
    pub(crate) site: Sites,
    /// When the storage was tried out last, and what came of it.
    health: Mutex<Option<(Instant, Result<Health, StorageError>)>>,
    began: Instant,
}

/// The way to other servers on the storage: over NATS where there is one.
async fn channel(storage: &dyn Storage, fleet: Option<&FleetSettings>) -> Option<Arc<dyn NodeChannel>> {
    let database = storage.channel()?;
    let (Some(fleet), Some(name)) = (fleet, storage.shared_name()) else { return Some(database) };
    match EventChannel::open(&fleet.nats, &name).await {
        Ok(events) => Some(Arc::new(NatsChannel::new(events, database))),
        Err(error) => {
            tracing::warn!(%error, "servers hear of each other by the database alone");
            Some(database)
        }
    }
}

/// How long a look at the storage is good for.
const HEALTH: Duration = Duration::from_secs(1);

impl AppState {
    /// A server on a storage.
    pub(crate) async fn start(
        storage: Arc<dyn Storage>,
        settings: ServerSettings,
        open_metrics: bool,
        places: usize,
    ) -> Result<Arc<Self>, StorageError> {
        let time = match storage.now().await? {
            Some(now) => Time::start_at(now, settings.skipped_ms.clone()),
            None => Time::start(settings.skipped_ms.clone()),
        };
        let beat = storage.begin(time.now_ms()).await?;
        let fleet = settings.fleet.clone().map(FleetLink::start);
        let searches = fleet.as_ref().map(|fleet| fleet.queue().clone());
        let queue = EngineQueue::start_with(settings.threads, QueueLimits::SEARCHES, searches.clone());
        let queue = Arc::new(queue);
        let channel = channel(storage.as_ref(), settings.fleet.as_ref()).await;
        let calculations = Arc::new(Calculations::start(settings.threads));
        let (clients, each) = (Clients::new(settings.limits), settings.limits.connections);
        let metrics = Arc::new(Metrics::default());
        let games = LiveGames::new(
            storage.clone(),
            queue.clone(),
            calculations.clone(),
            clients.clone(),
            metrics.clone(),
            time,
            channel,
        );
        games.nodes.began(&beat);
        games.join_nodes();
        tokio::spawn(games.clone().chores(settings.keep));
        tokio::spawn(games.clone().revive_unattended());
        tokio::spawn(games.clone().explore_games());
        let leagues = Leagues::load(games.clone()).await?;
        Ok(Arc::new(Self {
            leagues,
            games,
            queue,
            calculations,
            reviews: Reviews::start(searches),
            hints: Hints::default(),
            carried_seats: CarriedSeats::default(),
            clients,
            connections: Connections::new(places, if settings.behind_proxy { places } else { each }),
            // A proxy's connections are those of many clients.
            connection_turns: Turns::new(if settings.behind_proxy { places } else { 1 }),
            request_turns: Turns::new(limits::CLIENT_REQUESTS),
            open_metrics,
            translations: Arc::new(Translations::new()),
            metrics,
            storage,
            fleet,
            stopping: watch::Sender::new(false),
            began: Instant::now(),
            readings: Calculations::one_at_a_time(),
            health: Mutex::default(),
            site: Sites::default(),
            settings,
        }))
    }

    pub(crate) fn words(&self, lang: Lang) -> &Words {
        self.translations.words(lang)
    }

    pub(crate) fn now(&self) -> u64 {
        self.games.time.now_ms()
    }

    /// Calculates something that may take some milliseconds, off the threads that serve requests,
    /// when it is the client's turn.
    pub(crate) async fn calculate<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        what: impl FnOnce(&Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = self.clone();
        self.calculations.run(client, move || what(&app)).await
    }

    /// Writes to the storage, unless that was tried a moment ago.
    pub(crate) async fn check_health(&self) -> Result<Health, ApiError> {
        let mut health = self.health.lock().await;
        let known = health.as_ref().filter(|(at, _)| at.elapsed() < HEALTH).map(|(_, result)| result.clone());
        if let Some(result) = known {
            return Ok(result?);
        }
        let written = self.storage.check(self.now()).await;
        let result = match written {
            Ok(()) => Ok(self.games.health().await),
            Err(error) => Err(error),
        };
        *health = Some((Instant::now(), result.clone()));
        Ok(result?)
    }

    /// A table of a live game, to be read.
    pub(crate) async fn table_of(&self, live: &LiveGame) -> Box<dyn Table> {
        live.state.lock().await.session.table().fork()
    }

    /// What is measured at the moment.
    pub(crate) async fn gauges(&self) -> Gauges {
        let (engine_waiting, engine_running, engine_done) = self.queue.counts();
        // A disk that cannot be measured is told by other means.
        let room = self.storage.room().await.unwrap_or_default();
        Gauges {
            games: self.games.count(),
            sockets: self.clients.sockets(),
            connections: self.connections.count(),
            subscriptions: self.games.all().iter().map(|live| live.subscriptions()).sum(),
            tasks: tokio::runtime::Handle::current().metrics().num_alive_tasks(),
            engine_waiting,
            engine_running,
            engine_done,
            kept_bots: self.games.bots.count(),
            damaged_games: self.storage.damaged_games(),
            room,
            uptime: self.began.elapsed(),
            nodes: self.games.nodes.count(),
            fleet: self.fleet.as_ref().map(|fleet| FleetGauges {
                done_for_us: fleet.queue().done(),
                slots_for_us: fleet.queue().slots(),
                status: fleet.status(),
            }),
        }
    }

    /// Ends everything in order: nothing new is taken on, what is under way is written, the files
    /// are let go.
    pub(crate) async fn stop(self: &Arc<Self>) {
        self.leagues.stop();
        let app = self.clone();
        // Joins threads, so not here. If that fails, there is nothing left to stop.
        let _ = tokio::task::spawn_blocking(move || {
            app.queue.close();
            app.calculations.close();
            app.readings.close();
            app.reviews.close();
            if let Some(fleet) = &app.fleet {
                fleet.close();
            }
        })
        .await;
        if let Err(error) = self.games.beat().await {
            tracing::warn!(%error, "no last sign of life could be written");
        }
        self.storage.close().await;
    }
}
