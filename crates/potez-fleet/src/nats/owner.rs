//! The owner of a run: gives out its jobs, takes in results, and loses none of either.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use potez_table::Stop;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

use super::hub::{Hub, ServerAddress, random_name};
use super::ledger::{Ledger, OutstandingJob};
use super::messages::{
    DeadLetter, JobMessage, LiveMessage, OffMessage, ResultBody, ResultMessage, RunState, WorkerState,
};
use super::news::News;
use super::result_feed::{ReceivedResult, feed};
use super::subjects::{self, Lane};
use super::worker::{machine, runtime};
use super::{presence, watch::Watched};
use crate::{Build, Fleet, FleetError, JobSource, NextJob, Origin, UnitReceipt, UnitResult, digest};

/// How often the owner looks up: at its flag, and at jobs that could not be sent.
const TICK: Duration = Duration::from_millis(50);
/// How often it asks who is there.
const ASK: Duration = Duration::from_secs(2);
/// How long answers are waited for.
const ANSWERS: Duration = Duration::from_millis(400);
/// How often it compares what it has given out with what is in the stream.
const COMPARE: Duration = Duration::from_secs(2);
/// Work that a job should hold: long enough that asking for it costs nothing, short enough that a
/// lost one is no loss.
const JOB_MS: u64 = 1000;
/// The same in ways to the server and back, of which a job needs four.
const ROUND_TRIPS: u64 = 20;
/// How often it is made sure that the server has the files of the jobs.
const FILES: Duration = Duration::from_secs(10);
/// The most units of a job.
const MOST_UNITS: usize = 64;
/// How often a unit is given out again because its result was not true.
const MOST_UNTRUE: u32 = 3;

/// How a run is owned.
#[derive(Clone, Debug)]
pub struct OwnerSettings {
    /// The name of the run: the same as before where one is continued.
    pub run: String,
    /// The build whose workers may take part.
    pub build: Build,
}

impl OwnerSettings {
    /// A run of this build under a new name.
    pub fn new(build: Build) -> Self {
        Self { run: random_name(16), build }
    }

    /// A run that has the same name whenever this machine works on the same thing.
    pub fn named(build: Build, thing: &str) -> Self {
        let mut run = digest(format!("{} {thing}", machine()).as_bytes());
        run.truncate(16);
        Self { run, build }
    }
}

/// Workers on other machines, reached through NATS.
pub struct NatsFleet {
    runtime: Runtime,
    hub: Hub,
    settings: OwnerSettings,
    news: Box<dyn FnMut(News) + Send>,
}

impl NatsFleet {
    /// Connects to the server.
    pub fn connect(
        address: &ServerAddress,
        settings: OwnerSettings,
        news: impl FnMut(News) + Send + 'static,
    ) -> Result<Self, FleetError> {
        let runtime = runtime()?;
        let name = format!("owner-{}-{}", machine(), std::process::id());
        let hub = runtime.block_on(Hub::connect(address, &name))?;
        Ok(Self { runtime, hub, settings, news: Box::new(news) })
    }
}

impl Fleet for NatsFleet {
    fn work(&mut self, source: &dyn JobSource, stop: &Stop) -> Result<(), FleetError> {
        let (sender, received) = mpsc::channel(256);
        let mut owner = Owner {
            hub: self.hub.clone(),
            settings: self.settings.clone(),
            news: &mut *self.news,
            session: random_name(6),
            source,
            ledger: Ledger::default(),
            watched: Arc::default(),
            unsent: Vec::new(),
            untrue: BTreeMap::new(),
            dead: Vec::new(),
            given: 0,
            is_exhausted: false,
            round_trip: Duration::ZERO,
            file: None,
        };
        self.runtime.block_on(async {
            owner.clear().await;
            let feeding = tokio::spawn(feed(self.hub.clone(), self.settings.run.clone(), sender));
            let state = Arc::clone(&owner.watched);
            let answering =
                tokio::spawn(presence::answer(self.hub.client.clone(), subjects::ASK_RUNS, move || state.run_state()));
            let (live_sender, mut live) = mpsc::channel(1024);
            let hearing = tokio::spawn(hear_live(self.hub.clone(), self.settings.run.clone(), live_sender));
            owner.drive(received, &mut live, stop).await;
            feeding.abort();
            hearing.abort();
            answering.abort();
            owner.clear().await;
            // While the server is away this would wait for it.
            let _ = tokio::time::timeout(ANSWERS, self.hub.client.flush()).await;
        });
        owner.verdict()
    }

