use std::ops::Neg;

use potez_core::{Outcome, Player};

use crate::Score;
use crate::table::Bound;

/// The scores that still matter: below `alpha` the player to move has better elsewhere, above `beta` the enemy has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The narrowest window: it only asks whether the value is above alpha.
    pub(super) fn lowest(self) -> Self {
        Self { alpha: self.alpha, beta: Score::from_raw(self.alpha.raw() + 1) }
    }

    /// Whether there is room for an exact value.
    pub(super) fn is_open(self) -> bool {
        self.beta.raw() - self.alpha.raw() > 1
    }

    /// What a fail-soft score that a search of this window returned says.
    pub(super) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// The same window seen by the other player.
impl Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What a search of a window has found. The score is fail-soft: outside the window it is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) score: Score,
    /// Whether what the score says (see [`Window::bound`]) is certain: it rests on ends of the game alone, and all
    /// that it rests on was looked at. Tells a proven draw from an even estimate.
    pub(super) settled: bool,
}

impl Found {
    /// An estimate, or what a search returns that was told to stop.
    pub(super) const fn estimate(score: Score) -> Self {
        Self { score, settled: false }
    }

    /// The end of the game, so many plies below the root, for `player`.
    pub(super) fn end(outcome: Outcome, player: Player, ply: usize) -> Self {
        let score = match outcome {
            Outcome::Win(winner) if winner == player => Score::win_in(ply as u32),
            Outcome::Win(_) => Score::loss_in(ply as u32),
            Outcome::Draw => Score::DRAW,
        };
        Self { score, settled: true }
    }

    /// Whether the score, read as this bound, is certain. Scores of wins and losses prove themselves in the direction
    /// that makes them strong.
    pub(super) fn is_certain(self, bound: Bound) -> bool {
        self.settled
            || match bound {
                Bound::Upper => self.score.is_loss(),
                Bound::Lower => self.score.is_win(),
                Bound::Exact => self.score.decided().is_some(),
            }
    }
}

impl Neg for Found {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, settled: self.settled }
    }
}
