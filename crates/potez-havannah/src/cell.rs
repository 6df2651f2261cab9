//! Cells by their axial coordinates.

use std::fmt;

/// A cell by its axial coordinates, the same value on boards of every size.
///
/// The rows are 32 apart, so that a neighbour is a constant offset away. A cell may lie off the
/// board at hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// One more than the largest [`index`](Self::index).
    pub const INDICES: usize = 1024;

    /// The cell in column `x` of row `y`, both from 0 and below 32.
    pub const fn new(x: usize, y: usize) -> Self {
        debug_assert!(x < 32 && y < 32);
        Self((y << 5 | x) as u16)
    }

    /// The column, from 0, along the diagonal.
    pub const fn x(self) -> usize {
        self.0 as usize & 31
    }

    /// The row, from 0 at the top.
    pub const fn y(self) -> usize {
        self.0 as usize >> 5
    }

    /// A number below [`Cell::INDICES`], to index arrays kept per cell.
    pub const fn index(self) -> usize {
        self.0 as usize & (Self::INDICES - 1)
    }
}

/// Rule 1.2: the letter of the row and the number of the column from 1, `e5`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Letters(self.y()), self.x() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The letters of a row: `a` to `z`, then, on boards of 14 and 15 a side, `aa`, `ab`, `ac`.
#[derive(Clone, Copy)]
pub(crate) struct Letters(pub(crate) usize);

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 26 {
            f.write_str("a")?;
        }
        write!(f, "{}", (b'a' + (self.0 % 26) as u8) as char)
    }
}

impl Letters {
    /// The row of these letters, in either case.
    pub(crate) fn read(text: &str) -> Option<usize> {
        let value = |letter: u8| letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_lowercase() - b'a'));
        match *text.as_bytes() {
            [letter] => value(letter),
            [b'a' | b'A', letter] => Some(26 + value(letter)?),
            _ => None,
        }
    }
}
