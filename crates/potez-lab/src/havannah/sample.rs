//! What the net should say about a position, and how far it is from saying it.

/// The targets of one position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrainingSample {
    /// The share of the search's visits of each cell.
    pub policy: Vec<f32>,
    /// The cells that may be played: the policy is normalised over them.
    pub legal: Vec<bool>,
    /// The chance of the player to move to win, 0 to 1.
    pub value: f32,
}

/// The loss over some samples in nats: Kullback-Leibler divergences, so that a perfect net has
/// none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NetLoss {
    /// The sum over the policies.
    pub policy: f64,
    /// The sum over the values.
    pub value: f64,
    /// The number of samples.
    pub samples: f64,
}

impl NetLoss {
    /// Adds the loss of other samples.
    pub fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
        self.samples += other.samples;
    }

    /// The loss per sample, of the policy and of the value.
    pub fn mean(&self) -> [f64; 2] {
        [self.policy / self.samples, self.value / self.samples]
    }
}
