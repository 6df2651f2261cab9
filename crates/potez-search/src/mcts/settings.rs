use std::time::Duration;

/// All that can be chosen about a Monte-Carlo search, as data.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Threads that grow the one tree; at least 1.
    pub threads: usize,
    /// The most memory the tree may take, in MiB; at least 1.
    pub memory: usize,
    /// Where the random numbers begin. One thread, one seed and one number of nodes give one answer.
    pub seed: u64,
    /// How many ranked lines to report.
    pub lines: usize,
    /// Playouts from each leaf that is reached; at least 1.
    pub playouts: u32,
    /// The points that a simulation shares out: 2 are enough for playouts, which end won, drawn or lost. Leaves that
    /// are worth something in between, see [`Expansion::value`](super::Expansion::value), need more.
    pub grain: u32,
    /// Visits of a leaf before it gets children of its own.
    pub expand_at: u32,
    /// Visits that a thread pretends to have lost on its way down, so that others go elsewhere. Only with several
    /// threads.
    pub virtual_loss: u32,
    /// How a child is chosen on the way down.
    pub selection: Selection,
    /// How the move to play is chosen at the end.
    pub choice: Choice,
    /// The time between two reports while thinking.
    pub report_every: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            memory: 256,
            seed: 1,
            lines: 1,
            playouts: 1,
            grain: 2,
            expand_at: 1,
            virtual_loss: 1,
            selection: Selection::default(),
            choice: Choice::default(),
            report_every: Duration::from_millis(100),
        }
    }
}

/// What makes a child attractive. With `q` its mean value, `r` its all-moves-as-first mean, `n` its visits, `N` its
/// parent's and `p` its prior, the child with the largest
/// `(1−β)·q + β·r + exploration·√(ln N/(n+1)) + (puct·√N + bias)·p/(n+1)` is taken, where `β = rave/(rave+n)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// The weight of the upper confidence bound; 0 switches it off.
    pub exploration: f32,
    /// The number of visits at which a child's own mean counts as much as its all-moves-as-first mean; 0 switches
    /// the latter off.
    pub rave: f32,
    /// The weight of a prior that fades with the children's share of visits; 0 switches it off.
    pub puct: f32,
    /// The weight of a prior that fades with the child's visits alone; 0 switches it off.
    pub bias: f32,
    /// The value of a child without visits.
    pub urgency: Urgency,
    /// Whether a node looks only at its likeliest children at first.
    pub widening: Option<Widening>,
}

impl Default for Selection {
    fn default() -> Self {
        Self { exploration: 0.7, rave: 0.0, puct: 0.0, bias: 0.0, urgency: Urgency::Fixed(1.0), widening: None }
    }
}

/// First-play urgency: the value of a child that nothing is known of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Urgency {
    /// Always the same value.
    Fixed(f32),
    /// The mean of the parent less this much.
    BelowParent(f32),
}

/// Progressive widening: the likeliest `first + factor·N^power` children are looked at, `N` being the parent's visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// Children looked at from the start.
    pub first: u32,
    /// How fast the number grows.
    pub factor: f32,
    /// With what power of the visits it grows, 0 to 1.
    pub power: f32,
}

impl Widening {
    /// The number of children to look at after so many visits.
    pub(super) fn width(&self, visits: f32) -> usize {
        (self.first as usize).max(1) + (self.factor * visits.powf(self.power)) as usize
    }
}

/// How the move to play is chosen among those that are neither proven wins nor proven losses.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Choice {
    /// The most visited.
    #[default]
    Robust,
    /// The best lower bound: the mean less this much over the root of the visits.
    Secure(f32),
}
