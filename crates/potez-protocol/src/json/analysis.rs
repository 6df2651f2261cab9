//! `analyze` queries: a queue, one thread that works it off, and stop flags by id.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use potez_table::{BotSpec, Limits, Line, Message, Proof, Report, Stop, Table, TableMove};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Fault, Sink, bad_request};

/// As many as the command line allows.
const MOST_THREADS: usize = 256;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Request {
    limits: RequestLimits,
    multipv: Option<usize>,
    report_every_ms: Option<u64>,
    threads: Option<usize>,
    bot: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct RequestLimits {
    time_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

/// An analysis that waits for its turn or is under way.
pub(super) struct Job {
    id: Value,
    table: Box<dyn Table>,
    request: Request,
    bot: BotSpec,
    stop: Stop,
}

impl Job {
    pub(super) fn new(id: Value, table: Box<dyn Table>, request: Request) -> Result<Self, Fault> {
        if request.multipv == Some(0) {
            return Err(bad_request("`multipv` is at least 1"));
        }
        if request.threads.is_some_and(|threads| !(1..=MOST_THREADS).contains(&threads)) {
            return Err(bad_request(format!("`threads` is a number from 1 to {MOST_THREADS}")));
        }
        let bot = request.bot.as_deref().unwrap_or("potez").parse().map_err(|error| bad_request(format!("{error}")))?;
        if let Err(message) = table.check_running() {
            return Err(message.into());
        }
        Ok(Self { id, table, request, bot, stop: Stop::new() })
    }

    fn limits(&self) -> Limits {
        let RequestLimits { time_ms, nodes, depth } = self.request.limits;
        Limits { time: time_ms.map(Duration::from_millis), nodes, depth, ..Limits::default() }
    }

    fn has_limits(&self) -> bool {
        self.limits() != Limits::default()
    }

    /// The bot that the request asks for. What stands in the request itself replaces what its bot
    /// says; the session's threads are for bots that say nothing.
    fn spec(&self, default_threads: usize) -> BotSpec {
        let mut spec = self.bot.clone();
        spec.threads = self.request.threads.or(spec.threads).or(Some(default_threads));
        spec.multipv = self.request.multipv.or(spec.multipv);
        spec
    }

    fn run(&self, sink: &Sink, threads: usize) {
        let mut bot = match self.table.bot(&self.spec(threads)) {
            Ok(bot) => bot,
            Err(message) => return self.refuse(sink, &message),
        };
        let every = self.request.report_every_ms.map(Duration::from_millis);
        let mut said = Instant::now();
        let report = bot.think(self.table.as_ref(), self.limits(), &self.stop, &mut |report| {
            if every.is_some_and(|every| said.elapsed() >= every) {
                said = Instant::now();
                sink(self.answer(report, true).to_string());
            }
        });
        match report {
            Ok(report) => sink(self.answer(&report, false).to_string()),
            Err(message) => self.refuse(sink, &message),
        }
    }

    fn refuse(&self, sink: &Sink, message: &Message) {
        let error = json!({ "code": message.kind.code(), "message": message.english });
        sink(json!({ "id": self.id, "error": error }).to_string());
    }

    fn answer(&self, report: &Report<TableMove>, partial: bool) -> Value {
        let line = |line: &Line<TableMove>| {
            json!({
                "move": line.mv(),
                "score": line.score.raw(),
                "winChance": (line.win_chance * 1e4).round() / 1e4,
                "proven": line.proof.map(Proof::word),
                "pv": line.pv,
                "depth": line.depth,
                "remarks": self.table.remarks(&line.mv().parts).unwrap_or_default(),
            })
        };
        let mut answer = json!({
            "id": self.id,
            "best": report.best(),
            "lines": report.lines.iter().map(line).collect::<Vec<_>>(),
            "nodes": report.nodes,
            "timeMs": report.time.as_millis() as u64,
        });
        if partial {
            answer["partial"] = json!(true);
        }
        answer
    }
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    /// The analysis under way: its id, its flag, and whether it ends by itself.
    current: Option<(Value, Stop, bool)>,
    /// No more requests will come.
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A panic while the lock is held leaves the queue usable: every change to it is a single
        // step.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The analyses of a session. The worker starts with the first of them.
pub(super) struct Analyses {
    sink: Sink,
    threads: usize,
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

impl Analyses {
    pub(super) fn new(sink: Sink, threads: usize) -> Self {
        Self { sink, threads, shared: Arc::default(), worker: None }
    }

    /// Queues an analysis.
    pub(super) fn start(&mut self, job: Job) {
        self.shared.lock().waiting.push_back(job);
        self.shared.changed.notify_one();
        if self.worker.is_none() {
            let (sink, threads, shared) = (self.sink.clone(), self.threads, self.shared.clone());
            self.worker = Some(std::thread::spawn(move || work(&sink, threads, &shared)));
        }
    }

    /// Ends every analysis of this id early; false if there is none. One that still waits answers
    /// when its turn comes, with the little that a moment shows.
    pub(super) fn stop(&self, id: &Value) -> bool {
        let queue = self.shared.lock();
        let waiting = queue.waiting.iter().map(|job| (&job.id, &job.stop));
        let current = queue.current.iter().map(|(id, stop, _)| (id, stop));
        let mut found = false;
        for (_, stop) in waiting.chain(current).filter(|(other, _)| *other == id) {
            stop.raise();
            found = true;
        }
        found
    }

    /// Waits until every analysis has answered; those without limits are stopped.
    pub(super) fn finish(self) {
        {
            let mut queue = self.shared.lock();
            queue.closed = true;
            for job in queue.waiting.iter().filter(|job| !job.has_limits()) {
                job.stop.raise();
            }
            if let Some((_, stop, false)) = &queue.current {
                stop.raise();
            }
        }
        self.shared.changed.notify_all();
        if let Some(worker) = self.worker {
            // The worker's panic has been reported on its own thread; the session ends either way.
            let _ = worker.join();
        }
    }
}

fn work(sink: &Sink, threads: usize, shared: &Shared) {
    loop {
        let mut queue = shared.lock();
        let job = loop {
            if let Some(job) = queue.waiting.pop_front() {
                break job;
            }
            if queue.closed {
                return;
            }
            queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        queue.current = Some((job.id.clone(), job.stop.clone(), job.has_limits()));
        drop(queue);
        job.run(sink, threads);
        shared.lock().current = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_in_a_request_replaces_what_its_bot_says() {
        let counts = |request: Value| {
            let request = serde_json::from_value(request).expect("a request");
            let table = potez_table::open("byte", None).expect("a table");
            let spec = Job::new(Value::Null, table, request).unwrap_or_else(|_| panic!("a good request")).spec(4);
            (spec.thread_count(), spec.line_count())
        };
        assert_eq!(counts(json!({})), (4, 1));
        assert_eq!(counts(json!({ "bot": "potez:threads=1,multipv=3" })), (1, 3));
        assert_eq!(counts(json!({ "bot": "potez:threads=1,multipv=3", "threads": 2, "multipv": 5 })), (2, 5));
    }
}
