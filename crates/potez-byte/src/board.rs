//! The dark squares of a board as the bits of a word.
//!
//! On the 8 × 8 and 10 × 10 boards square (file, rank), both from 0, is bit (rank · (size + 1) +
//! file) / 2. After every second rank this leaves one bit that no square uses, so that a neighbour
//! is always the same distance away and a step off the side of the board lands on an unused bit:
//!
//! ```text
//! rank 4      14  15  16  17           from bit s on 8 × 8:
//! rank 3     9  10  11  12  (13)          north-west s + 4    north-east s + 5
//! rank 2       5   6   7   8              south-west s - 5    south-east s - 4
//! rank 1     0   1   2   3   (4)
//! ```
//!
//! The 16 × 16 board has 128 dark squares, exactly a `u128`: there is no room for unused bits,
//! square (file, rank) is bit (rank · 16 + file) / 2, and steps mask the edges instead.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Square;
use crate::word::Word;

/// One of the four diagonal steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// A file and a rank up.
    NorthEast,
    /// A file down, a rank up.
    NorthWest,
    /// A file up, a rank down.
    SouthEast,
    /// A file and a rank down.
    SouthWest,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::NorthEast, Self::NorthWest, Self::SouthEast, Self::SouthWest];

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::NorthEast => Self::SouthWest,
            Self::NorthWest => Self::SouthEast,
            Self::SouthEast => Self::NorthWest,
            Self::SouthWest => Self::NorthEast,
        }
    }

    /// The difference of the squares' numbers.
    pub(crate) const fn offset(self) -> i32 {
        match self {
            Self::NorthEast => 17,
            Self::NorthWest => 15,
            Self::SouthEast => -15,
            Self::SouthWest => -17,
        }
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A board size, known at compile time: [`Eight`], [`Ten`] or [`Sixteen`].
pub trait Board: sealed::Sealed + Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// A set of the board's dark squares.
    type Word: Word;

    /// Files and ranks.
    const SIZE: usize;

    /// All dark squares.
    const DARK: Self::Word;

    /// Rule 3.2: the stacks of eight that the checkers make.
    const STACKS: usize = Self::SIZE * (Self::SIZE - 2) / 16;

    /// Rule 3.2: the score that wins.
    const MAJORITY: usize = Self::STACKS / 2 + 1;

    /// Checkers of each player at the start.
    const CHECKERS: usize = Self::SIZE * (Self::SIZE - 2) / 4;

    /// For every square of `DARK`: whether its neighbour in that direction is in the set, which
    /// holds dark squares only. Other bits mean nothing.
    fn look(direction: Direction, word: Self::Word) -> Self::Word;

    /// The bit of a dark square of this board.
    fn index(square: Square) -> u32;

    /// The dark square of a bit.
    fn square(index: u32) -> Square;

    /// The dark square of a bit, twice: its number in each of the two lowest bytes.
    fn twice(index: u32) -> u32;

    /// The distance from a square to the nearest of others, none of which touches it, and the
    /// directions that lead closer to one of these.
    fn approach(index: u32, others: Self::Word) -> (usize, [bool; 4]) {
        // Waves start from the four neighbours, and those that first reach a stack started right.
        let here = Self::Word::bit(index);
        let mut waves = Direction::ALL.map(|direction| Self::look(direction.opposite(), here) & Self::DARK);
        // No distance exceeds the board's, so the waves end even where there is no other stack.
        for distance in 2..Self::SIZE {
            waves = waves.map(Self::touching);
            let hits = waves.map(|wave| !(wave & others).is_empty());
            if hits.contains(&true) {
                return (distance, hits);
            }
        }
        (Self::SIZE, [false; 4])
    }

    /// For every dark square: whether some neighbour is in the set.
    #[inline]
    fn touching(word: Self::Word) -> Self::Word {
        let around = Direction::ALL.map(|direction| Self::look(direction, word));
        (around[0] | around[1] | around[2] | around[3]) & Self::DARK
    }
}

/// The bit of a square on a board with unused bits.
const fn padded_index(size: usize, file: usize, rank: usize) -> usize {
    (rank * (size + 1) + file) >> 1
}

/// The square of each bit of a board with unused bits.
const fn padded_squares(size: usize) -> [u16; 64] {
    let mut squares = [0; 64];
    let mut rank = 0;
    while rank < size {
        let mut file = rank % 2;
        while file < size {
            squares[padded_index(size, file, rank)] = ((rank << 4 | file) * 0x0101) as u16;
            file += 2;
        }
        rank += 1;
    }
    squares
}

const fn padded_dark(size: usize) -> u64 {
    let squares = padded_squares(size);
    // a1 is number 0, like the bits without a square.
    let mut dark = 1;
    let mut index = 1;
    while index < 64 {
        if squares[index] != 0 {
            dark |= 1 << index;
        }
        index += 1;
    }
    dark
}

