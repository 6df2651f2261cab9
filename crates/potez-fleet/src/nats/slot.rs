//! One slot of a worker: a thread that takes a job, does it, hands in the results and only then
//! acknowledges the job.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::Batch;
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::message::Acker;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use potez_table::{Stop, TimeSource};
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::dead_letters::{MOST_DELIVERIES, letter, unreadable};
use super::hub::Delivery;
use super::messages::{Attempt, DeadLetter, JobMessage, JobState, LiveMessage, ResultBody, ResultMessage, WorkerState};
use super::presence;
use super::pulse::{Lease, Pulse};
use super::subjects::{self, Lane, is_token};
use super::worker::{WorkerNews, WorkerShared};
use crate::{AllowedEngines, JobFailure, UnitResult, WorkEvent, Workbench};

/// How long a slot waits for a job before it asks again: also how long it may take to stop.
const WAIT: Duration = Duration::from_millis(500);
/// Requests without an answer after which a slot looks whether something is wrong.
const LOOK: u32 = 3;
/// How long it waits after the server did not answer.
const RECOVER: Duration = Duration::from_millis(300);
/// How long a job that failed waits for the next attempt.
const RETRY: Duration = Duration::from_millis(500);
/// How often somebody who waits for a job is given a sign that it goes on.
const SIGN: Duration = Duration::from_secs(1);
/// How long results are not taken before somebody is told.
const TELL_AFTER: u32 = 10;
/// How often a slot that is stopping tries to hand in what is done.
const LAST_TRIES: u32 = 2;

/// A slot.
pub(super) struct Slot {
    shared: Arc<WorkerShared>,
    number: usize,
    runtime: Handle,
    pulse: Arc<Pulse>,
    bench: Workbench,
    /// Raised when the worker is told to stop; its clock is the pulse.
    stop: Stop,
    lanes: Vec<(Lane, PullConsumer)>,
    /// Requests in a row that brought nothing.
    idle: u32,
    /// The lane seemed stuck at the last look.
    suspects: bool,
    /// Jobs that nobody holds, as far as was seen, with their lanes and since when.
    unheld: BTreeMap<String, (Lane, Instant)>,
}

/// A job with its lease.
struct TakenJob {
    message: JobMessage,
    lease: Arc<Acker>,
    deliveries: u64,
}

/// A result on its way into its stream.
struct SentResult {
    id: String,
    message: ResultMessage,
    answer: Option<PublishAckFuture>,
}

impl Slot {
    pub(super) fn new(shared: Arc<WorkerShared>, number: usize, runtime: Handle) -> Self {
        let pulse = Arc::new(Pulse::new(runtime.clone()));
        let stop = Stop::with_clock(Arc::clone(&pulse) as Arc<dyn TimeSource>);
        let engines = AllowedEngines::These(shared.settings.engines.clone());
        let bench = Workbench::new(engines, Arc::clone(&shared.provers));
        let (worker, raised) = (Arc::clone(&shared), stop.clone());
        // The flag of the worker has another clock, so it is handed on by a thread that waits for it.
        std::thread::spawn(move || {
            while !worker.stop.is_raised() {
                std::thread::sleep(Duration::from_millis(50));
            }
            raised.raise();
        });
        Self {
            shared,
            number,
            runtime,
            pulse,
            bench,
            stop,
            lanes: Vec::new(),
            idle: 0,
            suspects: false,
            unheld: BTreeMap::new(),
        }
    }

    /// Takes jobs until the worker is told to stop.
    pub(super) fn run(mut self) {
        let runtime = self.runtime.clone();
        while !self.shared.stop.is_raised() {
            match runtime.block_on(self.next()) {
                Ok(Some(delivery)) => {
                    (self.idle, self.suspects) = (0, false);
                    self.unheld.clear();
                    self.handle(delivery);
                }
                Ok(None) => runtime.block_on(self.look_around()),
                // The server is away, or has forgotten our consumers: they are made again.
                Err(_) => {
                    self.lanes.clear();
                    std::thread::sleep(RECOVER);
                }
            }
        }
    }

