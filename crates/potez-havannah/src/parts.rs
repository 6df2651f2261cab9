//! The parts of a move: a cell, or the swap.

use potez_core::{CellRef, MovePart, MoveParts};

use crate::{Cell, Move};

/// The cell of a view's cell; it may lie off the board.
pub(crate) fn cell_of(cell: CellRef) -> Cell {
    Cell::new(usize::from(cell.col) & 31, usize::from(cell.row) & 31)
}

/// The parts of a move.
pub(crate) fn parts(mv: Move) -> MoveParts {
    MoveParts::new(&[mv.cell().map_or(MovePart::Swap, |cell| MovePart::Target(CellRef::new(cell.y(), cell.x())))])
}

/// The move of these parts.
pub(crate) fn assemble(parts: &[MovePart]) -> Option<Move> {
    match *parts {
        [MovePart::Target(at)] if at.row < 32 && at.col < 32 => Some(Move::stone(cell_of(at))),
        [MovePart::Swap] => Some(Move::SWAP),
        _ => None,
    }
}

/// Rule 4.1: a move as it is written.
pub(crate) fn spell(parts: &[MovePart]) -> String {
    assemble(parts).map_or_else(String::new, |mv| mv.to_string())
}
