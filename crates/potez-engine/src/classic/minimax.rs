//! Minimax with alpha-beta, as a first course on game playing teaches it.

use std::time::Duration;

use potez_core::{Game, Outcome, Player, Position, Record};
use potez_search::trace::{AlphaBetaTrace, MoveSource, Pass, Recording, Technique, VisitEnd};
use potez_search::{Limits, Line, Report, Score, Stop, TimeManager};

use crate::Bot;
use crate::bot::{MoveOf, Observer};

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

    /// The terms that the value is made of, each with its weight: for whoever looks on.
    fn terms(&self, before: &P, mv: P::Move, after: &P, player: Player) -> Vec<(&'static str, f64)>;
}

/// Minimax with alpha-beta to a fixed depth, as in a first course on game playing.
pub(crate) struct Minimax<K> {
    knowledge: K,
    depth: u32,
    /// Whether moves are skipped that cannot change the result.
    cuts: bool,
}

impl<K> Minimax<K> {
    /// A player that looks this many plies ahead, at least one.
    pub(crate) fn new(knowledge: K, depth: u32) -> Self {
        Self { knowledge, depth: depth.max(1), cuts: true }
    }
}

/// One search: for whom, when to give up, and what it has cost.
struct MinimaxSearch<'a, K, M> {
    knowledge: &'a K,
    cuts: bool,
    /// Where the search is recorded, if it is.
    trace: Option<AlphaBetaTrace<M>>,
    /// The player whose gain is maximised.
    player: Player,
    timer: TimeManager,
    nodes: u64,
    /// Positions that were judged because the depth ended there.
    leaves: u64,
}

/// A move on its way into the search: where it is played, and the moves before it.
struct MinimaxMove<'a, P: Position> {
    before: &'a P,
    mv: P::Move,
    index: usize,
}

impl<K, M: Copy> MinimaxSearch<'_, K, M> {
    /// Does something to the trace, if there is one.
    fn record(&mut self, event: impl FnOnce(&mut AlphaBetaTrace<M>)) {
        if let Some(trace) = &mut self.trace {
            event(trace);
        }
    }

    /// The value of a move for the searching player, within `alpha` and `beta`; `None` when time is
    /// up.
    fn value<P: Position<Move = M>>(
        &mut self,
        played: &MinimaxMove<'_, P>,
        pos: &P,
        depth: u32,
        window: (f64, f64),
    ) -> Option<f64>
    where
        K: MinimaxKnowledge<P>,
    {
        self.record(|trace| {
            trace.play(played.mv, played.index as u32, MoveSource::Order(0));
            trace.enter(Pass::Full, depth as i32, window);
        });
        let value = self.value_inside(played, pos, depth, window);
        self.record(|trace| trace.leave(value));
        value
    }

    /// How a visit ended, and its value.
    fn ended(&mut self, end: VisitEnd, value: f64) -> f64 {
        self.record(|trace| trace.end(end));
        value
    }

    fn value_inside<P: Position<Move = M>>(
        &mut self,
        played: &MinimaxMove<'_, P>,
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
                return Some(self.ended(VisitEnd::GameOver, if winner == self.player { value } else { -value }));
            }
            Some(Outcome::Draw) => return Some(self.ended(VisitEnd::GameOver, 0.0)),
            None if depth == 0 => {
                self.leaves += 1;
                let &MinimaxMove { before, mv, .. } = played;
                let (knowledge, player) = (self.knowledge, self.player);
                self.record(|trace| trace.evaluated(knowledge.terms(before, mv, pos, player)));
                return Some(knowledge.evaluate(before, mv, pos, player));
            }
            None => {}
        }
        // By the player to move, not by the ply: no rule says that turns alternate.
        let maximise = pos.turn() == self.player;
        let mut moves = Vec::new();
        self.knowledge.candidates(pos, &mut moves);
        let mut best = if maximise { f64::NEG_INFINITY } else { f64::INFINITY };
        for (index, mv) in moves.into_iter().enumerate() {
            let mut child = pos.clone();
            child.play(mv);
            let value = self.value(&MinimaxMove { before: pos, mv, index }, &child, depth - 1, (alpha, beta))?;
            if maximise {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if beta <= alpha && self.cuts {
                if index == 0 {
                    self.record(AlphaBetaTrace::count_first_move_cutoff);
                }
                return Some(self.ended(VisitEnd::Cutoff, best));
            }
        }
        Some(self.ended(VisitEnd::AllMoves, best))
    }

    /// The best of all moves to this depth, recorded as the root of an iteration.
    fn iterate<P: Position<Move = M>>(&mut self, pos: &P, moves: &[M], depth: u32) -> Option<(M, f64)>
    where
        K: MinimaxKnowledge<P>,
    {
        let open = (f64::NEG_INFINITY, f64::INFINITY);
        self.record(|trace| trace.enter(Pass::Root, depth as i32, open));
        let best = self.best(pos, moves, depth);
        self.record(|trace| {
            trace.exhausted();
            trace.leave(best.map(|(_, value)| value));
            if best.is_some() {
                trace.iteration(depth);
            }
        });
        best
    }

    /// The first of the best moves with its value, every move searched to this depth; `None` when
    /// time is up before the last of them.
    fn best<P: Position<Move = M>>(&mut self, pos: &P, moves: &[M], depth: u32) -> Option<(M, f64)>
    where
        K: MinimaxKnowledge<P>,
    {
        let mut best: Option<(M, f64)> = None;
        for (index, &mv) in moves.iter().enumerate() {
            let mut child = pos.clone();
            child.play(mv);
            let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
            let played = MinimaxMove { before: pos, mv, index };
            let value = self.value(&played, &child, depth - 1, (alpha, f64::INFINITY))?;
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
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        let trace = match observer {
            Observer::Reports(on_info) => return self.search(record, limits, stop, on_info, None).0,
            Observer::Trace(trace) => trace,
        };
        let recorder = AlphaBetaTrace::new(trace.limit(), true);
        let (report, recorded) = self.search(record, limits, stop, &mut |_| {}, Some(recorder));
        trace.recording = recorded.map(Recording::AlphaBeta);
        report
    }

    fn techniques(&mut self) -> Vec<Technique> {
        self.cuts.then_some(Technique::Cutoffs).into_iter().collect()
    }

    fn switch_off(&mut self, technique: Technique) {
        self.cuts &= technique != Technique::Cutoffs;
    }
}

