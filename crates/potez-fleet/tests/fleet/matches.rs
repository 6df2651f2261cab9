//! Whole matches over workers.

use std::time::Duration;

use potez_arena::runner::RunFailure;
use potez_arena::stats::Sprt;
use potez_fleet::nats::{News, ServerAddress, fleet_status};
use potez_fleet::testing::NatsServer;
use potez_fleet::{
    Fleet, FleetError, Job, JobSource, LocalFleet, NextJob, Origin, SelfPlayTerms, UnitReceipt, UnitResult,
};
use potez_table::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::work::{TestWorker, build, event, owner, play, timeless, until};

const LEASE: Duration = Duration::from_secs(20);

#[test]
fn a_match_over_three_workers_is_the_local_match_game_by_game() {
    let Some(server) = NatsServer::start() else { return };
    let event = event(61);
    let local = play(&event, &mut LocalFleet::new(2), None);
    let _workers = [(); 3].map(|()| TestWorker::start(&server, build(1), LEASE));
    let (mut fleet, ..) = owner(&server, build(1));
    let over = play(&event, &mut fleet, None);
    assert!(over.failure.is_none());
    assert_eq!(timeless(over.pairs), timeless(local.pairs));
}

#[test]
fn a_test_ends_at_the_same_pair_as_on_one_machine() {
    let Some(server) = NatsServer::start() else { return };
    let mut event = event(4000);
    event.sprt = Sprt::new(0.0, 200.0);
    let local = play(&event, &mut LocalFleet::new(2), None);
    let _workers = [(); 2].map(|()| TestWorker::start(&server, build(2), LEASE));
    let (mut fleet, ..) = owner(&server, build(2));
    let over = play(&event, &mut fleet, None);
    assert!(over.verdict.is_some());
    assert_eq!((over.verdict, timeless(over.pairs)), (local.verdict, timeless(local.pairs)));
    // What was not needed any more is not in the queue.
    let status = fleet_status(&ServerAddress::new(&server.url())).unwrap();
    assert_eq!(status.queues, []);
}

#[test]
fn a_worker_of_another_signature_gets_no_job() {
    let Some(server) = NatsServer::start() else { return };
    let address = ServerAddress::new(&server.url());
    let _other = TestWorker::start(&server, build(30), LEASE);
    until("the other worker is there", || fleet_status(&address).unwrap().workers.len() == 1);
    let (mut fleet, _, told) = owner(&server, build(3));
    let url = server.url();
    let playing = std::thread::spawn(move || play(&event(6), &mut fleet, None));
    let is_named = |news: &News| matches!(news, News::NoWorkers { others } if others.len() == 1);
    until("the owner says that nobody can help", || told.lock().unwrap().iter().any(is_named));
    let _right = TestWorker::start(&server, build(3), LEASE);
    assert_eq!(playing.join().unwrap().pairs.len(), 3);
    let status = fleet_status(&ServerAddress::new(&url)).unwrap();
    let units: Vec<(u64, u64)> = status.workers.iter().map(|one| (one.build.signature, one.units)).collect();
    assert!(units.contains(&(30, 0)) && units.contains(&(3, 3)), "{units:?}");
}

/// Games of self-play; one of an unknown game cannot be played.
struct SomeGames {
    games: Vec<&'static str>,
    next: AtomicU64,
    played: AtomicU64,
    lied: AtomicBool,
}

impl SomeGames {
    fn of(games: &[&'static str]) -> Self {
        let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { games: games.to_vec(), next, played, lied: AtomicBool::new(false) }
    }
}

impl JobSource for SomeGames {
    fn take(&self, _most: usize) -> NextJob {
        let unit = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(game) = self.games.get(unit as usize) else { return NextJob::Nothing };
        let terms = SelfPlayTerms { games: vec![(*game).into()], nodes: 10, seed: 1, net: None };
        NextJob::Job(Job::SelfPlay { terms, games: vec![unit] })
    }

    fn hand_in(&self, result: UnitResult, origin: Origin) -> UnitReceipt {
        assert_eq!(origin, Origin::Elsewhere);
        // The first result is not believed.
        if !self.lied.swap(true, Ordering::Relaxed) {
            return UnitReceipt::Untrue("the test does not believe it".into());
        }
        let UnitResult::SelfPlay(played) = result else { panic!("not a game") };
        assert!(!played.line.is_empty());
        self.played.fetch_add(1, Ordering::Relaxed);
        UnitReceipt::Counted
    }

    fn is_over(&self) -> bool {
        self.played.load(Ordering::Relaxed) == self.games.len() as u64
    }

    fn remaining(&self) -> usize {
        self.games.len() - self.played.load(Ordering::Relaxed) as usize
    }

