//! Turns of greedy and modest clients.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn client(last: u8) -> Client {
    IpAddr::from([10, 0, 0, last]).into()
}

#[tokio::test]
async fn a_client_waits_for_itself_and_for_nobody_else() {
    let turns = Turns::new(1);
    let first = turns.wait(client(1)).await.unwrap();
    let own = turns.of(client(1));
    assert!(own.clone().try_acquire_owned().is_err());
    assert!(turns.of(client(2)).try_acquire_owned().is_ok());
    drop(first);
    assert!(own.try_acquire_owned().is_ok());
}

#[test]
fn clients_that_have_gone_are_forgotten() {
    let turns = Turns::new(1);
    let one = turns.of(client(1));
    for number in 0..10_000_u32 {
        let _ = turns.of(IpAddr::from(number.to_be_bytes()).into());
    }
    assert!(turns.clients.lock().unwrap().turns.len() <= FIRST_SWEEP + 1);
    assert!(Arc::ptr_eq(&one, &turns.of(client(1))));
}

/// Does something in every step and never ends.
async fn busy(steps: Arc<AtomicUsize>) {
    loop {
        steps.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_thousand_busy_tasks_of_one_client_are_as_one_to_another_client() {
    let (turns, steps) = (Turns::new(1), Arc::new(AtomicUsize::new(0)));
    let mut crowd = tokio::task::JoinSet::new();
    for _ in 0..1000 {
        crowd.spawn(InTurn::new(turns.of(client(1)), busy(steps.clone())));
    }
    // All of them have been looked at and stand in line.
    while steps.load(Ordering::Relaxed) < 3000 {
        tokio::task::yield_now().await;
    }
    let before = steps.load(Ordering::Relaxed);
    let other = tokio::spawn(InTurn::new(turns.of(client(2)), async {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }));
    other.await.unwrap();
    let meanwhile = steps.load(Ordering::Relaxed) - before;
    assert!(meanwhile < 100, "{meanwhile} steps of the crowd went before ten of the other");
}

#[tokio::test]
async fn whoever_goes_while_it_waits_leaves_its_turn_to_the_next() {
    let turns = Turns::new(1);
    let held = turns.wait(client(1)).await;
    let own = turns.of(client(1));
    let mut gone = Box::pin(InTurn::new(own.clone(), async {}));
    let next = InTurn::new(own, async { 7 });
    let is_waiting = gone.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop())).is_pending();
    assert!(is_waiting);
    let next = tokio::spawn(next);
    tokio::task::yield_now().await;
    drop(held);
    drop(gone);
    assert_eq!(next.await.unwrap(), 7);
}
