//! The parts of a move: a stack, perhaps a level of it, and where it goes.

use potez_core::{CellRef, MovePart, MoveParts};

use crate::{Board, Move, Square};

/// The cell in which a square is drawn: rank 1 is at the bottom.
pub(crate) fn cell_of<B: Board>(square: Square) -> CellRef {
    CellRef::new(B::SIZE - 1 - square.rank(), square.file())
}

/// The square of a cell, if the board has it.
pub(crate) fn square_of<B: Board>(cell: CellRef) -> Option<Square> {
    let rank = (B::SIZE - 1).checked_sub(cell.row.into())?;
    Square::new(cell.col.into(), rank).filter(|square| square.is_on(B::SIZE))
}

/// The parts of a move.
pub(crate) fn parts<B: Board>(mv: Move) -> MoveParts {
    if mv.is_pass() {
        return MoveParts::new(&[MovePart::Pass]);
    }
    let level = (mv.level() > 0).then(|| MovePart::Level { level: mv.level() + 1 });
    let (from, to) = (MovePart::Piece(cell_of::<B>(mv.from())), MovePart::Target(cell_of::<B>(mv.to())));
    [Some(from), level, Some(to)].into_iter().flatten().collect()
}

/// The move of these parts.
pub(crate) fn assemble<B: Board>(parts: &[MovePart]) -> Option<Move> {
    let (from, level, to) = match *parts {
        [MovePart::Pass] => return Some(Move::PASS),
        [MovePart::Piece(from), MovePart::Target(to)] => (from, 0, to),
        [MovePart::Piece(from), MovePart::Level { level }, MovePart::Target(to)] => (from, level.checked_sub(1)?, to),
        _ => return None,
    };
    Some(Move::new(square_of::<B>(from)?, square_of::<B>(to)?, level))
}

/// Rule 4.1: the beginning of a move as it is written.
pub(crate) fn spell<B: Board>(parts: &[MovePart]) -> String {
    let name = |cell| square_of::<B>(cell).map_or_else(String::new, |square| square.to_string());
    let word = |part: &MovePart| match *part {
        MovePart::Piece(at) => name(at),
        MovePart::Level { level } => format!(":{level}"),
        MovePart::Target(at) => format!("-{}", name(at)),
        MovePart::Pass => "pass".into(),
        MovePart::Wall(_) | MovePart::Swap => String::new(),
    };
    parts.iter().map(word).collect()
}
