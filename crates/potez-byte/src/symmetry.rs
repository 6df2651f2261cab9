//! The symmetries of the board.

use crate::{Board, Move, Position, Square};

/// A way of turning the board that leaves the dark squares dark. The rules know no direction, so
/// each maps legal moves to legal moves; the start position has none but the identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// By 180°.
    HalfTurn,
    /// Across the diagonal through a1.
    Diagonal,
    /// Across the other diagonal.
    AntiDiagonal,
}

impl Symmetry {
    /// All four; each is its own inverse.
    pub const ALL: [Self; 4] = [Self::Identity, Self::HalfTurn, Self::Diagonal, Self::AntiDiagonal];

    /// Where a square of the board goes.
    pub fn square<B: Board>(self, square: Square) -> Square {
        let (file, rank, last) = (square.file(), square.rank(), B::SIZE - 1);
        let number = match self {
            Self::Identity => rank << 4 | file,
            Self::HalfTurn => (last - rank) << 4 | (last - file),
            Self::Diagonal => file << 4 | rank,
            Self::AntiDiagonal => (last - file) << 4 | (last - rank),
        };
        Square::from_number(number as u8)
    }

    /// What a move becomes.
    pub fn mv<B: Board>(self, mv: Move) -> Move {
        if mv.is_pass() { mv } else { Move::new(self.square::<B>(mv.from()), self.square::<B>(mv.to()), mv.level()) }
    }

    /// What a position becomes.
    pub fn position<B: Board>(self, pos: &Position<B>) -> Position<B> {
        let mut image = *pos;
        for (square, stack) in pos.squares() {
            image.put(self.square::<B>(square), stack);
        }
        image
    }
}
