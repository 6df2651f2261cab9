//! Ratings of a field of players by maximum likelihood (Bradley and Terry).

/// The strength of one player among others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo relative to the mean of the field.
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
}

impl Ratings {
    /// No results yet.
    pub fn new(players: usize) -> Self {
        Self { players, points: vec![0.0; players * players], games: vec![0.0; players * players] }
    }

    /// Adds a game in which `a` made this many points (0, ½ or 1) against `b`.
    pub fn add(&mut self, a: usize, b: usize, points: f64) {
        self.points[a * self.players + b] += points;
        self.points[b * self.players + a] += 1.0 - points;
        self.games[a * self.players + b] += 1.0;
        self.games[b * self.players + a] += 1.0;
    }

    /// The likeliest ratings, in the order of the players.
    pub fn solve(&self) -> Vec<Rating> {
        let mut strength = vec![0.0; self.players];
        for _ in 0..200 {
            let (gradient, information) = self.slopes(&strength);
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
        let mean = strength.iter().sum::<f64>() / self.players.max(1) as f64;
        let (_, information) = self.slopes(&strength);
        (0..self.players)
            .map(|player| {
                let mut unit = vec![0.0; self.players];
                unit[player] = 1.0;
                let variance = solve(information.clone(), unit)[player];
                Rating { elo: (strength[player] - mean) * ELO, error: 1.96 * variance.sqrt() * ELO }
            })
            .collect()
    }

    /// The gradient of the log-likelihood and its negative second derivatives, in natural units.
    fn slopes(&self, strength: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
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
                gradient[a] += points - games * share;
                information[a][a] += games * share * (1.0 - share);
                information[a][b] -= games * share * (1.0 - share);
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
        let difference = found[0].elo - found[1].elo;
        assert!((difference - elo_of_score(0.75)).abs() < 0.5, "{difference}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6);
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
        assert!(found.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()), "{found:?}");
        assert!((found[0].elo - found[1].elo).abs() < 1e-6 && found[2].elo < found[0].elo - 300.0, "{found:?}");
    }

    #[test]
    fn ratings_come_back_from_simulated_results_within_their_bars() {
        let truth = [150.0, 40.0, -30.0, -160.0];
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut held, mut all) = (0, 0);
        for _ in 0..300 {
            let mut ratings = Ratings::new(4);
            for a in 0..4 {
                for b in a + 1..4 {
                    for _ in 0..100 {
                        ratings.add(a, b, f64::from(u8::from(rng.f64() < score_of_elo(truth[a] - truth[b]))));
                    }
                }
            }
            for (found, truth) in ratings.solve().iter().zip(truth) {
                held += u32::from((found.elo - truth).abs() <= found.error);
                all += 1;
            }
        }
        // The bars hold the uncertainty of the field's mean as well, so they are a little wide.
        assert!(f64::from(held) / f64::from(all) > 0.93, "{held} of {all}");
    }
}
