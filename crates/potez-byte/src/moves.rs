//! A move in 32 bits.

use std::fmt;

use crate::{Direction, Square};

/// A turn: a lift from a square, at a level, onto a diagonal neighbour; or the pass.
///
/// Packed as the numbers of the two squares and the level, a byte each, so that the moves of a set
/// of squares are one template plus the number of each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u32);

impl Move {
    /// Rule 2.4: the move of a player who has no other.
    pub const PASS: Self = Self(u32::MAX);

    /// Lifts the checkers of `from` from a level (0 is the bottom) upwards and puts them onto `to`.
    pub const fn new(from: Square, to: Square, level: u8) -> Self {
        Self(from.number() as u32 | (to.number() as u32) << 8 | (level as u32) << 16)
    }

    /// Whether this is the pass.
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    /// The square that is left. Of a pass it means nothing.
    pub const fn from(self) -> Square {
        Square::from_number(self.0 as u8)
    }

    /// The square that is reached. Of a pass it means nothing.
    pub const fn to(self) -> Square {
        Square::from_number((self.0 >> 8) as u8)
    }

    /// The level of the lowest checker that moves, 0 for the whole stack. Of a pass it means
    /// nothing.
    pub const fn level(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// The template of the moves away from each square of a set.
    #[inline]
    pub(crate) const fn away(direction: Direction, level: usize) -> Self {
        Self((level as u32).wrapping_shl(16).wrapping_add_signed(direction.offset() << 8))
    }

    /// The template of the moves onto each square of a set, coming from that direction.
    #[inline]
    pub(crate) const fn onto(direction: Direction, level: usize) -> Self {
        Self((level as u32).wrapping_shl(16).wrapping_add_signed(direction.offset()))
    }

    /// The move of a template for the square whose number stands in both low bytes.
    #[inline]
    pub(crate) const fn at(self, twice: u32) -> Self {
        Self(self.0.wrapping_add(twice))
    }
}

/// Rule 4.1: `d4-e3`, `d4:2-e3` or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.pad("pass");
        }
        let (from, to) = (self.from(), self.to());
        f.pad(&match self.level() {
            0 => format!("{from}-{to}"),
            level => format!("{from}:{}-{to}", level + 1),
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_prints_its_squares_and_the_level_of_a_split() {
        let [d4, e3] = [(3, 3), (4, 2)].map(|(file, rank)| Square::new(file, rank).expect("on the board"));
        assert_eq!(Move::new(d4, e3, 0).to_string(), "d4-e3");
        assert_eq!(Move::new(d4, e3, 1).to_string(), "d4:2-e3");
        assert_eq!(Move::PASS.to_string(), "pass");
    }

    #[test]
    fn a_template_gives_the_move_of_each_square() {
        let [d4, e3] = [(3, 3), (4, 2)].map(|(file, rank)| Square::new(file, rank).expect("on the board"));
        let twice = |square: Square| u32::from(square.number()) * 0x0101;
        assert_eq!(Move::away(Direction::SouthEast, 2).at(twice(d4)), Move::new(d4, e3, 2));
        assert_eq!(Move::onto(Direction::NorthWest, 1).at(twice(e3)), Move::new(d4, e3, 1));
        assert_eq!(Move::away(Direction::NorthWest, 0).at(twice(e3)), Move::new(e3, d4, 0));
    }
}