    fn is_here(&self) -> bool {
        false
    }
}

/// Hands on words about jobs that are under way; where too many come, some are lost.
async fn hear_live(hub: Hub, run: String, to: mpsc::Sender<LiveMessage>) {
    let Ok(mut words) = hub.client.subscribe(subjects::live(&run)).await else { return };
    while let Some(message) = words.next().await {
        if let Ok(word) = serde_json::from_slice(&message.payload) {
            let _ = to.try_send(word);
        }
    }
}

struct Owner<'a> {
    hub: Hub,
    settings: OwnerSettings,
    news: &'a mut dyn FnMut(News),
    /// What tells the jobs of this process from those of an earlier owner of the run.
    session: String,
    source: &'a dyn JobSource,
    ledger: Ledger,
    watched: Arc<Watched>,
    /// Jobs that could not be sent yet.
    unsent: Vec<OutstandingJob>,
    /// How often a unit came back with a result that was not true.
    untrue: BTreeMap<u64, u32>,
    dead: Vec<DeadLetter>,
    given: u64,
    is_exhausted: bool,
    /// What the way to the server and back takes.
    round_trip: Duration,
    /// The file that was put there last, and when.
    file: Option<(String, Instant)>,
}

impl Owner<'_> {
    /// Takes back what is given out: jobs of an earlier owner, or what is not needed any more.
    async fn clear(&self) {
        if let Ok(stream) = self.hub.stream(subjects::JOBS).await {
            let jobs = subjects::jobs_of_run(&self.settings.build, &self.settings.run);
            // What stays behind is done in vain; nothing more comes of it.
            let _ = stream.purge().filter(jobs).await;
        }
    }

    async fn drive(
        &mut self,
        mut received: mpsc::Receiver<ReceivedResult>,
        live: &mut mpsc::Receiver<LiveMessage>,
        stop: &Stop,
    ) {
        // A source that has no way to wake us is looked at by the clock.
        let wake = self.source.wake().unwrap_or_default();
        let mut asked: Option<Instant> = None;
        let mut compared = Instant::now();
        let (answers, mut workers) = mpsc::channel(4);
        loop {
            if asked.is_none_or(|asked| asked.elapsed() > ASK) {
                asked = Some(Instant::now());
                let (client, answers) = (self.hub.client.clone(), answers.clone());
                tokio::spawn(async move {
                    let _ = answers.send(presence::ask(&client, subjects::ASK_WORKERS, ANSWERS).await).await;
                });
            }
            self.call_off();
            self.give_out().await;
            self.watch();
            if stop.is_raised() || self.source.is_over() || self.is_done() {
                return;
            }
            if compared.elapsed() > COMPARE {
                compared = Instant::now();
                self.compare().await;
            }
            tokio::select! {
                Some(result) = received.recv() => self.receive(result).await,
                Some(found) = workers.recv() => self.meet(found),
                Some(word) = live.recv() => self.hear(word),
                () = wake.notified() => {}
                () = tokio::time::sleep(TICK) => {}
            }
            // Whatever else has come is taken before new jobs are given out.
            while let Ok(result) = received.try_recv() {
                self.receive(result).await;
            }
        }
    }

    fn is_done(&self) -> bool {
        self.is_exhausted && self.ledger.is_empty() && self.unsent.is_empty()
    }

    /// Gives out jobs as long as the workers have hands for them.
    async fn give_out(&mut self) {
        while let Some(job) = self.unsent.pop() {
            if !self.send(job).await {
                return;
            }
        }
        let slots = self.watched.slots().max(1);
        while self.ledger.len() < 2 * slots + 2 {
            let fair = (self.source.remaining() / (2 * slots)).clamp(1, MOST_UNITS);
            // Where the server is far away jobs are longer, so that workers do not wait more than they work.
            let job_ms = JOB_MS.max(ROUND_TRIPS * self.round_trip.as_millis() as u64);
            let quick = (job_ms / self.watched.unit_ms().unwrap_or(job_ms).max(1)) as usize;
            match self.source.take(quick.clamp(1, fair)) {
                NextJob::Job(work) => {
                    if !self.send(OutstandingJob::new(work)).await {
                        return;
                    }
                }
                NextJob::Later => return,
                NextJob::Nothing => {
                    self.is_exhausted = true;
                    return;
                }
            }
        }
    }

    /// Takes back what the source does not want any more.
    fn call_off(&mut self) {
        for unit in self.source.unwanted() {
            self.unsent.retain(|job| !job.work.units().contains(&unit));
            for (job, work) in self.ledger.call_off(unit) {
                let OwnerSettings { run, build } = &self.settings;
                let subject = subjects::job(build, Lane::of(&work), run, &job);
                let off = serde_json::to_vec(&OffMessage { run: run.clone(), job }).unwrap_or_default();
                let hub = self.hub.clone();
                // What does not arrive is done in vain.
                tokio::spawn(async move {
                    let _ = hub.client.publish(subjects::OFF, off.into()).await;
                    if let Ok(stream) = hub.stream(subjects::JOBS).await {
                        let _ = stream.purge().filter(subject).await;
                    }
                });
            }
        }
    }

    /// A word about a job that is under way.
    fn hear(&self, word: LiveMessage) {
        let units = self.ledger.units(&word.job);
        match word.so_far {
            Some(result) if units.contains(&result.unit()) => self.source.hear(result.unit(), Some(result)),
            Some(_) => {}
            None => units.into_iter().for_each(|unit| self.source.hear(unit, None)),
        }
    }

    /// Sends a job under a new name; false if that must be tried again later.
    async fn send(&mut self, job: OutstandingJob) -> bool {
        self.given += 1;
        let name = format!("{}-{}", self.session, self.given);
        let OwnerSettings { run, build } = &self.settings;
        let message = JobMessage { run: run.clone(), job: name.clone(), work: job.work.clone() };
        let subject = subjects::job(build, Lane::of(&job.work), run, &name);
        let begun = Instant::now();
        let mut kept = self.hub.keep(subject, &format!("{run}-{name}"), &message).await;
        self.round_trip = begun.elapsed();
        if let Some(digest) = job.work.files().filter(|_| kept.is_ok()) {
            kept = self.put_file(digest).await;
        }
        if kept.is_err() {
            // It may have arrived all the same: then it is done twice and counts once.
            let _ = self.hub.make_streams().await;
            self.unsent.push(job);
            return false;
        }
        self.ledger.add(name, job);
        true
    }

    /// Makes sure that workers find a file that a job needs.
    async fn put_file(&mut self, digest: &str) -> Result<(), String> {
        if self.file.as_ref().is_some_and(|(known, at)| known == digest && at.elapsed() < FILES) {
            return Ok(());
        }
        // Without it the job is given up, and the letter says why.
        let Some(bytes) = self.source.file(digest) else { return Ok(()) };
        self.hub.put_file(digest, &bytes).await?;
        self.file = Some((digest.into(), Instant::now()));
        Ok(())
    }

    /// Takes in a result: first it is kept, then it is acknowledged.
    async fn receive(&mut self, received: ReceivedResult) {
        let ReceivedResult { message, lease } = received;
        let is_kept = match message {
            Some(message) => self.take_in(message),
            None => true,
        };
        if is_kept {
            // A result that comes again because this was lost is known already.
            let _ = lease.ack().await;
        }
    }

    /// Whether the message is dealt with for good.
    fn take_in(&mut self, message: ResultMessage) -> bool {
        let ResultMessage { job, worker, ms, body, .. } = message;
        let result = match body {
            ResultBody::Done(result) => result,
            ResultBody::Dead(letter) => {
                self.lose(letter);
                return true;
            }
            ResultBody::Rest(_) => {
                // Its results came before it; whatever did not is among what is left.
                self.unsent.extend(self.ledger.take_rest(&job));
                return true;
            }
        };
        let unit = result.unit();
        let points = match &result {
            UnitResult::Pair(pair) => pair.half_points(),
            UnitResult::Leaf(_) | UnitResult::SelfPlay(_) | UnitResult::Think(_) => None,
        };
        match self.source.hand_in(result, Origin::Elsewhere) {
            UnitReceipt::Counted => {
                self.ledger.settle(unit);
                self.watched.count(&worker, ms, points);
            }
            UnitReceipt::Known => {
                self.ledger.settle(unit);
                self.watched.repeat();
            }
            UnitReceipt::Untrue(why) => self.distrust(&job, unit, worker, &why),
            UnitReceipt::NotKept => return false,
        }
        for sentence in self.watched.new_outliers() {
            (self.news)(News::Outlier(sentence));
        }
        true
    }

    /// A result that cannot be true: the unit is given out again, a few times.
    fn distrust(&mut self, job: &str, unit: u64, worker: String, why: &str) {
        self.watched.distrust();
        (self.news)(News::Untrue { worker: worker.clone(), why: why.to_string() });
        let Some(again) = self.ledger.take_unit(job, unit) else { return };
        let times = self.untrue.entry(unit).or_default();
        *times += 1;
        if *times < MOST_UNTRUE {
            self.unsent.push(again);
            return;
        }
        let (run, what) = (self.settings.run.clone(), again.work.describe());
        let reason = format!("its results are not true: {why}");
        let letter = DeadLetter {
            run,
            job: job.into(),
            units: vec![unit],
            what,
            reason,
            deliveries: u64::from(*times),
            worker,
            at: super::hub::unix_seconds(),
        };
        let (hub, kept) = (self.hub.clone(), letter.clone());
        tokio::spawn(async move {
            let id = format!("dead-{}-{}", kept.run, kept.job);
            let _ = hub.keep(subjects::dead(&kept.run), &id, &kept).await;
        });
        self.bury(letter);
    }

    /// A job that nobody could do. One unit may have spoilt it for the others: they are given out
    /// alone. A letter about a job of an earlier owner, whose units are given out anew, is no news.
    fn lose(&mut self, mut letter: DeadLetter) {
        let Some(job) = self.ledger.remove(&letter.job) else { return };
        let mut alone = job.split();
        if alone.len() > 1 {
            self.unsent.append(&mut alone);
            return;
        }
        if let Some(job) = alone.pop() {
            (letter.units, letter.what) = (job.work.units(), job.work.describe());
        }
        self.bury(letter);
    }

    /// What is missing in the end.
    fn bury(&mut self, letter: DeadLetter) {
        (self.news)(News::Dead(letter.clone()));
        for unit in &letter.units {
            self.source.give_up(*unit, &letter.reason);
        }
        self.dead.push(letter);
    }

    /// Gives out again what is neither in the stream nor done: a server may have been restored from
    /// an older copy, or have lost what it had not yet written.
    async fn compare(&mut self) {
        if self.ledger.is_empty() {
            return;
        }
        let filter = subjects::jobs_of_run(&self.settings.build, &self.settings.run);
        let Ok(found) = self.hub.job_subjects(&filter).await else { return };
        let waiting: Vec<&str> = found.iter().filter_map(|(subject, _)| subject.rsplit('.').next()).collect();
        for lost in self.ledger.missing_from(&waiting) {
            self.unsent.push(lost);
        }
    }

    fn meet(&mut self, workers: Vec<WorkerState>) {
        if let Some(news) = self.watched.meet(workers, &self.settings.build) {
            (self.news)(news);
        }
        self.source.meet(self.watched.slots());
    }

    /// Writes down what is told to whoever asks about this run.
    fn watch(&self) {
        let (jobs, remaining) = (self.ledger.len() + self.unsent.len(), self.source.remaining());
        self.watched.set(|state: &mut RunState| {
            state.run.clone_from(&self.settings.run);
            state.build.clone_from(&self.settings.build);
            if state.what.is_empty() {
                state.what = self.source.describe();
            }
            (state.jobs, state.remaining) = (jobs as u64, remaining as u64);
        });
    }

    fn verdict(&self) -> Result<(), FleetError> {
        if self.dead.is_empty() || self.source.is_over() {
            return Ok(());
        }
        let sentences: Vec<String> = self.dead.iter().map(|dead| format!("{}: {}", dead.what, dead.reason)).collect();
        Err(FleetError::DeadLetters(sentences.join("; ")))
    }
}
