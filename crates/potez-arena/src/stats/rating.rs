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
mod tests;
