//! Reviews in the background: every move of a game judged by the engine, with progress.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use potez_table::review::{self, Judged, Settings};
use potez_table::{Limits, Player, Proof, Stop, Table};
use potez_words::Words;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, Ticket, Work};
use crate::error::ApiError;
use crate::phrases::GameResult;
use crate::wire::{
    Accuracy, Grade, GradeCounts, MoveView, RemarkView, ReviewState, ReviewStatus, ReviewView, ReviewedMove,
};
use crate::{analyses, limits, remarks, seats, tables};

/// The reviews of a server; they have a thread of their own.
pub(crate) struct Reviews {
    queue: EngineQueue,
    entries: Mutex<VecDeque<ReviewEntry>>,
}

struct ReviewEntry {
    id: String,
    shared: Arc<Mutex<ReviewProgress>>,
    ticket: Option<Ticket>,
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
        Self { queue: EngineQueue::start(1), entries: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<ReviewEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a review on; returns its name.
    pub(crate) fn take_on(&self, client: Client, table: Box<dyn Table>, time: Duration) -> Result<String, ApiError> {
        if table.ply() == 0 {
            return Err(ApiError::unfit("server-nothing-to-review"));
        }
        let total = table.ply() + 1;
        let progress =
            ReviewProgress { status: ReviewStatus::Queued, done: 0, total, table: table.fork(), review: None };
        let shared = Arc::new(Mutex::new(progress));
        let work = ReviewJob { shared: shared.clone(), table, time };
        // Up to three searches per position: it, a better move tried out, a second choice.
        let most = (time * 3 + Duration::from_secs(1)) * total as u32;
        let ticket = self.queue.submit(client, most, Box::new(work))?;
        let id = seats::new_id();
        let mut entries = self.lock();
        if entries.len() >= limits::REVIEWS {
            entries.pop_front();
        }
        entries.push_back(ReviewEntry { id: id.clone(), shared, ticket: Some(ticket) });
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

struct ReviewJob {
    shared: Arc<Mutex<ReviewProgress>>,
    table: Box<dyn Table>,
    time: Duration,
}

impl ReviewJob {
    fn progress(&self) -> MutexGuard<'_, ReviewProgress> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work for ReviewJob {
    fn run(&mut self, stop: &Stop) {
        self.progress().status = ReviewStatus::Running;
        let settings = Settings::new(Limits::time(self.time));
        let review = review::review(self.table.as_ref(), &settings, stop, &mut |progress| {
            let mut shared = self.progress();
            (shared.done, shared.total) = (progress.done, progress.total);
        });
        let mut progress = self.progress();
        if progress.status == ReviewStatus::Running {
            progress.review = review.ok().flatten();
            progress.status = if progress.review.is_some() { ReviewStatus::Done } else { ReviewStatus::Failed };
        }
    }
}

/// A review as the wire has it.
fn said(review: &review::Review, end: &dyn Table, words: &Words) -> ReviewView {
    let moves: Vec<ReviewedMove> = review.moves.iter().map(|judged| reviewed(review, judged, end, words)).collect();
    let (accuracy, counts) = (accuracy(&moves), counts(&moves));
    ReviewView {
        game: review.game.clone(),
        game_name: words.game_name(end.description()),
        position: review.start.clone(),
        outcome: GameResult::of(end).map(|result| result.ending(words)),
        moves,
        graph: review.chances.iter().map(|chance| analyses::round(*chance)).collect(),
        accuracy,
        worst: review.worst().into_iter().map(|judged| judged.ply).collect(),
        counts,
    }
}

fn accuracy(moves: &[ReviewedMove]) -> Accuracy {
    let [x, o] = Player::BOTH.map(|player| {
        let own = moves.iter().filter(|mv| mv.by == player);
        let (count, lost) = own.fold((0_usize, 0.0), |(count, lost), mv| (count + 1, lost + mv.loss));
        analyses::round(1.0 - lost / count.max(1) as f64)
    });
    Accuracy { x, o }
}

fn counts(moves: &[ReviewedMove]) -> GradeCounts {
    let [x, o] = Player::BOTH.map(|player| {
        let mut grades = BTreeMap::new();
        for mv in moves.iter().filter(|mv| mv.by == player) {
            *grades.entry(mv.grade.word()).or_default() += 1;
        }
        grades
    });
    GradeCounts { x, o }
}

fn reviewed(review: &review::Review, judged: &Judged, end: &dyn Table, words: &Words) -> ReviewedMove {
    let by = judged.player;
    let better = judged.better.as_ref();
    let line = better.map_or(&[][..], |better| &better.line);
    let say = |found: &[potez_table::Remark]| -> Vec<RemarkView> {
        found.iter().map(|remark| remarks::said(remark.clone(), words)).collect()
    };
    let is_only = tables::cut(end, judged.ply - 1).count_legal() == 1;
    let for_x = |proof: Proof| if judged.player == Player::X { proof } else { proof.reversed() };
    ReviewedMove {
        ply: judged.ply,
        by,
        mv: MoveView::from(&judged.mv),
        best: MoveView::from(line.first().unwrap_or(&judged.mv)),
        pv: line.iter().map(MoveView::from).collect(),
        chance_x: analyses::for_x(by, judged.after),
        chance_x_before: analyses::round(review.chances[judged.ply - 1]),
        best_chance_x: analyses::for_x(by, judged.before),
        loss: analyses::round(judged.loss),
        grade: if is_only { Grade::Forced } else { judged.judgement.into() },
        proven: judged.proven_after.map(|proof| for_x(proof).word()),
        remarks: say(&judged.remarks),
        best_remarks: better.map_or_else(Vec::new, |better| say(&better.remarks)),
    }
}