    /// The next job: whoever is waited for comes first.
    async fn next(&mut self) -> Result<Option<Delivery>, String> {
        if self.lanes.is_empty() {
            self.open_lanes().await?;
        }
        for (_, consumer) in &self.lanes {
            let asked = consumer.fetch().max_messages(1).messages().await;
            let mut answers = asked.map_err(|error| error.to_string())?;
            if let Some(delivery) = first(&mut answers).await? {
                return Ok(Some(delivery));
            }
        }
        // Nothing is there: all lanes are waited for at a time, so that nobody who waits has to wait longer.
        let mut waiting = FuturesUnordered::new();
        for (_, consumer) in &self.lanes {
            let asked = consumer.batch().max_messages(1).expires(WAIT).messages().await;
            let mut answers = asked.map_err(|error| error.to_string())?;
            waiting.push(async move { first(&mut answers).await });
        }
        while let Some(answer) = waiting.next().await {
            if let Some(delivery) = answer? {
                tokio::spawn(return_all(waiting));
                return Ok(Some(delivery));
            }
        }
        Ok(None)
    }

    /// Looks, when nothing has come for a while, whether a lane is stuck, and makes it anew if it is.
    ///
    /// A server that was killed may have forgotten how far its stream was and remember how far our
    /// consumer was: new jobs then have numbers that the consumer believes to be behind it. Jobs that
    /// wait while the consumer knows of none, twice in a row, are the sign of it. Where it remembers leases of
    /// jobs that are gone it never knows of none: then a job that no worker holds for two leases, while we ask
    /// for jobs, is the sign.
    async fn look_around(&mut self) {
        self.idle += 1;
        if !self.idle.is_multiple_of(LOOK) {
            return;
        }
        let shared = Arc::clone(&self.shared);
        let WorkerShared { hub, settings, .. } = shared.as_ref();
        let (mut stuck, mut waiting) = (Vec::new(), Vec::new());
        for (lane, consumer) in &self.lanes {
            let Ok(jobs) = hub.job_subjects(&subjects::jobs_of_lane(&settings.build, *lane)).await else { return };
            let Ok(info) = consumer.get_info().await else { return };
            if !jobs.is_empty() && info.num_pending == 0 && info.num_ack_pending == 0 {
                stuck.push(*lane);
            }
            waiting.extend(jobs.into_iter().map(|(subject, _)| (*lane, subject)));
        }
        if let Some(lane) = self.passed_over(&waiting).await {
            (stuck, self.suspects) = (vec![lane], true);
        }
        if !stuck.is_empty() && self.suspects {
            if let Ok(stream) = hub.stream(subjects::JOBS).await {
                for lane in stuck.drain(..) {
                    // Another worker may have been faster.
                    let _ = stream.delete_consumer(&subjects::lane_consumer(&settings.build, lane)).await;
                }
            }
            self.lanes.clear();
        }
        self.suspects = !stuck.is_empty();
    }

    /// The lane of one of these jobs that has been with nobody for two leases although we ask for jobs.
    async fn passed_over(&mut self, waiting: &[(Lane, String)]) -> Option<Lane> {
        if waiting.is_empty() {
            self.unheld.clear();
            return None;
        }
        let client = &self.shared.hub.client;
        let workers: Vec<WorkerState> = presence::ask(client, subjects::ASK_WORKERS, RECOVER).await;
        let is_held = |name: &str| workers.iter().flat_map(|worker| &worker.jobs).any(|held| held.job == name);
        let now = Instant::now();
        let since = |(lane, subject): &(Lane, String)| {
            let name = subject.rsplit('.').next().filter(|name| !is_held(name))?;
            Some((name.to_string(), self.unheld.get(name).copied().unwrap_or((*lane, now))))
        };
        self.unheld = waiting.iter().filter_map(since).collect();
        let patience = 2 * self.shared.settings.lease;
        self.unheld.values().find(|(_, at)| at.elapsed() > patience).map(|(lane, _)| *lane)
    }

    async fn open_lanes(&mut self) -> Result<(), String> {
        let WorkerShared { hub, settings, .. } = self.shared.as_ref();
        hub.make_streams().await?;
        for lane in [Lane::Prompt, Lane::Engines, Lane::Bulk] {
            if lane == Lane::Engines && settings.engines.is_empty() {
                continue;
            }
            self.lanes.push((lane, hub.lane(&settings.build, lane, settings.lease).await?));
        }
        Ok(())
    }

