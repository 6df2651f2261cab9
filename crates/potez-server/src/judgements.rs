//! What a move is worth: the chance before it against the chance after it.

use std::time::Duration;

use potez_engine::review::Thresholds;
use potez_engine::{Limits, Outcome, Player, Report, Table};
use potez_words::Words;

use crate::clients::Client;
use crate::engine_queue::EngineQueue;
use crate::failure::Failure;
use crate::wire::{Grade, Judgement, Side};
use crate::{analyses, bots, remarks, tables, thoughts};

/// A move weighed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weighed {
    /// The move in canonical notation.
    pub(crate) mv: String,
    pub(crate) by: Side,
    /// The mover's chance with the best move.
    pub(crate) before: f64,
    /// The mover's chance with this move.
    pub(crate) after: f64,
    pub(crate) is_best: bool,
    pub(crate) is_only: bool,
}

impl Weighed {
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
    pub(crate) fn judgement(&self, table: &dyn Table, words: &Words) -> Judgement {
        Judgement {
            legal: true,
            mv: self.mv.clone(),
            grade: self.grade(),
            loss: analyses::round(self.loss()),
            chance_x: analyses::for_x(self.by, self.after),
            remarks: remarks::on(table, &self.mv, words),
            is_best: self.loss() < 0.02,
        }
    }
}

/// The chance of a player by a report or by the end of the game.
fn chance(table: &dyn Table, report: Option<&Report<String>>, player: Player) -> f64 {
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

/// Weighs a move at a table that stands before it; the time is for both thoughts together.
pub(crate) async fn weigh(
    queue: &EngineQueue,
    client: Client,
    table: Box<dyn Table>,
    mv: &str,
    time: Duration,
) -> Result<Weighed, Failure> {
    tables::check_length(mv)?;
    let mover = table.turn();
    let mut after = table.fork();
    let mv = after.play(mv).map_err(Failure::rules)?;
    let is_only = table.count_legal() == 1;
    let then = after.fork();
    let think = |table| thoughts::think(queue, client, table, bots::judge(1), Limits::time(time / 2), time);
    let first = think(table).await?;
    let before = first.lines.first().map_or(0.5, |line| line.win_chance);
    let is_best = first.best().as_deref() == Some(mv.as_str());
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
    Ok(Weighed { mv, by: mover.into(), before: before.max(after), after, is_best, is_only })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(before: f64, after: f64, is_best: bool) -> Weighed {
        Weighed { mv: "e5".into(), by: Side::X, before, after, is_best, is_only: false }
    }

    #[test]
    fn grades_follow_the_chance_given_away() {
        assert_eq!(weighed(0.6, 0.6, true).grade(), Grade::Best);
        assert_eq!(weighed(0.6, 0.57, false).grade(), Grade::Good);
        assert_eq!(weighed(0.6, 0.5, false).grade(), Grade::Inaccuracy);
        assert_eq!(weighed(0.6, 0.4, false).grade(), Grade::Mistake);
        assert_eq!(weighed(0.9, 0.1, false).grade(), Grade::Blunder);
        assert_eq!(Weighed { is_only: true, ..weighed(0.9, 0.1, true) }.grade(), Grade::Forced);
    }

    #[tokio::test]
    async fn a_move_that_ends_the_game_is_judged_by_the_result() {
        let queue = EngineQueue::start(1);
        let mut table = potez_engine::open("havannah:size=3", None).unwrap();
        for mv in ["a1", "d4", "a2", "d5"] {
            table.play(mv).unwrap();
        }
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let time = Duration::from_millis(200);
        let win = weigh(&queue, client, table.fork(), "a3", time).await.unwrap();
        assert!(win.after > 0.999 && win.grade() == Grade::Best);
        let refused = weigh(&queue, client, table.fork(), "a1", time).await.unwrap_err();
        assert_eq!(refused.code, "illegal-move");
    }
}
