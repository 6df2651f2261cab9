//! The full player weakened: few nodes, and a move sampled among the nearly best.

use potez_core::{Game, Outcome, Position, Record};
use potez_search::{Limits, Line, Proof, Report, Score, Stop};

use super::table::{Comparison, Level};
use crate::Bot;
use crate::bot::{MoveOf, Observer};

/// Searches a little with the full player, and samples its move among those that the search found
/// nearly best.
pub(super) struct WeakenedBot<G: Game> {
    bot: Box<dyn Bot<G>>,
    comparison: Comparison,
    level: Level,
    /// Lines to report.
    lines: usize,
    rng: fastrand::Rng,
}

impl<G: Game> WeakenedBot<G> {
    /// A player of this level; the bot must report as many lines as the level is wide.
    pub(super) fn new(
        bot: Box<dyn Bot<G>>,
        comparison: Comparison,
        level: Level,
        lines: usize,
        rng: fastrand::Rng,
    ) -> Self {
        Self { bot, comparison, level, lines, rng }
    }

    /// A level may be told to search less than usual, never more: it would be another level.
    fn limits(&self, limits: Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.level.nodes, |most| most.min(self.level.nodes));
        let depth = [limits.depth, self.level.depth].into_iter().flatten().min();
        Limits { nodes: Some(nodes), depth, ..limits }
    }

    /// The index of the line that is played; `sees_tactics` says whether moves that lose at once
    /// are rejected.
    fn choose(&mut self, pos: &G::Position, lines: &[Line<MoveOf<G>>], sees_tactics: bool) -> usize {
        let mut weights = weights(lines, self.comparison, self.level);
        loop {
            let at = sample(&weights, &mut self.rng);
            if !sees_tactics || !loses_at_once(pos, lines[at].mv()) {
                return at;
            }
            weights[at] = 0.0;
            if weights.iter().all(|&weight| weight <= 0.0) {
                // All that seemed good loses at once: anything else is better, and if nothing is,
                // the best line.
                return (0..lines.len()).find(|&other| !loses_at_once(pos, lines[other].mv())).unwrap_or_default();
            }
        }
    }
}

/// The weight of each line in the sample, a softmax of how far it is behind the best: the first has
/// weight 1.
fn weights<M: Clone>(lines: &[Line<M>], comparison: Comparison, level: Level) -> Vec<f64> {
    let best = &lines[0];
    let weight = |line: &Line<M>| {
        // A line that the search has not come to has no value of its own: it must not be taken for
        // a good one.
        let untried = match comparison {
            Comparison::WinChance => line.depth == 0 && best.depth > 0,
            Comparison::Visits => line.visits == 0 && best.visits > 0,
        };
        if untried {
            return 0.0;
        }
        let behind = match comparison {
            Comparison::WinChance => best.win_chance - line.win_chance,
            Comparison::Visits => (best.visits.max(1) as f64 / line.visits.max(1) as f64).ln(),
        };
        if behind > level.margin { 0.0 } else { (-behind.max(0.0) / level.temperature).exp() }
    };
    lines.iter().map(weight).collect()
}

/// Samples an index in proportion to the weights.
fn sample(weights: &[f64], rng: &mut fastrand::Rng) -> usize {
    let mut left = rng.f64() * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return at;
        }
    }
    // Rounding may leave a little over: the last that can be sampled takes it.
    weights.iter().rposition(|&weight| weight > 0.0).unwrap_or_default()
}

/// The first legal move that wins at once.
fn winning_move<P: Position>(pos: &P) -> Option<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.into_iter().find(|&mv| after(pos, mv).outcome() == Some(Outcome::Win(pos.turn())))
}

fn loses_at_once<P: Position>(pos: &P, mv: P::Move) -> bool {
    // A move that loses at once: it ends the game for the other side, or lets the other side end
    // it.
    let next = after(pos, mv);
    match next.outcome() {
        Some(outcome) => outcome == Outcome::Win(!pos.turn()),
        None => next.turn() != pos.turn() && winning_move(&next).is_some(),
    }
}

fn after<P: Position>(pos: &P, mv: P::Move) -> P {
    let mut next = pos.clone();
    next.play(mv);
    next
}

impl<G: Game> Bot<G> for WeakenedBot<G> {
    /// The search is recorded, not the sampling after it.
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        let limits = self.limits(limits);
        if matches!(observer, Observer::Trace(_)) {
            return self.bot.think_observed(record, limits, stop, observer);
        }
        let pos = record.position();
        let sees_tactics = self.rng.u8(..100) < self.level.tactics_percent;
        if let Some(mv) = winning_move(pos).filter(|_| sees_tactics) {
            let line = Line {
                score: Score::win_in(1),
                win_chance: 1.0,
                proof: Some(Proof::Win),
                pv: vec![mv],
                depth: 1,
                visits: 1,
            };
            return Report { lines: vec![line], depth: 1, nodes: 1, time: std::time::Duration::ZERO };
        }
        let mut report = self.bot.think_observed(record, limits, stop, observer);
        if !report.lines.is_empty() {
            let at = self.choose(pos, &report.lines, sees_tactics);
            report.lines[..=at].rotate_right(1);
            report.lines.truncate(self.lines.max(1));
        }
        report
    }

    fn wrapped(&mut self) -> Option<&mut dyn Bot<G>> {
        Some(self.bot.as_mut())
    }
}
