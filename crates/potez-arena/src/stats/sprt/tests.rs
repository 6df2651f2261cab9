//! The sequential test against simulated matches whose truth is known.

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
