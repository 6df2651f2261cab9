//! A proof over workers: its value, its journal, and results that are not true.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use potez_byte::{Eight, Game};
use potez_core::{Game as _, Player};
use potez_engine::proving::{LeafChild, LeafFindings, LeafLimits, LeafProver, SharedProver};
use potez_fleet::nats::ServerAddress;
use potez_fleet::nats::worker::{self, SHARE, WorkerSettings};
use potez_fleet::testing::NatsServer;
use potez_fleet::{Build, Job, JobSource, LeafReport, LeafTask, NextJob, Origin, UnitReceipt, UnitResult};
use potez_lab::fleet::FleetArgs;
use potez_lab::prove::RunOptions;
use potez_lab::prove::journal::{self, ProofEvent, ProofJournal};
use potez_lab::prove::source::ProofSource;
use potez_lab::prove::tree::ProofTree;
use potez_search::Stop;

use crate::proofs::{MIDDLE, output, prove, subject, text};
use crate::scratch;

/// Set in a process of this test that is a worker: where NATS is.
const WORKER: &str = "POTEZ_TEST_PROOF_WORKER";
const KILLS: usize = 8;
/// How long something is waited for: an owner and a worker compute the signature first.
const PATIENCE: Duration = Duration::from_secs(120);

/// A process that is killed when the test ends.
struct Process(Child);

