use std::time::{Duration, Instant};

/// When to look at the clock next, counted in nodes: about twice a millisecond, whatever a node costs.
#[derive(Clone, Debug)]
pub(crate) struct Pulse {
    at: u64,
    every: u64,
    last: Instant,
    /// The node at which a limit is reached: a look is due there in any case.
    most: u64,
}

/// At most so many nodes from one look to the next: a look costs less than a node, and slow nodes may follow fast ones.
const MOST: u64 = 512;

impl Pulse {
    /// Starts at node 0 with a limit on nodes, if there is one.
    pub(crate) fn start(most: Option<u64>) -> Self {
        let most = most.unwrap_or(u64::MAX).max(1);
        Self { at: most.min(16), every: 16, last: Instant::now(), most }
    }

    /// Whether it is time to look.
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.at
    }

    /// Counts work besides nodes, such as moves generated: the next look comes that much sooner.
    pub(crate) fn spend(&mut self, work: u64) {
        self.at = self.at.saturating_sub(work);
    }

    /// Sets the next time, after a look.
    pub(crate) fn beat(&mut self, nodes: u64) {
        let now = Instant::now();
        let took = now.saturating_duration_since(self.last);
        self.last = now;
        if took < Duration::from_micros(300) {
            self.every = (self.every * 2).min(MOST);
        } else if took > Duration::from_micros(800) {
            self.every = (self.every / 2).max(1);
        }
        self.at = nodes + self.every;
        if nodes < self.most {
            self.at = self.at.min(self.most);
        }
    }
}
