//! Reviews in the background: every move of a game judged by the engine, with progress.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use potez_table::review::{self, ReviewRun};
use potez_table::{Stop, Table};
use potez_wire::reviews::{begin, said};
use potez_words::Words;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, QueueLimits, Ticket, Work};
use crate::error::ApiError;
use crate::wire::{ReviewState, ReviewStatus};
use crate::{limits, seats};

/// The reviews of a server; they have a thread of their own, which clients use in turn, slice by
/// slice.
pub(crate) struct Reviews {
    queue: EngineQueue,
    entries: Mutex<VecDeque<ReviewEntry>>,
}

struct ReviewEntry {
    id: String,
    client: Client,
    shared: Arc<Mutex<ReviewProgress>>,
    ticket: Option<Ticket>,
}

impl ReviewEntry {
    /// Whether it still waits or runs.
    fn is_open(&self) -> bool {
        let progress = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(progress.status, ReviewStatus::Queued | ReviewStatus::Running)
    }
}

/// How far a review has come.
struct ReviewProgress {
    status: ReviewStatus,
    done: usize,
    total: usize,
    /// A table at the end of the game.
    table: Box<dyn Table>,
    review: Option<review::Review>,
}

impl Reviews {
    pub(crate) fn start() -> Self {
        Self { queue: EngineQueue::start(1, QueueLimits::SEARCHES), entries: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<ReviewEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a review on; returns its name.
    pub(crate) fn take_on(&self, client: Client, table: Box<dyn Table>, time: Duration) -> Result<String, ApiError> {
        let run = begin(table.as_ref(), time)?;
        let mut entries = self.lock();
        if entries.iter().filter(|entry| entry.client == client && entry.is_open()).count()
            >= limits::CLIENT_REVIEWS_OPEN
        {
            return Err(ApiError::busy());
        }
        let total = table.ply() + 1;
        let progress = ReviewProgress { status: ReviewStatus::Queued, done: 0, total, table, review: None };
        let shared = Arc::new(Mutex::new(progress));
        let work = ReviewJob { shared: shared.clone(), run, is_done: false };
        // Up to three searches per position: it, a better move tried out, a second choice.
        let most = (time * 3 + Duration::from_secs(1)) * total as u32;
        make_room(&mut entries, client)?;
        let ticket = self.queue.submit(client, most, Box::new(work))?;
        let id = seats::new_id();
        entries.push_back(ReviewEntry { id: id.clone(), client, shared, ticket: Some(ticket) });
        Ok(id)
    }

    /// How a review is doing, in words.
    pub(crate) fn state(&self, id: &str, words: &Words) -> Result<ReviewState, ApiError> {
        let shared = self.find(id)?;
        let progress = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let result = progress.review.as_ref().map(|review| said(review, progress.table.as_ref(), words));
        Ok(ReviewState {
            id: id.to_string(),
            status: progress.status,
            done: progress.done,
            total: progress.total,
            result,
        })
    }

    fn find(&self, id: &str) -> Result<Arc<Mutex<ReviewProgress>>, ApiError> {
        let entries = self.lock();
        entries.iter().find(|entry| entry.id == id).map(|entry| entry.shared.clone()).ok_or_else(ApiError::not_found)
    }

    /// Calls a review off.
    pub(crate) fn cancel(&self, id: &str) -> Result<(), ApiError> {
        let shared = self.find(id)?;
        {
            let mut progress = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(progress.status, ReviewStatus::Queued | ReviewStatus::Running) {
                progress.status = ReviewStatus::Cancelled;
            }
        }
        let ticket = self.lock().iter_mut().find(|entry| entry.id == id).and_then(|entry| entry.ticket.take());
        drop(ticket);
        Ok(())
    }

    /// Calls everything off.
    pub(crate) fn close(&self) {
        self.queue.close();
    }
}

/// Makes room for one more review of a client: with the oldest of its own that are done, or, where
/// all together have too many, with one of whoever has the most. Nobody who has fewer loses one.
fn make_room(entries: &mut VecDeque<ReviewEntry>, client: Client) -> Result<(), ApiError> {
    let count =
        |entries: &VecDeque<ReviewEntry>, client: Client| entries.iter().filter(|entry| entry.client == client).count();
    let own = count(entries, client);
    let loser = if own >= limits::CLIENT_REVIEWS {
        client
    } else if entries.len() >= limits::REVIEWS {
        let most = entries.iter().map(|entry| entry.client).max_by_key(|client| count(entries, *client));
        most.filter(|most| count(entries, *most) > own).ok_or_else(ApiError::busy)?
    } else {
        return Ok(());
    };
    let oldest = entries.iter().position(|entry| entry.client == loser && !entry.is_open());
    entries.remove(oldest.ok_or_else(ApiError::busy)?);
    Ok(())
}

struct ReviewJob {
    shared: Arc<Mutex<ReviewProgress>>,
    run: ReviewRun,
    is_done: bool,
}

fn locked(shared: &Mutex<ReviewProgress>) -> MutexGuard<'_, ReviewProgress> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work for ReviewJob {
    fn run(&mut self, stop: &Stop) {
        let shared = self.shared.clone();
        {
            let mut progress = locked(&shared);
            if progress.status != ReviewStatus::Queued && progress.status != ReviewStatus::Running {
                return;
            }
            progress.status = ReviewStatus::Running;
        }
        let review = self.run.go_on(stop, &mut |progress| {
            let mut shared = locked(&shared);
            (shared.done, shared.total) = (progress.done, progress.total);
        });
        let mut progress = locked(&shared);
        match review {
            // It gives way, or was called off, or has had its time; only the first goes on.
            Ok(None) => {}
            Ok(Some(review)) => {
                self.is_done = true;
                progress.review = Some(review);
                progress.status = ReviewStatus::Done;
            }
            Err(_) => {
                self.is_done = true;
                progress.status = ReviewStatus::Failed;
            }
        }
    }

    fn can_go_on(&self) -> bool {
        !self.is_done
    }
}

/// Work that ends without a result has failed.
impl Drop for ReviewJob {
    fn drop(&mut self) {
        let mut progress = locked(&self.shared);
        if matches!(progress.status, ReviewStatus::Queued | ReviewStatus::Running) {
            progress.status = ReviewStatus::Failed;
        }
    }
}

#[cfg(test)]
mod tests {
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
        let reviews = Reviews::start();
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
}
