//! Searches for which somebody waits, as a source of jobs: the other end of a bot that thinks elsewhere.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use potez_table::{BotSpec, DynBot, Kind, Limits, Message, Report, Stop, Table, TableMove};
use tokio::sync::Notify;

use crate::{Job, JobSource, NextJob, Origin, ThinkTask, UnitReceipt, UnitResult};

/// How long somebody waits (default) until a worker has taken a search up. A worker that has may be silent for
/// twice as long; it gives a sign every second.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// How long a fleet that has failed is left alone.
const REST: Duration = Duration::from_secs(15);
/// How long what is known of the workers holds.
const FRESH: Duration = Duration::from_secs(8);
/// How often a bot that waits looks at its flag.
const LOOK: Duration = Duration::from_millis(20);

/// Searches that wait for a fleet, and those that it has.
pub struct ThinkQueue {
    state: Mutex<QueueState>,
    wake: Arc<Notify>,
    patience: Duration,
}

#[derive(Default)]
struct QueueState {
    next: u64,
    waiting: VecDeque<ThinkTask>,
    awaited: BTreeMap<u64, Awaited>,
    unwanted: Vec<u64>,
    /// Slots of the workers, and when that was known.
    slots: Option<(usize, Instant)>,
    failed: Option<Instant>,
    is_closed: bool,
    done: u64,
}

/// A search that somebody waits for.
struct Awaited {
    table: Box<dyn Table>,
    answers: Sender<Answer>,
}

enum Answer {
    /// Somebody works on it; perhaps something is known already.
    SoFar(Option<Report<TableMove>>),
    Done(Report<TableMove>),
    GivenUp(String),
}

impl ThinkQueue {
    /// A queue whose searches wait this long for a worker.
    pub fn new(patience: Duration) -> Self {
        Self { state: Mutex::default(), wake: Arc::default(), patience }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many searches can be done elsewhere at a time; 0 where nobody is there, or nobody that can be
    /// relied on.
    pub fn slots(&self) -> usize {
        let state = self.lock();
        let rests = state.failed.is_some_and(|at| at.elapsed() < REST);
        let known = state.slots.filter(|(_, at)| at.elapsed() < FRESH && !rests && !state.is_closed);
        known.map_or(0, |(slots, _)| slots)
    }

    /// How many more searches could be taken up at once.
    pub fn free_slots(&self) -> usize {
        let slots = self.slots();
        slots.saturating_sub(self.lock().awaited.len())
    }

    /// Searches that were done elsewhere.
    pub fn done(&self) -> u64 {
        self.lock().done
    }

    /// A bot that thinks elsewhere.
    pub fn bot(self: &Arc<Self>, spec: &BotSpec) -> FleetBot {
        FleetBot { queue: Arc::clone(self), spec: spec.clone() }
    }

    /// Ends the run: whoever waits is told so.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.waiting.clear();
        state.awaited.clear();
        self.wake.notify_one();
    }

    fn ask(&self, table: &dyn Table, spec: &BotSpec, limits: Limits) -> (u64, Receiver<Answer>) {
        let (answers, answered) = channel();
        let mut state = self.lock();
        let unit = state.next;
        state.next += 1;
        if !state.is_closed {
            state.waiting.push_back(ThinkTask::new(unit, table, spec, limits));
            state.awaited.insert(unit, Awaited { table: table.fork(), answers });
            self.wake.notify_one();
        }
        (unit, answered)
    }

    /// Nobody waits for it any more.
    fn drop_unit(&self, unit: u64) {
        let mut state = self.lock();
        if state.awaited.remove(&unit).is_some() {
            let before = state.waiting.len();
            state.waiting.retain(|task| task.unit != unit);
            if before == state.waiting.len() {
                state.unwanted.push(unit);
            }
            self.wake.notify_one();
        }
    }

    fn note_failure(&self) {
        self.lock().failed = Some(Instant::now());
    }
}

impl JobSource for ThinkQueue {
    fn take(&self, _most: usize) -> NextJob {
        let mut state = self.lock();
        match state.waiting.pop_front() {
            Some(task) => NextJob::Job(Job::Think(task)),
            None if state.is_closed => NextJob::Nothing,
            None => NextJob::Later,
        }
    }

