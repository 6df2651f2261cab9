use std::time::{Duration, Instant};

use potez_byte::{Board, Move, Position, Word};
use potez_core::Player;
use potez_search::alphabeta::{AlphaBeta, Reductions, Settings, Tuning};
use potez_search::solver::{self, Solver};
use potez_search::{Clock, Limits, Line, Proof, Report, Score, Stop};

use super::evaluation::{Balance, Weights};
use super::order::Order;

/// With more stacks than this on the board the solver is not asked: docs/strength/byte.md.
const MOST_STACKS: u32 = 15;
/// The solver's share of the time or of the nodes of a move; the search has the rest.
const SHARE: f64 = 0.4;
/// With at most so many stacks the solver succeeds more often than not, so it has the larger share.
const FEW_STACKS: u32 = 13;
const LARGE_SHARE: f64 = 0.65;
/// What the solver may do at most where nothing else limits it.
const MOST_NODES: u64 = 20_000_000;

/// How much less deeply late moves are searched: docs/strength/byte.md.
const REDUCTIONS: Reductions = Reductions { base: 150, divisor: 150, from_depth: 3, spared: 2, least: 1, step: 1 };

/// The order in which a solver tries moves.
type Rank<B> = fn(&Position<B>) -> i32;

/// A solver of this board. Only the largest board knows draws.
pub(super) fn solver<B: Board>(table_mib: usize) -> Solver<Position<B>, Rank<B>> {
    Solver::new(table_mib, B::STACKS.is_multiple_of(2), resources::<B>)
}

/// What is left to the player to move: a proof is shortest where that is least, which is not where they are worst off.
/// Sixty positions of twelve stacks took 0.6 times the nodes that they take in the order of the fitted weights:
/// docs/strength/byte.md.
fn resources<B: Board>(pos: &Position<B>) -> i32 {
    let (me, enemy) = (pos.turn(), !pos.turn());
    let moves = pos.mobility().map(|mobility| (mobility.merges + mobility.steps) as i32);
    let (xs, stacks) = (pos.owned(Player::X)[0].count() as i32, pos.occupied().count() as i32);
    let bottoms = if me == Player::X { 2 * xs - stacks } else { stacks - 2 * xs };
    let scores = pos.score(me) as i32 - pos.score(enemy) as i32;
    100 * moves[me.index()] - 30 * moves[enemy.index()] + 100 * bottoms + 100 * scores
}

/// An alpha-beta search with these weights.
pub(super) fn search<B: Board>(
    weights: Weights,
    threads: usize,
    multipv: usize,
) -> AlphaBeta<Position<B>, Balance, Order> {
    let tuning = Tuning { table_from: 2, reductions: Some(REDUCTIONS), ..Tuning::default() };
    AlphaBeta::new(Balance::new(weights), Order, Settings { threads, multipv, tuning, ..Settings::default() })
}

/// The same, but every line is searched to the full depth and no further.
pub(super) fn plain_search<B: Board>(
    weights: Weights,
    threads: usize,
    multipv: usize,
) -> AlphaBeta<Position<B>, Balance, Order> {
    let tuning = Tuning { reductions: None, internal_reduction: None, extensions: false, ..Tuning::default() };
    AlphaBeta::new(Balance::new(weights), Order, Settings { threads, multipv, tuning, ..Settings::default() })
}

/// Full strength: once few stacks are left a solver looks first, and what it can't decide the search estimates.
///
/// No position repeats, so what the solver has proven holds for the rest of the game and is kept from move to move.
pub(super) struct Duo<B: Board> {
    search: AlphaBeta<Position<B>, Balance, Order>,
    solver: Solver<Position<B>, Rank<B>>,
}

impl<B: Board> Duo<B> {
    pub(super) fn new(threads: usize, multipv: usize) -> Self {
        Self { search: search(Weights::FITTED, threads, multipv), solver: solver(64) }
    }

    /// Forgets everything, as if freshly made.
    pub(super) fn clear(&mut self) {
        self.search.clear();
        self.solver.clear();
    }

