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
mod tests {
    use super::*;

    #[test]
    fn a_fit_has_the_mean_asked_for_and_sums_to_one() {
        for counts in [[1.0, 2.0, 3.0, 4.0, 5.0], [10.0, EMPTY, 30.0, EMPTY, 20.0], [EMPTY, EMPTY, EMPTY, EMPTY, 9.0]] {
            for mean in [0.2, 0.5, 0.514, 0.9] {
                let fitted = fit(&counts, mean);
                let sum: f64 = fitted.iter().sum();
                let found: f64 = fitted.iter().enumerate().map(|(bin, share)| share * bin as f64 / 4.0).sum();
                assert!((sum - 1.0).abs() < 1e-6 && (found - mean).abs() < 1e-6, "{counts:?} {mean}: {fitted:?}");
            }
        }
    }

    #[test]
    fn two_bins_give_the_ratio_of_the_binomial() {
        // Only clean pairs: the fit is a coin with the mean's chance, so the ratio is that of
        // Wald's classic test.
        let sprt = Sprt::new(0.0, 100.0).unwrap();
        let pairs = Pairs { counts: [40, 0, 0, 0, 60] };
        let (p0, p1) = (0.5f64, score_of_elo(100.0));
        let by_hand = 60.0 * (p1 / p0).ln() + 40.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((sprt.llr(&pairs) - by_hand).abs() < 0.02, "{} {by_hand}", sprt.llr(&pairs));
    }

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = Sprt::new(0.0, 10.0).unwrap().bounds();
        assert!((high - 19f64.ln()).abs() < 1e-12 && (low + 19f64.ln()).abs() < 1e-12);
        assert!(Sprt::new(10.0, 0.0).is_none() && Sprt::new(0.0, f64::NAN).is_none());
    }

    #[test]
    fn split_pairs_alone_speak_for_the_nearer_hypothesis() {
        let even = Pairs { counts: [0, 0, 500, 0, 0] };
        assert_eq!(Sprt::new(0.0, 50.0).unwrap().verdict(&even), Some(Verdict::H0));
        assert_eq!(Sprt::new(-50.0, 0.0).unwrap().verdict(&even), Some(Verdict::H1));
    }

    /// Plays one test to its end: the verdict and the pairs it took.
    fn simulate(sprt: &Sprt, score: f64, bias: f64, draws: f64, rng: &mut fastrand::Rng) -> (Verdict, u64) {
        // The score of the games that the opening does not decide and that are not drawn.
        let rest = 0.5 + (score - 0.5) / ((1.0 - bias) * (1.0 - draws));
        let mut pairs = Pairs::default();
        loop {
            let mut game = || if rng.f64() < draws { 1 } else { 2 * u32::from(rng.f64() < rest) };
            let points = game() + game();
            pairs.add(if rng.f64() < bias { 2 } else { points });
            if let Some(verdict) = sprt.verdict(&pairs) {
                return (verdict, pairs.total());
            }
        }
    }

    #[test]
    fn the_error_rates_are_the_promised_ones_with_and_without_draws() {
        let mut rng = fastrand::Rng::with_seed(7);
        let sprt = Sprt::new(0.0, 60.0).unwrap();
        let tests = 1500;
        for (bias, draws) in [(0.0, 0.0), (0.4, 0.0), (0.0, 0.02), (0.2, 0.3)] {
            let mut wrong = [0, 0];
            for _ in 0..tests {
                wrong[0] += u32::from(simulate(&sprt, 0.5, bias, draws, &mut rng).0 == Verdict::H1);
                wrong[1] += u32::from(simulate(&sprt, score_of_elo(60.0), bias, draws, &mut rng).0 == Verdict::H0);
            }
            // Six standard errors above 5 % at 1500 tests; the overshoot of the bounds makes the
            // test safer than asked.
            for wrong in wrong.map(|wrong| f64::from(wrong) / f64::from(tests)) {
                assert!((0.005..0.075).contains(&wrong), "bias {bias}, draws {draws}: {wrong}");
            }
        }
    }
}
