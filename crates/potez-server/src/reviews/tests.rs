//! Whose reviews are kept, and whose wait.

use std::net::IpAddr;

use super::*;

fn client(last: u8) -> Client {
    IpAddr::from([10, 0, 0, last]).into()
}

fn table(moves: &[&str]) -> Box<dyn Table> {
    let mut table = potez_table::open("havannah:size=3", None).unwrap();
    for mv in moves {
        table.play(mv).unwrap();
    }
    table
}

fn entry(client: Client, status: ReviewStatus, id: &str) -> ReviewEntry {
    let progress = ReviewProgress { status, done: 0, total: 1, table: table(&[]), review: None };
    ReviewEntry { id: id.into(), client, shared: Arc::new(Mutex::new(progress)), ticket: None }
}

#[test]
fn nobody_loses_a_finished_review_to_somebody_who_has_more() {
    let mut entries: VecDeque<ReviewEntry> = VecDeque::new();
    entries.push_back(entry(client(1), ReviewStatus::Done, "first"));
    for _ in 0..limits::CLIENT_REVIEWS {
        entries.push_back(entry(client(2), ReviewStatus::Done, "second"));
    }
    make_room(&mut entries, client(2)).unwrap();
    assert!(entries.iter().any(|entry| entry.id == "first"));
    assert_eq!(entries.iter().filter(|entry| entry.client == client(2)).count(), limits::CLIENT_REVIEWS - 1);
    // All places are taken: a newcomer gets one of whoever has the most.
    for other in 3..=255 {
        entries.push_back(entry(client(other), ReviewStatus::Done, "other"));
        entries.push_back(entry(client(other), ReviewStatus::Done, "other"));
    }
    entries.truncate(limits::REVIEWS);
    make_room(&mut entries, client(0)).unwrap();
    assert_eq!(entries.len(), limits::REVIEWS - 1);
    assert_eq!(entries.iter().filter(|entry| entry.client == client(2)).count(), limits::CLIENT_REVIEWS - 2);
    assert!(entries.iter().any(|entry| entry.id == "first"));
}

#[test]
fn a_client_waits_for_its_own_reviews_and_not_for_long_games() {
    let reviews = Reviews::start(None);
    let game = || table(&["a1", "c3", "a2", "d3"]);
    let long = Duration::from_mins(1);
    for _ in 0..limits::CLIENT_REVIEWS_OPEN {
        reviews.take_on(client(1), game(), long).unwrap();
    }
    assert_eq!(reviews.take_on(client(1), game(), long).unwrap_err().code, "busy");
    let id = reviews.take_on(client(2), game(), Duration::from_millis(10)).unwrap();
    // The long ones give way slice by slice.
    let words = Words::new(potez_words::Lang::En);
    while !matches!(reviews.state(&id, &words).unwrap().status, ReviewStatus::Done) {
        std::thread::sleep(Duration::from_millis(20));
    }
    reviews.close();
}
