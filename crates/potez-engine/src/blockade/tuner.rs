//! The numbers of the evaluation fitted to the results of games.

use std::fmt;

use potez_blockade::Position;
use potez_core::{Player, Position as _};

use super::evaluation::{frailty, stock};
use super::race;
use super::weights::{ANCHORS, TERMS, Terms, Weights, between};

/// A position as the evaluation sees it, for the player to move, and what became of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The walls that both players have left.
    walls: usize,
    /// What each term is multiplied with.
    counts: [f64; TERMS],
    /// 1 if the player to move won in the end, 0 if it lost.
    result: f64,
}

impl Sample {
    /// A position with its result; `None` if it is a race, which is judged otherwise.
    pub fn of<const N: usize>(pos: &Position<N>, winner: Player) -> Option<Self> {
        if race::is_race(pos) {
            return None;
        }
        let (distances, edges) = (pos.distances(), pos.edges());
        let side = |player: Player| {
            let [shortest, other_pawn, other_goal] = Terms::steps(distances[player.index()]);
            let frailty = frailty(pos, player, &edges, distances);
            let burden = [shortest, other_pawn, other_goal, frailty.cuts, frailty.detour];
            (burden, stock(pos, player))
        };
        let ((own, own_stock), (other, other_stock)) = (side(pos.turn()), side(!pos.turn()));
        let mut counts = [0.0; TERMS];
        for (count, (own, other)) in counts.iter_mut().zip(own.into_iter().zip(other)) {
            *count = f64::from(other - own);
        }
        counts[TERMS - 2] = 1.0;
        counts[TERMS - 1] = own_stock as f64 - other_stock as f64;
        let result = f64::from(u8::from(winner == pos.turn()));
        Some(Self { walls: own_stock + other_stock, counts, result })
    }
}

/// Terms at the anchors, as numbers that a fit may move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit([[f64; TERMS]; ANCHORS.len()]);

/// So many times the gradient is followed.
const ROUNDS: usize = 1500;
/// How far a term moves in the first rounds.
const STRIDE: f64 = 1.0;
/// Samples that it would take to move a term by half of itself: rare stocks keep what they have.
const INERTIA: f64 = 40.0;

impl Fit {
    /// The numbers in use.
    pub fn present() -> Self {
        Self(Weights::anchors().map(|terms| terms.array().map(f64::from)))
    }

    /// The logarithm of the odds that the player to move wins.
    fn odds(&self, sample: &Sample) -> f64 {
        let (lower, upper, share) = between(sample.walls);
        let worth =
            |anchor: usize| self.0[anchor].iter().zip(sample.counts).map(|(term, count)| term * count).sum::<f64>();
        (worth(lower) * (1.0 - share) + worth(upper) * share) / 100.0
    }

    /// How surprising the results are, in bits a sample.
    pub fn loss(&self, samples: &[Sample]) -> f64 {
        let bits = |sample: &Sample| {
            let chance = (1.0 / (1.0 + (-self.odds(sample)).exp())).clamp(1e-9, 1.0 - 1e-9);
            -(sample.result * chance.log2() + (1.0 - sample.result) * (1.0 - chance).log2())
        };
        samples.iter().map(bits).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The numbers that make the results least surprising, near the present ones where there is little to learn from.
    pub fn fitted(samples: &[Sample]) -> Self {
        let present = Self::present();
        let mut fit = present;
        let mut scatter = [[0.0; TERMS]; ANCHORS.len()];
        let mut drift = [[0.0; TERMS]; ANCHORS.len()];
        for round in 1..=ROUNDS {
            let mut slope = [[0.0; TERMS]; ANCHORS.len()];
            for sample in samples {
                let error = sample.result - 1.0 / (1.0 + (-fit.odds(sample)).exp());
                let (lower, upper, share) = between(sample.walls);
                for (term, count) in sample.counts.into_iter().enumerate() {
                    slope[lower][term] += error * count * (1.0 - share);
                    slope[upper][term] += error * count * share;
                }
            }
            let stride = STRIDE * (1.0 - round as f64 / (ROUNDS + 1) as f64);
            for (anchor, slopes) in slope.iter().enumerate() {
                for (term, slope) in slopes.iter().enumerate() {
                    let (now, then) = (fit.0[anchor][term], present.0[anchor][term]);
                    let pull = INERTIA * (then - now) / (then.abs() + 10.0).powi(2);
                    let slope = slope / 100.0 + pull;
                    let (drift, scatter) = (&mut drift[anchor][term], &mut scatter[anchor][term]);
                    *drift += (slope - *drift) * 0.1;
                    *scatter += (slope * slope - *scatter) * 0.01;
                    let settled = 1.0 - 0.99_f64.powi(round as i32);
                    fit.0[anchor][term] += stride * *drift / ((*scatter / settled).sqrt() + 1e-9);
                }
            }
        }
        fit
    }
}

impl fmt::Display for Fit {
    /// The lines of `Weights::anchors`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for terms in self.0 {
            let [shortest, other_pawn, other_goal, cuts, detour, tempo, stock] = terms.map(|term| term.round() as i32);
            let ways = format!("[{shortest}, {other_pawn}, {other_goal}]");
            writeln!(f, "Terms::new({ways}, [{cuts}, {detour}], {tempo}, {stock}),")?;
        }
        Ok(())
    }
}
