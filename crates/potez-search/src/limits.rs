//! How long a search may go on.

use std::time::Duration;

/// How long a search may go on; the first limit that is reached ends it. No limit at all means
/// until stopped.
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
