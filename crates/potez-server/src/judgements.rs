//! What a move is worth: the chance before it against the chance after it.

use std::time::Duration;

use potez_session::Mistake;
use potez_table::review::{self, KnownLine, Thresholds};
use potez_table::{Limits, Outcome, Player, Proof, Report, Table, TableMove};
use potez_words::Words;

use crate::clients::Client;
use crate::engine_queue::EngineQueue;
use crate::error::ApiError;
use crate::wire::{Grade, JudgementView, MoveView, RemarkView, SentMove};
use crate::{analyses, bots, engine_jobs, remarks, tables};

/// What a move must give away to be taken back in a lesson: of the whole chance, and of the chance
/// that there was. Random moves at the beginning lose 5 to 15 % in all three games, moves of a
/// strong player 3 % at most.
const LEAST_LOSS: f64 = 0.04;
const LEAST_SHARE: f64 = 0.08;

/// A move judged.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct JudgedMove {
    pub(crate) mv: TableMove,
    pub(crate) by: Player,
    /// The mover's chance with the best move.
    pub(crate) before: f64,
    /// The mover's chance with this move.
    pub(crate) after: f64,
    pub(crate) is_best: bool,
    pub(crate) is_only: bool,
    /// The best answer to the move, and what is expected to follow.
    pub(crate) answer: Vec<TableMove>,
    /// What would have been better, and what is expected to follow.
    pub(crate) better: Vec<TableMove>,
    /// What is certain for the mover after the move, and after the better one.
    pub(crate) proofs: [Option<Proof>; 2],
}

impl JudgedMove {
    /// The chance that the move gives away.
    pub(crate) fn loss(&self) -> f64 {
        if self.is_best { 0.0 } else { (self.before - self.after).max(0.0) }
    }

    /// What the move is called.
    pub(crate) fn grade(&self) -> Grade {
        if self.is_only {
            Grade::Forced
        } else if self.is_best {
            Grade::Best
        } else {
            Thresholds::USUAL.judge(self.loss()).into()
        }
    }

    /// The judgement as the wire has it; `table` stands before the move.
    pub(crate) fn judgement(&self, table: &dyn Table, words: &Words) -> JudgementView {
        JudgementView {
            legal: true,
            mv: MoveView::from(&self.mv),
            grade: self.grade(),
            loss: analyses::round(self.loss()),
            chance_x: analyses::for_x(self.by, self.after),
            remarks: self.remarks(table, words),
            answer: if self.is_bad() { self.answer.iter().map(MoveView::from).collect() } else { Vec::new() },
            is_best: self.loss() < 0.02,
        }
    }

    /// Whether it gives so much away that it is called bad.
    pub(crate) fn is_bad(&self) -> bool {
        self.grade() >= Grade::Inaccuracy
    }

    /// What is said of the move: what it does, or what it gives away if it is bad. What would have
    /// been better is not given away.
    fn remarks(&self, table: &dyn Table, words: &Words) -> Vec<RemarkView> {
        if !self.is_bad() {
            return remarks::on(table, &self.mv.parts, words);
        }
        let line: Vec<TableMove> = std::iter::once(self.mv.clone()).chain(self.answer.iter().cloned()).collect();
        let played = KnownLine { line: &line, proof: self.proofs[0] };
        let why = review::explain(table, played, KnownLine { line: &self.better, proof: self.proofs[1] });
        why.unwrap_or_default().punished.into_iter().map(|remark| remarks::said(remark, words)).collect()
    }

    /// What the teacher says of a move that is taken back; none if it may stand.
    pub(crate) fn mistake(&self) -> Option<Mistake> {
        let texts = |line: &[TableMove]| line.iter().map(|mv| mv.text.clone()).collect();
        self.is_taken_back().then(|| Mistake {
            before: self.before,
            after: self.after,
            answer: texts(&self.answer),
            better: texts(&self.better),
            is_lost: self.proofs[0] == Some(Proof::Loss),
            was_won: self.proofs[1] == Some(Proof::Win),
        })
    }

