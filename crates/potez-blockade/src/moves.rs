//! A turn in 32 bits.

use std::fmt;

use crate::{Square, Wall};

/// A turn: a pawn move, a wall, or both; 32 bits, the same for every size of board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

/// From 10 bits, to 10 bits, wall 11 bits, and whether a pawn moves.
const TO: u32 = 10;
const WALL: u32 = 20;
const PAWN: u32 = 1 << 31;
/// The corner beyond every board stands for "no wall".
const NO_WALL: u32 = 0x7ff;

impl Move {
    /// A pawn move, with or without a wall.
    pub const fn pawn_to(from: Square, to: Square, wall: Option<Wall>) -> Self {
        Self::step(from, to).with_code(wall_code(wall))
    }

    /// A wall alone (Rule 2.2).
    pub const fn wall_only(wall: Wall) -> Self {
        Self(wall.code() << WALL)
    }

    /// The pawn's part, to be completed by [`with_code`](Self::with_code).
    pub(crate) const fn step(from: Square, to: Square) -> Self {
        Self(PAWN | from.code() | to.code() << TO)
    }

    pub(crate) const fn with_code(self, wall: u32) -> Self {
        Self(self.0 | wall << WALL)
    }

    /// Where the pawn comes from and goes to, if one moves.
    pub const fn pawn(self) -> Option<(Square, Square)> {
        if self.0 & PAWN == 0 {
            return None;
        }
        Some((Square::from_code(self.0), Square::from_code(self.0 >> TO)))
    }

    /// The wall that is placed, if any.
    pub const fn wall(self) -> Option<Wall> {
        let code = self.0 >> WALL & NO_WALL;
        if code == NO_WALL { None } else { Some(Wall::from_code(code)) }
    }

    /// The same pawn move with another wall, or with none.
    #[must_use]
    pub const fn with_wall(self, wall: Option<Wall>) -> Self {
        Self(self.0 & !(NO_WALL << WALL)).with_code(wall_code(wall))
    }

    /// The move as a number, for tables and files of the engine.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The move of [`to_bits`](Self::to_bits).
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

pub(crate) const fn wall_code(wall: Option<Wall>) -> u32 {
    match wall {
        Some(wall) => wall.code(),
        None => NO_WALL,
    }
}

/// Rule 6.1: `d4-d6/Bd7`, `d4-d6`, `Bd7`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.pawn(), self.wall()) {
            (Some((from, to)), Some(wall)) => write!(f, "{from}-{to}/{wall}"),
            (Some((from, to)), None) => write!(f, "{from}-{to}"),
            (None, Some(wall)) => write!(f, "{wall}"),
            (None, None) => f.write_str("-"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
