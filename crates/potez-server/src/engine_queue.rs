//! Engine work on a bounded number of plain threads, shared fairly.
//!
//! Clients take turns, whatever each of them has waiting. Work that can go on later gives way when
//! others have waited and it has had its slice. Everything can be called off, and nothing runs
//! longer than it said it would. Where work is short but cannot be interrupted, no client gets all
//! threads, so that the next one never waits for it.

mod state;

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use potez_fleet::ThinkQueue;
use potez_table::Stop;

use crate::clients::Client;
use crate::error::ApiError;
use crate::limits;

use state::{Place, QueueState, QueuedJob, RunningJob};

/// How long patient work may keep a thread when others wait.
const SLICE: Duration = Duration::from_secs(2);
/// Jobs that a fleet may have at a time.
const FAR: usize = 32;
/// How often a thread looks whether a fleet has come or gone.
const FLEET_LOOK: Duration = Duration::from_millis(500);
/// How often the overseer looks.
const GLANCE: Duration = Duration::from_millis(50);

/// Something for the engine to do.
pub(crate) trait Work: Send {
    /// Works until it is done or the flag is raised.
    fn run(&mut self, stop: &Stop);
    /// Whether it can be interrupted and run again later, and is not done yet.
    fn can_go_on(&self) -> bool {
        false
    }
    /// Whether a fleet may do it.
    fn is_portable(&self) -> bool {
        false
    }
    /// The same by bots of a fleet. Work that is not done then, and not portable any more, goes on here.
    fn run_far(&mut self, _fleet: &Arc<ThinkQueue>, stop: &Stop) {
        self.run(stop);
    }
}

/// How much may wait and run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueLimits {
    /// Jobs of one client that wait.
    pub(crate) waiting_each: usize,
    /// Jobs of all clients that wait.
    pub(crate) waiting: usize,
    /// Jobs of one client that run.
    pub(crate) running_each: usize,
}

impl QueueLimits {
    /// For searches: a client alone may use all threads.
    pub(crate) const SEARCHES: Self =
        Self { waiting_each: limits::CLIENT_JOBS, waiting: limits::JOBS, running_each: usize::MAX };
}

struct QueueShared {
    state: Mutex<QueueState>,
    changed: Condvar,
    threads: usize,
    limits: QueueLimits,
    /// Who else may do portable work.
    fleet: Option<Arc<ThinkQueue>>,
}

impl QueueShared {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // Work runs outside the lock; a panic cannot leave the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The queue and its threads.
pub(crate) struct EngineQueue {
    shared: Arc<QueueShared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    #[cfg(test)]
    delays: Option<Mutex<fastrand::Rng>>,
}

/// A place in the queue; dropping it calls the work off.
pub(crate) struct Ticket {
    shared: Arc<QueueShared>,
    number: u64,
}

impl Ticket {
    /// How many jobs of all clients wait, if this one does.
    pub(crate) fn place(&self) -> Option<usize> {
        let state = self.shared.lock();
        let waits = state.waiting.values().flatten().any(|job| job.number == self.number);
        waits.then(|| state.waiting())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.shared.lock().cancel(self.number);
    }
}

impl EngineQueue {
    /// A queue with this number of threads.
    pub(crate) fn start(threads: usize, limits: QueueLimits) -> Self {
        Self::start_with(threads, limits, None)
    }

    /// The same where a fleet does what it can, besides.
    pub(crate) fn start_with(threads: usize, limits: QueueLimits, fleet: Option<Arc<ThinkQueue>>) -> Self {
        let far = if fleet.is_some() { FAR } else { 0 };
        let (state, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(QueueShared { state, changed, threads, limits, fleet });
        let mut handles: Vec<JoinHandle<()>> = (0..threads)
            .map(|_| {
                let shared = shared.clone();
                std::thread::spawn(move || labour(&shared))
            })
            .collect();
        // These only wait for answers.
        handles.extend((0..far).map(|_| {
            let shared = shared.clone();
            std::thread::spawn(move || labour_far(&shared))
        }));
        let overseen = shared.clone();
        handles.push(std::thread::spawn(move || oversee(&overseen)));
        Self {
            shared,
            threads: Mutex::new(handles),
            #[cfg(test)]
            delays: None,
        }
    }

    /// A queue without threads, for a runtime whose time is simulated: every job runs after one of
    /// the delays that are drawn here.
    #[cfg(test)]
    pub(crate) fn simulated(limits: QueueLimits, delays: fastrand::Rng) -> Self {
        let (state, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(QueueShared { state, changed, threads: 1, limits, fleet: None });
        Self { shared, threads: Mutex::default(), delays: Some(Mutex::new(delays)) }
    }

    /// Runs one of the waiting jobs when some simulated time has passed.
    #[cfg(test)]
    fn simulate(&self) {
        let Some(delays) = &self.delays else { return };
        let delay = Duration::from_millis(delays.lock().unwrap_or_else(PoisonError::into_inner).u64(..400));
        let shared = self.shared.clone();
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            let job = shared.lock().pop_here(&shared);
            if let Some(mut job) = job {
                job.work.run(&Stop::new());
                shared.lock().done += 1;
            }
        });
    }

