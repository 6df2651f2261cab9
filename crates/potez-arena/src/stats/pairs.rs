//! Pairs of games by the points made in them, and how much a pair tells.

use super::elo::{Interval, score_interval};

/// Counts of pairs by the points that one side made of two: 0, ½, 1, 1½, 2 (the pentanomial).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pairs {
    /// Pairs by half-points, from none to four.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Adds a pair in which the side made this many half-points, 0 to 4.
    pub fn add(&mut self, half_points: u32) {
        self.counts[half_points as usize] += 1;
    }

    /// The number of pairs.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean score of a game, 0 to 1; one half where nothing was played.
    pub fn score(&self) -> f64 {
        let total = self.total();
        if total == 0 {
            return 0.5;
        }
        let half_points: u64 = self.counts.iter().zip(0..).map(|(count, points)| count * points).sum();
        half_points as f64 / (4 * total) as f64
    }

    /// The same pairs seen by the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut counts = self.counts;
        counts.reverse();
        Self { counts }
    }

    /// How much wider pair scores scatter than `p(1−p)` would have it: 1 when both games of a pair
    /// always end alike, one half when they are independent and never drawn, less when the opening
    /// decides.
    ///
    /// One imagined pair of independent even games is counted in, so that a few equal results do
    /// not look certain.
    pub fn design_effect(&self) -> f64 {
        const IMAGINED: [f64; 5] = [0.25, 0.0, 0.5, 0.0, 0.25];
        let weights: [f64; 5] = std::array::from_fn(|bin| self.counts[bin] as f64 + IMAGINED[bin]);
        let total: f64 = weights.iter().sum();
        let moment = |power: i32| {
            weights.iter().enumerate().map(|(bin, weight)| weight * (bin as f64 / 4.0).powi(power)).sum::<f64>() / total
        };
        let mean = moment(1);
        (moment(2) - mean * mean) / (mean * (1.0 - mean))
    }

    /// The error bars of the score at 95 %.
    pub fn score_interval(&self) -> (f64, f64) {
        score_interval(self.score(), self.total() as f64 / self.design_effect())
    }

    /// Elo with its error bars at 95 %.
    pub fn elo(&self) -> Interval {
        Interval::new(self.score(), self.total() as f64 / self.design_effect(), 2 * self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u64; 5]) -> Pairs {
        Pairs { counts }
    }

    #[test]
    fn the_score_is_the_mean_of_the_points() {
        assert!((pairs([1, 0, 2, 0, 5]).score() - 12.0 / 16.0).abs() < 1e-12);
        assert!((pairs([0, 1, 0, 1, 0]).score() - 0.5).abs() < 1e-12);
        assert!((pairs([0; 5]).score() - 0.5).abs() < 1e-12);
        assert!((pairs([3, 1, 0, 0, 1]).score() + pairs([3, 1, 0, 0, 1]).reversed().score() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_design_effect_tells_openings_that_decide_from_openings_that_do_not() {
        // By hand, n large: independent even games scatter by 1/8 = ½ · ¼, equal games by ¼, split
        // pairs not at all.
        assert!((pairs([25_000, 0, 50_000, 0, 25_000]).design_effect() - 0.5).abs() < 1e-3);
        assert!((pairs([50_000, 0, 0, 0, 50_000]).design_effect() - 1.0).abs() < 1e-3);
        assert!(pairs([0, 0, 100_000, 0, 0]).design_effect() < 1e-3);
    }

    #[test]
    fn one_split_pair_is_no_certainty() {
        let elo = pairs([0, 0, 1, 0, 0]).elo();
        assert!(elo.low < -50.0 && elo.high > 50.0, "{elo:?}");
    }
}
