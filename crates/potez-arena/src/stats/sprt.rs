//! The sequential probability ratio test over pairs of games.

use super::{Pairs, score_of_elo};

/// A sequential probability ratio test of two Elo differences, on pairs.
///
/// The likelihood ratio is the generalised one: of all distributions of the five pair results,
/// those that fit the data best under each hypothesis are compared. No model of draws is needed,
/// and pairs whose opening decides cost nothing but time. Empty bins are given a thousandth of a
/// pair: without it the ratio of games without draws would not exist.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the hypothesis to reject.
    pub elo0: f64,
    /// The difference of the hypothesis to accept.
    pub elo1: f64,
    /// The chance to accept `elo1` though `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` though `elo1` is true.
    pub beta: f64,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is rather `elo0` than `elo1`.
    H0,
    /// The difference is rather `elo1` than `elo0`.
    H1,
}

impl Verdict {
    /// The word of reports, `H0` or `H1`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        }
    }
}

const EMPTY: f64 = 1e-3;

impl Sprt {
    /// A test with error rates of 5 %; `None` unless `elo0 < elo1`, both finite.
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Self { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// The bounds of the log-likelihood ratio: at or below the first `elo0` is accepted, at or
    /// above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| if count == 0 { EMPTY } else { count as f64 });
        let likelihood = |elo| {
            let fitted = fit(&counts, score_of_elo(elo));
            counts.iter().zip(fitted).map(|(count, share)| count * share.ln()).sum::<f64>()
        };
        likelihood(self.elo1) - likelihood(self.elo0)
    }

    /// Whether the test is over.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (low, high) = self.bounds();
        let llr = self.llr(pairs);
        if llr <= low {
            Some(Verdict::H0)
        } else if llr >= high {
            Some(Verdict::H1)
        } else {
            None
        }
    }
}

/// The shares of the five results, with this mean, that fit the counts best.
///
/// With Lagrange's multiplier θ the best share of bin i is `share_i / (1 + θ (score_i − mean))`,
/// where θ is the root of a decreasing function between the values that make some share infinite.
fn fit(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let offset: [f64; 5] = std::array::from_fn(|bin| bin as f64 / 4.0 - mean);
    let slope = |theta: f64| (0..5).map(|bin| shares[bin] * offset[bin] / (1.0 + theta * offset[bin])).sum::<f64>();
    let (mut low, mut high) = (-1.0 / offset[4], -1.0 / offset[0]);
    // Bisection to the last bit: safe at the poles, where Newton's steps leave the interval.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
        if high - low <= 1e-13 * (high.abs() + low.abs()) {
            break;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|bin| shares[bin] / (1.0 + theta * offset[bin]))
}

#[cfg(test)]
mod tests;