impl Process {
    fn kill(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_worker(url: &str) -> Process {
    let name = "proof_fleet::a_proof_over_workers_that_are_killed_has_the_value_of_one_machine";
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", name]).env(WORKER, url).stdout(Stdio::null()).stderr(Stdio::null());
    Process(command.spawn().expect("it starts"))
}

/// What a worker process does until it is killed.
fn be_worker(url: &str) {
    let build = Build::here().expect("a signature");
    let lease = Duration::from_secs(1);
    let settings = WorkerSettings { slots: 1, lease, share: SHARE, engines: Vec::new(), memory: 8, build };
    worker::run(&ServerAddress::new(url), settings, &Stop::new(), |_| {}).expect("it works until it is killed");
}

fn start_owner(journal: &Path, url: &str) -> Process {
    let options = ["--journal", text(journal), "--leaf-nodes", "400", "--memory", "1", "--fleet", url];
    Process(prove("run", MIDDLE, &options).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"))
}

fn events(journal: &Path) -> Vec<ProofEvent> {
    if journal.exists() { journal::read(journal, &subject(MIDDLE)).unwrap_or_default() } else { Vec::new() }
}

#[test]
fn a_proof_over_workers_that_are_killed_has_the_value_of_one_machine() {
    if let Ok(url) = std::env::var(WORKER) {
        return be_worker(&url);
    }
    let Some(mut server) = NatsServer::start() else { return };
    let [alone, over] = ["proof-alone", "proof-over"].map(scratch);
    let local = output(&mut prove("run", MIDDLE, &["--journal", text(&alone), "--leaf-nodes", "400", "--memory", "1"]));
    let url = server.url();
    let mut workers = [start_worker(&url), start_worker(&url)];
    let mut owner = start_owner(&over, &url);
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut known, mut grew) = (events(&over), 0);
    for kill in 0..KILLS {
        let begun = Instant::now();
        while events(&over).len() <= known.len() && begun.elapsed() < PATIENCE {
            assert!(owner.0.try_wait().expect("a process").is_none() || !events(&over).is_empty(), "the owner failed");
            if owner.0.try_wait().expect("a process").is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(rng.u64(..100)));
        match kill % 4 {
            0 | 2 => {
                let which = rng.usize(..workers.len());
                workers[which].kill();
                workers[which] = start_worker(&url);
            }
            1 => {
                owner.kill();
                owner = start_owner(&over, &url);
            }
            _ => server.restart(),
        }
        let now = events(&over);
        assert!(now.starts_with(&known), "what was written is there");
        grew += usize::from(now.len() > known.len());
        known = now;
    }
    assert!(grew >= 3, "something was found between {grew} of {KILLS} kills");
    let begun = Instant::now();
    let ended = loop {
        if let Some(status) = owner.0.try_wait().expect("a process") {
            break status;
        }
        assert!(begun.elapsed() < PATIENCE, "the proof does not end: {} results", events(&over).len());
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(ended.success(), "the owner failed");
    let status = output(&mut prove("status", MIDDLE, &["--journal", text(&over)]));
    assert!(local.starts_with("proven: "), "{local}");
    assert_eq!(status.lines().next(), local.lines().next());
    let mut seen = HashSet::new();
    for event in events(&over) {
        let (ProofEvent::Solved { position, .. } | ProofEvent::Opened { position, .. }) = event;
        assert!(seen.insert(position.clone()), "{position} was done twice");
    }
}

/// A proof of which one leaf is given out, which is the root.
struct Given {
    game: Game<Eight>,
    options: RunOptions,
    task: LeafTask,
}

impl Given {
    fn new(leaf_nodes: u64) -> Self {
        let fleet = FleetArgs::default();
        let options =
            RunOptions { memory: 1, threads: 1, hours: None, leaf_nodes, every_move: false, report: 60.0, fleet };
        // Nothing is known yet of what the root costs, so it is not tried.
        let limits = LeafLimits { nodes: 0, estimate_nodes: 100 };
        let root = subject(MIDDLE);
        let position = root.strip_prefix("byte ").expect("the game first");
        Self { game: "byte".parse().expect("a spec"), options, task: LeafTask::new(position, limits) }
    }

    fn prover(&self) -> SharedProver<Game<Eight>> {
        SharedProver::new(self.game, 1).expect("no draws")
    }

    /// The proof as far as a journal knows it.
    fn source(&self, path: &Path) -> ProofSource<'_, Game<Eight>> {
        let (journal, events) = ProofJournal::open(path, &subject(MIDDLE)).expect("a journal");
        let mut tree = ProofTree::new(self.game, &self.game.read_position(MIDDLE).expect("a position"));
        for event in &events {
            tree.apply(event).expect("a result");
        }
        ProofSource::new(tree, journal, Arc::new(self.prover()), &self.options).expect("a source")
    }

    fn honest(&self) -> LeafFindings {
        let LeafTask { nodes, estimate_nodes, .. } = self.task;
        let limits = LeafLimits { nodes, estimate_nodes };
        self.prover().work(&self.task.position, limits, &Stop::new()).expect("a position").expect("not called off")
    }

    fn report(&self, found: &LeafFindings) -> UnitResult {
        UnitResult::Leaf(LeafReport::new(&self.task, found))
    }
}

#[test]
fn a_result_that_contradicts_the_rules_or_a_short_search_does_not_count_and_a_true_one_counts_once() {
    let path = scratch("proof-lies");
    let opened = Given::new(1000);
    let source = opened.source(&path);
    let NextJob::Job(Job::Leaves { game, leaves }) = source.take(16) else { panic!("a leaf is there") };
    assert_eq!((game.as_str(), &leaves[..1]), ("byte", &[opened.task.clone()][..]));
    assert_eq!(source.take(1), NextJob::Later);
    let honest = opened.honest();
    assert!(honest.winner.is_none() && honest.children.len() > 5);
    let mut fewer = honest.clone();
    fewer.children.pop();
    // A child that a short search decides, with the wrong winner.
    let children = potez_engine::proving::children_of(&opened.game, &opened.game.read_position(MIDDLE).unwrap());
    let value = |pos| opened.prover().solve(pos, 10_000, &Stop::new()).winner;
    let decided = children.iter().position(|(_, pos)| value(pos).is_some()).expect("a child is easy");
    let wrong: Player = !value(&children[decided].1).expect("it is decided");
    let mut lie = honest.clone();
    lie.children[decided] = LeafChild { costs: [255; 2], winner: Some(wrong) };
    let dear = LeafFindings { nodes: 1_000_000, ..honest.clone() };
    for found in [fewer, lie, dear] {
        let receipt = source.hand_in(opened.report(&found), Origin::Elsewhere);
        assert!(matches!(receipt, UnitReceipt::Untrue(_)), "{receipt:?} to {found:?}");
    }
    let mut elsewhere = LeafReport::new(&opened.task, &honest);
    elsewhere.unit += 1;
    assert!(matches!(source.hand_in(UnitResult::Leaf(elsewhere), Origin::Elsewhere), UnitReceipt::Untrue(_)));
    assert_eq!(source.hand_in(opened.report(&honest), Origin::Elsewhere), UnitReceipt::Counted);
    assert_eq!(source.hand_in(opened.report(&honest), Origin::Elsewhere), UnitReceipt::Known);
    drop(source);
    // Whoever goes on with the journal knows it too, and gives out what comes next.
    let again = opened.source(&path);
    assert_eq!(again.hand_in(opened.report(&honest), Origin::Elsewhere), UnitReceipt::Known);
    let NextJob::Job(Job::Leaves { leaves, .. }) = again.take(3) else { panic!("leaves are there") };
    assert!(leaves.len() == 3 && leaves.iter().all(|leaf| leaf.position != opened.task.position));
    let mut unknown = LeafReport::new(&opened.task, &honest);
    (unknown.position, unknown.unit) = ("nowhere".into(), LeafTask::unit_of("nowhere"));
    assert_eq!(again.hand_in(UnitResult::Leaf(unknown), Origin::Elsewhere), UnitReceipt::Known);
}
