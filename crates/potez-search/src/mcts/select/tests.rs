//! The choice against the formula of the documentation.

use super::*;

/// The formula as it stands in the documentation of `Selection`.
fn plain(stats: Stats, amaf: Stats, prior: f32, weights: SelectionWeights) -> f32 {
    let urgency = f64::from(weights.urgency);
    let visits = stats.visits() as f32;
    let points_per_visit = (1.0 / weights.point) as u32;
    let mean = stats.mean(points_per_visit).unwrap_or(urgency) as f32;
    let first = amaf.mean(points_per_visit).unwrap_or(urgency) as f32;
    let beta = if weights.rave > 0.0 { weights.rave / (weights.rave + visits) } else { 0.0 };
    (1.0 - beta) * mean
        + beta * first
        + weights.explore / (visits + 1.0).sqrt()
        + weights.prior * prior / (visits + 1.0)
}

#[test]
fn the_choice_is_that_of_the_formula() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut scratch = SelectionScratch::default();
    for round in 0..3000 {
        let count = rng.usize(1..60);
        let points_per_visit = 1 << rng.u32(1..7);
        let mut counts = |most: u32| {
            let visits = rng.u32(0..most);
            Stats::new(visits, rng.u32(0..=points_per_visit * visits))
        };
        let stats: Vec<Stats> = (0..count).map(|_| counts(20)).collect();
        let amaf: Vec<Stats> = (0..count).map(|_| counts(50)).collect();
        let priors: Vec<f32> =
            (0..count).map(|_| if rng.u8(0..4) == 0 { f32::NEG_INFINITY } else { rng.f32() }).collect();
        let pick = |on: bool, rng: &mut fastrand::Rng| if on { rng.f32() * 3.0 } else { 0.0 };
        let weights = SelectionWeights {
            urgency: rng.f32(),
            point: 1.0 / points_per_visit as f32,
            rave: pick(round % 2 == 0, &mut rng),
            explore: pick(round % 3 == 0, &mut rng),
            prior: pick(round % 5 != 0, &mut rng),
        };
        let words = |list: &[Stats]| list.iter().map(|stats| Cell::new(stats.0)).collect::<Vec<_>>();
        let edges: Vec<_> = priors.iter().map(|&prior| Cell::new(edge(3, prior))).collect();
        let (stats_words, amaf_words) = (words(&stats), words(&amaf));
        let block = ChildBlock { stats: &stats_words, amaf: &amaf_words, edges: &edges, links: &[] };
        let width = rng.usize(1..=count);
        let value = |at: usize| plain(stats[at], amaf[at], priors[at], weights);
        let open: Vec<usize> = (0..width).filter(|&at| priors[at].is_finite()).collect();
        let Some(choice) = select(&block, width, weights, &mut scratch) else {
            assert!(open.is_empty());
            continue;
        };
        assert!(open.contains(&choice));
        for at in open {
            assert!(value(choice) >= value(at) - 1e-5, "{choice} and {at} of {count}");
        }
    }
}
