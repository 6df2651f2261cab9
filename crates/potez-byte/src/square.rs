//! Squares by file and rank.

use std::fmt;

/// A square by its file and rank, the same on every board size: dark or light, on a given board or
/// beyond it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of a file and a rank, both from 0 and below 16; `None` beyond.
    pub const fn new(file: usize, rank: usize) -> Option<Self> {
        if file < 16 && rank < 16 { Some(Self((rank << 4 | file) as u8)) } else { None }
    }

    /// The square of this number, rank · 16 + file.
    pub const fn from_number(number: u8) -> Self {
        Self(number)
    }

    /// Rank · 16 + file: to index tables kept per square.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The file from 0, so a is 0.
    pub const fn file(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The rank from 0, so the rank labelled 1 is 0.
    pub const fn rank(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// Rule 1.1: whether the square is dark. a1 is.
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()).is_multiple_of(2)
    }

    /// Whether the square lies on a board of this size.
    pub const fn is_on(self, size: usize) -> bool {
        self.file() < size && self.rank() < size
    }

    /// Rule 2.2: the number of diagonal steps between two dark squares.
    pub const fn distance(self, other: Self) -> usize {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Whether one diagonal step leads from one square to the other.
    pub const fn touches(self, other: Self) -> bool {
        self.file().abs_diff(other.file()) == 1 && self.rank().abs_diff(other.rank()) == 1
    }
}

/// The algebraic name, such as `d4`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a1_is_dark_and_its_neighbour_on_the_rank_is_light() {
        let square = |file, rank| Square::new(file, rank).expect("on the largest board");
        assert!(square(0, 0).is_dark() && square(3, 3).is_dark() && square(1, 7).is_dark());
        assert!(!square(1, 0).is_dark() && !square(0, 7).is_dark());
        assert_eq!(square(15, 15).to_string(), "p16");
        assert_eq!(Square::new(16, 0), None);
    }

    #[test]
    fn distance_counts_diagonal_steps() {
        let square = |file, rank| Square::new(file, rank).expect("on the largest board");
        assert_eq!(square(0, 0).distance(square(4, 2)), 4);
        assert_eq!(square(3, 1).distance(square(3, 7)), 6);
        assert!(square(3, 3).touches(square(2, 4)));
        assert!(!square(3, 3).touches(square(3, 5)) && !square(3, 3).touches(square(3, 3)));
    }
}
