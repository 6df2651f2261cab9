//! The fleet of a server: searches that workers do, and how these are doing.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use potez_fleet::nats::{FleetObserver, FleetStatus, NatsFleet, News, OwnerSettings, ServerAddress};
use potez_fleet::{Build, Fleet, FleetError, PATIENCE, ThinkQueue};
use potez_table::Stop;
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// How long to wait before another attempt to reach NATS.
const PAUSE: Duration = Duration::from_secs(2);
/// How often the fleet is asked how it is doing.
const ASK: Duration = Duration::from_secs(5);

/// Where a server's fleet is.
#[derive(Clone, Debug)]
pub struct FleetSettings {
    /// The NATS server.
    pub nats: ServerAddress,
    /// The build whose workers may take part, if not the one that runs here.
    pub build: Option<Build>,
    /// How long a search waits for a worker to take it up before it is done here.
    pub patience: Duration,
}

impl FleetSettings {
    /// The fleet behind a NATS server, for the build that runs here.
    pub fn new(nats: ServerAddress) -> Self {
        Self { nats, build: None, patience: PATIENCE }
    }
}

/// The way to a fleet, for a server or for whoever lets bots play.
pub struct FleetLink {
    queue: Arc<ThinkQueue>,
    stop: Stop,
    status: watch::Receiver<Option<Arc<FleetStatus>>>,
    watching: AbortHandle,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl FleetLink {
    /// Owns a run at this address, now or whenever somebody answers there. It needs a runtime of tokio.
    pub fn start(settings: FleetSettings) -> Arc<Self> {
        let FleetSettings { nats: address, build, patience } = settings;
        let (queue, stop) = (Arc::new(ThinkQueue::new(patience)), Stop::new());
        let (sender, status) = watch::channel(None);
        let watching = tokio::spawn(observe(address.clone(), sender)).abort_handle();
        let (owned, raised) = (queue.clone(), stop.clone());
        let thread =
            std::thread::Builder::new().name("fleet".into()).spawn(move || own(&address, build, &owned, &raised));
        let thread = thread.inspect_err(|error| tracing::error!(%error, "there is no thread for the fleet")).ok();
        Arc::new(Self { queue, stop, status, watching, thread: Mutex::new(thread) })
    }

    /// Searches for the fleet.
    pub fn queue(&self) -> &Arc<ThinkQueue> {
        &self.queue
    }

    /// The fleet as it was found a moment ago; nothing where NATS does not answer.
    pub(crate) fn status(&self) -> Option<Arc<FleetStatus>> {
        self.status.borrow().clone()
    }

    /// Takes back what is given out, and waits for the thread.
    pub fn close(&self) {
        self.watching.abort();
        self.stop.raise();
        self.queue.close();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A panic in it was told when it happened.
        let _ = thread.map(JoinHandle::join);
    }
}

/// Owns a run until the flag is raised.
fn own(address: &ServerAddress, build: Option<Build>, queue: &ThinkQueue, stop: &Stop) {
    // It takes a second or more of a core, so it is not waited for elsewhere.
    let build = match build.map_or_else(Build::here, Ok) {
        Ok(build) => build,
        Err(message) => return tracing::error!(why = message.english, "the signature of this build is not known"),
    };
    let mut told = false;
    while !stop.is_raised() {
        let connected = NatsFleet::connect(address, OwnerSettings::new(build.clone()), |news| note(&news));
        let ended = connected.and_then(|mut fleet| {
            tracing::info!(nats = address.shown(), %build, "reviews and analyses are given to the fleet");
            told = false;
            fleet.work(queue, stop)
        });
        match ended {
            Ok(()) | Err(FleetError::DeadLetters(_)) => {}
            Err(error) => {
                if !std::mem::replace(&mut told, true) {
                    tracing::warn!(%error, "there is no fleet; everything is done here until there is one");
                }
                sleep_until(stop, PAUSE);
            }
        }
    }
}

fn sleep_until(stop: &Stop, most: Duration) {
    let began = std::time::Instant::now();
    while !stop.is_raised() && began.elapsed() < most {
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn note(news: &News) {
    match news {
        News::NoWorkers { others } => tracing::info!(?others, "the fleet has no worker of this build"),
        News::Workers { workers, slots } => tracing::info!(workers, slots, "the fleet"),
        News::Dead(letter) => tracing::warn!(what = letter.what, why = letter.reason, "the fleet has given a job up"),
        News::Untrue { worker, why } => tracing::warn!(worker, why, "a worker's result is not true"),
        News::Outlier(sentence) => tracing::warn!("{sentence}"),
    }
}

/// Asks the fleet how it is doing, again and again.
async fn observe(address: ServerAddress, status: watch::Sender<Option<Arc<FleetStatus>>>) {
    let mut observer = None;
    loop {
        if observer.is_none() {
            observer = FleetObserver::connect(&address).await.ok();
        }
        let found = match &observer {
            Some(observer) => observer.status().await.ok(),
            None => None,
        };
        status.send_replace(found.map(Arc::new));
        tokio::time::sleep(ASK).await;
    }
}
