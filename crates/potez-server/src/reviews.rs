//! Reviews in the background: every move of a game judged, with progress.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use potez_engine::{BotSpec, Limits, Line, Outcome, Player, Proof, Report, Stop, Table};
use potez_words::Words;

use crate::clients::Client;
use crate::engine_queue::{EngineQueue, Ticket, Work};
use crate::failure::Failure;
use crate::judgements::Weighed;
use crate::sayings;
use crate::wire::{Review, ReviewState, ReviewStatus, ReviewedMove, Side};
use crate::{analyses, bots, bounds, remarks, seats};

/// The reviews of a server; they have a thread of their own.
pub(crate) struct Reviews {
    queue: EngineQueue,
    entries: Mutex<VecDeque<Entry>>,
}

struct Entry {
    id: String,
    shared: Arc<Mutex<Progress>>,
    ticket: Option<Ticket>,
}

/// How far a review has come.
struct Progress {
    status: ReviewStatus,
    total: usize,
    thoughts: Vec<Report<String>>,
    /// A table at the end of the game.
    table: Box<dyn Table>,
}

impl Reviews {
    pub(crate) fn start() -> Self {
        Self { queue: EngineQueue::start(1), entries: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a review on; returns its name.
    pub(crate) fn take_on(&self, client: Client, table: Box<dyn Table>, time: Duration) -> Result<String, Failure> {
        if table.ply() == 0 {
            return Err(Failure::unfit("server-nothing-to-review"));
        }
        let total = table.ply() + usize::from(table.outcome().is_none());
        let progress = Progress { status: ReviewStatus::Queued, total, thoughts: Vec::new(), table: table.fork() };
        let shared = Arc::new(Mutex::new(progress));
        let work = Reviewing { shared: shared.clone(), table, time };
        let most = (time + Duration::from_secs(1)) * total as u32;
        let ticket = self.queue.submit(client, most, Box::new(work))?;
        let id = seats::new_id();
        let mut entries = self.lock();
        if entries.len() >= bounds::REVIEWS {
            entries.pop_front();
        }
        entries.push_back(Entry { id: id.clone(), shared, ticket: Some(ticket) });
        Ok(id)
    }

    /// How a review is doing, in words.
    pub(crate) fn state(&self, id: &str, words: &Words) -> Result<ReviewState, Failure> {
        let shared = self.find(id)?;
        let progress = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let result = (progress.status == ReviewStatus::Done).then(|| review(&progress, words));
        Ok(ReviewState {
            id: id.to_string(),
            status: progress.status,
            done: progress.thoughts.len(),
            total: progress.total,
            result,
        })
    }

    fn find(&self, id: &str) -> Result<Arc<Mutex<Progress>>, Failure> {
        let entries = self.lock();
        entries.iter().find(|entry| entry.id == id).map(|entry| entry.shared.clone()).ok_or_else(Failure::not_found)
    }

    /// Calls a review off.
    pub(crate) fn cancel(&self, id: &str) -> Result<(), Failure> {
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

struct Reviewing {
    shared: Arc<Mutex<Progress>>,
    table: Box<dyn Table>,
    time: Duration,
}

impl Reviewing {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work for Reviewing {
    fn run(&mut self, stop: &Stop) {
        self.progress().status = ReviewStatus::Running;
        let spec: BotSpec = bots::judge(1);
        let Ok(mut bot) = self.table.bot(&spec) else {
            self.progress().status = ReviewStatus::Failed;
            return;
        };
        for ply in 0..=self.table.ply() {
            let table = cut(self.table.as_ref(), ply);
            if table.outcome().is_some() {
                break;
            }
            let report = bot.think(table.as_ref(), Limits::time(self.time), stop, &mut |_| {});
            if stop.is_raised() {
                break;
            }
            self.progress().thoughts.push(report);
        }
        let mut progress = self.progress();
        if progress.status == ReviewStatus::Running {
            let is_whole = progress.thoughts.len() == progress.total;
            progress.status = if is_whole { ReviewStatus::Done } else { ReviewStatus::Failed };
        }
    }
}

/// The chance of a player at a table, by what was thought about it or by the end of the game.
fn chance(table: &dyn Table, line: Option<&Line<String>>, player: Player) -> f64 {
    match (table.outcome(), line) {
        (Some(Outcome::Draw), _) | (None, None) => 0.5,
        (Some(Outcome::Win(winner)), _) => f64::from(u8::from(winner == player)),
        (None, Some(line)) if table.turn() == player => line.win_chance,
        (None, Some(line)) => 1.0 - line.win_chance,
    }
}

fn review(progress: &Progress, words: &Words) -> Review {
    let end = progress.table.as_ref();
    let mut moves = Vec::new();
    let mut graph = Vec::new();
    for (ply, mv) in end.moves().into_iter().enumerate() {
        let before = cut(end, ply);
        let after = cut(end, ply + 1);
        let line = progress.thoughts.get(ply).and_then(|report| report.lines.first());
        let then = progress.thoughts.get(ply + 1).and_then(|report| report.lines.first());
        graph.push(analyses::round(chance(before.as_ref(), line, Player::X)));
        if let Some(line) = line {
            moves.push(judged(before.as_ref(), after.as_ref(), ply, mv, line, then, words));
        }
    }
    let last = progress.thoughts.get(end.ply()).and_then(|report| report.lines.first());
    graph.push(analyses::round(chance(end, last, Player::X)));
    let mut worst: Vec<&ReviewedMove> = moves.iter().filter(|mv| mv.loss >= 0.05).collect();
    worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    let worst = worst.into_iter().map(|mv| mv.ply).collect();
    let mut accuracy = BTreeMap::new();
    let mut counts: BTreeMap<&'static str, BTreeMap<&'static str, usize>> = BTreeMap::new();
    for (name, side) in [("x", Side::X), ("o", Side::O)] {
        let own: Vec<&ReviewedMove> = moves.iter().filter(|mv| mv.by == side).collect();
        let lost: f64 = own.iter().map(|mv| mv.loss).sum();
        accuracy.insert(name, analyses::round(1.0 - lost / own.len().max(1) as f64));
        let grades = counts.entry(name).or_default();
        for mv in own {
            *grades.entry(mv.grade.word()).or_default() += 1;
        }
    }
    let outcome = sayings::Result::of(end).map(|result| result.ending(words));
    Review { game: end.game(), position: end.start(), outcome, moves, graph, accuracy, worst, counts }
}

fn cut(table: &dyn Table, ply: usize) -> Box<dyn Table> {
    let mut copy = table.fork();
    while copy.ply() > ply && copy.undo() {}
    copy
}

fn judged(
    before: &dyn Table,
    after: &dyn Table,
    ply: usize,
    mv: String,
    line: &Line<String>,
    then: Option<&Line<String>>,
    words: &Words,
) -> ReviewedMove {
    let mover = before.turn();
    let by = Side::from(mover);
    let reached = chance(after, then, mover);
    let is_best = line.pv[0] == mv;
    let best = if is_best { reached } else { line.win_chance.max(reached) };
    let is_only = before.count_legal() == 1;
    let weighed = Weighed { mv: mv.clone(), by, before: best, after: reached, is_best, is_only };
    let proven = match (after.outcome(), then.and_then(|line| line.proof)) {
        (Some(Outcome::Win(winner)), _) => Some(if winner == Player::X { Proof::Win } else { Proof::Loss }),
        (Some(Outcome::Draw), _) => Some(Proof::Draw),
        (None, proof) => proof.map(|proof| if after.turn() == Player::X { proof } else { proof.reversed() }),
    };
    ReviewedMove {
        ply: ply + 1,
        by,
        best: line.mv(),
        pv: line.pv.clone(),
        chance_x: analyses::for_x(by, reached),
        chance_x_before: analyses::for_x(by, line.win_chance),
        best_chance_x: analyses::for_x(by, best),
        loss: analyses::round(weighed.loss()),
        grade: weighed.grade(),
        proven: proven.map(Proof::word),
        remarks: remarks::on(before, &mv, words),
        best_remarks: remarks::on(before, &line.pv[0], words),
        mv,
    }
}
