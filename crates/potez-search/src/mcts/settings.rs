//! How a Monte-Carlo tree search works, as data.

use std::time::Duration;

use crate::IS_MODULE;

/// All that can be chosen about a Monte-Carlo search, as data.
#[derive(Clone, PartialEq, Debug)]
pub struct MctsSettings {
    /// Threads that grow the one tree; at least 1.
    pub threads: usize,
    /// The most memory the tree may take, in MiB; at least 1.
    pub memory_mib: usize,
    /// The seed of the random numbers. One thread, one seed and one number of nodes give one
    /// answer.
    pub seed: u64,
    /// How many ranked lines to report.
    pub multipv: usize,
    /// Playouts from each leaf that is reached; at least 1.
    pub playouts: u32,
    /// The points that the two players get together for a visit: 2 are enough for playouts, which
    /// end won, drawn or lost. Leaves with a value in between, see
    /// [`Expansion::value`](super::Expansion::value), need more.
    pub points_per_visit: u32,
    /// Visits of a leaf before it is expanded.
    pub expansion_visits: u32,
    /// Virtual loss: visits without points that a thread adds on its way down, so that others go
    /// elsewhere. Only with several threads.
    pub virtual_loss: u32,
    /// How a child is selected on the way down.
    pub selection: Selection,
    /// How the move to play is chosen at the end.
    pub final_move: FinalMove,
    /// The time between two reports while thinking.
    pub report_every: Duration,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            // A module clears its memory before the first simulation: of this, in some hundredths of a second.
            memory_mib: if IS_MODULE { 64 } else { 256 },
            seed: 1,
            multipv: 1,
            playouts: 1,
            points_per_visit: 2,
            expansion_visits: 1,
            virtual_loss: 1,
            selection: Selection::default(),
            final_move: FinalMove::default(),
            report_every: Duration::from_millis(100),
        }
    }
}

/// The formula of selection: UCT, RAVE, PUCT and progressive bias in one. With `q` the mean value
/// of a child, `r` its all-moves-as-first (AMAF) mean, `n` its visits, `N` its parent's and `p` its
/// prior, the child with the largest `(1−β)·q + β·r + exploration·√(ln N/(n+1)) + (puct·√N +
/// bias)·p/(n+1)` is selected, where `β = rave/(rave+n)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// The weight of the upper confidence bound; 0 switches it off.
    pub exploration: f32,
    /// The equivalence parameter of RAVE: the visits at which a child's own mean counts as much as
    /// its AMAF mean; 0 switches the latter off.
    pub rave: f32,
    /// The weight of the prior in PUCT, which decreases with the child's share of the visits; 0
    /// switches it off.
    pub puct: f32,
    /// The weight of a prior that decreases with the child's visits alone; 0 switches it off.
    pub progressive_bias: f32,
    /// The value of a child without visits.
    pub first_play_urgency: FirstPlayUrgency,
    /// Whether a node considers only its likeliest children at first.
    pub widening: Option<ProgressiveWidening>,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            rave: 0.0,
            puct: 0.0,
            progressive_bias: 0.0,
            first_play_urgency: FirstPlayUrgency::Fixed(1.0),
            widening: None,
        }
    }
}

/// First-play urgency: the value of a child without visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstPlayUrgency {
    /// Always the same value.
    Fixed(f32),
    /// The mean of the parent less this much.
    BelowParent(f32),
}

/// Progressive widening: the likeliest `first + factor·N^power` children are considered, `N` being
/// the parent's visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProgressiveWidening {
    /// Children considered from the start.
    pub first: u32,
    /// How fast the number grows.
    pub factor: f32,
    /// With what power of the visits it grows, 0 to 1.
    pub power: f32,
}

impl ProgressiveWidening {
    /// The number of children to consider after this many visits.
    pub(super) fn width(&self, visits: f32) -> usize {
        (self.first as usize).max(1) + (self.factor * visits.powf(self.power)) as usize
    }
}

/// How the move to play is chosen among those that are neither proven wins nor proven losses.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum FinalMove {
    /// The most visited child.
    #[default]
    RobustChild,
    /// The child with the best lower confidence bound: the mean less this much over the root of the
    /// visits.
    SecureChild(f32),
}
