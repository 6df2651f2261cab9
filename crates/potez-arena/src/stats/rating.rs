//! Ratings of a field of players by maximum likelihood (Bradley and Terry).

use std::collections::BTreeMap;

use super::Pairs;

/// An Elo number with its error bar: the strength of a player, or the difference of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The estimate. Of a player it is relative to the mean of the field, which is 0.
    pub elo: f64,
    /// Half the width of the bars at 95 %.
    pub error: f64,
}

/// Results between several players, and the ratings that explain them best (Bradley and Terry's
/// model).
///
/// Draws count as half a win for both. Every player is given one imagined drawn game against the
/// mean of the field: a player who won or lost everything stays finite, and so do players who never
/// met, however indirectly.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    players: usize,
    /// Points of the first against the second player, and games between them.
    points: Vec<f64>,
    games: Vec<f64>,
    /// Pairs of games between two players, the smaller number first: how much a pair tells.
    pairs: BTreeMap<(usize, usize), Pairs>,
}

/// The likeliest ratings of a field, with what is known of their errors.
///
/// Only differences can be measured, so the mean of the field is fixed at 0 and the bars are those
/// of a difference: of a player to that mean, or of two players.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldRatings {
    /// Relative to the mean, in natural units.
    strength: Vec<f64>,
    /// The covariance of the strengths, with the mean's own uncertainty still in it.
    covariance: Vec<Vec<f64>>,
}

impl FieldRatings {
    /// The number of players.
    pub fn len(&self) -> usize {
        self.strength.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.strength.is_empty()
    }

    /// The rating of a player.
    pub fn rating(&self, player: usize) -> Rating {
        let count = self.strength.len() as f64;
        let weights = (0..self.strength.len()).map(|other| f64::from(u8::from(other == player)) - 1.0 / count);
        self.combined(&weights.collect::<Vec<_>>())
    }

    /// How far the first of two players is ahead of the second.
    pub fn difference(&self, a: usize, b: usize) -> Rating {
        let mut weights = vec![0.0; self.strength.len()];
        weights[a] += 1.0;
        weights[b] -= 1.0;
        self.combined(&weights)
    }

    /// The players from the best to the worst.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.strength.len()).collect();
        order.sort_by(|&a, &b| self.strength[b].total_cmp(&self.strength[a]));
        order
    }

    /// A sum of strengths with weights that add up to nothing, so that the mean does not matter.
    fn combined(&self, weights: &[f64]) -> Rating {
        let elo: f64 = weights.iter().zip(&self.strength).map(|(weight, strength)| weight * strength).sum();
        let row = |row: &[f64]| row.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>();
        let variance: f64 = weights.iter().zip(&self.covariance).map(|(weight, values)| weight * row(values)).sum();
        Rating { elo: elo * ELO, error: 1.96 * variance.max(0.0).sqrt() * ELO }
    }
}

impl Ratings {
    /// No results yet.
    pub fn new(players: usize) -> Self {
        let square = vec![0.0; players * players];
        Self { players, points: square.clone(), games: square, pairs: BTreeMap::new() }
    }

    /// Adds a game in which `a` made this many points (0, ½ or 1) against `b`.
    pub fn add(&mut self, a: usize, b: usize, points: f64) {
        self.points[a * self.players + b] += points;
        self.points[b * self.players + a] += 1.0 - points;
        self.games[a * self.players + b] += 1.0;
        self.games[b * self.players + a] += 1.0;
    }

    /// Says that two of the games that were added were one opening with colours swapped, in which
    /// `a` made this many half-points, 0 to 4: such games are not independent.
    pub fn pair(&mut self, a: usize, b: usize, half_points: u32) {
        let points = if a < b { half_points } else { 4 - half_points };
        self.pairs.entry((a.min(b), a.max(b))).or_default().add(points);
    }

    /// The likeliest ratings.
    pub fn solve(&self) -> FieldRatings {
        let mut strength = vec![0.0; self.players];
        for _ in 0..200 {
            let (gradient, information) = self.slopes(&strength, &|_, _| 1.0);
            let step = solve(information, gradient);
            let largest = step.iter().fold(0.0f64, |most, step| most.max(step.abs()));
            // Newton's step, shortened where it would leave the region in which it can be trusted.
            let scale = (1.0 / largest.max(1e-300)).min(1.0);
            for (strength, step) in strength.iter_mut().zip(&step) {
                *strength += scale * step;
            }
            if largest < 1e-10 {
                break;
            }
        }
        let covariance = self.covariance(&strength);
        let mean = strength.iter().sum::<f64>() / self.players.max(1) as f64;
        for strength in &mut strength {
            *strength -= mean;
        }
        FieldRatings { strength, covariance }
    }

    /// The inverse information where games are independent; where they come in pairs, the results
    /// scatter more or less than the model has it, and the inverse stands on both sides of what they
    /// do (the sandwich estimator).
    fn covariance(&self, strength: &[f64]) -> Vec<Vec<f64>> {
        let (_, information) = self.slopes(strength, &|_, _| 1.0);
        let (_, scatter) = self.slopes(strength, &|a, b| self.scatter(a, b));
        let columns = |matrix: Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            matrix.into_iter().map(|column| solve(information.clone(), column)).collect()
        };
        // Solving for the columns of a symmetric matrix gives the rows of its transposed product.
        let half = columns(scatter);
        let transposed = (0..self.players).map(|row| half.iter().map(|column| column[row]).collect()).collect();
        columns(transposed)
    }

    /// How much wider the points between two players scatter than those of independent games.
    fn scatter(&self, a: usize, b: usize) -> f64 {
        let games = self.games[a * self.players + b];
        let Some(pairs) = self.pairs.get(&(a.min(b), a.max(b))).filter(|_| games > 0.0) else { return 1.0 };
        let paired = 2.0 * pairs.total() as f64;
        // Independent games have a design effect of one half.
        (paired * 2.0 * pairs.design_effect() + (games - paired).max(0.0)) / games
    }

    /// The gradient of the log-likelihood and its negative second derivatives, in natural units, with
    /// the games of two players weighted.
    fn slopes(&self, strength: &[f64], weight: &dyn Fn(usize, usize) -> f64) -> (Vec<f64>, Vec<Vec<f64>>) {
        let players = self.players;
        let expected = |difference: f64| 1.0 / (1.0 + (-difference).exp());
        let mut gradient = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for a in 0..players {
            let even = expected(strength[a]);
            gradient[a] += 0.5 - even;
            information[a][a] += even * (1.0 - even);
            for b in (0..players).filter(|&b| b != a) {
                let (points, games) = (self.points[a * players + b], self.games[a * players + b]);
                let share = expected(strength[a] - strength[b]);
                let curvature = weight(a, b) * games * share * (1.0 - share);
                gradient[a] += points - games * share;
                information[a][a] += curvature;
                information[a][b] -= curvature;
            }
        }
        (gradient, information)
    }
}

/// Elo in one natural unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Solves a symmetric positive definite system by elimination; its diagonal dominates, so no
/// pivoting is needed.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot_row = matrix[column].clone();
        for row in column + 1..size {
            let factor = matrix[row][column] / pivot_row[column];
            for (value, pivot) in matrix[row].iter_mut().zip(&pivot_row).skip(column) {
                *value -= factor * pivot;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
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
}
