//! Random playouts, with replies that save a connection and a measure of what a ring is worth.

use potez_core::{Outcome, Player, Position as _};
use potez_havannah::{Board, Cell, Class, Geometry, Move, Position};
use potez_search::mcts::{self, Trace};

use super::rings::Rings;

/// Moves indexed by the numbers of their cells; `swap` comes after them.
#[derive(Clone, Copy)]
pub(super) struct CellIndexing {
    geometry: &'static Geometry,
}

impl CellIndexing {
    pub(super) fn new(size: usize) -> Self {
        Self { geometry: Geometry::of(size) }
    }
}

impl<C: Class> mcts::MoveIndexing<Position<C>> for CellIndexing {
    const PLAYED_ONCE: bool = true;

    fn amaf_width(&self) -> usize {
        self.geometry.cells().len()
    }

    fn index(&self, _pos: &Position<C>, mv: Move) -> u32 {
        mv.cell().map_or(self.geometry.cells().len(), |cell| self.geometry.number(cell)) as u32
    }

    fn mv(&self, _pos: &Position<C>, index: u32) -> Move {
        self.geometry.cells().get(index as usize).map_or(Move::SWAP, |&cell| Move::stone(cell))
    }
}

/// The playout policy: stones on random empty cells until somebody has won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct StonePlayout {
    /// Whether a stone between two enemy stones that can still join on the other side is answered
    /// there.
    pub(super) saves: bool,
    /// A ring counts if at least this many of its stones stood before the playout.
    pub(super) min_ring_stones: u32,
}

impl StonePlayout {
    /// Uniformly random, and every ring counts.
    pub(super) const UNIFORM: Self = Self { saves: false, min_ring_stones: 0 };
}

/// The buffers of one thread, kept from one playout to the next.
#[derive(Default)]
pub(super) struct PlayoutScratch {
    /// The cells that were empty at the start, in no order; a stone may have come since.
    cells: Vec<Cell>,
    rings: Rings,
}

impl PlayoutScratch {
    /// Samples a cell that is still empty.
    #[inline]
    fn sample<C: Class>(&mut self, board: &Board<C>, rng: &mut fastrand::Rng) -> Option<Cell> {
        loop {
            if self.cells.is_empty() {
                return None;
            }
            // A 32-bit number scaled by a product: cheaper than a range without bias, and the bias
            // is below 2⁻²³.
            let random = rng.u64(..) >> 32;
            let place = ((random * self.cells.len() as u64) >> 32) as usize;
            let cell = self.cells.swap_remove(place);
            if board.is_empty(cell) {
                return Some(cell);
            }
        }
    }
}

impl<C: Class> mcts::PlayoutPolicy<Position<C>> for StonePlayout {
    type Scratch = PlayoutScratch;

    fn run<M: mcts::MoveIndexing<Position<C>>>(
        &self,
        pos: &Position<C>,
        _moves: &M,
        scratch: &mut PlayoutScratch,
        rng: &mut fastrand::Rng,
        trace: &mut Trace,
    ) -> Outcome {
        if let Some(outcome) = pos.outcome() {
            return outcome;
        }
        let geometry = pos.geometry();
        let mut board = *pos.board();
        scratch.cells.clear();
        scratch.cells.extend(board.empties());
        let mut player = pos.turn();
        loop {
            let reply = if self.saves { board.last().and_then(|last| save(&board, last, player, rng)) } else { None };
            let Some(cell) = reply.or_else(|| scratch.sample(&board, rng)) else { return Outcome::Draw };
            trace.push(player, geometry.number(cell) as u32);
            let marks = board.join(cell, player);
            if marks.won() {
                if self.min_ring_stones == 0 || !marks.only_ring() {
                    return Outcome::Win(player);
                }
                if scratch.rings.standing(&board, cell, player, pos.board()) >= self.min_ring_stones {
                    return Outcome::Win(player);
                }
                // The stones stay, the ring does not count: another structure may still win.
                board.forget_ring(cell);
            }
            player = !player;
        }
    }
}

/// For a set of the six sides of a cell, those that lie between two others of it.
const BETWEEN: [u8; 64] = {
    let mut table = [0; 64];
    let mut sides = 0_usize;
    while sides < 64 {
        let after = sides << 1 | sides >> 5;
        let before = sides >> 1 | sides << 5;
        table[sides] = (after & before & 63) as u8;
        sides += 1;
    }
    table
};

/// The cell where `player` still joins two stones that a stone on `last` wanted to part.
#[inline]
pub(super) fn save<C: Class>(board: &Board<C>, last: Cell, player: Player, rng: &mut fastrand::Rng) -> Option<Cell> {
    let open = saves(board, last, player);
    if open == 0 {
        return None;
    }
    // One of several at random, by skipping over the lowest bits.
    let mut skip = if open.is_power_of_two() { 0 } else { rng.u32(..open.count_ones()) };
    let mut rest = open;
    while skip > 0 {
        rest &= rest - 1;
        skip -= 1;
    }
    board.geometry().neighbour(last, rest.trailing_zeros() as usize)
}

/// The sides of `last` where `player` still joins two stones.
#[inline]
pub(super) fn saves<C: Class>(board: &Board<C>, last: Cell, player: Player) -> u8 {
    let own = board.sides(last, player);
    let between = BETWEEN[usize::from(own)] & !own & !board.sides(last, !player);
    if between == 0 { 0 } else { between & board.geometry().sides(last) }
}

#[cfg(test)]
mod tests {
    use potez_havannah::Upto5;

    use super::*;

    #[test]
    fn a_stone_between_two_others_is_answered_on_the_other_side() {
        let mut board = Board::<Upto5>::new(Geometry::of(4));
        let mut rng = fastrand::Rng::with_seed(1);
        // d4 and c5 share the neighbours c4 and d5.
        board.place(Cell::new(3, 3), Player::X);
        board.place(Cell::new(4, 2), Player::X);
        board.place(Cell::new(3, 2), Player::O);
        assert_eq!(save(&board, Cell::new(3, 2), Player::X, &mut rng), Some(Cell::new(4, 3)));
        assert_eq!(save(&board, Cell::new(3, 2), Player::O, &mut rng), None);
        board.place(Cell::new(4, 3), Player::O);
        assert_eq!(save(&board, Cell::new(3, 2), Player::X, &mut rng), None);
    }
}
