//! Who judges: one bot that searches positions, tries better moves out and says what a move lost.

use potez_core::Message;
use potez_search::{Limits, Proof, Stop};

use super::values::Value;
use super::{BotMaker, Judged, Judgement, KnownLine, Settings, Variation, explain};
use crate::{BotSpec, DynBot, Table, TableMove};

/// A move's surroundings: the tables before and after it, and what they are worth.
pub(super) struct Around<'a> {
    pub(super) tables: [&'a dyn Table; 2],
    pub(super) values: &'a [Value],
}

pub(super) struct Reviewer<'a> {
    pub(super) bot: Box<dyn DynBot>,
    /// Makes further bots.
    pub(super) bots: &'a BotMaker,
    pub(super) settings: &'a Settings,
    pub(super) stop: &'a Stop,
}

impl Reviewer<'_> {
    pub(super) fn value(&mut self, table: &dyn Table) -> Result<Value, Message> {
        if let Some(outcome) = table.outcome() {
            let proof = match outcome.winner() {
                None => Proof::Draw,
                Some(winner) if winner == table.turn() => Proof::Win,
                Some(_) => Proof::Loss,
            };
            return Ok(Value::proven(proof));
        }
        let report = self.bot.think(table, self.settings.limits, self.stop, &mut |_| {})?;
        Ok(Value::of(report.lines.into_iter().next()))
    }

    /// Judges a move, and says what the position before it is worth where that was searched anew.
    pub(super) fn judge(&mut self, around: &Around, mv: &TableMove) -> Result<(Judged, Option<f64>), Message> {
        let searched = !self.stop.is_raised();
        let judged = self.judge_once(around, mv)?;
        // What came of a second look that was cut short does not count.
        if searched && self.stop.is_raised() { self.judge_once(around, mv) } else { Ok(judged) }
    }

    fn judge_once(&mut self, around: &Around, mv: &TableMove) -> Result<(Judged, Option<f64>), Message> {
        let ([table, next], [best, played]) = (around.tables, [&around.values[0], &around.values[1]]);
        let player = table.turn();
        let after = played.chance_of(next, player);
        let hoped = best.chance - after;
        let may_search = !self.stop.is_raised();
        let wants_second = best.line.first() == Some(mv) && hoped >= self.settings.thresholds.inaccuracy;
        let second = if wants_second && may_search { self.second(table, mv)? } else { None };
        let known = best.proof;
        let best = second.as_ref().unwrap_or(best);
        let is_best = best.line.first() == Some(mv);
        // The move shows what the position was worth at least.
        let mut before = if is_best { after } else { best.chance.max(after) };
        // A second choice that loses says nothing of the position, one that wins says all.
        let proven_before = known.or_else(|| best.proof.filter(|&proof| proof == Proof::Win));
        let certain = proven_before.is_some() && played.proof.is_some();
        let mut learnt = second.is_some().then_some(before);
        let mut tried = None;
        if !certain && before - after >= self.settings.thresholds.inaccuracy && may_search {
            let value = self.tried(table, best)?;
            before = before.min(value.chance).max(after);
            learnt = Some(before);
            tried = Some(value);
        }
        let best = tried.as_ref().unwrap_or(best);
        let loss = before - after;
        let proven_after = played.proof_of(next, player);
        let judgement = if is_best { Judgement::Best } else { self.settings.thresholds.judge(loss) };
        let mut better = if judgement >= Judgement::Good { variation(table, best)? } else { None };
        if let Some(better) = better.as_mut().filter(|better| better.proven.is_none()) {
            better.chance = before;
        }
        let mut reply = variation(next, played)?;
        let mut why = None;
        if let Some(better) = better.as_mut().filter(|_| judgement >= Judgement::Inaccuracy) {
            if let Some(reply) = &mut reply {
                self.lengthen(next, &mut reply.line)?;
            }
            self.lengthen(table, &mut better.line)?;
            let answers = reply.iter().flat_map(|reply| reply.line.iter().cloned());
            let line: Vec<TableMove> = std::iter::once(mv.clone()).chain(answers).collect();
            let better = KnownLine { line: &better.line, proof: better.proven };
            why = Some(explain(table, KnownLine { line: &line, proof: proven_after }, better)?);
        }
        let judged = Judged {
            ply: next.ply(),
            player,
            judgement,
            loss,
            before,
            after,
            proven_before,
            proven_after,
            turning_point: certain && proven_before != proven_after,
            remarks: table.remarks(&mv.parts)?,
            better,
            reply,
            why,
            mv: mv.clone(),
        };
        Ok((judged, learnt))
    }

    /// What else there was, where the engine would have made the same move and both were wrong.
    fn second(&mut self, table: &dyn Table, mv: &TableMove) -> Result<Option<Value>, Message> {
        let mut bot = (self.bots)(table, &BotSpec { multipv: Some(2), ..self.settings.bot.clone() })?;
        let report = bot.think(table, self.settings.limits, self.stop, &mut |_| {})?;
        let other = report.lines.into_iter().find(|line| line.pv.first().is_some_and(|first| first != mv));
        Ok(other.map(|line| Value::of(Some(line))))
    }

    /// Makes a line that the search has cut short long enough to show something, with a little more
    /// search where it ends.
    fn lengthen(&mut self, table: &dyn Table, line: &mut Vec<TableMove>) -> Result<(), Message> {
        const ENOUGH: usize = 5;
        const TRIES: usize = 2;
        let mut end = table.fork();
        for mv in line.iter() {
            end.play_parts(&mv.parts)?;
        }
        let Limits { time, nodes, .. } = self.settings.limits;
        let limits =
            Limits { time: time.map(|time| time / 4), nodes: nodes.map(|nodes| nodes / 4), ..self.settings.limits };
        for _ in 0..TRIES {
            if line.len() >= ENOUGH || end.outcome().is_some() || self.stop.is_raised() {
                break;
            }
            let report = self.bot.think(end.as_ref(), limits, self.stop, &mut |_| {})?;
            let Some(found) = report.lines.into_iter().next() else { break };
            for mv in found.pv {
                end.play_parts(&mv.parts)?;
                line.push(mv);
            }
        }
        Ok(())
    }

    /// The best move tried out: its position searched as long as the one after the move played,
    /// seen by the mover.
    fn tried(&mut self, table: &dyn Table, best: &Value) -> Result<Value, Message> {
        let Some(mv) = best.line.first() else { return Ok(best.clone()) };
        let mut next = table.fork();
        next.play_parts(&mv.parts)?;
        let value = self.value(next.as_ref())?;
        let player = table.turn();
        let (chance, proof) = (value.chance_of(next.as_ref(), player), value.proof_of(next.as_ref(), player));
        let line = std::iter::once(mv.clone()).chain(value.line).collect();
        // What was certain before the move was tried is certain still.
        Ok(Value::known(chance, proof.or(best.proof)).with_line(line))
    }
}

fn variation(table: &dyn Table, value: &Value) -> Result<Option<Variation>, Message> {
    let Some(mv) = value.line.first() else { return Ok(None) };
    let remarks = table.remarks(&mv.parts)?;
    Ok(Some(Variation { line: value.line.clone(), chance: value.chance, proven: value.proof, remarks }))
}
