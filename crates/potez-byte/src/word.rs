//! Sets of squares: words of 64 or 128 bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: one bit a square.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square.
    fn bit(index: u32) -> Self;

    /// The set of one square if the lowest bit of the number is set, else the empty set.
    fn low(number: usize, index: u32) -> Self;

    /// 1 if the square is in the set, else 0.
    fn bit_at(self, index: u32) -> usize;

    /// Whether the square is in the set.
    fn has(self, index: u32) -> bool {
        self.bit_at(index) != 0
    }

    /// The number of squares.
    fn count(self) -> u32;

    /// The lowest square; the set must not be empty.
    fn lowest(self) -> u32;

    /// The set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Whether there is no square in it.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// A hash of two words.
    fn fold(self, other: Self, salt: u64) -> u64;

    /// The indices of the squares, lowest first.
    fn indices(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let index = (!self.is_empty()).then(|| self.lowest())?;
            self = self.without_lowest();
            Some(index)
        })
    }
}

/// The halves of a 128-bit product, combined: every bit of both factors reaches every bit of the
/// result.
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Odd constants with bits above any board's, so that no factor of a product is ever zero.
const SALT_A: u64 = 0xe703_7ed1_a0b4_28db;
const SALT_B: u64 = 0x8ebc_6af0_9c88_c6e3;

macro_rules! word {
    ($type:ty, |$a:ident, $b:ident, $salt:ident| $fold:expr) => {
        impl Word for $type {
            const EMPTY: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn low(number: usize, index: u32) -> Self {
                (number as Self & 1) << index
            }

            #[inline]
            fn bit_at(self, index: u32) -> usize {
                (self >> index) as usize & 1
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn fold(self, other: Self, $salt: u64) -> u64 {
                let ($a, $b) = (self, other);
                $fold
            }
        }
    };
}

word!(u64, |a, b, salt| mix(a ^ SALT_A ^ salt, b ^ SALT_B));
word!(u128, |a, b, salt| {
    let low = mix(a as u64 ^ SALT_A ^ salt, b as u64 ^ SALT_B);
    let high = mix((a >> 64) as u64 ^ SALT_B ^ salt, (b >> 64) as u64 ^ SALT_A);
    low ^ high.rotate_left(23)
});
