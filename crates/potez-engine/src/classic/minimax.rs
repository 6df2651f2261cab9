use std::time::Instant;

use potez_core::{Game, Outcome, Player, Position, Record};
use potez_search::{Limits, Line, Report, Score, Stop};

use crate::Mind;

/// What a classic player knows of its game.
pub(crate) trait Judge<P: Position>: Send + 'static {
    /// The value of a won game; a lost one is worth its negative, and every other value lies strictly between.
    const WON: f64;

    /// The moves worth a look: legal, and at least one while the game goes on.
    fn candidates(&self, pos: &P, moves: &mut Vec<P::Move>);

    /// The worth for `player` of the position `after`, reached from `before` by `mv`, when the game goes on there.
    fn worth(&self, before: &P, mv: P::Move, after: &P, player: Player) -> f64;
}

/// Minimax with alpha-beta to a fixed depth, as in a first course on game playing.
pub(crate) struct Minimax<J> {
    judge: J,
    depth: u32,
}

impl<J> Minimax<J> {
    /// A player that looks this many plies ahead, at least one.
    pub(crate) fn new(judge: J, depth: u32) -> Self {
        Self { judge, depth: depth.max(1) }
    }
}

/// One search: for whom, when to give up, and what it has cost.
struct Search<'a, J> {
    judge: &'a J,
    /// The player whose gain is maximised.
    player: Player,
    watch: potez_search::Watch,
    nodes: u64,
}

impl<J> Search<'_, J> {
    /// The value of a position for the searching player, within `alpha` and `beta`; `None` when time is up.
    fn value<P: Position>(
        &mut self,
        (before, mv): (&P, P::Move),
        pos: &P,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Option<f64>
    where
        J: Judge<P>,
    {
        self.nodes += 1;
        if self.watch.is_over(self.nodes) {
            return None;
        }
        match pos.outcome() {
            // Sooner is better: what lies closer to the root keeps more of its worth.
            Some(Outcome::Win(winner)) => {
                let worth = J::WON + 1e-3 * f64::from(depth);
                return Some(if winner == self.player { worth } else { -worth });
            }
            Some(Outcome::Draw) => return Some(0.0),
            None if depth == 0 => return Some(self.judge.worth(before, mv, pos, self.player)),
            None => {}
        }
        let maximise = pos.turn() == self.player;
        let mut moves = Vec::new();
        self.judge.candidates(pos, &mut moves);
        let mut best = if maximise { f64::NEG_INFINITY } else { f64::INFINITY };
        for mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            let value = self.value((pos, mv), &child, depth - 1, (alpha, beta))?;
            if maximise {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if beta <= alpha {
                break;
            }
        }
        Some(best)
    }
}

impl<G: Game, J: Judge<G::Position>> Mind<G> for Minimax<J> {
    /// The depth of the limits, if there is one, replaces the player's own. When time runs out, the best of the moves
    /// looked at so far is played.
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<<G::Position as Position>::Move>),
    ) -> Report<<G::Position as Position>::Move> {
        let started = Instant::now();
        let pos = record.position();
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let watch = potez_search::Watch::start(limits, stop);
        let mut search = Search { judge: &self.judge, player: pos.turn(), watch, nodes: 0 };
        let mut moves = Vec::new();
        self.judge.candidates(pos, &mut moves);
        let mut report = Report { lines: Vec::new(), depth, nodes: 0, time: started.elapsed() };
        let mut alpha = f64::NEG_INFINITY;
        for mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            let value = search.value((pos, mv), &child, depth - 1, (alpha, f64::INFINITY));
            // The first move needs no value: without time for anything it is still a legal answer.
            if report.lines.is_empty() || value.is_some_and(|value| value > alpha) {
                alpha = value.unwrap_or(alpha);
                report.lines = vec![line(mv, alpha, J::WON, depth)];
                report.nodes = search.nodes;
                report.time = started.elapsed();
                on_info(&report);
            }
            if value.is_none() {
                break;
            }
        }
        report.nodes = search.nodes;
        report.time = started.elapsed();
        report
    }
}

/// The chance to win is a guess: a classic player never learnt to tell.
fn line<M>(mv: M, value: f64, won: f64, depth: u32) -> Line<M> {
    let share = (value / won).clamp(-1.0, 1.0);
    let score = if share.is_finite() { Score::estimate((share * 10_000.0) as i32) } else { Score::DRAW };
    Line { score, win_chance: f64::midpoint(share, 1.0).clamp(0.0, 1.0), proof: None, pv: vec![mv], depth, visits: 0 }
}