    fn describe(&self) -> String {
        "games".into()
    }
}

#[test]
fn a_job_that_cannot_be_done_becomes_a_dead_letter_with_the_reason_and_the_others_are_done() {
    let Some(server) = NatsServer::start() else { return };
    let _worker = TestWorker::start(&server, build(4), LEASE);
    let (mut fleet, run, told) = owner(&server, build(4));
    let source = SomeGames::of(&["havannah:size=3", "nogame", "havannah:size=3"]);
    let Err(FleetError::DeadLetters(why)) = fleet.work(&source, &Stop::new()) else { panic!("it was done") };
    assert!(why.contains("game 2 of self-play in nogame") && why.contains("unknown game"), "{why}");
    assert_eq!(source.played.load(Ordering::Relaxed), 2);
    let status = fleet_status(&ServerAddress::new(&server.url())).unwrap();
    assert_eq!((status.dead, status.queues.len()), (1, 0));
    let letter = &status.dead_letters[0];
    assert_eq!((letter.run.as_str(), letter.units.as_slice()), (run.as_str(), &[1][..]));
    assert!(letter.reason.contains("nogame"), "{letter:?}");
    let told = told.lock().unwrap();
    assert!(told.iter().any(|news| matches!(news, News::Dead(_))));
    // A result that was not believed was asked for again.
    assert!(told.iter().any(|news| matches!(news, News::Untrue { why, .. } if why.contains("does not believe"))));
}

#[test]
fn an_engine_that_no_worker_allows_is_refused_by_name() {
    let Some(server) = NatsServer::start() else { return };
    let program = potez_arena::Program::new(vec!["/nowhere/else".into()]);
    let stop = Stop::new();
    let (raised, address) = (stop.clone(), ServerAddress::new(&server.url()));
    let worker = std::thread::spawn(move || {
        use potez_fleet::nats::worker::{SHARE, WorkerSettings, run};
        let settings = WorkerSettings {
            slots: 1,
            lease: LEASE,
            share: SHARE,
            engines: vec![program],
            memory: 16,
            build: build(5),
        };
        run(&address, settings, &raised, |_| {})
    });
    let mut event = event(2);
    event.entrants[1] = "cmd:/nowhere/bot".parse().unwrap();
    let (mut fleet, ..) = owner(&server, build(5));
    let results = play(&event, &mut fleet, None);
    let Some(RunFailure::Players(why)) = results.failure else { panic!("it was played") };
    assert!(why.contains("not allowed to start `/nowhere/bot`"), "{why}");
    stop.raise();
    worker.join().unwrap().unwrap();
}

#[test]
fn a_server_that_is_killed_and_comes_back_loses_no_pair() {
    let Some(mut server) = NatsServer::start() else { return };
    let address = ServerAddress::new(&server.url());
    let local = play(&event(120), &mut LocalFleet::new(2), None);
    let _workers = [(); 2].map(|()| TestWorker::start(&server, build(9), Duration::from_secs(2)));
    let (mut fleet, ..) = owner(&server, build(9));
    let playing = std::thread::spawn(move || play(&event(120), &mut fleet, None));
    for kills in 1..=2 {
        until("some pairs are played", || {
            let runs = fleet_status(&address).map(|status| status.runs).unwrap_or_default();
            playing.is_finished() || runs.iter().any(|run| run.done >= 8 * kills)
        });
        server.restart();
    }
    assert_eq!(timeless(playing.join().unwrap().pairs), timeless(local.pairs));
}

#[test]
fn a_server_that_asks_for_a_password_lets_in_whoever_has_it() {
    let Some(server) = NatsServer::start_with(&["--user", "ana", "--pass", "s@cret"]) else { return };
    let host = server.url().replace("nats://", "");
    assert!(fleet_status(&ServerAddress::new(&format!("nats://ana:s%40cret@{host}"))).is_ok());
    let refused = fleet_status(&ServerAddress::new(&format!("nats://ana:wrong@{host}"))).unwrap_err().to_string();
    assert!(refused.contains("refuses these credentials") && !refused.contains("wrong"), "{refused}");
}

#[test]
fn a_server_that_has_forgotten_its_jobs_and_remembers_its_consumers_gives_out_new_ones() {
    let Some(mut server) = NatsServer::start() else { return };
    let first = {
        let _worker = TestWorker::start(&server, build(10), LEASE);
        play(&event(10), &mut owner(&server, build(10)).0, None)
    };
    server.kill();
    let messages = server.folder.join("jetstream/$G/streams/POTEZ_JOBS/msgs");
    for file in std::fs::read_dir(&messages).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    server.restart();
    let _worker = TestWorker::start(&server, build(10), LEASE);
    let again = play(&event(10), &mut owner(&server, build(10)).0, None);
    assert_eq!(timeless(again.pairs), timeless(first.pairs));
}