    /// Takes work on; it may run for `most` at a time.
    pub(crate) fn submit(&self, client: Client, most: Duration, work: Box<dyn Work>) -> Result<Ticket, ApiError> {
        let mut state = self.shared.lock();
        if state.closed {
            return Err(ApiError::stopping());
        }
        let far = state.far.get(&client).copied().unwrap_or(0);
        let own = state.waiting.get(&client).map_or(0, VecDeque::len) + far;
        if own >= self.shared.limits.waiting_each || state.waiting() >= self.shared.limits.waiting {
            return Err(ApiError::busy());
        }
        let number = state.next;
        state.next += 1;
        state.push(QueuedJob { number, client, work, most });
        drop(state);
        self.shared.changed.notify_all();
        #[cfg(test)]
        self.simulate();
        Ok(Ticket { shared: self.shared.clone(), number })
    }

    /// Jobs of each client that wait here.
    pub(crate) fn jobs_of_clients(&self) -> HashMap<Client, usize> {
        self.shared.lock().waiting.iter().map(|(client, jobs)| (*client, jobs.len())).collect()
    }

    /// Jobs of clients that wait at other servers.
    pub(crate) fn set_far(&self, far: HashMap<Client, usize>) {
        self.shared.lock().far = far;
    }

    /// Jobs waiting, running and done.
    pub(crate) fn counts(&self) -> (usize, usize, u64) {
        let state = self.shared.lock();
        (state.waiting(), state.running.len(), state.done)
    }

    /// Calls everything off and waits for the threads.
    pub(crate) fn close(&self) {
        {
            let mut state = self.shared.lock();
            state.closed = true;
            state.waiting.clear();
            state.turns.clear();
            for running in &mut state.running {
                running.cancelled = true;
                running.stop.raise();
            }
        }
        self.shared.changed.notify_all();
        let handles = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for handle in handles {
            // Panics inside work are caught; the thread itself ends in order.
            let _ = handle.join();
        }
    }
}

/// A thread of this process: one job after the other.
fn labour(shared: &QueueShared) {
    let mut state = shared.lock();
    while !state.closed {
        let Some(job) = state.pop_here(shared) else {
            state = wait(shared, state);
            continue;
        };
        do_job(shared, state, job, Place::Here, &|work, stop| work.run(stop));
        state = shared.lock();
    }
}

/// A thread that waits for a fleet.
fn labour_far(shared: &QueueShared) {
    let Some(fleet) = &shared.fleet else { return };
    let mut state = shared.lock();
    while !state.closed {
        let Some(job) = state.pop_far(shared.limits.running_each, fleet) else {
            state = wait(shared, state);
            continue;
        };
        do_job(shared, state, job, Place::Far, &|work, stop| work.run_far(fleet, stop));
        state = shared.lock();
    }
}

/// Waits for a change. Workers of a fleet come and go without a word, so with one the clock is enough.
fn wait<'a>(shared: &QueueShared, state: MutexGuard<'a, QueueState>) -> MutexGuard<'a, QueueState> {
    if shared.fleet.is_some() {
        return shared.changed.wait_timeout(state, FLEET_LOOK).unwrap_or_else(PoisonError::into_inner).0;
    }
    shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
}

/// Does a job that was just taken out of the queue, and puts it back where it is to go on later.
fn do_job(
    shared: &QueueShared,
    mut state: MutexGuard<'_, QueueState>,
    mut job: QueuedJob,
    place: Place,
    run: &dyn Fn(&mut dyn Work, &Stop),
) {
    let stop = Stop::new();
    state.running.push(RunningJob {
        number: job.number,
        client: job.client,
        started: Instant::now(),
        most: job.most,
        stop: stop.clone(),
        is_patient: job.work.can_go_on(),
        place,
        gave_way: false,
        cancelled: false,
    });
    drop(state);
    shared.changed.notify_all();
    let ended = catch_unwind(AssertUnwindSafe(|| run(job.work.as_mut(), &stop)));
    if ended.is_err() {
        tracing::error!(job = job.number, "engine work panicked");
    }
    let mut state = shared.lock();
    let at = state.running.iter().position(|running| running.number == job.number);
    let running = at.map(|at| state.running.swap_remove(at));
    // What a fleet did not do is done here.
    let comes_home = place == Place::Far && !job.work.is_portable();
    let goes_on = running.is_some_and(|running| (running.gave_way || comes_home) && !running.cancelled);
    if goes_on && ended.is_ok() && job.work.can_go_on() && !state.closed {
        state.push(job);
    } else {
        state.done += 1;
        drop(state);
        // Dropping the work tells whoever waits for it; that must not happen under the lock.
        drop(job);
    }
    shared.changed.notify_all();
}

/// Ends what has had its time, and makes patient work give way.
fn oversee(shared: &QueueShared) {
    let mut state = shared.lock();
    while !state.closed {
        let is_idle = state.running.is_empty();
        for running in &state.running {
            if running.started.elapsed() >= running.most {
                running.stop.raise();
            }
        }
        let here = state.running.iter().filter(|running| running.place == Place::Here).count();
        if state.waiting() > 0 && here >= shared.threads {
            // Where work waits that no fleet may do, only a thread of this process helps.
            let needs_here = state.waiting.values().flatten().any(|job| !job.work.is_portable());
            let may_end = |running: &&mut RunningJob| {
                running.is_patient && !running.gave_way && !(needs_here && running.place == Place::Far)
            };
            let patient = state.running.iter_mut().filter(may_end);
            let longest = patient.max_by_key(|running| running.started.elapsed());
            if let Some(running) = longest.filter(|running| running.started.elapsed() >= SLICE) {
                running.gave_way = true;
                running.stop.raise();
            }
        }
        state = if is_idle {
            shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
        } else {
            shared.changed.wait_timeout(state, GLANCE).unwrap_or_else(PoisonError::into_inner).0
        };
    }
}

#[cfg(test)]
mod tests;
