//! What learning programs ask for: the numbers of moves, and a position as planes of numbers.

use potez_core::{ActionSpace, PartRange, Player};

use crate::parts::cell_of;
use crate::{Board, Position, Square};

/// A diagonal step as rows and columns.
const STEPS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The most checkers that a stack on the board has.
const HIGHEST: u8 = 7;

/// Whole stacks, then stacks from a level upwards, then the pass. Squares go from a1 upwards.
pub(crate) fn actions<B: Board>() -> ActionSpace {
    let squares = (0..B::SIZE).flat_map(|rank| (0..B::SIZE).filter_map(move |file| Square::new(file, rank)));
    let cells: Vec<_> = squares.filter(|square| square.is_dark()).map(cell_of::<B>).collect();
    let piece = || PartRange::Piece(cells.clone());
    let target = || PartRange::TargetFromPiece(STEPS.to_vec());
    ActionSpace::new(vec![
        vec![piece(), target()],
        vec![piece(), PartRange::LevelUpTo(HIGHEST), target()],
        vec![PartRange::Pass],
    ])
}

/// Seven levels of the player's checkers, seven of the enemy's, both scores, and whose turn it is.
const PLANES: usize = 17;

/// Planes, rows and columns.
pub(crate) const fn shape<B: Board>() -> [usize; 3] {
    [PLANES, B::SIZE, B::SIZE]
}

/// The planes as a player sees them; scores are parts of what wins.
pub(crate) fn observe<B: Board>(pos: &Position<B>, player: Player, planes: &mut [f32]) {
    let whole = B::SIZE * B::SIZE;
    for (square, stack) in pos.stacks() {
        let cell = cell_of::<B>(square);
        let at = usize::from(cell.row) * B::SIZE + usize::from(cell.col);
        for (level, owner) in stack.owners().enumerate() {
            let plane = level + if owner == player { 0 } else { usize::from(HIGHEST) };
            planes[plane * whole + at] = 1.0;
        }
    }
    for (index, side) in [player, !player].into_iter().enumerate() {
        let first = (2 * usize::from(HIGHEST) + index) * whole;
        planes[first..first + whole].fill(pos.score(side) as f32 / B::MAJORITY as f32);
    }
    if pos.turn() == player {
        planes[(PLANES - 1) * whole..].fill(1.0);
    }
}
