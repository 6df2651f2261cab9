//! What learning programs ask for: the numbers of turns, and a position as planes of numbers.

use potez_core::{ActionSpace, CellRef, PartRange, Player, Position as _};

use crate::{Axis, Position, Rules, Turn};

/// Rules 3.1 to 3.7: every way a pawn can go, as rows and columns.
const STEPS: [(i8, i8); 12] =
    [(-2, 0), (-1, -1), (-1, 0), (-1, 1), (0, -2), (0, -1), (0, 1), (0, 2), (1, -1), (1, 0), (1, 1), (2, 0)];

/// The turns: a pawn and a step, then, where the rules have it, a wall alone, then both.
pub(crate) fn actions(rules: &Rules) -> ActionSpace {
    let cells: Vec<CellRef> =
        (0..rules.rows()).flat_map(|row| (0..rules.cols()).map(move |col| CellRef::new(row, col))).collect();
    let pawn = || [PartRange::Piece(cells.clone()), PartRange::TargetFromPiece(STEPS.to_vec())];
    let wall = PartRange::Wall { rows: rules.rows() as u8 - 1, cols: rules.cols() as u8 - 1 };
    let second = match rules.turn() {
        Turn::Either => vec![wall],
        Turn::Full | Turn::Optional => pawn().into_iter().chain([wall]).collect(),
    };
    ActionSpace::new(vec![pawn().to_vec(), second])
}

/// Pawns and goals of both, walls of both colours, four stocks, and whose turn it is.
const PLANES: usize = 11;

/// Planes, rows and columns.
pub(crate) fn shape(rules: &Rules) -> [usize; 3] {
    [PLANES, rules.rows(), rules.cols()]
}

/// The planes as a player sees them: what is the player's own always comes before what is the
/// enemy's. Walls stand at their top left squares; stocks are parts of the full stock.
pub(crate) fn observe<const N: usize>(pos: &Position<N>, player: Player, planes: &mut [f32]) {
    let (rows, cols) = (pos.rules().rows(), pos.rules().cols());
    let mut planes = planes.chunks_exact_mut(rows * cols);
    let mut next = || planes.next().expect("a place for every plane");
    for side in [player, !player] {
        let plane = next();
        for square in pos.pawns(side) {
            plane[square.row() * cols + square.col()] = 1.0;
        }
    }
    for side in [player, !player] {
        let plane = next();
        for square in pos.goals(side).squares() {
            plane[square.row() * cols + square.col()] = 1.0;
        }
    }
    for axis in Axis::BOTH {
        let plane = next();
        for square in pos.walls(axis).squares() {
            plane[square.row() * cols + square.col()] = 1.0;
        }
    }
    for side in [player, !player] {
        for axis in Axis::BOTH {
            next().fill(f32::from(pos.stock(side, axis)) / f32::from(pos.rules().walls().max(1)));
        }
    }
    next().fill(if pos.turn() == player { 1.0 } else { 0.0 });
}
