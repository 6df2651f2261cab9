//! Sets of squares as bits of a few machine words.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// Words of a board of up to 12 rows × 15 columns: 16 bits a row.
pub const SMALL: usize = 3;
/// Words of a board of any size, up to 22 rows × 28 columns: 32 bits a row.
pub const LARGE: usize = 11;

/// A set of squares, of wall slots or of lattice points: `N` words, whole rows in a word, at least
/// one empty column.
///
/// The empty column keeps a step to the side from reaching the next row, so only steps up and down
/// cross words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bits<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Bits<N> {
    /// Bits a row.
    pub const STRIDE: usize = if N == SMALL { 16 } else { 32 };
    /// Rows that fit.
    pub const ROWS: usize = N * 64 / Self::STRIDE;
    /// Columns that fit beside the empty one, on the boards of the game.
    pub const COLS: usize = if N == SMALL { 15 } else { 28 };
    /// No square.
    pub const EMPTY: Self = Self([0; N]);

    /// The bit of a square that fits the board.
    #[inline]
    pub(crate) const fn index(square: Square) -> usize {
        square.row() * Self::STRIDE + square.col()
    }

    /// The square of a bit.
    #[inline]
    pub(crate) const fn square(index: usize) -> Square {
        Square::new(index / Self::STRIDE, index % Self::STRIDE)
    }

    /// The set of one square.
    #[inline]
    pub fn one(square: Square) -> Self {
        let mut bits = Self::EMPTY;
        bits.set(Self::index(square));
        bits
    }

    /// The set of the given squares.
    #[inline]
    pub fn of<const K: usize>(squares: [Square; K]) -> Self {
        let mut bits = Self::EMPTY;
        for square in squares {
            bits.set(Self::index(square));
        }
        bits
    }

    /// Every square of the colour that the square would have on a chessboard, beyond the board too.
    #[inline]
    pub fn like(square: Square) -> Self {
        // A word begins with an even row, so that all words are the same.
        let even = if Self::STRIDE == 16 { 0xAAAA_5555_AAAA_5555 } else { 0xAAAA_AAAA_5555_5555 };
        Self([if (square.row() + square.col()).is_multiple_of(2) { even } else { !even }; N])
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// The bits of one row; none beyond the last.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> u64 {
        let index = row * Self::STRIDE;
        self.0.get(index / 64).map_or(0, |word| word >> (index % 64) & ((1 << Self::STRIDE) - 1))
    }

    /// Adds bits to one row.
    #[inline]
    pub(crate) fn add_to_row(&mut self, row: usize, bits: u64) {
        let index = row * Self::STRIDE;
        self.0[index / 64] |= bits << (index % 64);
    }

    /// The top-left rectangle of that many rows and columns.
    #[inline]
    pub(crate) fn rectangle(rows: usize, cols: usize) -> Self {
        let row = (1u64 << cols) - 1;
        let rows_a_word = 64 / Self::STRIDE;
        let word = if N == SMALL { row * 0x0001_0001_0001_0001 } else { row * 0x0000_0001_0000_0001 };
        Self(std::array::from_fn(|w| {
            let left = rows.saturating_sub(w * rows_a_word);
            if left >= rows_a_word { word } else { word & ((1 << (left * Self::STRIDE)) - 1) }
        }))
    }

    /// Every square of one column, in all rows that fit.
    pub(crate) fn column(rows: usize, col: usize) -> Self {
        Self(Self::rectangle(rows, 1).0.map(|word| word << col))
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.get(Self::index(square))
    }

    /// Whether nothing is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether all of the other set is in this one.
    #[inline]
    pub fn covers(&self, other: &Self) -> bool {
        (0..N).fold(0, |missing, w| missing | other.0[w] & !self.0[w]) == 0
    }

    /// The number of squares.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Every square moved one row up.
    #[inline]
    #[must_use]
    pub fn up(&self) -> Self {
        let carry = 64 - Self::STRIDE;
        Self(std::array::from_fn(|w| self.0[w] >> Self::STRIDE | if w + 1 < N { self.0[w + 1] << carry } else { 0 }))
    }

    /// Every square moved one row down.
    #[inline]
    #[must_use]
    pub fn down(&self) -> Self {
        let carry = 64 - Self::STRIDE;
        Self(std::array::from_fn(|w| self.0[w] << Self::STRIDE | if w > 0 { self.0[w - 1] >> carry } else { 0 }))
    }

    /// Every square moved one column to the left.
    #[inline]
    #[must_use]
    pub fn left(&self) -> Self {
        Self(self.0.map(|word| word >> 1))
    }

    /// Every square moved one column to the right.
    #[inline]
    #[must_use]
    pub fn right(&self) -> Self {
        Self(self.0.map(|word| word << 1))
    }

    /// What is here and not in the other.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|w| self.0[w] & !other.0[w]))
    }

    /// The squares in board order: row by row, from the left.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<N> {
        self.indices().map(Self::square)
    }

    #[inline]
    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> + use<N> {
        let words = self.0;
        (0..N).flat_map(move |w| {
            let mut word = words[w];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                (word != 0).then(|| {
                    word &= word - 1;
                    w * 64 + bit
                })
            })
        })
    }

    /// The square that has `rank` others before it in board order.
    pub(crate) fn nth(&self, mut rank: u32) -> Option<Square> {
        for (w, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if rank < here {
                let mut word = word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                return Some(Self::square(w * 64 + word.trailing_zeros() as usize));
            }
            rank -= here;
        }
        None
    }
}

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for Bits<N> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|w| self.0[w] $op other.0[w]))
            }
        }
    };
}
word_by_word!(BitAnd, bitand, &);
word_by_word!(BitOr, bitor, |);
word_by_word!(BitXor, bitxor, ^);

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Bits<N> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> fmt::Debug for Bits<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.squares()).finish()
    }
}

#[cfg(test)]
mod tests;
