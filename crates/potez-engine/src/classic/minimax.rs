//! Minimax with alpha-beta, as a first course on game playing teaches it.

use std::time::Duration;

use potez_core::{Game, Outcome, Player, Position, Record};
use potez_search::{Limits, Line, Report, Score, Stop, TimeManager};

use crate::Bot;
use crate::bot::MoveOf;

/// What a classic player knows of its game.
pub(crate) trait MinimaxKnowledge<P: Position>: Send + 'static {
    /// The value of a won game; a lost one is worth its negative, and every other value lies
    /// strictly between.
    const WON: f64;

    /// The moves to try: legal, and at least one while the game goes on.
    fn candidates(&self, pos: &P, moves: &mut Vec<P::Move>);

    /// The value for `player` of the position `after`, reached from `before` by `mv`, when the game
    /// goes on there.
    fn evaluate(&self, before: &P, mv: P::Move, after: &P, player: Player) -> f64;
}

/// Minimax with alpha-beta to a fixed depth, as in a first course on game playing.
pub(crate) struct Minimax<K> {
    knowledge: K,
    depth: u32,
}

impl<K> Minimax<K> {
    /// A player that looks this many plies ahead, at least one.
    pub(crate) fn new(knowledge: K, depth: u32) -> Self {
        Self { knowledge, depth: depth.max(1) }
    }
}

/// One search: for whom, when to give up, and what it has cost.
struct MinimaxSearch<'a, K> {
    knowledge: &'a K,
    /// The player whose gain is maximised.
    player: Player,
    timer: TimeManager,
    nodes: u64,
    /// Positions that were judged because the depth ended there.
    leaves: u64,
}

impl<K> MinimaxSearch<'_, K> {
    /// The value of a position for the searching player, within `alpha` and `beta`; `None` when
    /// time is up.
    fn value<P: Position>(
        &mut self,
        (before, mv): (&P, P::Move),
        pos: &P,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Option<f64>
    where
        K: MinimaxKnowledge<P>,
    {
        self.nodes += 1;
        if self.timer.must_stop(self.nodes) {
            return None;
        }
        match pos.outcome() {
            // Sooner is better: a win closer to the root has more depth left.
            Some(Outcome::Win(winner)) => {
                let value = K::WON + 1e-3 * f64::from(depth);
                return Some(if winner == self.player { value } else { -value });
            }
            Some(Outcome::Draw) => return Some(0.0),
            None if depth == 0 => {
                self.leaves += 1;
                return Some(self.knowledge.evaluate(before, mv, pos, self.player));
            }
            None => {}
        }
        // By the player to move, not by the ply: no rule says that turns alternate.
        let maximise = pos.turn() == self.player;
        let mut moves = Vec::new();
        self.knowledge.candidates(pos, &mut moves);
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

impl<K> MinimaxSearch<'_, K> {
    /// The first of the best moves with its value, every move searched to this depth; `None` when
    /// time is up before the last of them.
    fn best<P: Position>(&mut self, pos: &P, moves: &[P::Move], depth: u32) -> Option<(P::Move, f64)>
    where
        K: MinimaxKnowledge<P>,
    {
        let mut best: Option<(P::Move, f64)> = None;
        for &mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
            let value = self.value((pos, mv), &child, depth - 1, (alpha, f64::INFINITY))?;
            if best.is_none() || value > alpha {
                best = Some((mv, value));
            }
        }
        best
    }
}

impl<G: Game, K: MinimaxKnowledge<G::Position>> Bot<G> for Minimax<K> {
    /// The depth of the limits, if there is one, replaces the player's own.
    ///
    /// The depths below it are searched first: when time runs out, the answer is that of the last
    /// depth that was finished, and the report says so. Without time for any depth it is the first
    /// move, at depth 0.
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        let pos = record.position();
        let most = limits.depth.unwrap_or(self.depth).max(1);
        let timer = TimeManager::start(limits, stop);
        let mut search = MinimaxSearch { knowledge: &self.knowledge, player: pos.turn(), timer, nodes: 0, leaves: 0 };
        let mut moves = Vec::new();
        self.knowledge.candidates(pos, &mut moves);
        let first = moves.first().map(|&mv| line(mv, 0.0, K::WON, 0));
        let mut report = Report { lines: first.into_iter().collect(), depth: 0, nodes: 0, time: Duration::ZERO };
        for depth in 1..=most {
            let leaves = search.leaves;
            let Some((mv, value)) = search.best(pos, &moves, depth) else { break };
            report.lines = vec![line(mv, value, K::WON, depth)];
            (report.depth, report.nodes, report.time) = (depth, search.nodes, search.timer.elapsed());
            on_info(&report);
            // Every game ends within this depth: another one would find the same.
            if search.leaves == leaves {
                break;
            }
        }
        (report.nodes, report.time) = (search.nodes, search.timer.elapsed());
        report
    }
}

/// The chance to win is a guess: a classic evaluation is not calibrated.
fn line<M>(mv: M, value: f64, won: f64, depth: u32) -> Line<M> {
    let share = (value / won).clamp(-1.0, 1.0);
    let score = Score::estimate((share * 10_000.0) as i32);
    Line { score, win_chance: f64::midpoint(share, 1.0).clamp(0.0, 1.0), proof: None, pv: vec![mv], depth, visits: 0 }
}
