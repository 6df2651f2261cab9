//! Everything that requests share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use potez_table::Table;
use potez_words::{Lang, Words};
use tokio::sync::{Semaphore, watch};

use crate::clients::Clients;
use crate::engine_queue::EngineQueue;
use crate::error::ApiError;
use crate::games::LiveGames;
use crate::hints::Hints;
use crate::i18n::Translations;
use crate::limits::ClientLimits;
use crate::live_game::LiveGame;
use crate::metrics::{Gauges, Metrics};
use crate::reviews::Reviews;
use crate::storage::{Storage, StorageError};
use crate::time::Time;

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
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self { threads: 1, reports: None, hosts: Vec::new(), behind_proxy: false, limits: ClientLimits::default() }
    }
}

/// The state of a server.
pub(crate) struct AppState {
    pub(crate) settings: ServerSettings,
    pub(crate) games: Arc<LiveGames>,
    pub(crate) queue: Arc<EngineQueue>,
    pub(crate) reviews: Reviews,
    pub(crate) hints: Hints,
    pub(crate) clients: Arc<Clients>,
    pub(crate) translations: Arc<Translations>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) storage: Arc<dyn Storage>,
    /// Set when the server is going down.
    pub(crate) stopping: watch::Sender<bool>,
    began: Instant,
    calculations: Semaphore,
}

impl AppState {
    /// A server on a storage.
    pub(crate) async fn start(storage: Arc<dyn Storage>, settings: ServerSettings) -> Result<Arc<Self>, StorageError> {
        let time = Time::start(storage.last_beat().await?.map_or(0, |beat| beat + 1));
        storage.begin(time.now_ms()).await?;
        let queue = Arc::new(EngineQueue::start(settings.threads));
        let clients = Clients::new(settings.limits);
        let metrics = Arc::new(Metrics::default());
        let games = LiveGames::new(storage.clone(), queue.clone(), clients.clone(), metrics.clone(), time);
        tokio::spawn(games.clone().chores());
        Ok(Arc::new(Self {
            games,
            queue,
            reviews: Reviews::start(),
            hints: Hints::default(),
            clients,
            translations: Arc::new(Translations::new()),
            metrics,
            storage,
            stopping: watch::Sender::new(false),
            began: Instant::now(),
            calculations: Semaphore::new(settings.threads + 1),
            settings,
        }))
    }

    pub(crate) fn words(&self, lang: Lang) -> &Words {
        self.translations.words(lang)
    }

    pub(crate) fn now(&self) -> u64 {
        self.games.time.now_ms()
    }

    /// Calculates something that may take some milliseconds, off the threads that serve requests.
    pub(crate) async fn calculate<T: Send + 'static>(
        self: &Arc<Self>,
        what: impl FnOnce(&Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _permit = self.calculations.acquire().await.map_err(|_| ApiError::stopping())?;
        let app = self.clone();
        tokio::task::spawn_blocking(move || what(&app)).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a calculation failed");
            Err(ApiError::internal())
        })
    }

    /// A table of a live game, to be read.
    pub(crate) async fn table_of(&self, live: &LiveGame) -> Box<dyn Table> {
        live.state.lock().await.session.table().fork()
    }

    /// What is measured at the moment.
    pub(crate) fn gauges(&self) -> Gauges {
        let (engine_waiting, engine_running, engine_done) = self.queue.counts();
        Gauges {
            games: self.games.count(),
            sockets: self.clients.sockets(),
            engine_waiting,
            engine_running,
            engine_done,
            kept_bots: self.games.bots.count(),
            uptime: self.began.elapsed(),
        }
    }

    /// Ends everything in order: nothing new is taken on, what is under way is written, the files
    /// are let go.
    pub(crate) async fn stop(self: &Arc<Self>) {
        let app = self.clone();
        // Joins threads, so not here. If that fails, there is nothing left to stop.
        let _ = tokio::task::spawn_blocking(move || {
            app.queue.close();
            app.reviews.close();
        })
        .await;
        if let Err(error) = self.games.beat().await {
            tracing::warn!(%error, "no last sign of life could be written");
        }
        self.storage.close().await;
    }
}
