//! Searches for which somebody waits.

use std::sync::Arc;
use std::time::Duration;

use potez_fleet::testing::NatsServer;
use potez_fleet::{Fleet, ThinkQueue};
use potez_table::{BotSpec, DynBot, Limits, Message, Report, Stop, TableMove};

use crate::work::{TestWorker, build, owner, until};

const GAME: &str = "havannah:size=5";

/// A queue whose run is owned by a thread; it ends with this.
struct OwnedQueue {
    queue: Arc<ThinkQueue>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl OwnedQueue {
    fn start(fleet: impl Fleet + Send + 'static) -> Self {
        // On a busy machine a worker may take its time.
        Self::patient(fleet, Duration::from_secs(60))
    }

    fn patient(mut fleet: impl Fleet + Send + 'static, patience: Duration) -> Self {
        let queue = Arc::new(ThinkQueue::new(patience));
        let owned = Arc::clone(&queue);
        let thread = std::thread::spawn(move || fleet.work(owned.as_ref(), &Stop::new()).unwrap());
        Self { queue, thread: Some(thread) }
    }

    fn think(&self, limits: Limits, stop: &Stop, infos: &mut usize) -> Result<Report<TableMove>, Message> {
        let spec = BotSpec { multipv: Some(2), ..BotSpec::new("potez") };
        let table = potez_table::open(GAME, None).unwrap();
        self.queue.bot(&spec).think(table.as_ref(), limits, stop, &mut |_| *infos += 1)
    }
}

impl Drop for OwnedQueue {
    fn drop(&mut self) {
        self.queue.close();
        let ended = self.thread.take().map(std::thread::JoinHandle::join);
        assert!(std::thread::panicking() || matches!(ended, Some(Ok(()))), "an owner ended with a panic");
    }
}

#[test]
fn a_search_elsewhere_finds_what_the_same_search_finds_here() {
    let Some(server) = NatsServer::start() else { return };
    let (fleet, _, _) = owner(&server, build(31));
    let (far, here) = (OwnedQueue::start(fleet), OwnedQueue::start(potez_fleet::LocalFleet::new(1)));
    assert_eq!(far.queue.slots(), 0);
    let _worker = TestWorker::start(&server, build(31), Duration::from_secs(5));
    until("the worker is known", || far.queue.slots() == 1);
    let [there, own] = [&far, &here].map(|queue| queue.think(Limits::nodes(2000), &Stop::new(), &mut 0).unwrap());
    assert_eq!((there.lines.len(), there.nodes), (2, own.nodes));
    assert_eq!(there.lines, own.lines);
}

#[test]
fn a_search_tells_what_it_has_and_frees_its_worker_when_it_is_called_off() {
    let Some(server) = NatsServer::start() else { return };
    let (fleet, _, _) = owner(&server, build(32));
    let far = OwnedQueue::start(fleet);
    let _worker = TestWorker::start(&server, build(32), Duration::from_secs(60));
    until("the worker is known", || far.queue.slots() == 1);
    let (stop, mut infos) = (Stop::new(), 0);
    let spec = BotSpec { multipv: Some(2), ..BotSpec::new("potez") };
    let table = potez_table::open(GAME, None).unwrap();
    let long = Limits::time(Duration::from_secs(300));
    let report = far.queue.bot(&spec).think(table.as_ref(), long, &stop, &mut |_| {
        infos += 1;
        stop.raise();
    });
    let report = report.unwrap();
    assert!(infos > 0 && report.lines.len() == 2, "{infos} {report:?}");
    // The only slot of the only worker is free long before the five minutes are over.
    far.think(Limits::nodes(100), &Stop::new(), &mut 0).unwrap();
}

#[test]
fn whoever_waits_for_a_worker_that_is_gone_is_told_so() {
    let Some(server) = NatsServer::start() else { return };
    let (fleet, _, _) = owner(&server, build(33));
    let far = OwnedQueue::patient(fleet, Duration::from_secs(1));
    let worker = TestWorker::start(&server, build(33), Duration::from_secs(60));
    until("the worker is known", || far.queue.slots() == 1);
    drop(worker);
    // It is not known yet that nobody is there, or it is: either way nobody answers, and that is said.
    let failed = far.think(Limits::nodes(100), &Stop::new(), &mut 0).unwrap_err();
    assert_eq!(failed.code, "fleet-silent", "{failed:?}");
    assert_eq!(far.queue.slots(), 0, "a fleet that has failed is left alone for a while");
}