    fn handle(&mut self, delivery: Delivery) {
        let runtime = self.runtime.clone();
        let Ok(deliveries) = delivery.info().map(|info| info.delivered.max(1) as u64) else { return };
        let read = serde_json::from_slice::<JobMessage>(&delivery.payload).map_err(|error| error.to_string());
        let subject = delivery.subject.to_string();
        let (_, lease) = delivery.split();
        let lease = Arc::new(lease);
        let is_sound = |message: &JobMessage| is_token(&message.run) && is_token(&message.job);
        match read {
            Ok(message) if !is_sound(&message) => {
                let dead = unreadable(&subject, &self.shared.name, "the names in it are not names");
                runtime.block_on(self.give_up(dead, &lease));
            }
            Ok(message) => self.take(&TakenJob { message, lease, deliveries }),
            Err(why) => {
                let dead = unreadable(&subject, &self.shared.name, &why);
                runtime.block_on(self.give_up(dead, &lease));
            }
        }
    }

    fn take(&mut self, taken: &TakenJob) {
        let runtime = self.runtime.clone();
        let TakenJob { message, deliveries, .. } = taken;
        if *deliveries > MOST_DELIVERIES {
            runtime.block_on(async {
                let reason = self.shared.hub.attempts(&message.run, &message.job).await;
                self.give_up(letter(message, &self.shared.name, *deliveries, reason), &taken.lease).await;
            });
            return;
        }
        let state = JobState {
            run: message.run.clone(),
            job: message.job.clone(),
            what: message.work.describe(),
            held_s: 0,
            deliveries: *deliveries,
        };
        let stop = self.stop.child();
        self.shared.begin(self.number, state, stop.clone());
        if *deliveries > 1 {
            runtime.block_on(self.note(taken, None));
        }
        self.work(taken, &stop);
        self.shared.end(self.number);
    }

    /// Does a job until its flag is raised.
    fn work(&mut self, taken: &TakenJob, stop: &Stop) {
        let runtime = self.runtime.clone();
        let (lease, interval) = self.lease(taken);
        self.pulse.begin(lease, interval);
        let mut sent = Vec::new();
        let begun = Instant::now();
        let mut since = begun;
        let mut left = taken.message.work.units();
        // Raised when the share of this worker is done; what it was at is thrown away, so only between two units.
        let share = stop.child();
        let Self { bench, shared, pulse, .. } = self;
        let files = |digest: &str| runtime.block_on(shared.hub.file(digest));
        let done = bench.work(&taken.message.work, &files, &share, &mut |event| {
            match event {
                WorkEvent::SoFar(result) => runtime.block_on(tell(shared, &taken.message, result)),
                WorkEvent::Done(result) => {
                    let ms = since.elapsed().as_millis() as u64;
                    since = Instant::now();
                    left.retain(|&unit| unit != result.unit());
                    sent.push(runtime.block_on(send(shared, &taken.message, ResultBody::Done(result), ms)));
                    shared.count();
                    if begun.elapsed() >= shared.settings.share && !left.is_empty() {
                        share.raise();
                    }
                }
            }
            // Games that are over in no time look at no clock.
            pulse.now();
        });
        self.pulse.end();
        let has_share = share.is_raised() && !stop.is_raised();
        runtime.block_on(async {
            if has_share {
                sent.push(send(&self.shared, &taken.message, ResultBody::Rest(left), 0).await);
            }
            let is_kept = self.see_kept(sent).await;
            match done {
                Ok(()) | Err(JobFailure::CalledOff) if has_share && is_kept => self.acknowledge(&taken.lease).await,
                Ok(()) if is_kept => self.acknowledge(&taken.lease).await,
                // Whoever gave it out does not need it any more.
                Err(JobFailure::CalledOff) if !self.shared.stop.is_raised() => {
                    let _ = taken.lease.ack_with(AckKind::Term).await;
                }
                // Somebody else begins anew at once; what is done already counts.
                Ok(()) | Err(JobFailure::CalledOff) => {
                    let _ = taken.lease.ack_with(AckKind::Nak(None)).await;
                }
                Err(failure) => self.fail(taken, &failure).await,
            }
        });
    }

    /// How signs of life are given: to the server within the lease, and where somebody waits to him too.
    fn lease(&self, taken: &TakenJob) -> (Lease, Duration) {
        let JobMessage { run, job, work } = &taken.message;
        let sign = || serde_json::to_vec(&LiveMessage { job: job.clone(), so_far: None }).ok();
        let is_awaited = Lane::of(work) == Lane::Prompt;
        let client = || self.shared.hub.client.clone();
        let listener = is_awaited.then(sign).flatten().map(|sign| (client(), subjects::live(run), sign.into()));
        let interval = self.shared.settings.lease / 4;
        let interval = if listener.is_some() { interval.min(SIGN) } else { interval };
        (Lease { acker: Arc::clone(&taken.lease), listener }, interval)
    }

