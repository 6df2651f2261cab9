//! Moves as tags of 26 bits, so that the table of a search can hold them.

use potez_blockade::{Move, Position, Square};
use potez_core::Position as _;

/// Where the wall is in the bits of a move.
const WALL_SHIFT: u32 = 20;
const WALL_MASK: u32 = 0x7ff;
/// The shape of a turn in which no pawn moves.
const NO_PAWN: u32 = 31;

/// How a pawn moves, as a number below 25.
fn shape(from: Square, to: Square) -> u32 {
    ((to.row() + 2 - from.row()) * 5 + to.col() + 2 - from.col()) as u32
}

/// Ten bits where the pawn comes from, five how it moves, eleven for the wall.
pub(super) fn tag(mv: Move) -> u32 {
    let wall = mv.to_bits() >> WALL_SHIFT & WALL_MASK;
    match mv.pawn() {
        None => NO_PAWN << 11 | wall,
        Some((from, to)) => ((from.row() << 5 | from.col()) as u32) << 16 | shape(from, to) << 11 | wall,
    }
}

/// The move of a tag, if it is legal here: a table may give the tag of another position.
pub(super) fn recall<const N: usize>(pos: &Position<N>, tag: u32) -> Option<Move> {
    let wall = Move::from_bits((tag & WALL_MASK) << WALL_SHIFT);
    let mv = if tag >> 11 & 0x1f == NO_PAWN {
        wall
    } else {
        let from = Square::new((tag >> 21 & 0x1f) as usize, (tag >> 16 & 0x1f) as usize);
        let pawn = pos.pawns(pos.turn()).iter().position(|&pawn| pawn == from)?;
        let mut landings = pos.landings(pawn, &pos.edges()).squares();
        let to = landings.find(|&to| shape(from, to) == tag >> 11 & 0x1f)?;
        Move::pawn_to(from, to, wall.wall())
    };
    pos.is_legal(mv).then_some(mv)
}