impl<K> Minimax<K> {
    /// Searches depth after depth, and records it where there is a trace.
    fn search<G: Game>(
        &self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<MoveOf<G>>),
        trace: Option<AlphaBetaTrace<MoveOf<G>>>,
    ) -> (Report<MoveOf<G>>, Option<AlphaBetaTrace<MoveOf<G>>>)
    where
        K: MinimaxKnowledge<G::Position>,
    {
        let pos = record.position();
        let most = limits.depth.unwrap_or(self.depth).max(1);
        let timer = TimeManager::start(limits, stop);
        let (knowledge, cuts, player) = (&self.knowledge, self.cuts, pos.turn());
        let mut search = MinimaxSearch { knowledge, cuts, trace, player, timer, nodes: 0, leaves: 0 };
        let mut moves = Vec::new();
        self.knowledge.candidates(pos, &mut moves);
        let first = moves.first().map(|&mv| line(mv, 0.0, K::WON, 0));
        let mut report = Report { lines: first.into_iter().collect(), depth: 0, nodes: 0, time: Duration::ZERO };
        for depth in 1..=most {
            let leaves = search.leaves;
            let Some((mv, value)) = search.iterate(pos, &moves, depth) else { break };
            report.lines = vec![line(mv, value, K::WON, depth)];
            (report.depth, report.nodes, report.time) = (depth, search.nodes, search.timer.elapsed());
            on_info(&report);
            // Every game ends within this depth: another one would find the same.
            if search.leaves == leaves {
                break;
            }
        }
        (report.nodes, report.time) = (search.nodes, search.timer.elapsed());
        (report, search.trace)
    }
}

/// The chance to win is a guess: a classic evaluation is not calibrated.
fn line<M>(mv: M, value: f64, won: f64, depth: u32) -> Line<M> {
    let share = (value / won).clamp(-1.0, 1.0);
    let score = Score::estimate((share * 10_000.0) as i32);
    Line { score, win_chance: f64::midpoint(share, 1.0).clamp(0.0, 1.0), proof: None, pv: vec![mv], depth, visits: 0 }
}
