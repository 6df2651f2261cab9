//! What waits and what runs, and whose turn it is.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use potez_fleet::ThinkQueue;
use potez_table::Stop;

use super::{FAR, QueueShared, Work};
use crate::clients::Client;

pub(super) struct QueuedJob {
    pub(super) number: u64,
    pub(super) client: Client,
    pub(super) work: Box<dyn Work>,
    pub(super) most: Duration,
}

/// Where work runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On a thread of this process.
    Here,
    /// At a fleet.
    Far,
}

pub(super) struct RunningJob {
    pub(super) number: u64,
    pub(super) client: Client,
    pub(super) started: Instant,
    pub(super) most: Duration,
    pub(super) stop: Stop,
    pub(super) is_patient: bool,
    pub(super) place: Place,
    pub(super) gave_way: bool,
    pub(super) cancelled: bool,
}

#[derive(Default)]
pub(super) struct QueueState {
    pub(super) next: u64,
    pub(super) waiting: HashMap<Client, VecDeque<QueuedJob>>,
    /// Clients with something waiting, in the order of their turns.
    pub(super) turns: VecDeque<Client>,
    pub(super) running: Vec<RunningJob>,
    /// Jobs of clients that wait at other servers.
    pub(super) far: HashMap<Client, usize>,
    pub(super) closed: bool,
    pub(super) done: u64,
}

impl QueueState {
    pub(super) fn waiting(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    pub(super) fn push(&mut self, job: QueuedJob) {
        let client = job.client;
        let queue = self.waiting.entry(client).or_default();
        queue.push_back(job);
        if queue.len() == 1 {
            self.turns.push_back(client);
        }
    }

    /// The next job that may run at a place: whoever's turn it is, the oldest of that client first.
    pub(super) fn pop(&mut self, running_each: usize, fits: impl Fn(&QueuedJob) -> bool) -> Option<QueuedJob> {
        let running = |client: &Client| self.running.iter().filter(|job| job.client == *client).count();
        let first = |client: &Client| self.waiting.get(client)?.iter().position(&fits);
        let (at, index) = self.turns.iter().enumerate().find_map(|(at, client)| {
            let index = first(client).filter(|_| running(client) < running_each);
            index.map(|index| (at, index))
        })?;
        let client = self.turns.remove(at)?;
        let queue = self.waiting.get_mut(&client)?;
        let job = queue.remove(index);
        if queue.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        job
    }

    /// The next job for a thread of this process: what a fleet can take at once is left to it.
    pub(super) fn pop_here(&mut self, shared: &QueueShared) -> Option<QueuedJob> {
        let far = self.running.iter().filter(|job| job.place == Place::Far).count();
        let is_left = shared.fleet.as_ref().is_some_and(|fleet| far < fleet.slots().min(FAR));
        self.pop(shared.limits.running_each, |job| !(is_left && job.work.is_portable()))
    }

    /// The next job for a fleet.
    pub(super) fn pop_far(&mut self, running_each: usize, fleet: &ThinkQueue) -> Option<QueuedJob> {
        let far = self.running.iter().filter(|job| job.place == Place::Far).count();
        if far >= fleet.slots() {
            return None;
        }
        self.pop(running_each, |job| job.work.is_portable())
    }

    pub(super) fn cancel(&mut self, number: u64) {
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
