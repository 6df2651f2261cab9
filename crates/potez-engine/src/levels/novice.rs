//! A player below full strength.

use potez_core::{Game, Outcome, Position, Record};
use potez_search::{Limits, Line, Proof, Report, Score, Stop};

use super::ladder::{Level, Manner};
use crate::Mind;

type Mv<G> = <<G as Game>::Position as Position>::Move;

/// Thinks a little with the mind of the full player, and draws lots among the moves that seem good to it.
pub(super) struct Novice<G: Game> {
    mind: Box<dyn Mind<G>>,
    manner: Manner,
    level: Level,
    /// How many lines it is to report.
    lines: usize,
    rng: fastrand::Rng,
}

impl<G: Game> Novice<G> {
    /// A player of this level; the mind must report as many lines as the level is wide.
    pub(super) fn new(mind: Box<dyn Mind<G>>, manner: Manner, level: Level, lines: usize, rng: fastrand::Rng) -> Self {
        Self { mind, manner, level, lines, rng }
    }

    /// The number of the line that is played; `sees` says whether moves that lose at once are passed over.
    fn choose(&mut self, pos: &G::Position, lines: &[Line<Mv<G>>], sees: bool) -> usize {
        let mut weights = weights(lines, self.manner, self.level);
        loop {
            let at = draw(&weights, &mut self.rng);
            if !sees || !loses_at_once(pos, lines[at].mv()) {
                return at;
            }
            weights[at] = 0.0;
            if weights.iter().all(|&weight| weight <= 0.0) {
                // All that seemed good loses at once: anything else is better, and if nothing is, the best line.
                return (0..lines.len()).find(|&other| !loses_at_once(pos, lines[other].mv())).unwrap_or_default();
            }
        }
    }
}

/// How likely each line is to be played; the first is the best and always possible.
fn weights<M: Clone>(lines: &[Line<M>], manner: Manner, level: Level) -> Vec<f64> {
    let best = &lines[0];
    let weight = |line: &Line<M>| {
        // A line that the search has not come to has no value of its own.
        let untried = match manner {
            Manner::Chances => line.depth == 0 && best.depth > 0,
            Manner::Visits => line.visits == 0 && best.visits > 0,
        };
        if untried {
            return 0.0;
        }
        let behind = match manner {
            Manner::Chances => best.win_chance - line.win_chance,
            Manner::Visits => (best.visits.max(1) as f64 / line.visits.max(1) as f64).ln(),
        };
        if behind > level.margin { 0.0 } else { (-behind.max(0.0) / level.heat).exp() }
    };
    lines.iter().map(weight).collect()
}

/// A number with a chance that is its weight's share.
fn draw(weights: &[f64], rng: &mut fastrand::Rng) -> usize {
    let mut left = rng.f64() * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return at;
        }
    }
    weights.iter().rposition(|&weight| weight > 0.0).unwrap_or_default()
}

/// The first legal move that wins at once.
fn winning_move<P: Position>(pos: &P) -> Option<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.into_iter().find(|&mv| after(pos, mv).outcome() == Some(Outcome::Win(pos.turn())))
}

fn loses_at_once<P: Position>(pos: &P, mv: P::Move) -> bool {
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

impl<G: Game> Mind<G> for Novice<G> {
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Mv<G>>),
    ) -> Report<Mv<G>> {
        let pos = record.position();
        let sees = self.rng.u8(..100) < self.level.sight;
        if let Some(mv) = winning_move(pos).filter(|_| sees) {
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
        let nodes = limits.nodes.map_or(self.level.nodes, |most| most.min(self.level.nodes));
        let depth = [limits.depth, self.level.depth].into_iter().flatten().min();
        let mut report = self.mind.think(record, Limits { nodes: Some(nodes), depth, ..limits }, stop, on_info);
        if !report.lines.is_empty() {
            let at = self.choose(pos, &report.lines, sees);
            report.lines[..=at].rotate_right(1);
            report.lines.truncate(self.lines.max(1));
        }
        report
    }

    fn forget(&mut self) {
        self.mind.forget();
    }
}
