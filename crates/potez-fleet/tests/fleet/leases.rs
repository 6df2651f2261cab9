//! Workers that die, hang or come too late.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::{self, AckKind, Message};
use futures_util::StreamExt;
use potez_arena::runner::{self, Options, RunFailure};
use potez_arena::{Control, Event, Journal};
use potez_fleet::nats::{ServerAddress, fleet_status};
use potez_fleet::testing::NatsServer;
use potez_fleet::{AllowedEngines, Build, FleetRunner, Job, UnitResult, WorkEvent, Workbench};
use potez_table::{Limits, Stop};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::work::{TestWorker, build, event, owner, play, until};

const LEASE: Duration = Duration::from_millis(600);

/// A worker whose every step the test takes itself.
struct Puppet {
    runtime: Runtime,
    context: jetstream::Context,
    consumer: PullConsumer,
}

impl Puppet {
    fn new(server: &NatsServer, build: &Build) -> Self {
        let runtime = Runtime::new().unwrap();
        let (context, consumer) = runtime.block_on(async {
            let context = jetstream::new(async_nats::connect(server.url()).await.unwrap());
            let stream = context.get_stream("POTEZ_JOBS").await.unwrap();
            let config = pull::Config {
                durable_name: Some(format!("bulk-{}", build.token())),
                filter_subject: format!("potez.jobs.{}.bulk.>", build.token()),
                ack_policy: AckPolicy::Explicit,
                ack_wait: LEASE,
                max_deliver: -1,
                ..pull::Config::default()
            };
            (context, stream.create_consumer(config).await.unwrap())
        });
        Self { runtime, context, consumer }
    }

    fn take(&self) -> (Message, Value) {
        self.runtime.block_on(async {
            let mut jobs =
                self.consumer.batch().max_messages(1).expires(Duration::from_secs(20)).messages().await.unwrap();
            let message = jobs.next().await.expect("a job").unwrap();
            let job = serde_json::from_slice(&message.payload).unwrap();
            (message, job)
        })
    }

    /// The next job that is not this one; on a slow machine its lease may run out meanwhile.
    fn take_another(&self, first: &Value) -> (Message, Value) {
        loop {
            let (message, job) = self.take();
            if pair_of(&job) != pair_of(first) {
                return (message, job);
            }
        }
    }

    fn go_on(&self, message: &Message) {
        self.runtime.block_on(message.ack_with(AckKind::Progress)).unwrap();
    }

    /// Does a job as a worker does it, without handing anything in.
    fn work(job: &Value) -> Vec<UnitResult> {
        let work: Job = serde_json::from_value(job["work"].clone()).unwrap();
        let mut results = Vec::new();
        let mut bench = Workbench::new(AllowedEngines::These(Vec::new()), Arc::default());
        let mut note = |event| match event {
            WorkEvent::Done(result) => results.push(result),
            WorkEvent::SoFar(_) => {}
        };
        let files = |name: &str| Err(format!("there is no {name}"));
        bench.work(&work, &files, &Stop::new(), &mut note).unwrap();
        results
    }

    /// Hands in results and acknowledges the job.
    fn hand_in(&self, message: &Message, job: &Value, results: &[UnitResult]) {
        self.runtime.block_on(async {
            let run = job["run"].as_str().unwrap();
            for result in results {
                let sent = json!({
                    "run": run, "job": job["job"], "worker": "puppet", "ms": 1, "body": { "done": result },
                });
                let sent = self.context.publish(format!("potez.results.{run}"), sent.to_string().into()).await.unwrap();
                sent.await.unwrap();
            }
            // The server says that all is well even where the lease ran out long ago.
            message.double_ack().await.unwrap();
        });
    }
}

fn pair_of(job: &Value) -> u64 {
    job["work"]["pairs"][0]["pair"].as_u64().unwrap()
}

#[test]
fn a_late_result_of_an_expired_lease_is_not_counted_twice() {
    let Some(server) = NatsServer::start() else { return };
    let file = std::env::temp_dir().join(format!("potez-late-{}.jsonl", std::process::id()));
    let _ = fs::remove_file(&file);
    let (mut fleet, run, _) = owner(&server, build(6));
    let puppet = Puppet::new(&server, &build(6));
    let event: Event = event(4);
    let counted = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (event, file, run, counted) = (&event, &file, &run, &counted);
        let playing = scope.spawn(move || {
            let (mut journal, done) = Journal::open_run(file, event, Some(run)).unwrap();
            let options =
                Options { concurrency: 1, journal: Some(&mut journal), done, keep_moves: true, stop: Stop::new() };
            let runner = &mut FleetRunner::new(&mut fleet, 1);
            runner::run_by(runner, event, options, &mut |_| {
                counted.fetch_add(1, Ordering::Relaxed);
            })
        });
        let (late, late_job) = puppet.take();
        let (held, held_job) = puppet.take_another(&late_job);
        let results = Puppet::work(&late_job);
        // The lease of the first job runs out, that of the second is kept.
        let worker = TestWorker::start(&server, build(6), LEASE);
        until("another worker has played the pair", || {
            puppet.go_on(&held);
            counted.load(Ordering::Relaxed) == 1
        });
        drop(worker);
        puppet.hand_in(&late, &late_job, &results);
        until("the owner knows that it came again", || {
            puppet.go_on(&held);
            let status = fleet_status(&ServerAddress::new(&server.url())).unwrap();
            status.runs.iter().any(|state| &state.run == run && state.repeated == 1)
        });
        puppet.hand_in(&held, &held_job, &Puppet::work(&held_job));
        let results = playing.join().unwrap().unwrap_or_else(|error| panic!("{error}"));
        assert!(results.failure.is_none());
        assert_eq!(results.pairs.len(), 2);
    });
    let journal = fs::read_to_string(&file).unwrap();
    assert_eq!(journal.lines().count(), 3, "{journal}");
    let again = Journal::open(&file, &event).unwrap();
    assert_eq!((again.0.run(), again.1.len()), (Some(run.as_str()), 2));
    fs::remove_file(&file).unwrap();
}

#[test]
fn a_job_whose_workers_die_one_after_the_other_is_given_up() {
    let Some(server) = NatsServer::start() else { return };
    let (mut fleet, ..) = owner(&server, build(7));
    let puppet = Puppet::new(&server, &build(7));
    let playing = std::thread::spawn(move || play(&event(2), &mut fleet, None));
    for delivery in 1..=6 {
        let (message, _) = puppet.take();
        assert_eq!(message.info().unwrap().delivered, delivery);
    }
    let _worker = TestWorker::start(&server, build(7), LEASE);
    let Some(RunFailure::Players(why)) = playing.join().unwrap().failure else { panic!("it was played") };
    assert!(why.contains("pair 1 of havannah") && why.contains("no worker that took it was heard of again"), "{why}");
}

#[test]
fn a_job_that_takes_longer_than_its_lease_is_done_once() {
    let Some(server) = NatsServer::start() else { return };
    let _workers = [(); 2].map(|()| TestWorker::start(&server, build(8), Duration::from_secs(2)));
    let (mut fleet, run, _) = owner(&server, build(8));
    let mut slow = event(1);
    slow.control = Control::new(Limits::time(Duration::from_secs(3)));
    slow.control.max_plies = Some(4);
    let results = play(&slow, &mut fleet, None);
    assert_eq!((results.pairs.len(), results.failure.is_none()), (1, true));
    let status = fleet_status(&ServerAddress::new(&server.url())).unwrap();
    assert_eq!(status.workers.iter().map(|worker| worker.units).sum::<u64>(), 1, "{run}: {status:?}");
}