    /// Waits until every result is kept, and sends again what is not, for as long as it takes. A server that is away
    /// comes back; one that is there and takes nothing, because its disk is full, is told of.
    async fn see_kept(&self, sent: Vec<SentResult>) -> bool {
        for mut result in sent {
            let mut tries = 0;
            loop {
                if let Some(answer) = result.answer.take()
                    && answer.await.is_ok()
                {
                    break;
                }
                tries += 1;
                if self.shared.stop.is_raised() && tries > LAST_TRIES {
                    return false;
                }
                tokio::time::sleep(RECOVER).await;
                let hub = &self.shared.hub;
                if hub.make_streams().await.is_ok() {
                    if tries == TELL_AFTER {
                        let why = "NATS does not keep results; trying on (is its disk full?)".into();
                        (self.shared.news)(WorkerNews::Waiting(why));
                    }
                    result.answer =
                        hub.send(subjects::results(&result.message.run), &result.id, &result.message).await.ok();
                }
            }
        }
        true
    }

    /// The job is done. If this does not arrive the job is done once more, and counts once.
    async fn acknowledge(&self, lease: &Acker) {
        if lease.double_ack().await.is_err() {
            let _ = lease.ack().await;
        }
    }

    async fn fail(&self, taken: &TakenJob, failure: &JobFailure) {
        let what = taken.message.work.describe();
        (self.shared.news)(WorkerNews::Trouble { what, why: failure.to_string() });
        self.note(taken, Some(failure.to_string())).await;
        if taken.deliveries < MOST_DELIVERIES {
            let _ = taken.lease.ack_with(AckKind::Nak(Some(RETRY))).await;
            return;
        }
        let reason = self.shared.hub.attempts(&taken.message.run, &taken.message.job).await;
        self.give_up(letter(&taken.message, &self.shared.name, taken.deliveries, reason), &taken.lease).await;
    }

    async fn note(&self, taken: &TakenJob, failure: Option<String>) {
        let attempt = Attempt { worker: self.shared.name.clone(), delivery: taken.deliveries, failure };
        self.shared.hub.note(&taken.message.run, &taken.message.job, &attempt).await;
    }

    /// Ends a job for good. If the letter cannot be kept, the next worker will try to write it.
    async fn give_up(&self, dead: DeadLetter, lease: &Acker) {
        if self.shared.hub.bury(&dead).await.is_ok() {
            (self.shared.news)(WorkerNews::Trouble { what: dead.what, why: format!("given up: {}", dead.reason) });
            let _ = lease.ack_with(AckKind::Term).await;
        }
    }
}

/// The answer to a request for one job.
async fn first(answers: &mut Batch) -> Result<Option<Delivery>, String> {
    let answer = timeout(WAIT + Duration::from_secs(2), answers.next()).await;
    answer.map_err(|_| "no answer")?.transpose().map_err(|error| error.to_string())
}

/// Gives back what comes of requests that are still open when one of them has brought a job.
async fn return_all(mut waiting: FuturesUnordered<impl Future<Output = Result<Option<Delivery>, String>>>) {
    while let Some(answer) = waiting.next().await {
        if let Ok(Some(delivery)) = answer {
            let _ = delivery.ack_with(AckKind::Nak(None)).await;
        }
    }
}

/// Tells the owner what is known of a unit that is under way; it may be lost.
async fn tell(shared: &WorkerShared, of: &JobMessage, so_far: UnitResult) {
    let message = LiveMessage { job: of.job.clone(), so_far: Some(so_far) };
    if let Ok(payload) = serde_json::to_vec(&message) {
        let _ = shared.hub.client.publish(subjects::live(&of.run), payload.into()).await;
    }
}

/// Sends a result without waiting for the answer.
async fn send(shared: &WorkerShared, of: &JobMessage, body: ResultBody, ms: u64) -> SentResult {
    let part = match &body {
        ResultBody::Done(result) => result.unit().to_string(),
        ResultBody::Dead(_) => "dead".into(),
        ResultBody::Rest(_) => "rest".into(),
    };
    // Another play of the same unit is another message; the owner decides which of them counts.
    let id = format!("{}-{}-{}-{part}", of.run, of.job, shared.name);
    let message = ResultMessage { run: of.run.clone(), job: of.job.clone(), worker: shared.name.clone(), ms, body };
    let answer = shared.hub.send(subjects::results(&of.run), &id, &message).await.ok();
    SentResult { id, message, answer }
}
