//! Squares, and walls between them.

use std::fmt;

/// A square of the board, row 0 at the top and column 0 at the left.
///
/// It can name squares beyond the edge of a given board, up to 32 × 32: what is asked for may not
/// exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// Rows and columns that a square can name.
    pub const MOST: usize = 32;

    /// The square in a row and a column, both from 0 and below [`MOST`](Self::MOST).
    pub const fn new(row: usize, col: usize) -> Self {
        debug_assert!(row < Self::MOST && col < Self::MOST);
        Self((row << 5 | col) as u16)
    }

    /// The row from the top, from 0.
    pub const fn row(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// The column from the left, from 0.
    pub const fn col(self) -> usize {
        (self.0 & 31) as usize
    }

    pub(crate) const fn code(self) -> u32 {
        self.0 as u32
    }

    pub(crate) const fn from_code(code: u32) -> Self {
        Self((code & 1023) as u16)
    }
}

/// Rule 1.1: row letter, column number, such as `d11`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.row()) {
            Ok(row) if row < 26 => write!(f, "{}{}", char::from(b'a' + row), self.col() + 1),
            _ => write!(f, "?{}", self.col() + 1),
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How a wall lies; each direction has its colour (Rule 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Axis {
    /// Horizontal, between rows.
    Blue,
    /// Vertical, between columns.
    Green,
}

impl Axis {
    /// Both, in the order of position texts.
    pub const BOTH: [Self; 2] = [Self::Blue, Self::Green];

    /// 0 for blue, 1 for green: to index arrays kept per colour.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `B` or `G`.
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Green => 'G',
        }
    }

    /// The colour's name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Green => "green",
        }
    }
}

/// A wall, named by its colour and the top-left of the four squares it lies between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wall {
    /// The top-left of its four squares.
    pub at: Square,
    /// How it lies.
    pub axis: Axis,
}

impl Wall {
    pub(crate) const fn code(self) -> u32 {
        self.at.code() << 1 | self.axis as u32
    }

    pub(crate) const fn from_code(code: u32) -> Self {
        Self { at: Square::from_code(code >> 1), axis: if code & 1 == 0 { Axis::Blue } else { Axis::Green } }
    }
}

/// Rule 6.1: `Bd7`.
impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.axis.letter(), self.at)
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
