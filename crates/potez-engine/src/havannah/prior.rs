//! Priors of moves from patterns around their cells, and moves that threats decide.

use potez_core::{Outcome, Player};
use potez_havannah::{Board, Cell, Class, Move, Position};
use potez_search::mcts::{Expansion, MovePrior, Prior};

use super::playout::saves;
use super::threats::{Threats, beside, cells};

/// What each pattern adds to the prior of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PatternPrior {
    /// Whether wins of either side with the next stone are looked for.
    pub(super) look_ahead: bool,
    /// Beside an own stone.
    pub(super) near: f32,
    /// Two steps from an own stone, with both ways there empty.
    pub(super) bridge: f32,
    /// Beside an enemy stone.
    pub(super) enemy: f32,
    /// For each corner or edge that the own chain touches with this stone.
    pub(super) touch: f32,
    /// Joins two own chains.
    pub(super) joint: f32,
    /// Close to the enemy's last stone.
    pub(super) reply: f32,
    /// Joins two own stones that the enemy's last stone wanted to part.
    pub(super) save: f32,
}

impl PatternPrior {
    /// Fixed-node matches of each weight against its neighbours, docs/notebook/havannah.md.
    pub(super) const TUNED: Self =
        Self { look_ahead: true, near: 0.3, bridge: 0.3, enemy: 0.0, touch: 0.1, joint: 0.2, reply: 0.2, save: 0.5 };

    /// Uniform priors and no look ahead.
    pub(super) const NONE: Self =
        Self { look_ahead: false, near: 0.0, bridge: 0.0, enemy: 0.0, touch: 0.0, joint: 0.0, reply: 0.0, save: 0.0 };
}

impl<C: Class> Prior<Position<C>> for PatternPrior {
    fn expand(&self, pos: &Position<C>, into: &mut Expansion<Move>) {
        let (board, mover) = (pos.board(), pos.turn());
        if self.look_ahead && decide_by_threats(board, mover, into) {
            return;
        }
        // All patterns of a row at once with bit operations, instead of a look around every cell.
        let planes = PatternPlanes::new(board, mover);
        let replies = board.last().map(|last| Replies::new(board, last, mover));
        for y in 0..2 * board.geometry().size() - 1 {
            let row = planes.row(y);
            for cell in cells(board.empty_row(y), y) {
                let bit = 2 << cell.x();
                let mut prior = 0.0;
                if row.near & bit != 0 {
                    prior += self.near;
                    // Only a stone beside an own chain can join or touch anything new.
                    let marks = board.marks_after(cell, mover);
                    prior += self.touch * (marks.edges().count_ones() + marks.corners().count_ones()) as f32;
                    if joins(board.sides(cell, mover)) {
                        prior += self.joint;
                    }
                }
                if row.bridge & bit != 0 {
                    prior += self.bridge;
                }
                if row.enemy & bit != 0 {
                    prior += self.enemy;
                }
                if let Some(replies) = &replies {
                    prior += match replies.closeness(cell) {
                        Closeness::Save => self.save + self.reply,
                        Closeness::Near => self.reply,
                        Closeness::Far => 0.0,
                    };
                }
                into.candidates.push(MovePrior::new(Move::stone(cell), prior));
            }
        }
        if pos.can_swap() {
            into.candidates.push(MovePrior::new(Move::SWAP, 0.0));
        }
    }
}

/// Whether stones on these sides are in more than one group.
const fn joins(sides: u8) -> bool {
    // A group begins at a side whose neighbour to one side is not in the set; the sixth is beside
    // the first.
    let starts = sides & !(sides << 1 | sides >> 5) & 63;
    starts.count_ones() > 1
}

/// Writes what wins with the next stone decide: a win, or the only moves that stop one. True if no
/// other move matters.
pub(super) fn decide_by_threats<C: Class>(board: &Board<C>, mover: Player, into: &mut Expansion<Move>) -> bool {
    let mut add = |cell: Cell, proof| into.candidates.push(MovePrior { proof, ..MovePrior::new(cell.into(), 1.0) });
    match Threats::of(board, mover) {
        Threats::None => return false,
        Threats::Win(cell) => add(cell, Some(Outcome::Win(mover))),
        Threats::Block(cell) => add(cell, None),
        Threats::Lost(one, other) => {
            add(one, None);
            add(other, None);
            into.proof = Some(Outcome::Win(!mover));
        }
    }
    true
}

/// The cells of a row that fit each pattern, column x in bit x+1.
#[derive(Clone, Copy, Default)]
struct PatternRow {
    /// Beside an own stone.
    near: u32,
    /// Two steps from an own stone, both ways empty.
    bridge: u32,
    /// Beside an enemy stone.
    enemy: u32,
}

/// The patterns of a whole board, computed row by row with bit operations.
struct PatternPlanes {
    rows: [PatternRow; 29],
}

impl PatternPlanes {
    fn new<C: Class>(board: &Board<C>, mover: Player) -> Self {
        let (own, enemy) = (board.rows(mover), board.rows(!mover));
        let mut rows = [PatternRow::default(); 29];
        let height = 2 * board.geometry().size() - 1;
        let empty = |y: usize| if (1..=height).contains(&y) { board.empty_row(y - 1) } else { 0 };
        let far = |y: isize| if (1..=height as isize).contains(&y) { own[y as usize] } else { 0 };
        for y in 1..=height {
            let (above, here, below) = (empty(y - 1), empty(y), empty(y + 1));
            // The two cells of each pair that lead from a cell to one two steps away, seen from the
            // cell.
            let bridge = far(y as isize - 2) << 1 & above << 1 & above
                | own[y - 1] >> 1 & above & here >> 1
                | own[y + 1] >> 2 & here >> 1 & below >> 1
                | far(y as isize + 2) >> 1 & below >> 1 & below
                | own[y + 1] << 1 & below & here << 1
                | own[y - 1] << 2 & here << 1 & above << 1;
            rows[y - 1] = PatternRow { near: beside(own, y - 1), bridge, enemy: beside(enemy, y - 1) };
        }
        Self { rows }
    }

    fn row(&self, y: usize) -> PatternRow {
        self.rows[y]
    }
}

/// The cells that answer the last stone.
struct Replies {
    last: Cell,
    /// Cells that save a connection.
    saves: [Option<Cell>; 3],
}

/// How a cell relates to the last stone.
enum Closeness {
    Save,
    Near,
    Far,
}

impl Replies {
    fn new<C: Class>(board: &Board<C>, last: Cell, mover: Player) -> Self {
        let sides = saves(board, last, mover);
        let mut open = (0..6).filter(|side| sides >> side & 1 == 1);
        Self { last, saves: [(); 3].map(|()| open.next().and_then(|side| board.geometry().neighbour(last, side))) }
    }

    fn closeness(&self, cell: Cell) -> Closeness {
        if self.saves.contains(&Some(cell)) {
            return Closeness::Save;
        }
        let (dx, dy) = (cell.x() as i32 - self.last.x() as i32, cell.y() as i32 - self.last.y() as i32);
        // The square of the distance: 1 is a neighbour, 3 is two steps that can go over either of
        // two cells.
        let close = dx * dx - dx * dy + dy * dy <= 3;
        if close { Closeness::Near } else { Closeness::Far }
    }
}

#[cfg(test)]
mod tests;
