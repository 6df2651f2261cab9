use std::time::{Duration, Instant};

use potez_byte::{Board, Move, Position, Word};
use potez_core::{Player, Position as _};
use potez_search::alphabeta::{AlphaBeta, Reductions, Settings, Tuning};
use potez_search::solver::{self, Solver};
use potez_search::{Clock, Limits, Line, Proof, Report, Score, Stop};

use super::evaluation::{Balance, Weights};
use super::order::Order;

/// With more stacks than this on the board the solver is not asked: docs/strength/byte.md.
const MOST_STACKS: u32 = 16;
/// The parts of the time or of the nodes of a move: what the solver proves at a glance, the search, the proof of what the
/// search has found, and another search if that move turns out to lose. Proven wins were given away when the solver had to
/// prove a win before the search knew which move to prove.
const GLANCE: f64 = 0.1;
const SEARCH: f64 = 0.3;
const PROOF: f64 = 0.5;
const SECOND_SEARCH: f64 = 0.1;
/// The same where the solver has a thread to itself beside the search: until the search has found a move worth proving, and
/// the proof of that move while the search goes on. What is left is for another search.
const SURVEY: f64 = 0.35;
const PURSUIT: f64 = 0.55;
/// The solver's part where every line is wanted, before the search has the rest.
const SHARE: f64 = 0.4;
/// What the solver may do at most where nothing else limits it.
const MOST_NODES: u64 = 20_000_000;

/// How much less deeply late moves are searched: docs/strength/byte.md.
const REDUCTIONS: Reductions = Reductions { base: 150, divisor: 150, from_depth: 3, spared: 2, least: 1, step: 1 };

/// The order in which a solver tries moves.
type Rank<B> = fn(&Position<B>) -> i32;

/// A solver of this board. Only the largest board knows draws.
pub(super) fn solver<B: Board>(table_mib: usize) -> Solver<Position<B>, Rank<B>> {
    Solver::new(table_mib, B::STACKS.is_multiple_of(2), resources::<B> as Rank<B>).favouring(FAVOUR)
}

/// What a move that decided a like position is worth: a third of a merge. The same hundred positions take 0.8 times the nodes.
const FAVOUR: i32 = 30;

