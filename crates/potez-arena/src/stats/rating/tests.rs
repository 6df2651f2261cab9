//! Ratings of events whose strengths are known.

use super::super::{elo_of_score, score_of_elo};
use super::*;

#[test]
fn two_players_get_the_elo_of_their_score() {
    let mut ratings = Ratings::new(2);
    for game in 0..4000 {
        ratings.add(0, 1, if game % 4 == 0 { 0.0 } else { 1.0 });
    }
    let found = ratings.solve();
    let difference = found.difference(0, 1);
    assert!((difference.elo - elo_of_score(0.75)).abs() < 0.5, "{difference:?}");
    assert!((found.rating(0).elo + found.rating(1).elo).abs() < 1e-6);
    // By hand: the variance of a logit is 1 / (n p (1 - p)), and the mean lies half way.
    let by_hand = 1.96 / (4000.0f64 * 0.75 * 0.25).sqrt() * ELO;
    assert!((difference.error - by_hand).abs() < 0.01 * by_hand, "{difference:?} {by_hand}");
    assert!((found.rating(0).error - by_hand / 2.0).abs() < 0.01 * by_hand, "{found:?}");
}

#[test]
fn a_player_who_lost_everything_stays_finite() {
    let mut ratings = Ratings::new(3);
    for _ in 0..20 {
        ratings.add(0, 2, 1.0);
        ratings.add(1, 2, 1.0);
        ratings.add(0, 1, 0.5);
    }
    let found = ratings.solve();
    let all = [0, 1, 2].map(|player| found.rating(player));
    assert!(all.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()), "{all:?}");
    assert!((all[0].elo - all[1].elo).abs() < 1e-6 && all[2].elo < all[0].elo - 300.0, "{all:?}");
    assert_eq!(found.ranking()[2], 2);
}

#[test]
fn four_times_the_games_halve_the_bars() {
    let bars = |games: usize| {
        let mut ratings = Ratings::new(4);
        for a in 0..4 {
            for b in a + 1..4 {
                for game in 0..games {
                    ratings.add(a, b, if game % 3 == 0 { 0.0 } else { 1.0 });
                }
            }
        }
        let found = ratings.solve();
        (found.rating(0).error, found.difference(0, 3).error)
    };
    let ((few, apart_few), (many, apart_many)) = (bars(300), bars(1200));
    assert!((few / many - 2.0).abs() < 0.05 && (apart_few / apart_many - 2.0).abs() < 0.05, "{few} {many}");
    assert!(many < 20.0, "{many}");
}

#[test]
fn players_who_never_met_are_not_known_apart() {
    let mut ratings = Ratings::new(4);
    for game in 0..1000 {
        ratings.add(0, 1, f64::from(game % 2));
        ratings.add(2, 3, f64::from(game % 2));
    }
    let found = ratings.solve();
    assert!(found.difference(0, 1).error < 30.0 && found.difference(0, 2).error > 300.0, "{found:?}");
}

/// Plays round robins of this field again and again: the share of bars that hold the truth, of
/// ratings and of differences. `bias` is the share of openings that are won for X whoever plays.
fn coverage(truth: &[f64], pairs: usize, bias: f64, rng: &mut fastrand::Rng) -> (f64, f64) {
    let (mut ratings_held, mut differences_held, mut ratings_all, mut differences_all) = (0, 0, 0, 0);
    for _ in 0..300 {
        let mut ratings = Ratings::new(truth.len());
        for a in 0..truth.len() {
            for b in a + 1..truth.len() {
                for _ in 0..pairs {
                    let score = score_of_elo(truth[a] - truth[b]);
                    // The rest must make up for the even pairs.
                    let rest = 0.5 + (score - 0.5) / (1.0 - bias);
                    let biased = rng.f64() < bias;
                    let wins = [true, false].map(|first| if biased { first } else { rng.f64() < rest });
                    let points = wins.map(|win| u32::from(win) * 2);
                    for points in points {
                        ratings.add(a, b, f64::from(points) / 2.0);
                    }
                    ratings.pair(a, b, points.iter().sum());
                }
            }
        }
        let found = ratings.solve();
        for (a, &elo) in truth.iter().enumerate() {
            let rating = found.rating(a);
            ratings_held += u32::from((rating.elo - elo).abs() <= rating.error);
            ratings_all += 1;
            for (b, &other) in truth.iter().enumerate().skip(a + 1) {
                let apart = found.difference(a, b);
                differences_held += u32::from((apart.elo - (elo - other)).abs() <= apart.error);
                differences_all += 1;
            }
        }
    }
    let share = |held: u32, all: u32| f64::from(held) / f64::from(all);
    (share(ratings_held, ratings_all), share(differences_held, differences_all))
}

#[test]
fn the_bars_of_simulated_tournaments_hold_the_truth_in_about_nineteen_of_twenty() {
    let mut rng = fastrand::Rng::with_seed(3);
    // Their sum is zero, as the mean of the ratings is.
    let truth = [150.0, 40.0, -30.0, -160.0];
    for (pairs, bias) in [(50, 0.0), (200, 0.0), (50, 0.3)] {
        let (ratings, differences) = coverage(&truth, pairs, bias, &mut rng);
        for share in [ratings, differences] {
            assert!((0.925..=0.975).contains(&share), "{pairs} pairs, bias {bias}: {ratings} {differences}");
        }
    }
}
