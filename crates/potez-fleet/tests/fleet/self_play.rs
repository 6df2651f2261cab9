//! Games of self-play over workers, with a net that travels, and jobs that are too long for one worker.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use potez_fleet::nats::{ServerAddress, fleet_status};
use potez_fleet::testing::NatsServer;
use potez_fleet::{Fleet, Job, JobSource, LocalFleet, NextJob, Origin, SelfPlayTerms, UnitReceipt, UnitResult, digest};
use potez_table::Stop;

use crate::work::{TestWorker, build, owner};

const LEASE: Duration = Duration::from_secs(20);
/// The net that comes with the program, as another one would come.
const NET: &[u8] = include_bytes!("../../../potez-engine/src/havannah/net/weights.bin");

/// A few games in jobs of a fixed length.
struct Games {
    terms: SelfPlayTerms,
    count: u64,
    job: u64,
    next: Mutex<u64>,
    played: Mutex<BTreeMap<u64, String>>,
}

impl Games {
    fn new(count: u64, job: u64, nodes: u64) -> Self {
        let games = ["havannah:size=3,swap=off", "havannah:size=4,swap=off"].map(String::from).to_vec();
        let terms = SelfPlayTerms { games, nodes, seed: 7, net: Some(digest(NET)) };
        Self { terms, count, job, next: Mutex::new(0), played: Mutex::default() }
    }

    fn play(self, fleet: &mut dyn Fleet) -> BTreeMap<u64, String> {
        fleet.work(&self, &Stop::new()).unwrap_or_else(|error| panic!("{error}"));
        self.played.into_inner().unwrap()
    }
}

impl JobSource for Games {
    fn take(&self, _most: usize) -> NextJob {
        let mut next = self.next.lock().unwrap();
        let games: Vec<u64> = (*next..self.count).take(self.job as usize).collect();
        *next += games.len() as u64;
        if games.is_empty() {
            return NextJob::Nothing;
        }
        NextJob::Job(Job::SelfPlay { terms: self.terms.clone(), games })
    }

    fn hand_in(&self, result: UnitResult, _origin: Origin) -> UnitReceipt {
        let UnitResult::SelfPlay(played) = result else { panic!("not a game") };
        match self.played.lock().unwrap().insert(played.unit, played.line) {
            None => UnitReceipt::Counted,
            Some(_) => UnitReceipt::Known,
        }
    }

    fn is_over(&self) -> bool {
        self.remaining() == 0
    }

    fn remaining(&self) -> usize {
        self.count as usize - self.played.lock().unwrap().len()
    }

    fn describe(&self) -> String {
        "games".into()
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        (name == digest(NET)).then(|| NET.to_vec())
    }
}

#[test]
fn self_play_over_workers_with_a_net_that_travels_is_the_self_play_of_one_machine() {
    let Some(server) = NatsServer::start() else { return };
    let local = Games::new(12, 2, 40).play(&mut LocalFleet::new(2));
    let _workers = [(); 2].map(|()| TestWorker::start(&server, build(40), LEASE));
    let over = Games::new(12, 2, 40).play(&mut owner(&server, build(40)).0);
    assert_eq!(over, local);
    assert!(local.values().any(|line| line.contains('@')), "{local:?}");
}

#[test]
fn a_worker_hands_back_what_is_left_after_its_share_and_nothing_is_played_twice() {
    let Some(server) = NatsServer::start() else { return };
    // All games are one job, of which a worker without time does one game.
    let count = 6;
    let _workers = [(); 2].map(|()| TestWorker::start_with(&server, build(41), LEASE, Duration::ZERO));
    let over = Games::new(count, count, 40).play(&mut owner(&server, build(41)).0);
    assert_eq!(over, Games::new(count, count, 40).play(&mut LocalFleet::new(1)));
    let status = fleet_status(&ServerAddress::new(&server.url())).unwrap();
    assert_eq!(status.workers.iter().map(|worker| worker.units).sum::<u64>(), count, "{status:?}");
}