/// What is left to the player to move, basic moves above all: a proof is shortest where that is least, which is not where
/// they are worst off. The numbers are those with which 150 positions of twelve stacks took the fewest nodes, changed one by
/// one for as long as that helped: docs/strength/byte.md.
fn resources<B: Board>(pos: &Position<B>) -> i32 {
    let (me, enemy) = (pos.turn(), !pos.turn());
    let mine = pos.mobility()[me.index()];
    let stacks = pos.occupied().count() as i32;
    // Of so many stacks so many are X's: the lead is twice the one less the other.
    let lead =
        |xs: B::Word| if me == Player::X { 2 * xs.count() as i32 - stacks } else { stacks - 2 * xs.count() as i32 };
    let (bottoms, tops) = (lead(pos.owned(Player::X)[0]), lead(pos.tops(Player::X)));
    let scores = pos.score(me) as i32 - pos.score(enemy) as i32;
    let steps = if mine.steps == 0 { -140 } else { 180 * mine.steps as i32 };
    100 * mine.merges as i32 + steps + 125 * bottoms + 40 * tops + 180 * scores + 25 * stacks
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
        let is_forced = limits.nodes.is_none() && pos.count_moves() == 1;
        if pos.occupied().count() > MOST_STACKS || is_forced || is_depth_alone(limits) {
            return self.search.search(pos, &[], limits, stop, on_info);
        }
        let lines = self.search.settings().multipv;
        let by_turns = lines <= 1 && is_bounded(limits);
        let mut nodes = 0;
        let mut report = if by_turns && self.search.settings().threads > 1 && limits.nodes.is_none() {
            self.think_side_by_side(pos, limits, stop, on_info)
        } else {
            let glance = self.solver.solve(pos, share(limits, if by_turns { GLANCE } else { SHARE }), stop);
            nodes += glance.nodes;
            if glance.proof == Some(Proof::Win) && lines <= 1 {
                self.proven_report(pos, &glance)
            } else if glance.proof.is_some() || !by_turns {
                let mut report = self.search.search(pos, &[], rest(limits, started, nodes), stop, on_info);
                self.add_proof(pos, &glance, &mut report);
                report
            } else {
                let report = self.search.search(pos, &[], share(limits, SEARCH), stop, on_info);
                let found = self.solver.solve_from(pos, report.best(), share(limits, PROOF), stop);
                nodes += found.nodes;
                self.settle(pos, report, &found, limits, stop)
            }
        };
        report.nodes += nodes;
        report.time = started.elapsed();
        on_info(&report);
        report
    }

    /// With threads enough the solver works beside the search: first on whatever it can prove, then on the move that the
    /// search has found.
    fn think_side_by_side(
        &mut self,
        pos: &Position<B>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let threads = self.search.settings().threads;
        self.search.set_threads(threads - 1);
        let (mut report, mut found) = self.search_and_solve(pos, None, share(limits, SURVEY), stop, on_info);
        let is_proven = |report: &Report<Move>| report.lines.first().is_some_and(|line| line.proof.is_some());
        if found.proof.is_none() && !is_proven(&report) {
            let (deepest, nodes) = (report.depth, report.nodes);
            let mut on_news = |report: &Report<Move>| {
                if report.depth > deepest {
                    on_info(report);
                }
            };
            (report, found) = self.search_and_solve(pos, report.best(), share(limits, PURSUIT), stop, &mut on_news);
            report.nodes += nodes;
        }
        self.search.set_threads(threads);
        self.settle(pos, report, &found, limits, stop)
    }

    /// The search and the solver at the same time. A win or a draw that one of them has proven ends the other's work; in
    /// a lost position the search still looks for the move that asks the most of the enemy.
    fn search_and_solve(
        &mut self,
        pos: &Position<B>,
        first: Option<Move>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> (Report<Move>, solver::Solution<Move>) {
        let Self { search, solver, .. } = self;
        let (searching, solving) = (stop.part(), stop.part());
        std::thread::scope(|scope| {
            let solved = scope.spawn(|| {
                let found = solver.solve_from(pos, first, limits, &solving);
                if found.proof.is_some_and(|proof| proof != Proof::Loss) {
                    searching.raise();
                }
                found
            });
            let mut report = search.search(pos, &[], limits, &searching, on_info);
            if report.lines.first().is_some_and(|line| line.proof.is_some()) {
                solving.raise();
            }
            let found = solved.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            report.nodes += found.nodes;
            (report, found)
        })
    }

    /// What the search has found in the light of what the solver has made of it. A move that the solver has refuted is
    /// replaced by the best of the others.
    fn settle(
        &mut self,
        pos: &Position<B>,
        mut report: Report<Move>,
        found: &solver::Solution<Move>,
        limits: Limits,
        stop: &Stop,
    ) -> Report<Move> {
        if found.proof == Some(Proof::Win) {
            return Report { nodes: report.nodes, ..self.proven_report(pos, found) };
        }
        self.add_proof(pos, found, &mut report);
        let loses = |line: &Line<Move>| line.proof.is_none() && self.solver.loses(pos, line.mv());
        if !report.lines.first().is_some_and(loses) {
            return report;
        }
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let refuted = moves.iter().filter(|&&mv| self.solver.loses(pos, mv)).count();
        self.search.set_multipv(refuted + 1);
        let mut second = self.search.search(pos, &[], share(limits, SECOND_SEARCH), stop, &mut |_| {});
        self.search.set_multipv(1);
        second.nodes += report.nodes;
        second.lines.retain(|line| !self.solver.loses(pos, line.mv()));
        second.lines.truncate(1);
        if second.lines.is_empty() { report } else { second }
    }

    fn proven_report(&self, pos: &Position<B>, found: &solver::Solution<Move>) -> Report<Move> {
        let lines = self.proven_line(pos, found).into_iter().collect();
        Report { lines, depth: found.plies.unwrap_or_default(), nodes: 0, time: found.time }
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

/// Whether a depth and nothing else is asked for: that is the search's business.
fn is_depth_alone(limits: Limits) -> bool {
    !is_bounded(limits) && limits.depth.is_some()
}

/// Whether there is a whole to take parts of.
fn is_bounded(limits: Limits) -> bool {
    limits.time.is_some() || limits.nodes.is_some() || limits.clock.is_some()
}

/// A part of the limits.
fn share(limits: Limits, part: f64) -> Limits {
    // On a clock: part of what a move may take, and never more than it can bear before the increment comes.
    let by_clock = limits.clock.map(|clock| {
        let spare = clock.left.mul_f64(0.03) + clock.increment.mul_f64(0.4);
        spare.mul_f64(part).min(clock.left / 4)
    });
    let by_time = limits.time.map(|time| time.mul_f64(part));
    let time = [by_clock, by_time].into_iter().flatten().min();
    let nodes = limits.nodes.map(|nodes| (nodes as f64 * part) as u64);
    let unlimited = (time.is_none() && nodes.is_none()).then_some(MOST_NODES);
    Limits { time, nodes: nodes.or(unlimited), clock: None, ..limits }
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
    use potez_byte::{Eight, Game};
    use potez_core::Game as _;

    use super::*;

    /// Thinks about positions of random games; how often some moves were refuted and others not.
    fn count_refutations(threads: usize, limits: Limits) -> usize {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut duo = Duo::<Eight>::new(threads, 1);
        let mut refutations = 0;
        for _ in 0..200 {
            let mut pos = Game::<Eight>::default().start();
            while pos.outcome().is_none() && pos.occupied().count() > 11 {
                pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
            }
            if pos.outcome().is_some() {
                continue;
            }
            let report = duo.think(&pos, limits, &Stop::new(), &mut |_| {});
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let lost = moves.iter().filter(|&&mv| duo.solver.loses(&pos, mv)).count();
            if (1..moves.len()).contains(&lost) {
                refutations += 1;
                let best = report.best().expect("a running game has moves");
                assert!(!duo.solver.loses(&pos, best), "{best} in {pos}");
            }
        }
        refutations
    }

    #[test]
    fn a_move_that_the_solver_has_refuted_is_not_played_if_there_are_others() {
        let [by_turns, side_by_side] = [(1, Limits::nodes(20_000)), (2, Limits::time(Duration::from_millis(10)))]
            .map(|(threads, limits)| count_refutations(threads, limits));
        assert!(by_turns > 5 && side_by_side > 5, "{by_turns} and {side_by_side} positions with some moves refuted");
    }

    #[test]
    fn a_large_increment_does_not_lead_the_solver_past_the_end_of_the_clock() {
        let (left, increment) = (Duration::from_millis(40), Duration::from_secs(10));
        let clock = Some(Clock { left, increment, moves_to_go: None });
        let share = share(Limits { clock, ..Limits::default() }, PROOF);
        assert!(share.time.is_some_and(|time| time <= left / 4), "{share:?}");
    }
}
