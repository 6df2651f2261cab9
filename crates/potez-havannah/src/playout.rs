//! Random games to the end.

use potez_core::{Outcome, Player};

use crate::{Board, Cell, Class, Position};

/// A board that is filled at random until somebody wins: stones, chains and the cells still empty.
#[derive(Clone, Copy, Debug)]
pub struct Playout<C: Class> {
    board: Board<C>,
    /// First the empty cells in no order, then those taken by this playout, the latest first.
    cells: C::Cells,
    empty: usize,
    total: usize,
}

impl<C: Class> Playout<C> {
    /// A playout from these stones.
    #[inline]
    pub fn new(board: &Board<C>) -> Self {
        let mut cells = C::NO_CELLS;
        let mut empty = 0;
        for (slot, cell) in cells.as_mut().iter_mut().zip(board.empties()) {
            *slot = cell.0;
            empty += 1;
        }
        Self { board: *board, cells, empty, total: empty }
    }

    /// The stones as they stand.
    pub fn board(&self) -> &Board<C> {
        &self.board
    }

    /// The empty cells, in no order.
    pub fn empties(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.cells.as_ref()[..self.empty].iter().map(|&cell| Cell(cell))
    }

    /// The cells taken so far, in the order of play.
    pub fn taken(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.cells.as_ref()[self.empty..self.total].iter().rev().map(|&cell| Cell(cell))
    }

    /// Draws an empty cell, each with the same chance; `None` when the board is full.
    #[inline]
    pub fn draw(&mut self, rng: &mut fastrand::Rng) -> Option<Cell> {
        if self.empty == 0 {
            return None;
        }
        // The low half of the product is thrown away: its bias is one in 2^32 / 631.
        let random = rng.u64(..) >> 32;
        let place = ((random * self.empty as u64) >> 32) as usize;
        self.empty -= 1;
        let cells = self.cells.as_mut();
        cells.swap(place, self.empty);
        Some(Cell(cells[self.empty]))
    }

    /// Takes a cell of the caller's choice in place of a drawn one; `false` if it is not among the
    /// empty cells.
    pub fn take(&mut self, cell: Cell) -> bool {
        let cells = self.cells.as_mut();
        let Some(place) = cells[..self.empty].iter().position(|&other| other == cell.0) else { return false };
        self.empty -= 1;
        cells.swap(place, self.empty);
        true
    }

    /// Puts down a stone on a cell that was drawn or taken and says whether it wins.
    #[inline]
    pub fn place(&mut self, cell: Cell, player: Player) -> bool {
        self.board.place(cell, player)
    }

    /// Plays to the end, stones alternating from `turn`.
    #[inline]
    pub fn run(&mut self, turn: Player, rng: &mut fastrand::Rng) -> Outcome {
        let mut player = turn;
        while let Some(cell) = self.draw(rng) {
            if self.place(cell, player) {
                return Outcome::Win(player);
            }
            player = !player;
        }
        Outcome::Draw
    }
}

impl<C: Class> Position<C> {
    /// Plays uniformly random moves to the end of the game.
    pub fn random_playout(&self, rng: &mut fastrand::Rng) -> Outcome {
        use potez_core::Position as _;
        let mut pos = *self;
        // Only the first two plies can hold anything but stones.
        while pos.rules().swap && pos.ply() < 2 {
            match pos.random_move(rng) {
                Some(mv) => pos.play(mv),
                None => break,
            }
        }
        pos.outcome().unwrap_or_else(|| Playout::new(pos.board()).run(pos.turn(), rng))
    }
}