    fn hand_in(&self, result: UnitResult, _origin: Origin) -> UnitReceipt {
        let UnitResult::Think(thought) = result else { return UnitReceipt::Untrue("not a search".into()) };
        let mut state = self.lock();
        let Some(awaited) = state.awaited.get(&thought.unit) else { return UnitReceipt::Known };
        match thought.report(awaited.table.as_ref()) {
            Err(why) => UnitReceipt::Untrue(why),
            Ok(report) => {
                // Whoever waited may be gone: then nobody needs it.
                let _ = awaited.answers.send(Answer::Done(report));
                state.awaited.remove(&thought.unit);
                state.done += 1;
                UnitReceipt::Counted
            }
        }
    }

    fn is_over(&self) -> bool {
        self.lock().is_closed
    }

    fn remaining(&self) -> usize {
        self.lock().awaited.len()
    }

    fn describe(&self) -> String {
        "searches: reviews, analyses, bots of a league".into()
    }

    fn give_up(&self, unit: u64, why: &str) {
        if let Some(awaited) = self.lock().awaited.remove(&unit) {
            let _ = awaited.answers.send(Answer::GivenUp(why.into()));
        }
    }

    fn hear(&self, unit: u64, so_far: Option<UnitResult>) {
        let state = self.lock();
        let Some(awaited) = state.awaited.get(&unit) else { return };
        let report = so_far.and_then(|result| match result {
            UnitResult::Think(thought) => thought.report(awaited.table.as_ref()).ok(),
            _ => None,
        });
        let _ = awaited.answers.send(Answer::SoFar(report));
    }

    fn unwanted(&self) -> Vec<u64> {
        std::mem::take(&mut self.lock().unwanted)
    }

    fn meet(&self, slots: usize) {
        self.lock().slots = Some((slots, Instant::now()));
    }

    fn wake(&self) -> Option<Arc<Notify>> {
        Some(Arc::clone(&self.wake))
    }
}

/// A bot whose thinking is a job of a fleet.
pub struct FleetBot {
    queue: Arc<ThinkQueue>,
    spec: BotSpec,
}

/// Why a fleet did not think. Whoever asked thinks for himself then.
fn failure(why: &str) -> Message {
    let english = format!("the fleet did not answer: {why}");
    Message { kind: Kind::BadRequest, code: "fleet-silent", args: Vec::new(), english }
}

impl DynBot for FleetBot {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<TableMove>),
    ) -> Result<Report<TableMove>, Message> {
        let (unit, answers) = self.queue.ask(table, &self.spec, limits);
        let answered = wait(&answers, self.queue.patience, stop, on_info);
        self.queue.drop_unit(unit);
        if answered.is_err() && !stop.is_raised() {
            self.queue.note_failure();
        }
        answered.map_err(|why| failure(&why))
    }

    fn forget(&mut self) {}
}

/// Waits for a search; when it is called off, what is known is the answer.
fn wait(
    answers: &Receiver<Answer>,
    take_up: Duration,
    stop: &Stop,
    on_info: &mut dyn FnMut(&Report<TableMove>),
) -> Result<Report<TableMove>, String> {
    let (mut heard, mut patience) = (Instant::now(), take_up);
    let mut best: Option<Report<TableMove>> = None;
    loop {
        match answers.recv_timeout(LOOK) {
            Ok(Answer::Done(report)) => return Ok(report),
            Ok(Answer::GivenUp(why)) => return Err(why),
            Ok(Answer::SoFar(report)) => {
                (heard, patience) = (Instant::now(), 2 * take_up);
                if let Some(report) = report {
                    on_info(&report);
                    best = Some(report);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Err("it has ended".into()),
            Err(RecvTimeoutError::Timeout) if stop.is_raised() => {
                return best.ok_or_else(|| "called off".into());
            }
            Err(RecvTimeoutError::Timeout) if heard.elapsed() > patience => {
                let taken = if patience == take_up { "no worker has taken it up" } else { "its worker is silent" };
                return Err(taken.into());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
