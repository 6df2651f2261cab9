//! When a search polls its clock and its stop flag.

use std::time::Duration;

/// When to poll next, counted in nodes: about twice per millisecond, whatever a node costs.
#[derive(Clone, Debug)]
pub(crate) struct PollTimer {
    /// The node at which the next poll is due.
    next: u64,
    /// Nodes from one poll to the next.
    interval: u64,
    /// The time of the last poll.
    last: Duration,
    /// The node at which a limit is reached: a poll is due there in any case.
    node_limit: u64,
}

/// The most nodes from one poll to the next: a poll costs less than a node, and slow nodes may
/// follow fast ones.
const MAX_INTERVAL: u64 = 512;

impl PollTimer {
    /// Starts at node 0 with a limit on nodes, if there is one.
    pub(crate) fn start(node_limit: Option<u64>) -> Self {
        let node_limit = node_limit.unwrap_or(u64::MAX).max(1);
        Self { next: node_limit.min(16), interval: 16, last: Duration::ZERO, node_limit }
    }

    /// Whether it is time to poll.
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Counts work besides nodes, such as moves generated: the next poll comes that much sooner.
    pub(crate) fn count_extra_work(&mut self, nodes_worth: u64) {
        self.next = self.next.saturating_sub(nodes_worth);
    }

    /// Sets the next time, after a poll at `elapsed` since the start of the search.
    pub(crate) fn reschedule(&mut self, nodes: u64, elapsed: Duration) {
        let took = elapsed.saturating_sub(self.last);
        self.last = elapsed;
        // Doubling and halving finds the right interval within a few polls, and there is no
        // division by a measured speed that may be zero.
        if took < Duration::from_micros(300) {
            self.interval = (self.interval * 2).min(MAX_INTERVAL);
        } else if took > Duration::from_micros(800) {
            self.interval = (self.interval / 2).max(1);
        }
        self.next = nodes + self.interval;
        if nodes < self.node_limit {
            // A limit on nodes is kept to the node, so that the same limit gives the same answer.
            self.next = self.next.min(self.node_limit);
        }
    }
}
