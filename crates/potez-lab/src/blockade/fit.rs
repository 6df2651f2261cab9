//! The weights of the evaluation fitted to the results of games, by logistic regression.

use std::fmt;

use potez_engine::blockade::{ANCHOR_WEIGHTS, ANCHORS, Features, TERMS, interpolation};
use serde::{Deserialize, Serialize};

/// A position as the evaluation sees it, for the player to move, and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvalSample {
    /// The walls that both players have left.
    walls: usize,
    /// What each weight is multiplied with.
    counts: [i32; TERMS],
    /// Whether the player to move won in the end.
    won: bool,
}

/// Weights at the anchors, as numbers that a fit may move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvalFit([[f64; TERMS]; ANCHORS.len()]);

/// Weights by anchor and term.
type WeightMatrix = [[f64; TERMS]; ANCHORS.len()];

/// Steps of the gradient descent.
const STEPS: usize = 1500;
/// The learning rate at first; it falls to zero.
const LEARNING_RATE: f64 = 1.0;
/// The strength of the prior in samples: rare stocks keep the weights that they have.
const PRIOR: f64 = 40.0;
/// What the gradient and its square are averaged over, as in Adam.
const MOMENTUM: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.99;
/// Points of evaluation per unit of the logit.
const POINTS_PER_LOGIT: f64 = 100.0;

impl EvalSample {
    /// The features of a position, with its result.
    pub fn new(features: Features, won: bool) -> Self {
        Self { walls: features.walls, counts: features.counts, won }
    }

    fn result(&self) -> f64 {
        f64::from(u8::from(self.won))
    }
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

impl EvalFit {
    /// The weights in use.
    pub fn standard() -> Self {
        Self(ANCHOR_WEIGHTS.map(|weights| weights.map(f64::from)))
    }

    /// The logit of the chance that the player to move wins.
    fn logit(&self, sample: &EvalSample) -> f64 {
        let (lower, upper, share) = interpolation(sample.walls);
        let value = |anchor: usize| {
            let products = self.0[anchor].iter().zip(sample.counts).map(|(weight, count)| weight * f64::from(count));
            products.sum::<f64>()
        };
        (value(lower) * (1.0 - share) + value(upper) * share) / POINTS_PER_LOGIT
    }

    /// The mean cross-entropy of the results, in bits per sample.
    pub fn loss(&self, samples: &[EvalSample]) -> f64 {
        let bits = |sample: &EvalSample| {
            // The logarithm of a chance that rounds to zero would be infinite.
            let chance = sigmoid(self.logit(sample)).clamp(1e-9, 1.0 - 1e-9);
            -(sample.result() * chance.log2() + (1.0 - sample.result()) * (1.0 - chance).log2())
        };
        samples.iter().map(bits).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The weights with the least loss, near the present ones where there are few samples.
    pub fn fitted(samples: &[EvalSample]) -> Self {
        let prior = Self::standard();
        let mut fit = prior;
        let mut means: WeightMatrix = [[0.0; TERMS]; ANCHORS.len()];
        let mut squares: WeightMatrix = [[0.0; TERMS]; ANCHORS.len()];
        // The loss is convex, so that plain descent with all samples at once finds its minimum.
        for step in 1..=STEPS {
            let gradient = fit.gradient(samples);
            let learning_rate = LEARNING_RATE * (1.0 - step as f64 / (STEPS + 1) as f64);
            let warm_up = 1.0 - SQUARE_DECAY.powi(step as i32);
            for (anchor, gradient) in gradient.iter().enumerate() {
                for (term, gradient) in gradient.iter().enumerate() {
                    let (weight, target) = (&mut fit.0[anchor][term], prior.0[anchor][term]);
                    // A Gaussian prior around the present weight, as wide as the weight is large.
                    let pull = PRIOR * (target - *weight) / (target.abs() + 10.0).powi(2);
                    let gradient = gradient / POINTS_PER_LOGIT + pull;
                    let (mean, square) = (&mut means[anchor][term], &mut squares[anchor][term]);
                    *mean += (gradient - *mean) * (1.0 - MOMENTUM);
                    *square += (gradient * gradient - *square) * (1.0 - SQUARE_DECAY);
                    *weight += learning_rate * *mean / ((*square / warm_up).sqrt() + 1e-9);
                }
            }
        }
        fit
    }

    /// The gradient of the log-likelihood of all samples, in units of the logit.
    fn gradient(&self, samples: &[EvalSample]) -> WeightMatrix {
        let mut gradient = [[0.0; TERMS]; ANCHORS.len()];
        for sample in samples {
            let error = sample.result() - sigmoid(self.logit(sample));
            let (lower, upper, share) = interpolation(sample.walls);
            for (term, count) in sample.counts.into_iter().map(f64::from).enumerate() {
                gradient[lower][term] += error * count * (1.0 - share);
                gradient[upper][term] += error * count * share;
            }
        }
        gradient
    }
}

impl fmt::Display for EvalFit {
    /// The lines of `ANCHOR_WEIGHTS`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for weights in self.0 {
            writeln!(f, "{:?},", weights.map(|weight| weight.round() as i32))?;
        }
        Ok(())
    }
}
