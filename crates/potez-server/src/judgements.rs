//! What a move is worth: the chance before it against the chance after it.

use std::time::Duration;

use potez_table::review::Thresholds;
use potez_table::{Limits, Outcome, Player, Report, Table, TableMove};
use potez_words::Words;

use crate::clients::Client;
use crate::engine_queue::EngineQueue;
use crate::error::ApiError;
use crate::wire::{Grade, JudgementView, MoveView, SentMove};
use crate::{analyses, bots, engine_jobs, remarks, tables};

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
            remarks: remarks::on(table, &self.mv.parts, words),
            is_best: self.loss() < 0.02,
        }
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

/// Judges a move at a table that stands before it; the time is for both searches together.
pub(crate) async fn judge_move(
    queue: &EngineQueue,
    client: Client,
    table: Box<dyn Table>,
    mv: &SentMove,
    time: Duration,
) -> Result<JudgedMove, ApiError> {
    tables::check_move(mv)?;
    let mover = table.turn();
    let mut after = table.fork();
    let mv = tables::play(after.as_mut(), mv).map_err(ApiError::rules)?;
    let is_only = table.count_legal() == 1;
    let then = after.fork();
    let think = |table| engine_jobs::think(queue, client, table, bots::judge(1), Limits::time(time / 2), time);
    let first = think(table).await?;
    let before = first.lines.first().map_or(0.5, |line| line.win_chance);
    let is_best = first.best().as_ref() == Some(&mv);
    let after = if is_best || is_only {
        before
    } else if after.outcome().is_some() {
        chance(after.as_ref(), None, mover)
    } else {
        let report = think(then).await?;
        chance(after.as_ref(), Some(&report), mover)
    };
    // A move that turns out better than what was thought best is the best.
    let is_best = is_best || after >= before;
    Ok(JudgedMove { mv, by: mover, before: before.max(after), after, is_best, is_only })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(text: &str) -> TableMove {
        potez_table::open("havannah", None).unwrap().read_move(text).unwrap()
    }

    fn judged(before: f64, after: f64, is_best: bool) -> JudgedMove {
        JudgedMove { mv: stone("e5"), by: Player::X, before, after, is_best, is_only: false }
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
        let time = Duration::from_millis(200);
        let text = |mv: &str| SentMove::Text { mv: mv.into() };
        let win = judge_move(&queue, client, table.fork(), &text("a3"), time).await.unwrap();
        assert!(win.after > 0.999 && win.grade() == Grade::Best);
        let refused = judge_move(&queue, client, table.fork(), &text("a1"), time).await.unwrap_err();
        assert_eq!(refused.code, "illegal-move");
    }
}
