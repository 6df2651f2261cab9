//! Elo differences and their error bars.

/// The expected score of a game against an opponent this many Elo weaker.
///
/// ```
/// assert_eq!(potez_arena::stats::score_of_elo(0.0), 0.5);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that this score speaks of; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// An Elo difference with its error bars at 95 %, always finite.
///
/// The bars are Wilson's interval for the score, with the number of observations divided by the
/// design effect of pairs, and so never leave 0 to 1, are never empty, and hold the estimate. A
/// score of 0 or 1 speaks of an infinite difference: half a point in one game more is then given to
/// the side that has none, for the estimate and the bars alike, so 10 wins of 10 are reported as
/// the Elo of 10½ of 11.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The estimate.
    pub elo: f64,
    /// The lower bar.
    pub low: f64,
    /// The upper bar.
    pub high: f64,
}

/// The quantile of the normal distribution that leaves 2½ % on either side.
const Z: f64 = 1.959_963_984_540_054;

impl Interval {
    /// The interval for a mean score of `games` games that scatter like `observations` independent
    /// ones.
    pub fn new(score: f64, observations: f64, games: u64) -> Self {
        let (low, high) = score_interval(score, observations);
        let least = 0.5 / (games as f64 + 1.0);
        let elo = |score: f64| elo_of_score(score.clamp(least, 1.0 - least));
        Self { elo: elo(score), low: elo(low), high: elo(high) }
    }
}

/// Wilson's interval for a score at 95 %.
pub(crate) fn score_interval(score: f64, observations: f64) -> (f64, f64) {
    if observations <= 0.0 {
        return (0.0, 1.0);
    }
    let spread = Z * Z / observations;
    let centre = (score + spread / 2.0) / (1.0 + spread);
    let half = (spread * score * (1.0 - score) + spread * spread / 4.0).sqrt() / (1.0 + spread);
    // Rounding must not push a bar past the estimate.
    ((centre - half).clamp(0.0, score), (centre + half).clamp(score, 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::Pairs;
    use super::*;

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        assert!((elo_of_score(0.75) - 190.848_501_887_864_97).abs() < 1e-9);
        assert!((score_of_elo(200.0) - 0.759_746_926_647_958).abs() < 1e-12);
        for elo in [-600.0, -50.0, 0.0, 12.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn wilsons_interval_has_its_textbook_values() {
        // 81 of 100 and 0 of 10, computed by hand from the formula with z = 1.96.
        let (low, high) = score_interval(0.81, 100.0);
        assert!((low - 0.7222).abs() < 1e-4 && (high - 0.8749).abs() < 1e-4, "{low} {high}");
        let (low, high) = score_interval(0.0, 10.0);
        assert!(low.abs() < 1e-12 && (high - 0.2775).abs() < 1e-4, "{low} {high}");
    }

    #[test]
    fn a_clean_sweep_is_finite() {
        let ten = Interval::new(1.0, 10.0, 10);
        assert!((ten.elo - elo_of_score(10.5 / 11.0)).abs() < 1e-9);
        assert!(ten.low < ten.elo && ten.high.is_finite(), "{ten:?}");
        let none = Interval::new(0.5, 0.0, 0);
        assert!(none.elo.abs() < 1e-9 && none.low.is_finite() && none.high.is_finite());
    }

    /// A pair of drawless games; `bias` is the share of openings that are won for X whoever plays.
    fn pair(score: f64, bias: f64, rng: &mut fastrand::Rng) -> u32 {
        if rng.f64() < bias {
            return 2;
        }
        // The rest must make up for the even pairs.
        let rest = 0.5 + (score - 0.5) / (1.0 - bias);
        2 * (u32::from(rng.f64() < rest) + u32::from(rng.f64() < rest))
    }

    #[test]
    fn the_bars_hold_the_truth_in_about_nineteen_of_twenty_matches() {
        let mut rng = fastrand::Rng::with_seed(1);
        for (truth, bias, games) in [(0.5, 0.0, 100), (0.5, 0.5, 100), (0.62, 0.3, 200), (0.85, 0.0, 60)] {
            let matches = 4000;
            let mut held = 0;
            for _ in 0..matches {
                let mut pairs = Pairs::default();
                for _ in 0..games / 2 {
                    pairs.add(pair(truth, bias, &mut rng));
                }
                let bars = pairs.elo();
                held += u32::from(bars.low <= elo_of_score(truth) && elo_of_score(truth) <= bars.high);
            }
            let share = f64::from(held) / f64::from(matches);
            assert!((0.93..=0.98).contains(&share), "{truth} {bias} {games}: {share}");
        }
    }
}
