//! Engine work on a bounded number of plain threads, shared fairly.
//!
//! Clients take turns, whatever each of them has waiting. Work that can go on later gives way when
//! others have waited and it has had its slice. Everything can be called off, and nothing runs
//! longer than it said it would. Where work is short but cannot be interrupted, no client gets all
//! threads, so that the next one never waits for it.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use potez_table::Stop;

use crate::clients::Client;
use crate::error::ApiError;
use crate::limits;

/// How long patient work may keep a thread when others wait.
const SLICE: Duration = Duration::from_secs(2);
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

struct QueuedJob {
    number: u64,
    client: Client,
    work: Box<dyn Work>,
    most: Duration,
}

struct RunningJob {
    number: u64,
    client: Client,
    started: Instant,
    most: Duration,
    stop: Stop,
    is_patient: bool,
    gave_way: bool,
    cancelled: bool,
}

#[derive(Default)]
struct QueueState {
    next: u64,
    waiting: HashMap<Client, VecDeque<QueuedJob>>,
    /// Clients with something waiting, in the order of their turns.
    turns: VecDeque<Client>,
    running: Vec<RunningJob>,
    closed: bool,
    done: u64,
}

impl QueueState {
    fn waiting(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    fn push(&mut self, job: QueuedJob) {
        let client = job.client;
        let queue = self.waiting.entry(client).or_default();
        queue.push_back(job);
        if queue.len() == 1 {
            self.turns.push_back(client);
        }
    }

    fn pop(&mut self, running_each: usize) -> Option<QueuedJob> {
        let running = |client: &Client| self.running.iter().filter(|job| job.client == *client).count();
        let at = self.turns.iter().position(|client| running(client) < running_each)?;
        let client = self.turns.remove(at)?;
        let queue = self.waiting.get_mut(&client)?;
        let job = queue.pop_front();
        if queue.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        job
    }

    fn cancel(&mut self, number: u64) {
        for (client, queue) in &mut self.waiting {
            let before = queue.len();
            queue.retain(|job| job.number != number);
            if before > 0 && queue.is_empty() {
                self.turns.retain(|other| other != client);
            }
        }
        self.waiting.retain(|_, queue| !queue.is_empty());
        for running in self.running.iter_mut().filter(|running| running.number == number) {
            running.cancelled = true;
            running.stop.raise();
        }
    }
}

struct QueueShared {
    state: Mutex<QueueState>,
    changed: Condvar,
    threads: usize,
    limits: QueueLimits,
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
        let shared = Arc::new(QueueShared { state: Mutex::default(), changed: Condvar::new(), threads, limits });
        let mut handles: Vec<JoinHandle<()>> = (0..threads)
            .map(|_| {
                let shared = shared.clone();
                std::thread::spawn(move || labour(&shared))
            })
            .collect();
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
        let shared = Arc::new(QueueShared { state: Mutex::default(), changed: Condvar::new(), threads: 1, limits });
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
            let job = shared.lock().pop(shared.limits.running_each);
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
        let own = state.waiting.get(&client).map_or(0, VecDeque::len);
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

fn labour(shared: &QueueShared) {
    loop {
        let mut state = shared.lock();
        let mut job = loop {
            if state.closed {
                return;
            }
            if let Some(job) = state.pop(shared.limits.running_each) {
                break job;
            }
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        let stop = Stop::new();
        state.running.push(RunningJob {
            number: job.number,
            client: job.client,
            started: Instant::now(),
            most: job.most,
            stop: stop.clone(),
            is_patient: job.work.can_go_on(),
            gave_way: false,
            cancelled: false,
        });
        drop(state);
        shared.changed.notify_all();
        let ended = catch_unwind(AssertUnwindSafe(|| job.work.run(&stop)));
        if ended.is_err() {
            tracing::error!(job = job.number, "engine work panicked");
        }
        let mut state = shared.lock();
        let at = state.running.iter().position(|running| running.number == job.number);
        let running = at.map(|at| state.running.swap_remove(at));
        let goes_on = running.is_some_and(|running| running.gave_way && !running.cancelled);
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
        if state.waiting() > 0 && state.running.len() >= shared.threads {
            let patient = state.running.iter_mut().filter(|running| running.is_patient && !running.gave_way);
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
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    fn client(last: u8) -> Client {
        IpAddr::from([10, 0, 0, last]).into()
    }

    /// Says its name, and then works as long as it is let.
    struct NamedWork {
        name: &'static str,
        said: mpsc::Sender<&'static str>,
        until_stopped: bool,
        is_patient: bool,
    }

    impl Work for NamedWork {
        fn run(&mut self, stop: &Stop) {
            self.said.send(self.name).unwrap();
            while self.until_stopped && !stop.is_raised() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }

        fn can_go_on(&self) -> bool {
            self.is_patient
        }
    }

    const LONG: Duration = Duration::from_mins(1);

    fn named(said: &mpsc::Sender<&'static str>, name: &'static str, until_stopped: bool) -> Box<dyn Work> {
        Box::new(NamedWork { name, said: said.clone(), until_stopped, is_patient: false })
    }

    #[test]
    fn clients_take_turns_however_much_one_of_them_asks_for() {
        let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
        let (said, heard) = mpsc::channel();
        let first = queue.submit(client(9), LONG, named(&said, "first", true)).unwrap();
        assert_eq!(heard.recv().unwrap(), "first");
        let mut tickets = Vec::new();
        for name in ["a1", "a2", "a3"] {
            tickets.push(queue.submit(client(1), LONG, named(&said, name, false)).unwrap());
        }
        tickets.push(queue.submit(client(2), LONG, named(&said, "b1", false)).unwrap());
        drop(first);
        let order: Vec<&str> = (0..4).map(|_| heard.recv().unwrap()).collect();
        assert_eq!(order, ["a1", "b1", "a2", "a3"]);
    }

    #[test]
    fn work_that_is_called_off_while_it_waits_never_runs() {
        let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
        let (said, heard) = mpsc::channel();
        let first = queue.submit(client(1), LONG, named(&said, "first", true)).unwrap();
        assert_eq!(heard.recv().unwrap(), "first");
        drop(queue.submit(client(1), LONG, named(&said, "second", false)).unwrap());
        let third = queue.submit(client(1), LONG, named(&said, "third", false)).unwrap();
        assert_eq!(third.place(), Some(1));
        drop(first);
        assert_eq!(heard.recv().unwrap(), "third");
    }

    #[test]
    fn work_that_panics_takes_nothing_with_it() {
        struct Panics;
        impl Work for Panics {
            fn run(&mut self, _: &Stop) {
                panic!("on purpose");
            }
        }
        let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
        let (said, heard) = mpsc::channel();
        let _first = queue.submit(client(1), LONG, Box::new(Panics)).unwrap();
        let _second = queue.submit(client(1), LONG, named(&said, "alive", false)).unwrap();
        assert_eq!(heard.recv().unwrap(), "alive");
    }

    #[test]
    fn nothing_runs_longer_than_it_may() {
        let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
        let (said, heard) = mpsc::channel();
        let _first = queue.submit(client(1), Duration::from_millis(60), named(&said, "endless", true)).unwrap();
        let _second = queue.submit(client(1), LONG, named(&said, "after", false)).unwrap();
        assert_eq!((heard.recv().unwrap(), heard.recv().unwrap()), ("endless", "after"));
    }

    #[test]
    fn patient_work_gives_way_and_goes_on_later() {
        let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
        let (said, heard) = mpsc::channel();
        let patient = NamedWork { name: "patient", said: said.clone(), until_stopped: true, is_patient: true };
        let _patient = queue.submit(client(1), LONG, Box::new(patient)).unwrap();
        assert_eq!(heard.recv().unwrap(), "patient");
        let _quick = queue.submit(client(2), LONG, named(&said, "quick", false)).unwrap();
        assert_eq!((heard.recv().unwrap(), heard.recv().unwrap()), ("quick", "patient"));
    }

    #[test]
    fn where_work_cannot_be_interrupted_one_client_never_has_all_threads() {
        let limits = QueueLimits { running_each: 1, ..QueueLimits::SEARCHES };
        let queue = EngineQueue::start(2, limits);
        let (said, heard) = mpsc::channel();
        let _endless = queue.submit(client(1), LONG, named(&said, "endless", true)).unwrap();
        assert_eq!(heard.recv().unwrap(), "endless");
        let _more: Vec<Ticket> =
            (0..9).map(|_| queue.submit(client(1), LONG, named(&said, "more", true)).unwrap()).collect();
        let _other = queue.submit(client(2), LONG, named(&said, "other", false)).unwrap();
        assert_eq!(heard.recv().unwrap(), "other");
    }

    #[test]
    fn a_client_cannot_fill_the_queue_for_the_others() {
        let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
        let (said, heard) = mpsc::channel();
        let mut tickets = vec![queue.submit(client(1), LONG, named(&said, "running", true)).unwrap()];
        assert_eq!(heard.recv().unwrap(), "running");
        for _ in 0..limits::CLIENT_JOBS {
            tickets.push(queue.submit(client(1), LONG, named(&said, "waiting", false)).unwrap());
        }
        assert_eq!(queue.submit(client(1), LONG, named(&said, "one more", false)).err().unwrap().code, "busy");
        assert!(queue.submit(client(2), LONG, named(&said, "other", false)).is_ok());
        queue.close();
        assert_eq!(queue.submit(client(2), LONG, named(&said, "late", false)).err().unwrap().code, "stopping");
    }
}
