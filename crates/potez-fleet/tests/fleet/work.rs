//! Events, workers and owners for the tests.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use potez_arena::runner::{self, Options, Results};
use potez_arena::{Control, Event, Journal, Openings, Pair, Pairing};
use potez_fleet::nats::worker::{self, SHARE, WorkerSettings};
use potez_fleet::nats::{NatsFleet, News, OwnerSettings, ServerAddress};
use potez_fleet::testing::NatsServer;
use potez_fleet::{Build, Fleet, FleetRunner};
use potez_table::{Limits, Stop};

/// A build that no other program has; the signature of the real one takes a second to compute.
pub(crate) fn build(signature: u64) -> Build {
    Build { version: "test".into(), signature }
}

pub(crate) fn event(games: usize) -> Event {
    Event {
        game: "havannah:size=4".into(),
        entrants: ["potez", "random"].map(|spec| spec.parse().unwrap()).into(),
        pairing: Pairing::RoundRobin,
        games,
        openings: Openings::random("havannah:size=4", 2, 5),
        control: Control::new(Limits::nodes(60)),
        seed: 5,
        sprt: None,
    }
}

/// Plays an event by a fleet.
pub(crate) fn play(event: &Event, fleet: &mut dyn Fleet, journal: Option<&mut Journal>) -> Results {
    let options = Options { concurrency: 1, journal, done: Vec::new(), keep_moves: true, stop: Stop::new() };
    let runner = &mut FleetRunner::new(fleet, 1);
    runner::run_by(runner, event, options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

/// The games without the time they took.
pub(crate) fn timeless(mut pairs: Vec<Pair>) -> Vec<Pair> {
    for game in pairs.iter_mut().flat_map(|pair| &mut pair.games) {
        (game.time_ms, game.longest_ms) = ([0; 2], [0; 2]);
    }
    pairs
}

/// What an owner has told.
pub(crate) type Told = Arc<Mutex<Vec<News>>>;

/// An owner of a run of its own, and what it tells.
pub(crate) fn owner(server: &NatsServer, build: Build) -> (NatsFleet, String, Told) {
    let told = Told::default();
    let (settings, noted) = (OwnerSettings::new(build), Arc::clone(&told));
    let run = settings.run.clone();
    let fleet = NatsFleet::connect(&ServerAddress::new(&server.url()), settings, move |news| {
        noted.lock().unwrap().push(news);
    });
    (fleet.unwrap_or_else(|error| panic!("{error}")), run, told)
}

/// A worker in a thread; it ends with its owner.
pub(crate) struct TestWorker {
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl TestWorker {
    pub(crate) fn start(server: &NatsServer, build: Build, lease: Duration) -> Self {
        Self::start_with(server, build, lease, SHARE)
    }

    /// The same with this much time for a job.
    pub(crate) fn start_with(server: &NatsServer, build: Build, lease: Duration, share: Duration) -> Self {
        let (stop, address) = (Stop::new(), ServerAddress::new(&server.url()));
        let raised = stop.clone();
        let thread = std::thread::spawn(move || {
            let settings = WorkerSettings { slots: 1, lease, share, engines: Vec::new(), memory: 16, build };
            worker::run(&address, settings, &raised, |_| {}).unwrap_or_else(|error| panic!("{error}"));
        });
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for TestWorker {
    fn drop(&mut self) {
        self.stop.raise();
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || matches!(ended, Some(Ok(()))), "a worker ended with a panic");
    }
}

/// Waits until something is so.
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..3000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("in a minute it did not become true that {what}");
}
