//! Time management: when a search with given limits must stop, and when it had better not begin
//! another iteration.

use std::time::Duration;

use crate::{Clock, Limits, Stop};

impl Clock {
    /// What must stay on the clock whatever happens: waking up, printing and the other end's delay.
    const RESERVE: Duration = Duration::from_millis(30);
    /// Moves that the rest of the time is shared out over, unless the clock is refilled sooner.
    const MOVES_AHEAD: u32 = 25;

    /// The soft limit, after which no new iteration should begin, and the hard limit, at which the
    /// search ends in any case.
    fn budget(self) -> (Duration, Duration) {
        let spare = self.left.saturating_sub(Self::RESERVE.max(self.left / 20));
        let moves = self.moves_to_go.map_or(Self::MOVES_AHEAD, |moves| moves.clamp(1, Self::MOVES_AHEAD));
        let share = spare / moves + self.increment.mul_f64(0.8);
        // A search in trouble may take three shares, but never what it has not got. A millisecond
        // is spent even on an empty clock: a move must be found.
        let hard = spare.min(share * 3).max(Duration::from_millis(1));
        (share.min(hard).max(Duration::from_millis(1)), hard)
    }
}

/// The limits of a search under way, measured by the clock of its [`Stop`].
#[derive(Clone, Debug)]
pub struct TimeManager {
    limits: Limits,
    started: Duration,
    soft_limit: Option<Duration>,
    hard_limit: Option<Duration>,
    stop: Stop,
}

impl TimeManager {
    /// Starts the clock.
    pub fn start(limits: Limits, stop: &Stop) -> Self {
        let (mut soft_limit, mut hard_limit) = (limits.time, limits.time);
        if let Some(clock) = limits.clock {
            let (soft, hard) = clock.budget();
            soft_limit = Some(soft_limit.map_or(soft, |time| time.min(soft)));
            hard_limit = Some(hard_limit.map_or(hard, |time| time.min(hard)));
        }
        Self { limits, started: stop.now(), soft_limit, hard_limit, stop: stop.clone() }
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time after which the search ends in any case, if there is one.
    pub fn hard_limit(&self) -> Option<Duration> {
        self.hard_limit
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.stop.now().saturating_sub(self.started)
    }

    /// Whether the search must end now. Reads the clock: call it every few hundred nodes, often
    /// enough to answer within a few milliseconds.
    pub fn must_stop(&self, nodes: u64) -> bool {
        self.stop.is_raised()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.hard_limit.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// Whether a search that can end at any moment has had its time: on a clock that is this move's
    /// share of it.
    pub fn is_past_soft_limit(&self) -> bool {
        self.stop.is_raised() || self.soft_limit.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// Whether another iteration, likely to take longer than all before it together, should begin.
    pub fn may_start_iteration(&self, depth: u32, nodes: u64) -> bool {
        let on_clock = self.limits.clock.is_some();
        !self.must_stop(nodes)
            && self.limits.depth.is_none_or(|most| depth <= most)
            // With a fixed time per move nothing is saved by stopping early.
            && (!on_clock || self.soft_limit.is_none_or(|limit| self.elapsed() < limit.mul_f64(0.6)))
    }

    /// Whether thinking is a waste of the player's clock: with one legal move and a clock or time
    /// limit to keep.
    pub fn should_move_at_once(&self, legal_moves: usize) -> bool {
        legal_moves == 1 && self.hard_limit.is_some()
    }
}
