//! What learning programs ask for: the numbers of moves, and a position as planes of numbers.

use potez_core::{ActionSpace, CellRef, PartRange, Player};

use crate::{Class, Geometry, Move, Position, Rules};

/// The cells in reading order, then the swap where there is one.
pub(crate) fn actions(rules: Rules) -> ActionSpace {
    let cells = Geometry::of(rules.size).cells().iter().map(|cell| CellRef::new(cell.y(), cell.x())).collect();
    let mut forms = vec![vec![PartRange::Target(cells)]];
    if rules.swap {
        forms.push(vec![PartRange::Swap]);
    }
    ActionSpace::new(forms)
}

/// The number of a move among [`actions`].
pub(crate) fn number(rules: Rules, mv: Move) -> Option<u32> {
    let geometry = Geometry::of(rules.size);
    match mv.cell() {
        Some(cell) => geometry.contains(cell).then(|| geometry.number(cell) as u32),
        None => rules.swap.then_some(geometry.cells().len() as u32),
    }
}

/// The player's stones, the enemy's, the empty cells, whose turn it is, whether a swap is possible.
const PLANES: usize = 5;

/// Planes, rows and columns.
pub(crate) fn shape(rules: Rules) -> [usize; 3] {
    [PLANES, 2 * rules.size - 1, 2 * rules.size - 1]
}

/// The planes as a player sees them. What is off the board is 0 on the first three.
pub(crate) fn observe<C: Class>(pos: &Position<C>, player: Player, planes: &mut [f32]) {
    let side = 2 * pos.rules().size - 1;
    let (board, whole) = (pos.board(), side * side);
    for y in 0..side {
        let rows = [board.rows(player)[y + 1], board.rows(!player)[y + 1], board.empty_row(y)];
        for (plane, mut bits) in rows.into_iter().enumerate() {
            while bits != 0 {
                let x = bits.trailing_zeros() as usize - 1;
                planes[plane * whole + y * side + x] = 1.0;
                bits &= bits - 1;
            }
        }
    }
    if pos.turn() == player {
        planes[3 * whole..4 * whole].fill(1.0);
    }
    if pos.can_swap() {
        planes[4 * whole..].fill(1.0);
    }
}
