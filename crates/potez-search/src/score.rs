//! Scores, relative to the player to move.

use std::fmt;
use std::ops::Neg;

use crate::Proof;

/// A value seen by the player to move: positive is good for them.
///
/// Proven results are counted in plies from the root or node they belong to: a win sooner is worth
/// more, a loss later hurts less. Everything between [`Score::MAX_ESTIMATE`] and its negative is an
/// estimate; [`Score::DRAW`] is both an even estimate and a proven draw, and only the [`Proof`] of
/// a report tells the two apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// A draw, or an even position.
    pub const DRAW: Self = Self(0);
    /// Better than any real score: the open end of a window.
    pub const INFINITE: Self = Self(WIN + 1);
    /// The best estimate there is; anything above it is a proven win.
    pub const MAX_ESTIMATE: Self = Self(WIN - LONGEST - 1);

    /// An estimate, clamped so that it never looks like a proof.
    pub const fn estimate(value: i32) -> Self {
        // Written out, because `Ord::clamp` is not a const function.
        let most = Self::MAX_ESTIMATE.0;
        Self(if value > most {
            most
        } else if value < -most {
            -most
        } else {
            value
        })
    }

    /// A proven win that takes this many plies.
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - if plies < LONGEST as u32 { plies as i32 } else { LONGEST })
    }

    /// A proven loss that takes this many plies.
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The raw number: tables store it, windows are built around it.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score of a raw number.
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether this is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_ESTIMATE.0
    }

    /// Whether this is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_ESTIMATE.0
    }

    /// A proven win or loss; draws are not recognised by their score.
    pub const fn proof(self) -> Option<Proof> {
        if self.is_win() {
            Some(Proof::Win)
        } else if self.is_loss() {
            Some(Proof::Loss)
        } else {
            None
        }
    }

    /// Plies to the end of a proven win or loss.
    pub const fn plies(self) -> Option<u32> {
        if self.is_win() || self.is_loss() { Some((WIN - self.0.abs()) as u32) } else { None }
    }

    /// The same result seen from one ply further away: proven results take one ply longer,
    /// estimates stay.
    #[must_use]
    pub const fn one_ply_later(self) -> Self {
        self.plies_later(1)
    }

    /// The same result seen from `plies` further away; negative counts come nearer, for tables that
    /// store distances from the node.
    #[must_use]
    pub const fn plies_later(self, plies: i32) -> Self {
        // Both come nearer to the draw the further away they are.
        if self.is_win() {
            Self(self.0 - plies)
        } else if self.is_loss() {
            Self(self.0 + plies)
        } else {
            self
        }
    }
}

/// A win at once. It fits the 21 bits that an entry of the transposition table has for a score.
const WIN: i32 = 1_000_000;
/// The longest win in plies that is told from shorter ones.
const LONGEST: i32 = 10_000;

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `win 5`, `loss 4` (in plies) or a signed number.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.proof(), self.plies()) {
            (Some(Proof::Win), Some(plies)) => write!(f, "win {plies}"),
            (Some(Proof::Loss), Some(plies)) => write!(f, "loss {plies}"),
            // A draw is printed as a number: the score alone does not say whether it is proven.
            _ => write!(f, "{:+}", self.0),
        }
    }
}