/// For each bit, distance and direction, in the order of [`Direction::ALL`]: the squares at that
/// distance that a step in that direction comes closer to.
const fn padded_approaches<const SIZE: usize>() -> [[[u64; 4]; SIZE]; 64] {
    const STEPS: [(usize, usize); 4] = [(2, 2), (0, 2), (2, 0), (0, 0)];
    let mut approaches = [[[0; 4]; SIZE]; 64];
    let mut square = 0;
    while square < SIZE * SIZE * SIZE * SIZE {
        let (file, rank) = (square % SIZE, square / SIZE % SIZE);
        let (to_file, to_rank) = (square / SIZE / SIZE % SIZE, square / SIZE / SIZE / SIZE);
        square += 1;
        if (file + rank) % 2 == 1 || (to_file + to_rank) % 2 == 1 {
            continue;
        }
        let distance = longer(file.abs_diff(to_file), rank.abs_diff(to_rank));
        let mut direction = 0;
        while direction < 4 {
            // One more than the square that is stepped on, so that no number is negative.
            let (next_file, next_rank) = (file + STEPS[direction].0, rank + STEPS[direction].1);
            let is_on = next_file > 0 && next_file <= SIZE && next_rank > 0 && next_rank <= SIZE;
            if is_on && longer(next_file.abs_diff(to_file + 1), next_rank.abs_diff(to_rank + 1)) < distance {
                approaches[padded_index(SIZE, file, rank)][distance][direction] |=
                    1 << padded_index(SIZE, to_file, to_rank);
            }
            direction += 1;
        }
    }
    approaches
}

const fn longer(one: usize, other: usize) -> usize {
    if one > other { one } else { other }
}

macro_rules! padded {
    ($(#[$doc:meta])* $name:ident, $size:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name;

        impl $name {
            const SQUARES: [u16; 64] = padded_squares($size);
        }

        impl sealed::Sealed for $name {}

        impl Board for $name {
            type Word = u64;
            const SIZE: usize = $size;
            const DARK: u64 = padded_dark($size);

            #[inline]
            fn look(direction: Direction, word: u64) -> u64 {
                // A rotation, so that a direction known only at run time costs no branch: what
                // leaves the word at one end comes back on bits that no square uses.
                word.rotate_right(match direction {
                    Direction::NorthEast => $size / 2 + 1,
                    Direction::NorthWest => $size / 2,
                    Direction::SouthEast => 64 - $size / 2,
                    Direction::SouthWest => 63 - $size / 2,
                })
            }

            #[inline]
            fn index(square: Square) -> u32 {
                padded_index($size, square.file(), square.rank()) as u32
            }

            #[inline]
            fn square(index: u32) -> Square {
                Square::from_number(Self::twice(index) as u8)
            }

            /// From a table: stacks that are far from others are asked all the time.
            #[inline]
            fn approach(index: u32, others: u64) -> (usize, [bool; 4]) {
                static APPROACHES: [[[u64; 4]; $size]; 64] = padded_approaches::<$size>();
                for (distance, nearer) in APPROACHES[index as usize % 64].iter().enumerate().skip(2) {
                    let hits = nearer.map(|squares| squares & others != 0);
                    if hits.contains(&true) {
                        return (distance, hits);
                    }
                }
                ($size, [false; 4])
            }

            #[inline]
            fn twice(index: u32) -> u32 {
                static SQUARES: [u16; 64] = $name::SQUARES;
                u32::from(SQUARES[index as usize % 64])
            }
        }
    };
}

padded! {
    /// The usual board, 8 × 8.
    Eight, 8
}
padded! {
    /// The board of 10 × 10.
    Ten, 10
}

/// The board of 16 × 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sixteen;

impl Sixteen {
    /// The ranks labelled 1, 3, 5, …, whose dark squares begin at file a.
    const ODD: u128 = u128::MAX / 0xffff * 0xff;
    const FIRST_OF_ODD: u128 = u128::MAX / 0xffff;
    const LAST_OF_EVEN: u128 = u128::MAX / 0xffff * 0x8000;
}

impl sealed::Sealed for Sixteen {}

impl Board for Sixteen {
    type Word = u128;
    const SIZE: usize = 16;
    const DARK: u128 = u128::MAX;

    #[inline]
    fn look(direction: Direction, word: u128) -> u128 {
        const ODD: u128 = Sixteen::ODD;
        const FIRST: u128 = Sixteen::FIRST_OF_ODD;
        const LAST: u128 = Sixteen::LAST_OF_EVEN;
        // The step is 8 bits from one kind of rank and 7 or 9 from the other, where it may lead off
        // the board.
        match direction {
            Direction::NorthEast => (word >> 8 & ODD) | (word >> 9 & !ODD & !LAST),
            Direction::NorthWest => (word >> 8 & !ODD) | (word >> 7 & ODD & !FIRST),
            Direction::SouthEast => (word << 8 & ODD) | (word << 7 & !ODD & !LAST),
            Direction::SouthWest => (word << 8 & !ODD) | (word << 9 & ODD & !FIRST),
        }
    }

    #[inline]
    fn index(square: Square) -> u32 {
        u32::from(square.number() >> 1)
    }

    #[inline]
    fn square(index: u32) -> Square {
        Square::from_number((index << 1 | index >> 3 & 1) as u8)
    }

    #[inline]
    fn twice(index: u32) -> u32 {
        u32::from(Self::square(index).number()) * 0x0101
    }
}

#[cfg(test)]
mod tests;