    /// Whether the teacher takes it back: it gives away a good part of what there was. Of a small
    /// chance less can be lost than of a large one, and early in a game no single move loses much.
    fn is_taken_back(&self) -> bool {
        !self.is_only && self.loss() >= LEAST_LOSS && self.loss() >= LEAST_SHARE * self.before
    }
}

/// The chance of a player by a report or by the end of the game.
fn chance(table: &dyn Table, report: Option<&Report<TableMove>>, player: Player) -> f64 {
    if let Some(outcome) = table.outcome() {
        return match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == player)),
        };
    }
    let chance = report.and_then(|report| report.lines.first()).map_or(0.5, |line| line.win_chance);
    // Alternation is not assumed: a pass may bring the same player again.
    if table.turn() == player { chance } else { 1.0 - chance }
}

/// What judging a move may cost: each of its searches, and all of them with the time they wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) limits: Limits,
    pub(crate) most: Duration,
}

impl Effort {
    /// So much time for the searches together.
    pub(crate) fn within(time: Duration) -> Self {
        Self { limits: Limits::time(time / 3), most: time }
    }
}

/// Judges a move at a table that stands before it. A move that seems bad is compared once more: the
/// better one is tried out, so that both are searched alike.
pub(crate) async fn judge_move(
    queue: &EngineQueue,
    client: Client,
    table: Box<dyn Table>,
    mv: &SentMove,
    effort: Effort,
) -> Result<JudgedMove, ApiError> {
    tables::check_move(mv)?;
    let mover = table.turn();
    let mut after = table.fork();
    let mv = tables::play(after.as_mut(), mv).map_err(ApiError::rules)?;
    let is_only = table.count_legal() == 1;
    let then = after.fork();
    let Effort { limits, most } = effort;
    let think = |table| engine_jobs::think(queue, client, table, bots::judge(1), limits, most);
    let first = think(table.fork()).await?;
    let best = first.lines.first();
    let before = best.map_or(0.5, |line| line.win_chance);
    let better = best.map_or_else(Vec::new, |line| line.pv.clone());
    let is_best = better.first() == Some(&mv);
    let mut judged = JudgedMove {
        mv,
        by: mover,
        before,
        after: before,
        is_best,
        is_only,
        answer: Vec::new(),
        better,
        proofs: [None, best.and_then(|line| line.proof)],
    };
    if is_best || is_only {
        return Ok(judged);
    }
    if let Some(outcome) = after.outcome() {
        judged.after = chance(after.as_ref(), None, mover);
        judged.proofs[0] = Some(Proof::of_outcome(outcome, mover));
    } else {
        let report = think(then).await?;
        judged.after = chance(after.as_ref(), Some(&report), mover);
        let line = report.lines.into_iter().next();
        let own = |proof: Proof| if after.turn() == mover { proof } else { proof.reversed() };
        judged.proofs[0] = line.as_ref().and_then(|line| line.proof).map(own);
        judged.answer = line.map_or_else(Vec::new, |line| line.pv);
    }
    let is_certain = judged.proofs.iter().all(Option::is_some);
    if judged.before - judged.after >= LEAST_LOSS
        && !is_certain
        && let Some(best) = judged.better.first().cloned()
    {
        let mut tried = table;
        tried.play_parts(&best.parts).map_err(ApiError::rules)?;
        if tried.outcome().is_none() {
            let report = think(tried.fork()).await?;
            judged.before = judged.before.min(chance(tried.as_ref(), Some(&report), mover));
            let line = report.lines.into_iter().next();
            judged.better = std::iter::once(best).chain(line.into_iter().flat_map(|line| line.pv)).collect();
        }
    }
    // A move that turns out better than what was thought best is the best.
    judged.is_best = judged.after >= judged.before;
    judged.before = judged.before.max(judged.after);
    Ok(judged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(text: &str) -> TableMove {
        potez_table::open("havannah", None).unwrap().read_move(text).unwrap()
    }

    fn judged(before: f64, after: f64, is_best: bool) -> JudgedMove {
        let (answer, better) = (Vec::new(), Vec::new());
        let mv = stone("e5");
        JudgedMove { mv, by: Player::X, before, after, is_best, is_only: false, answer, better, proofs: [None; 2] }
    }

    #[test]
    fn grades_follow_the_chance_given_away() {
        assert_eq!(judged(0.6, 0.6, true).grade(), Grade::Best);
        assert_eq!(judged(0.6, 0.57, false).grade(), Grade::Good);
        assert_eq!(judged(0.6, 0.5, false).grade(), Grade::Inaccuracy);
        assert_eq!(judged(0.6, 0.4, false).grade(), Grade::Mistake);
        assert_eq!(judged(0.9, 0.1, false).grade(), Grade::Blunder);
        assert_eq!(JudgedMove { is_only: true, ..judged(0.9, 0.1, true) }.grade(), Grade::Forced);
    }

    #[tokio::test]
    async fn a_move_that_ends_the_game_is_judged_by_the_result() {
        let queue = EngineQueue::start(1, crate::engine_queue::QueueLimits::SEARCHES);
        let mut table = potez_table::open("havannah:size=3", None).unwrap();
        for mv in ["a1", "d4", "a2", "d5"] {
            table.play(mv).unwrap();
        }
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let effort = Effort::within(Duration::from_millis(300));
        let text = |mv: &str| SentMove::Text { mv: mv.into() };
        let win = judge_move(&queue, client, table.fork(), &text("a3"), effort).await.unwrap();
        assert!(win.after > 0.999 && win.grade() == Grade::Best);
        let refused = judge_move(&queue, client, table.fork(), &text("a1"), effort).await.unwrap_err();
        assert_eq!(refused.code, "illegal-move");
    }

    /// The random moves of a beginner in one game that the teacher takes back, of nine.
    async fn taken_back(queue: &EngineQueue, spec: &str, nodes: u64) -> usize {
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let effort = Effort { limits: Limits::nodes(nodes), most: Duration::from_secs(30) };
        let mut rng = fastrand::Rng::with_seed(3);
        let mut count = 0;
        for _ in 0..3 {
            let mut table = potez_table::open(spec, None).unwrap();
            for _ in 0..3 {
                let mv = SentMove::Text { mv: rng.choice(table.legal()).unwrap() };
                let judged = judge_move(queue, client, table.fork(), &mv, effort).await.unwrap();
                count += usize::from(judged.mistake().is_some());
                // A lesson is never about a move that keeps the chance.
                assert!(judged.mistake().is_none_or(|mistake| mistake.after < mistake.before));
                tables::play(table.as_mut(), &mv).unwrap();
                let answer =
                    engine_jobs::think(queue, client, table.fork(), bots::judge(1), effort.limits, effort.most);
                let answer = answer.await.unwrap().best().unwrap();
                table.play_parts(&answer.parts).unwrap();
            }
        }
        count
    }

    #[tokio::test]
    async fn random_moves_are_taken_back_in_all_games_alike() {
        let queue = EngineQueue::start(1, crate::engine_queue::QueueLimits::SEARCHES);
        // A node of Havannah's tree is worth hundreds of the others'.
        for (spec, nodes) in [("blockade", 6000), ("havannah:size=6", 300), ("byte", 6000)] {
            let count = taken_back(&queue, spec, nodes).await;
            assert!(count >= 4, "{count} of 9 in {spec}");
        }
    }

    #[tokio::test]
    async fn good_moves_stand_in_all_games() {
        let queue = EngineQueue::start(1, crate::engine_queue::QueueLimits::SEARCHES);
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let effort = Effort { limits: Limits::nodes(300), most: Duration::from_secs(30) };
        for spec in ["blockade", "havannah:size=6", "byte"] {
            let mut table = potez_table::open(spec, None).unwrap();
            for _ in 0..4 {
                let limits = Limits::nodes(1500);
                let report = engine_jobs::think(&queue, client, table.fork(), bots::judge(1), limits, effort.most);
                let best = report.await.unwrap().best().unwrap();
                let mv = SentMove::Text { mv: best.text.clone() };
                let judged = judge_move(&queue, client, table.fork(), &mv, effort).await.unwrap();
                assert_eq!(judged.mistake(), None, "{spec} {judged:?}");
                table.play_parts(&best.parts).unwrap();
            }
        }
    }
}
