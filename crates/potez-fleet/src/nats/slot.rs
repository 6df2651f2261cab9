//! One slot of a worker: a thread that takes a job, does it, hands in the results and only then
//! acknowledges the job.

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
use super::messages::{Attempt, DeadLetter, JobMessage, JobState, LiveMessage, ResultBody, ResultMessage};
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
        let bench = Workbench::new(AllowedEngines::These(shared.settings.engines.clone()));
        let (worker, raised) = (Arc::clone(&shared), stop.clone());
        // The flag of the worker has another clock, so it is handed on by a thread that waits for it.
        std::thread::spawn(move || {
            while !worker.stop.is_raised() {
                std::thread::sleep(Duration::from_millis(50));
            }
            raised.raise();
        });
        Self { shared, number, runtime, pulse, bench, stop, lanes: Vec::new(), idle: 0, suspects: false }
    }

    /// Takes jobs until the worker is told to stop.
    pub(super) fn run(mut self) {
        let runtime = self.runtime.clone();
        while !self.shared.stop.is_raised() {
            match runtime.block_on(self.next()) {
                Ok(Some(delivery)) => {
                    (self.idle, self.suspects) = (0, false);
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
    /// wait while the consumer knows of none, twice in a row, are the sign of it.
    async fn look_around(&mut self) {
        self.idle += 1;
        if !self.idle.is_multiple_of(LOOK) {
            return;
        }
        let WorkerShared { hub, settings, .. } = self.shared.as_ref();
        let mut stuck = Vec::new();
        for (lane, consumer) in &self.lanes {
            let waiting = hub.job_subjects(&subjects::jobs_of_lane(&settings.build, *lane)).await;
            let Ok(info) = consumer.get_info().await else { return };
            if waiting.is_ok_and(|jobs| !jobs.is_empty()) && info.num_pending == 0 && info.num_ack_pending == 0 {
                stuck.push(*lane);
            }
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
        let mut since = Instant::now();
        let Self { bench, shared, pulse, .. } = self;
        let done = bench.work(&taken.message.work, stop, &mut |event| {
            match event {
                WorkEvent::SoFar(result) => runtime.block_on(tell(shared, &taken.message, result)),
                WorkEvent::Done(result) => {
                    let ms = since.elapsed().as_millis() as u64;
                    since = Instant::now();
                    sent.push(runtime.block_on(send(shared, &taken.message, result, ms)));
                    shared.count();
                }
            }
            // Games that are over in no time look at no clock.
            pulse.now();
        });
        self.pulse.end();
        runtime.block_on(async {
            let is_kept = self.see_kept(sent).await;
            match done {
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

    /// Waits until every result is kept, and sends again what is not, for as long as it takes.
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
async fn send(shared: &WorkerShared, of: &JobMessage, result: UnitResult, ms: u64) -> SentResult {
    // Another play of the same unit is another message; the owner decides which of them counts.
    let id = format!("{}-{}-{}-{}", of.run, of.job, shared.name, result.unit());
    let message = ResultMessage {
        run: of.run.clone(),
        job: of.job.clone(),
        worker: shared.name.clone(),
        ms,
        body: ResultBody::Done(result),
    };
    let answer = shared.hub.send(subjects::results(&of.run), &id, &message).await.ok();
    SentResult { id, message, answer }
}
