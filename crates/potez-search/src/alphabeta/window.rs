//! Alpha-beta windows, and the fail-soft results of searching them.

use std::ops::Neg;

use potez_core::{Outcome, Player};

use crate::Score;
use crate::table::Bound;

/// The scores that still matter: at or below `alpha` the player to move has something as good
/// elsewhere, at or above `beta` the enemy has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScoreWindow {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl ScoreWindow {
    pub(super) const FULL: Self = Self { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The null window: no score lies inside it, so it only asks whether the value is above alpha.
    pub(super) fn null_window(self) -> Self {
        Self { alpha: self.alpha, beta: Score::from_raw(self.alpha.raw() + 1) }
    }

    /// Whether there is room for an exact value: the window of a PV node, and not a null window.
    pub(super) fn is_open(self) -> bool {
        self.beta.raw() - self.alpha.raw() > 1
    }

    /// How a fail-soft score that a search of this window returned bounds the value.
    pub(super) fn bound(self, score: Score) -> Bound {
        // The ends are outside: a score of exactly alpha only says that no move was better.
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
impl Neg for ScoreWindow {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The result of searching a window. The score is fail-soft: outside the window it is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchResult {
    pub(super) score: Score,
    /// Whether the score, read as the bound that it is (see [`ScoreWindow::bound`]), is proven: it
    /// rests on ends of the game alone, and everything that could refute it was searched. Tells a
    /// proven draw from an even estimate.
    pub(super) proven: bool,
}

impl SearchResult {
    /// What a search returns that was stopped. Nobody may use it: whoever called must look at the
    /// flag first.
    pub(super) const STOPPED: Self = Self::estimate(Score::DRAW);

    /// A score that an evaluation, a repetition or an unsearched move had a part in.
    pub(super) const fn estimate(score: Score) -> Self {
        Self { score, proven: false }
    }

    /// The end of the game at `ply`, for `player`.
    pub(super) fn game_over(outcome: Outcome, player: Player, ply: usize) -> Self {
        let score = match outcome {
            // Counted from the root, so that wins in different parts of the tree can be compared:
            // the nearer is better.
            Outcome::Win(winner) if winner == player => Score::win_in(ply as u32),
            Outcome::Win(_) => Score::loss_in(ply as u32),
            Outcome::Draw => Score::DRAW,
        };
        Self { score, proven: true }
    }

    /// Whether the score, read as this bound, is proven. Scores of wins and losses prove themselves
    /// in the direction that makes them strong: "at least a win" needs no look at the other moves.
    pub(super) fn proves(self, bound: Bound) -> bool {
        self.proven
            || match bound {
                Bound::Upper => self.score.is_loss(),
                Bound::Lower => self.score.is_win(),
                Bound::Exact => self.score.proof().is_some(),
            }
    }
}

impl Neg for SearchResult {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, proven: self.proven }
    }
}
