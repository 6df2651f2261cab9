//! Who is served when, and what is called off.

use std::net::IpAddr;
use std::sync::mpsc;

use super::*;

fn client(last: u8) -> Client {
    IpAddr::from([10, 0, 0, last]).into()
}

/// Says its name, and then works as long as it is let.
struct NamedWork {
    name: &'static str,
    said: mpsc::Sender<&'static str>,
    until_stopped: bool,
    is_patient: bool,
}

impl Work for NamedWork {
    fn run(&mut self, stop: &Stop) {
        self.said.send(self.name).unwrap();
        while self.until_stopped && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn can_go_on(&self) -> bool {
        self.is_patient
    }
}

const LONG: Duration = Duration::from_mins(1);

fn named(said: &mpsc::Sender<&'static str>, name: &'static str, until_stopped: bool) -> Box<dyn Work> {
    Box::new(NamedWork { name, said: said.clone(), until_stopped, is_patient: false })
}

#[test]
fn clients_take_turns_however_much_one_of_them_asks_for() {
    let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
    let (said, heard) = mpsc::channel();
    let first = queue.submit(client(9), LONG, named(&said, "first", true)).unwrap();
    assert_eq!(heard.recv().unwrap(), "first");
    let mut tickets = Vec::new();
    for name in ["a1", "a2", "a3"] {
        tickets.push(queue.submit(client(1), LONG, named(&said, name, false)).unwrap());
    }
    tickets.push(queue.submit(client(2), LONG, named(&said, "b1", false)).unwrap());
    drop(first);
    let order: Vec<&str> = (0..4).map(|_| heard.recv().unwrap()).collect();
    assert_eq!(order, ["a1", "b1", "a2", "a3"]);
}

#[test]
fn work_that_is_called_off_while_it_waits_never_runs() {
    let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
    let (said, heard) = mpsc::channel();
    let first = queue.submit(client(1), LONG, named(&said, "first", true)).unwrap();
    assert_eq!(heard.recv().unwrap(), "first");
    drop(queue.submit(client(1), LONG, named(&said, "second", false)).unwrap());
    let third = queue.submit(client(1), LONG, named(&said, "third", false)).unwrap();
    assert_eq!(third.place(), Some(1));
    drop(first);
    assert_eq!(heard.recv().unwrap(), "third");
}

#[test]
fn work_that_panics_takes_nothing_with_it() {
    struct Panics;
    impl Work for Panics {
        fn run(&mut self, _: &Stop) {
            panic!("on purpose");
        }
    }
    let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
    let (said, heard) = mpsc::channel();
    let _first = queue.submit(client(1), LONG, Box::new(Panics)).unwrap();
    let _second = queue.submit(client(1), LONG, named(&said, "alive", false)).unwrap();
    assert_eq!(heard.recv().unwrap(), "alive");
}

#[test]
fn nothing_runs_longer_than_it_may() {
    let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
    let (said, heard) = mpsc::channel();
    let _first = queue.submit(client(1), Duration::from_millis(60), named(&said, "endless", true)).unwrap();
    let _second = queue.submit(client(1), LONG, named(&said, "after", false)).unwrap();
    assert_eq!((heard.recv().unwrap(), heard.recv().unwrap()), ("endless", "after"));
}

#[test]
fn patient_work_gives_way_and_goes_on_later() {
    let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
    let (said, heard) = mpsc::channel();
    let patient = NamedWork { name: "patient", said: said.clone(), until_stopped: true, is_patient: true };
    let _patient = queue.submit(client(1), LONG, Box::new(patient)).unwrap();
    assert_eq!(heard.recv().unwrap(), "patient");
    let _quick = queue.submit(client(2), LONG, named(&said, "quick", false)).unwrap();
    assert_eq!((heard.recv().unwrap(), heard.recv().unwrap()), ("quick", "patient"));
}

#[test]
fn where_work_cannot_be_interrupted_one_client_never_has_all_threads() {
    let limits = QueueLimits { running_each: 1, ..QueueLimits::SEARCHES };
    let queue = EngineQueue::start(2, limits);
    let (said, heard) = mpsc::channel();
    let _endless = queue.submit(client(1), LONG, named(&said, "endless", true)).unwrap();
    assert_eq!(heard.recv().unwrap(), "endless");
    let _more: Vec<Ticket> =
        (0..9).map(|_| queue.submit(client(1), LONG, named(&said, "more", true)).unwrap()).collect();
    let _other = queue.submit(client(2), LONG, named(&said, "other", false)).unwrap();
    assert_eq!(heard.recv().unwrap(), "other");
}

#[test]
fn a_client_cannot_fill_the_queue_for_the_others() {
    let queue = EngineQueue::start(1, QueueLimits::SEARCHES);
    let (said, heard) = mpsc::channel();
    let mut tickets = vec![queue.submit(client(1), LONG, named(&said, "running", true)).unwrap()];
    assert_eq!(heard.recv().unwrap(), "running");
    for _ in 0..limits::CLIENT_JOBS {
        tickets.push(queue.submit(client(1), LONG, named(&said, "waiting", false)).unwrap());
    }
    assert_eq!(queue.submit(client(1), LONG, named(&said, "one more", false)).err().unwrap().code, "busy");
    assert!(queue.submit(client(2), LONG, named(&said, "other", false)).is_ok());
    queue.close();
    assert_eq!(queue.submit(client(2), LONG, named(&said, "late", false)).err().unwrap().code, "stopping");
}