    /// Thinks about a position that is not over.
    pub(super) fn think(
        &mut self,
        pos: &Position<B>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let started = Instant::now();
        let share = match pos.occupied().count() {
            stacks if stacks <= FEW_STACKS => share(limits, LARGE_SHARE),
            stacks if stacks <= MOST_STACKS => share(limits, SHARE),
            _ => None,
        };
        let solution = share.map(|share| self.solver.solve(pos, share, stop));
        let lines = self.search.settings().multipv;
        if let Some(won) = solution.as_ref().filter(|found| found.proof == Some(Proof::Win) && lines <= 1) {
            let report = Report {
                lines: self.proven_line(pos, won).into_iter().collect(),
                depth: won.plies.unwrap_or_default(),
                nodes: won.nodes,
                time: started.elapsed(),
            };
            on_info(&report);
            return report;
        }
        let spent = solution.as_ref().map_or(0, |found| found.nodes);
        let mut report = self.search.search(pos, &[], rest(limits, started, spent), stop, on_info);
        if let Some(found) = solution.filter(|found| found.proof.is_some()) {
            self.add_proof(pos, &found, &mut report);
        }
        report.nodes += spent;
        report.time = started.elapsed();
        report
    }

    /// The solver's line of play from a position that it has proven.
    fn proven_line(&self, pos: &Position<B>, found: &solver::Solution<Move>) -> Option<Line<Move>> {
        let (mut pv, plies) = (vec![found.best?], found.plies.unwrap_or_default());
        self.solver.extend_line(pos, &mut pv);
        let (score, win_chance) = match found.proof? {
            Proof::Win => (Score::win_in(plies), 1.0),
            Proof::Loss => (Score::loss_in(plies), 0.0),
            Proof::Draw => (Score::DRAW, 0.5),
        };
        Some(Line { score, win_chance, proof: found.proof, pv, depth: plies, visits: found.nodes })
    }

    /// Puts what the solver has proven into what the search has found, where the search has not proven it itself.
    fn add_proof(&self, pos: &Position<B>, found: &solver::Solution<Move>, report: &mut Report<Move>) {
        let Some(proven) = self.proven_line(pos, found) else { return };
        if report.lines.first().is_none_or(|best| best.proof.is_some()) {
            return;
        }
        if found.proof == Some(Proof::Loss) {
            // All moves lose; the search knows best which of them asks the most of the enemy.
            for line in report.lines.iter_mut().filter(|line| line.proof.is_none()) {
                (line.score, line.win_chance, line.proof) = (proven.score, proven.win_chance, proven.proof);
            }
            return;
        }
        let lines = report.lines.len();
        report.lines.retain(|line| line.mv() != proven.mv());
        report.lines.insert(0, proven);
        report.lines.truncate(lines);
    }
}

/// The solver's part of the limits; `None` where a depth alone is asked for.
fn share(limits: Limits, part: f64) -> Option<Limits> {
    if limits.time.is_none() && limits.nodes.is_none() && limits.clock.is_none() && limits.depth.is_some() {
        return None;
    }
    // On a clock: part of what a move may take, and never more than it can bear before the increment comes.
    let by_clock = limits.clock.map(|clock| {
        let spare = clock.left.mul_f64(0.03) + clock.increment.mul_f64(0.4);
        spare.mul_f64(part).min(clock.left / 4)
    });
    let by_time = limits.time.map(|time| time.mul_f64(part));
    let time = [by_clock, by_time].into_iter().flatten().min();
    let nodes = limits.nodes.map(|nodes| (nodes as f64 * part) as u64);
    let unlimited = (time.is_none() && nodes.is_none()).then_some(MOST_NODES);
    Some(Limits { time, nodes: nodes.or(unlimited), ..Limits::default() })
}

/// What the solver has left of the limits.
fn rest(limits: Limits, started: Instant, spent: u64) -> Limits {
    let elapsed = started.elapsed();
    let left = |time: Duration| time.saturating_sub(elapsed).max(Duration::from_millis(1));
    Limits {
        time: limits.time.map(left),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1)),
        clock: limits.clock.map(|clock| Clock { left: left(clock.left), ..clock }),
        ..limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_increment_does_not_lead_the_solver_past_the_end_of_the_clock() {
        let (left, increment) = (Duration::from_millis(40), Duration::from_secs(10));
        let clock = Some(Clock { left, increment, moves_to_go: None });
        let share = share(Limits { clock, ..Limits::default() }, LARGE_SHARE).expect("a clock is a limit");
        assert!(share.time.is_some_and(|time| time <= left / 4), "{share:?}");
    }
}
