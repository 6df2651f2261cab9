//! How a move's time or nodes are shared between the search and the solver.

use std::time::Duration;

use potez_search::{Clock, Limits};

/// The shares of the time or of the nodes of a move: a quick try of the solver, the search, the
/// proof of the move that the search has found, and another search if that move turns out to lose.
/// Proven wins were given away when the solver had to prove a win before the search knew which move
/// to prove.
pub(super) const QUICK_SOLVE: f64 = 0.1;
pub(super) const SEARCH: f64 = 0.3;
pub(super) const PROOF: f64 = 0.5;
pub(super) const SECOND_SEARCH: f64 = 0.1;
/// The same where the solver has a thread to itself beside the search: until the search has found a
/// move worth proving, and the proof of that move while the search goes on. What is left is for
/// another search.
pub(super) const FIRST_PHASE: f64 = 0.35;
pub(super) const SECOND_PHASE: f64 = 0.55;
/// The solver's share where every line is wanted, before the search has the rest.
pub(super) const SOLVE_BEFORE_LINES: f64 = 0.4;
/// The nodes of the solver where nothing else limits it.
const MAX_SOLVER_NODES: u64 = 20_000_000;

/// Whether a depth and nothing else is asked for: the solver knows no depth.
pub(super) fn is_depth_alone(limits: Limits) -> bool {
    !is_bounded(limits) && limits.depth.is_some()
}

/// Whether there is a limit to take shares of.
pub(super) fn is_bounded(limits: Limits) -> bool {
    limits.time.is_some() || limits.nodes.is_some() || limits.clock.is_some()
}

/// A share of the limits.
pub(super) fn scaled(limits: Limits, share: f64) -> Limits {
    // On a clock: a share of what a move may take, and never more than the clock can bear before
    // the increment comes.
    let by_clock = limits.clock.map(|clock| {
        let spare = clock.left.mul_f64(0.03) + clock.increment.mul_f64(0.4);
        spare.mul_f64(share).min(clock.left / 4)
    });
    let by_time = limits.time.map(|time| time.mul_f64(share));
    let time = [by_clock, by_time].into_iter().flatten().min();
    let nodes = limits.nodes.map(|nodes| (nodes as f64 * share) as u64);
    let unlimited = (time.is_none() && nodes.is_none()).then_some(MAX_SOLVER_NODES);
    Limits { time, nodes: nodes.or(unlimited), clock: None, ..limits }
}

/// What is left of the limits.
pub(super) fn remaining(limits: Limits, elapsed: Duration, spent: u64) -> Limits {
    let left = |time: Duration| time.saturating_sub(elapsed).max(Duration::from_millis(1));
    Limits {
        time: limits.time.map(left),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1)),
        clock: limits.clock.map(|clock| Clock { left: left(clock.left), ..clock }),
        ..limits
    }
}
