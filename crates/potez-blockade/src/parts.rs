//! The parts of a turn: a pawn, where it goes, a wall.

use potez_core::{CellRef, MovePart, MoveParts, WallAxis, WallColour, WallRef};

use crate::{Axis, Move, Position, Rules, Square, Wall};

/// The square of a cell; it may lie off the board.
pub(crate) fn square_of(cell: CellRef) -> Square {
    let inside = |index: u8| usize::from(index).min(Square::MOST - 1);
    Square::new(inside(cell.row), inside(cell.col))
}

fn cell(square: Square) -> CellRef {
    CellRef::new(square.row(), square.col())
}

/// The wall of a part. Its colour decides how it lies (Rule 4.1).
pub(crate) fn wall_of(wall: WallRef) -> Wall {
    let axis = match wall.colour {
        WallColour::Blue => Axis::Blue,
        WallColour::Green => Axis::Green,
    };
    Wall { at: square_of(wall.at), axis }
}

/// A wall as a part of a move or of a picture.
pub(crate) fn wall_ref(wall: Wall) -> WallRef {
    let (axis, colour) = match wall.axis {
        Axis::Blue => (WallAxis::Horizontal, WallColour::Blue),
        Axis::Green => (WallAxis::Vertical, WallColour::Green),
    };
    WallRef { at: cell(wall.at), axis, colour }
}

/// The parts of a turn.
pub(crate) fn parts(mv: Move) -> MoveParts {
    let pawn = mv.pawn().map(|(from, to)| [MovePart::Piece(cell(from)), MovePart::Target(cell(to))]);
    let wall = mv.wall().map(|wall| MovePart::Wall(wall_ref(wall)));
    pawn.into_iter().flatten().chain(wall).collect()
}

/// The turn of these parts.
pub(crate) fn assemble(parts: &[MovePart]) -> Option<Move> {
    match *parts {
        [MovePart::Piece(from), MovePart::Target(to)] => Some(Move::pawn_to(square_of(from), square_of(to), None)),
        [MovePart::Piece(from), MovePart::Target(to), MovePart::Wall(wall)] => {
            Some(Move::pawn_to(square_of(from), square_of(to), Some(wall_of(wall))))
        }
        [MovePart::Wall(wall)] => Some(Move::wall_only(wall_of(wall))),
        _ => None,
    }
}

/// Rule 6.1: the beginning of a turn as it is written.
pub(crate) fn spell(parts: &[MovePart]) -> String {
    let word = |(index, part): (usize, &MovePart)| match *part {
        MovePart::Piece(at) => square_of(at).to_string(),
        MovePart::Target(at) => format!("-{}", square_of(at)),
        // A wall alone is a turn of Rule 2.2.
        MovePart::Wall(wall) if index == 0 => wall_of(wall).to_string(),
        MovePart::Wall(wall) => format!("/{}", wall_of(wall)),
        MovePart::Level { .. } | MovePart::Swap | MovePart::Pass => String::new(),
    };
    parts.iter().enumerate().map(word).collect()
}

/// Rule 4.2: every wall of the board, once it is time for a wall. Why one may not be placed is
/// rarely plain to see.
pub(crate) fn candidates<const N: usize>(pos: &Position<N>, chosen: &[MovePart]) -> Vec<MovePart> {
    let is_time = match chosen {
        [] => pos.rules().turn() == crate::Turn::Either,
        // A pawn that wins takes no wall along (Rule 2.5).
        [_, MovePart::Target(to)] => !wins(pos, *to),
        _ => false,
    };
    if is_time { all_walls(pos.rules()).collect() } else { Vec::new() }
}

fn wins<const N: usize>(pos: &Position<N>, to: CellRef) -> bool {
    use potez_core::Position as _;
    pos.rules().is_goal(pos.turn(), square_of(to))
}

fn all_walls(rules: &Rules) -> impl Iterator<Item = MovePart> + use<> {
    let (rows, cols) = (rules.rows() - 1, rules.cols() - 1);
    let slots = (0..rows).flat_map(move |row| (0..cols).map(move |col| Square::new(row, col)));
    slots.flat_map(|at| Axis::BOTH.map(|axis| MovePart::Wall(wall_ref(Wall { at, axis }))))
}
