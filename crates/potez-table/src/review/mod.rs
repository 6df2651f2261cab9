//! A game looked at afterwards: every move judged by what it did to the mover's chance to win.
//!
//! Every position of the game is searched, the last one first, so that what is certain near the end
//! is known when the moves before it are judged. A move that seems to lose something is compared
//! once more: the better move is tried out and its position searched for as long as the one that
//! came on the board. What that shows counts for the moves before. A move that the engine liked,
//! and that turned out badly, is compared with the engine's second choice. Every move that is
//! criticised is explained by what tells its line from the line of the better move.

mod explanation;
mod judgement;
mod reviewer;
mod values;

use potez_core::{Message, Outcome, Player, Remark};
use potez_search::{Limits, Proof, Stop};
use serde::{Serialize, Serializer};

use crate::{BotSpec, DynBot, Table, TableMove, registry};

use reviewer::{Around, Reviewer};
use values::{Value, follow_proofs, spread_proofs};

pub use explanation::{Explanation, KnownLine, compared, explain};
pub use judgement::{Judgement, Thresholds};

/// How a game is reviewed.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Who judges.
    pub bot: BotSpec,
    /// What each search may cost.
    pub limits: Limits,
    /// From which loss on a move is what.
    pub thresholds: Thresholds,
}

impl Settings {
    /// The full-strength bot with these limits a search.
    pub fn new(limits: Limits) -> Self {
        Self { bot: BotSpec::new("potez"), limits, thresholds: Thresholds::USUAL }
    }
}

/// A game with every move judged.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The game spec.
    pub game: String,
    /// Where it began, if not at the game's own start.
    pub start: Option<String>,
    /// The result, if the game is over.
    #[serde(serialize_with = "outcome")]
    pub outcome: Option<Outcome>,
    /// Why it is over, as a code.
    pub reason: Option<String>,
    /// X's chance to win in every position, the start first: one more than there are moves.
    pub chances: Vec<f64>,
    /// Every move in the order of the game.
    pub moves: Vec<Judged>,
}

/// A move of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it.
    #[serde(serialize_with = "letter")]
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: TableMove,
    /// How good it was.
    pub judgement: Judgement,
    /// The win chance that it lost, 0 to 1.
    pub loss: f64,
    /// The mover's chance to win with the best move.
    pub before: f64,
    /// The mover's chance to win with this one.
    pub after: f64,
    /// What was certain for the mover before the move.
    #[serde(serialize_with = "word")]
    pub proven_before: Option<Proof>,
    /// What was certain for the mover after it.
    #[serde(serialize_with = "word")]
    pub proven_after: Option<Proof>,
    /// Whether it certainly changed the result: both of these are known and differ.
    pub turning_point: bool,
    /// What the move does.
    pub remarks: Vec<Remark>,
    /// What would have been better, if anything.
    pub better: Option<Variation>,
    /// The best answer to the move, if the game went on.
    pub reply: Option<Variation>,
    /// Why the move was criticised, if it was.
    pub why: Option<Explanation>,
}

impl Judged {
    /// What is to be said of the move and the answer to it: why it was criticised, or else what it
    /// does.
    pub fn about(&self) -> &[Remark] {
        match &self.why {
            Some(why) if !why.punished.is_empty() => &why.punished,
            // What a criticised move does well would sound like praise.
            Some(_) => &[],
            None => &self.remarks,
        }
    }

    /// What is to be said of the better move: what it gains or prevents, or else what it does and
    /// the move that was played does not.
    pub fn about_better(&self) -> Vec<Remark> {
        let Some(better) = &self.better else { return Vec::new() };
        match &self.why {
            Some(why) if !why.gained.is_empty() => why.gained.clone(),
            _ => better.remarks.iter().filter(|remark| !self.remarks.contains(remark)).cloned().collect(),
        }
    }
}

/// A line that was not played, with what its first move does.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variation {
    /// The moves, at least one.
    pub line: Vec<TableMove>,
    /// The chance to win of the player whose move it begins with.
    pub chance: f64,
    /// What is certain for that player.
    #[serde(serialize_with = "word")]
    pub proven: Option<Proof>,
    /// What its first move does.
    pub remarks: Vec<Remark>,
}

