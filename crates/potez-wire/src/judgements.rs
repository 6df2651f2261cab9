//! What a move is worth: the chance before it against the chance after it.

use std::future::Future;

use potez_session::Mistake;
use potez_table::review::{self, KnownLine, Thresholds};
use potez_table::{Outcome, Player, Proof, Report, Table, TableMove};
use potez_words::Words;

use crate::error::ApiError;
use crate::json::{Grade, JudgementView, MoveView, RemarkView, SentMove};
use crate::{analyses, remarks, tables};

/// What a move must give away to be taken back in a lesson: of the whole chance, and of the chance
/// that there was. Random moves at the beginning lose 5 to 15 % in all three games, moves of a
/// strong player 3 % at most.
const LEAST_LOSS: f64 = 0.04;
const LEAST_SHARE: f64 = 0.08;

/// A move judged.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The move.
    pub mv: TableMove,
    /// Who made it.
    pub by: Player,
    /// The mover's chance with the best move.
    pub before: f64,
    /// The mover's chance with this move.
    pub after: f64,
    /// Whether nothing better was found.
    pub is_best: bool,
    /// Whether there was no other move.
    pub is_only: bool,
    /// The best answer to the move, and what is expected to follow.
    pub answer: Vec<TableMove>,
    /// What would have been better, and what is expected to follow.
    pub better: Vec<TableMove>,
    /// What is certain for the mover after the move, and after the better one.
    pub proofs: [Option<Proof>; 2],
}

impl JudgedMove {
    /// The chance that the move gives away.
    pub fn loss(&self) -> f64 {
        if self.is_best { 0.0 } else { (self.before - self.after).max(0.0) }
    }

    /// What the move is called.
    pub fn grade(&self) -> Grade {
        if self.is_only {
            Grade::Forced
        } else if self.is_best {
            Grade::Best
        } else {
            Thresholds::USUAL.judge(self.loss()).into()
        }
    }

    /// The judgement as the wire has it; `table` stands before the move.
    pub fn judgement(&self, table: &dyn Table, words: &Words) -> JudgementView {
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
    pub fn is_bad(&self) -> bool {
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
    pub fn mistake(&self) -> Option<Mistake> {
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

/// Judges a move at a table that stands before it. A move that seems bad is compared once more: the
/// better one is tried out, so that both are searched alike. Whoever asks does the thinking: `think`
/// searches a position with the strongest bot.
pub async fn judge_move<Thinking>(
    table: Box<dyn Table>,
    mv: &SentMove,
    think: impl Fn(Box<dyn Table>) -> Thinking,
) -> Result<JudgedMove, ApiError>
where
    Thinking: Future<Output = Result<Report<TableMove>, ApiError>>,
{
    tables::check_move(mv)?;
    let mover = table.turn();
    let mut after = table.fork();
    let mv = tables::play(after.as_mut(), mv).map_err(ApiError::rules)?;
    let is_only = table.count_legal() == 1;
    let then = after.fork();
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
}
