//! A worker: takes jobs of its own build, one at a time per slot, until it is told to stop.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use potez_arena::Program;
use potez_table::Stop;
use tokio::runtime::{Builder, Runtime};

use super::hub::{Hub, ServerAddress, random_name};
use super::messages::{JobState, OffMessage, WorkerState};
use super::slot::Slot;
use super::{presence, subjects};
use crate::{Build, FleetError, LeafProvers};

/// The usual lease.
pub const LEASE: Duration = Duration::from_secs(60);

/// The usual time of a worker for one job.
pub const SHARE: Duration = Duration::from_secs(4);

/// How long a worker waits before it tries again to reach the server.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Jobs at a time.
    pub slots: usize,
    /// How long a job may be silent before it is given to somebody else; all workers of a build have
    /// the lease of the one that was started last.
    pub lease: Duration,
    /// How long it is at one job: what is left of it then goes back to the owner, so that a slow worker does a few
    /// units of a job and a fast one all of them.
    pub share: Duration,
    /// The programs that it may start for jobs.
    pub engines: Vec<Program>,
    /// Mebibytes of the table that its slots share for the leaves of a proof.
    pub memory: usize,
    /// What it says it is; normally the build that runs here.
    pub build: Build,
}

/// What happens at a worker, for its log.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerNews {
    /// The server cannot be reached; it is tried again.
    Waiting(String),
    /// It has begun to take jobs.
    Ready {
        /// The name of the worker.
        worker: String,
        /// The build whose jobs it takes.
        build: Build,
    },
    /// A job was not done.
    Trouble {
        /// What it was.
        what: String,
        /// What went wrong.
        why: String,
    },
}

/// What a worker and its slots share.
pub(super) struct WorkerShared {
    pub(super) hub: Hub,
    pub(super) name: String,
    pub(super) settings: WorkerSettings,
    pub(super) stop: Stop,
    pub(super) news: Box<dyn Fn(WorkerNews) + Send + Sync>,
    /// The solvers of leaves, which all slots share.
    pub(super) provers: Arc<LeafProvers>,
    started: Instant,
    progress: Mutex<WorkerProgress>,
}

#[derive(Default)]
struct WorkerProgress {
    units: u64,
    /// Time that slots have spent on jobs, together.
    busy: Duration,
    jobs: Vec<HeldJob>,
}

struct HeldJob {
    slot: usize,
    state: JobState,
    since: Instant,
    /// Raised when nobody needs it any more.
    stop: Stop,
}

/// Works until the flag is raised. What is under way then is returned and done by somebody else.
pub fn run(
    address: &ServerAddress,
    settings: WorkerSettings,
    stop: &Stop,
    news: impl Fn(WorkerNews) + Send + Sync + 'static,
) -> Result<(), FleetError> {
    let runtime = runtime()?;
    let name = format!("{}-{}-{}", machine(), std::process::id(), random_name(4));
    let Some(hub) = reach(&runtime, address, &name, stop, &news)? else { return Ok(()) };
    let shared = Arc::new(WorkerShared {
        hub,
        name,
        provers: Arc::new(LeafProvers::new(settings.memory)),
        settings,
        stop: stop.clone(),
        news: Box::new(news),
        started: Instant::now(),
        progress: Mutex::default(),
    });
    let asked = Arc::clone(&shared);
    runtime.spawn(presence::answer(shared.hub.client.clone(), subjects::ASK_WORKERS, move || asked.state()));
    runtime.spawn(Arc::clone(&shared).hear_off());
    let ready = WorkerNews::Ready { worker: shared.name.clone(), build: shared.settings.build.clone() };
    (shared.news)(ready);
    std::thread::scope(|scope| {
        for number in 0..shared.settings.slots.max(1) {
            let slot = Slot::new(Arc::clone(&shared), number, runtime.handle().clone());
            scope.spawn(move || slot.run());
        }
    });
    // What was said last must be on its way before the connection is cut.
    let flushed = async { tokio::time::timeout(Duration::from_secs(2), shared.hub.client.flush()).await };
    let _ = runtime.block_on(flushed);
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(())
}

/// A runtime for what waits on the network; jobs have threads of their own.
pub(super) fn runtime() -> Result<Runtime, FleetError> {
    let built = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(|error| FleetError::System(error.to_string()))
}

/// Connects, again and again if nobody is there: a worker may be started before its server. What is
/// wrong with our own files is told at once.
fn reach(
    runtime: &Runtime,
    address: &ServerAddress,
    name: &str,
    stop: &Stop,
    news: &dyn Fn(WorkerNews),
) -> Result<Option<Hub>, FleetError> {
    let mut is_told = false;
    while !stop.is_raised() {
        match runtime.block_on(Hub::connect(address, name)) {
            Ok(hub) => return Ok(Some(hub)),
            Err(error @ FleetError::File { .. }) => return Err(error),
            Err(error) if !is_told => news(WorkerNews::Waiting(error.to_string())),
            Err(_) => {}
        }
        is_told = true;
        std::thread::sleep(TRY_AGAIN);
    }
    Ok(None)
}

impl WorkerShared {
    fn progress(&self) -> std::sync::MutexGuard<'_, WorkerProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot has taken a job.
    pub(super) fn begin(&self, slot: usize, state: JobState, stop: Stop) {
        self.progress().jobs.push(HeldJob { slot, state, since: Instant::now(), stop });
    }

    /// Ends what nobody needs any more.
    async fn hear_off(self: Arc<Self>) {
        let Ok(mut called_off) = self.hub.client.subscribe(subjects::OFF).await else { return };
        while let Some(message) = called_off.next().await {
            let Ok(off) = serde_json::from_slice::<OffMessage>(&message.payload) else { continue };
            let progress = self.progress();
            let held = progress.jobs.iter().filter(|held| (&held.state.run, &held.state.job) == (&off.run, &off.job));
            held.for_each(|held| held.stop.raise());
        }
    }

    /// A unit is done.
    pub(super) fn count(&self) {
        self.progress().units += 1;
    }

    /// A slot is free again.
    pub(super) fn end(&self, slot: usize) {
        let mut progress = self.progress();
        if let Some(at) = progress.jobs.iter().position(|job| job.slot == slot) {
            let job = progress.jobs.swap_remove(at);
            progress.busy += job.since.elapsed();
        }
    }

    fn state(&self) -> WorkerState {
        let progress = self.progress();
        let busy = progress.busy + progress.jobs.iter().map(|job| job.since.elapsed()).sum::<Duration>();
        let rate = if busy.is_zero() { 0.0 } else { progress.units as f64 / busy.as_secs_f64() };
        let held = |job: &HeldJob| JobState { held_s: job.since.elapsed().as_secs(), ..job.state.clone() };
        WorkerState {
            worker: self.name.clone(),
            build: self.settings.build.clone(),
            slots: self.settings.slots,
            engines: self.settings.engines.iter().map(|program| program.command.join(" ")).collect(),
            up_s: self.started.elapsed().as_secs(),
            units: progress.units,
            speed: rate * self.settings.slots as f64,
            jobs: progress.jobs.iter().map(held).collect(),
        }
    }
}

/// The name of this machine, as far as a subject or a log can have it.
pub(super) fn machine() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| std::env::var("HOSTNAME"));
    let name: String = name.unwrap_or_default().trim().chars().take(40).collect();
    if name.is_empty() { "machine".into() } else { name.replace(|c: char| !c.is_ascii_alphanumeric(), "-") }
}