impl Variation {
    /// The text of the first move.
    pub fn mv(&self) -> &str {
        self.line.first().map_or("", |mv| mv.text.as_str())
    }
}

impl Review {
    /// The moves that deserve a word, the worst first; of equals the earlier.
    pub fn worst(&self) -> Vec<&Judged> {
        let mut worst: Vec<&Judged> =
            self.moves.iter().filter(|judged| judged.judgement >= Judgement::Inaccuracy).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.ply.cmp(&b.ply)));
        worst
    }

    /// How many moves of a player were judged so.
    pub fn count(&self, player: Player, judgement: Judgement) -> usize {
        self.moves.iter().filter(|judged| judged.player == player && judged.judgement == judgement).count()
    }
}

/// How far a review has come: positions looked at, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Searched already.
    pub done: usize,
    /// To be searched in all.
    pub total: usize,
}

/// Judges every move of the game on the table. `None` if it was stopped before the end.
///
/// ```
/// use potez_table::review::{Judgement, Settings, review};
/// use potez_table::{Limits, Stop, open};
///
/// let mut table = open("havannah:size=3", None).unwrap();
/// for mv in ["a1", "c3", "a2", "d3", "a3"] {
///     table.play(mv).unwrap();
/// }
/// let settings = Settings::new(Limits::nodes(500));
/// let review = review(table.as_ref(), &settings, &Stop::new(), &mut |_| {}).unwrap().unwrap();
/// let last = &review.moves[4];
/// assert_eq!(last.judgement, Judgement::Best);
/// assert_eq!(last.remarks[0].english, "completes a bridge between the corners a1, a3");
/// assert_eq!(review.chances[5], 1.0);
/// ```
pub fn review(
    table: &dyn Table,
    settings: &Settings,
    stop: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Option<Review>, Message> {
    ReviewRun::new(table, settings.clone())?.go_on(stop, on_progress)
}

/// A review that may have been stopped.
#[derive(Clone, PartialEq, Debug)]
pub struct PartialReview {
    /// What is known. Positions are searched from the last to the first, so a review that was
    /// stopped has the last moves only; the chances of positions that were not reached are not
    /// numbers.
    pub review: Review,
    /// Whether every move was judged with all that was wanted.
    pub is_whole: bool,
}

/// Judges the moves of the game on the table, from the last one back, until it is stopped.
pub fn review_so_far(
    table: &dyn Table,
    settings: &Settings,
    stop: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<PartialReview, Message> {
    let mut run = ReviewRun::new(table, settings.clone())?;
    match run.go_on(stop, on_progress)? {
        Some(review) => Ok(PartialReview { review, is_whole: true }),
        None => Ok(PartialReview { review: run.so_far(stop)?, is_whole: false }),
    }
}

/// Makes the bot of a spec that thinks about a table.
pub type BotMaker = dyn Fn(&dyn Table, &BotSpec) -> Result<Box<dyn DynBot>, Message>;

/// A review that can be interrupted and goes on later where it was.
pub struct ReviewRun {
    settings: Settings,
    /// The table at every position of the game, the start first.
    tables: Vec<Box<dyn Table>>,
    /// The table at the end of the game, with how it ended.
    end: Box<dyn Table>,
    played: Vec<TableMove>,
    /// What the positions are worth: the last one first until all of them are known, then the first
    /// one first.
    values: Vec<Value>,
    /// The moves judged so far, the last one first.
    moves: Vec<Judged>,
}

impl ReviewRun {
    /// A review of the game on the table that has not begun.
    pub fn new(table: &dyn Table, settings: Settings) -> Result<Self, Message> {
        let tables = positions(table)?;
        let (end, played) = (table.fork(), table.played());
        Ok(Self { settings, tables, end, played, values: Vec::new(), moves: Vec::new() })
    }

    /// Goes on until the review is done or the flag is raised; `None` if it was stopped. What was
    /// being searched then is searched again next time. The bot lives only meanwhile: its memory is
    /// large.
    pub fn go_on(&mut self, stop: &Stop, on_progress: &mut dyn FnMut(Progress)) -> Result<Option<Review>, Message> {
        self.go_on_by(&|table, spec| table.bot(spec), stop, on_progress)
    }

    /// The same with bots of somebody else's making, such as bots that think on another machine. What was
    /// found before one of them failed is kept.
    pub fn go_on_by(
        &mut self,
        bots: &BotMaker,
        stop: &Stop,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Review>, Message> {
        let settings = self.settings.clone();
        let bot = bots(self.end.as_ref(), &settings.bot)?;
        let mut reviewer = Reviewer { bot, bots, settings: &settings, stop };
        let total = self.tables.len();
        while self.values.len() < total {
            on_progress(Progress { done: self.values.len(), total });
            let value = reviewer.value(self.tables[total - 1 - self.values.len()].as_ref())?;
            // A search that was cut short says little, unless it has found something certain.
            if stop.is_raised() && value.proof.is_none() {
                return Ok(None);
            }
            self.values.push(value);
            if self.values.len() == total {
                self.values.reverse();
                spread_proofs(&self.tables, &self.played, &mut self.values);
                follow_proofs(&self.tables, &mut self.values);
            }
        }
        while self.moves.len() < self.played.len() {
            let ply = self.played.len() - 1 - self.moves.len();
            let (judged, learnt) = self.judge(&mut reviewer, ply, &self.values[ply..=ply + 1])?;
            if stop.is_raised() {
                return Ok(None);
            }
            // What was learnt of the position counts for the move that led to it.
            if let Some(chance) = learnt {
                self.values[ply].learn(chance);
            }
            self.moves.push(judged);
        }
        on_progress(Progress { done: total, total });
        Ok(Some(self.result(0, &self.values, &self.moves)))
    }

    fn judge(&self, reviewer: &mut Reviewer, ply: usize, values: &[Value]) -> Result<(Judged, Option<f64>), Message> {
        let tables = [self.tables[ply].as_ref(), self.tables[ply + 1].as_ref()];
        reviewer.judge(&Around { tables, values }, &self.played[ply])
    }

    /// What a review that was stopped knows; the flag is raised, so nothing is searched any more.
    fn so_far(&self, stop: &Stop) -> Result<Review, Message> {
        let first = self.tables.len() - self.values.len();
        let mut values = self.values.clone();
        if first > 0 {
            values.reverse();
            spread_proofs(&self.tables[first..], &self.played[first.min(self.played.len())..], &mut values);
            follow_proofs(&self.tables[first..], &mut values);
        }
        let bots: &BotMaker = &|table, spec| table.bot(spec);
        let bot = bots(self.end.as_ref(), &self.settings.bot)?;
        let mut reviewer = Reviewer { bot, bots, settings: &self.settings, stop };
        let mut moves = self.moves.clone();
        for ply in (first..self.played.len() - moves.len()).rev() {
            let known = ply - first;
            moves.push(self.judge(&mut reviewer, ply, &values[known..=known + 1])?.0);
        }
        Ok(self.result(first, &values, &moves))
    }

    /// A review from what the positions from `first` on are worth, and the moves, the last one first.
    fn result(&self, first: usize, values: &[Value], moves: &[Judged]) -> Review {
        let known =
            self.tables[first..].iter().zip(values).map(|(table, value)| value.chance_of(table.as_ref(), Player::X));
        Review {
            game: self.end.game(),
            start: self.end.start(),
            outcome: self.end.outcome(),
            reason: self.end.reason(),
            chances: std::iter::repeat_n(f64::NAN, first).chain(known).collect(),
            moves: moves.iter().rev().cloned().collect(),
        }
    }
}

/// The table at every position of its game, the start first. A resignation belongs to no position.
fn positions(table: &dyn Table) -> Result<Vec<Box<dyn Table>>, Message> {
    let mut tables = vec![registry::open(&table.game(), table.start().as_deref())?];
    for mv in table.played() {
        let mut next = tables[tables.len() - 1].fork();
        next.play_parts(&mv.parts)?;
        tables.push(next);
    }
    Ok(tables)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn letter<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(player.letter())
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn outcome<S: Serializer>(outcome: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
    outcome.map(|outcome| outcome.to_string()).serialize(serializer)
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn word<S: Serializer>(proof: &Option<Proof>, serializer: S) -> Result<S::Ok, S::Error> {
    proof.map(Proof::word).serialize(serializer)
}
