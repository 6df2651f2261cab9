use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a search may go on; the first limit that is reached ends it. No limit at all means until stopped.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Playouts of a Monte-Carlo search.
    pub playouts: Option<u64>,
    /// The game clock of the player to move.
    pub clock: Option<Clock>,
}

impl Limits {
    /// A fixed time for the move.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A fixed number of nodes: the same answer every time at one thread.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }
}

/// A game clock: what is left for all the moves to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left on the clock.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the clock is refilled, if it is.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// What must stay on the clock whatever happens: waking up, printing and the other end's delay.
    const RESERVE: Duration = Duration::from_millis(30);

    /// The time after which no new iteration should begin, and the time at which the search ends in any case.
    fn budget(self) -> (Duration, Duration) {
        let spare = self.left.saturating_sub(Self::RESERVE.max(self.left / 20));
        let moves = self.moves_to_go.map_or(25, |moves| moves.clamp(1, 25));
        let share = spare / moves + self.increment.mul_f64(0.8);
        let hard = spare.min(share * 3).max(Duration::from_millis(1));
        (share.min(hard).max(Duration::from_millis(1)), hard)
    }
}

/// A flag that ends a search from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    above: Option<Stop>,
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag for a part of the work: it can be raised alone, and stands raised whenever this one does.
    #[must_use]
    pub fn part(&self) -> Self {
        Self(Arc::new(Flag { raised: AtomicBool::new(false), above: Some(self.clone()) }))
    }

    /// Asks the search to end with what it has.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) || self.0.above.as_ref().is_some_and(Self::is_raised)
    }
}

/// A search under way: its limits, its clock and its stop flag.
#[derive(Clone, Debug)]
pub struct Watch {
    limits: Limits,
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    stop: Stop,
}

impl Watch {
    /// Starts the clock.
    pub fn start(limits: Limits, stop: &Stop) -> Self {
        let (mut soft, mut hard) = (limits.time, limits.time);
        if let Some(clock) = limits.clock {
            let (share, most) = clock.budget();
            soft = Some(soft.map_or(share, |time| time.min(share)));
            hard = Some(hard.map_or(most, |time| time.min(most)));
        }
        Self { limits, started: Instant::now(), soft, hard, stop: stop.clone() }
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must end now. Looks at the clock: call it every few hundred nodes, often enough to answer
    /// within a few milliseconds.
    pub fn is_over(&self, nodes: u64) -> bool {
        self.stop.is_raised()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether a search that can end at any moment has had its time: on a clock that is this move's share of it.
    pub fn is_spent(&self) -> bool {
        self.stop.is_raised() || self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// Whether another iteration, likely to take longer than all before it together, should begin.
    pub fn may_deepen(&self, depth: u32, nodes: u64) -> bool {
        let on_clock = self.limits.clock.is_some();
        !self.is_over(nodes)
            && self.limits.depth.is_none_or(|most| depth <= most)
            // With a fixed time a move nothing is saved by stopping early.
            && (!on_clock || self.soft.is_none_or(|soft| self.elapsed() < soft.mul_f64(0.6)))
    }

    /// Whether thinking is a waste of the player's clock: with one legal move and a clock or time limit to keep.
    pub fn answers_at_once(&self, legal_moves: usize) -> bool {
        legal_moves == 1 && self.hard.is_some()
    }
}
