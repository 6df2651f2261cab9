//! Reviews in the background: every move of a game judged by the engine, with progress.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use potez_fleet::ThinkQueue;
use potez_table::review::{self, BotMaker, ReviewRun};
use potez_table::{BotSpec, DynBot, Message, Stop, Table};
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
    /// Reviews by a thread of this process, and by a fleet where there is one.
    pub(crate) fn start(fleet: Option<Arc<ThinkQueue>>) -> Self {
        Self { queue: EngineQueue::start_with(1, QueueLimits::SEARCHES, fleet), entries: Mutex::default() }
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
        let work = ReviewJob { shared: shared.clone(), run, is_done: false, stays: false };
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
    /// Whether a fleet has failed to do it.
    stays: bool,
}

fn locked(shared: &Mutex<ReviewProgress>) -> MutexGuard<'_, ReviewProgress> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ReviewJob {
    /// Goes on with the bots of a maker. What was found before one of them failed is kept.
    fn go_on(&mut self, bots: &BotMaker, stop: &Stop) -> Result<(), Message> {
        let shared = self.shared.clone();
        {
            let mut progress = locked(&shared);
            if progress.status != ReviewStatus::Queued && progress.status != ReviewStatus::Running {
                return Ok(());
            }
            progress.status = ReviewStatus::Running;
        }
        let review = self.run.go_on_by(bots, stop, &mut |progress| {
            let mut shared = locked(&shared);
            (shared.done, shared.total) = (progress.done, progress.total);
        })?;
        // Without a review it gives way, or was called off, or has had its time; only the first goes on.
        if let Some(review) = review {
            self.is_done = true;
            let mut progress = locked(&shared);
            progress.review = Some(review);
            progress.status = ReviewStatus::Done;
        }
        Ok(())
    }
}

impl Work for ReviewJob {
    fn run(&mut self, stop: &Stop) {
        if self.go_on(&|table, spec| table.bot(spec), stop).is_err() {
            self.is_done = true;
            locked(&self.shared).status = ReviewStatus::Failed;
        }
    }

    fn is_portable(&self) -> bool {
        !self.stays
    }

    fn run_far(&mut self, fleet: &Arc<ThinkQueue>, stop: &Stop) {
        let fleet = fleet.clone();
        let bots = move |_: &dyn Table, spec: &BotSpec| Ok(Box::new(fleet.bot(spec)) as Box<dyn DynBot>);
        if let Err(message) = self.go_on(&bots, stop)
            && !stop.is_raised()
        {
            tracing::info!(why = message.english, "a review goes on here");
            self.stays = true;
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
mod tests;
