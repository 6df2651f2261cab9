//! Where a game of Havannah stands.

use std::fmt;

use potez_core::{Outcome, Player};

use crate::{Board, Cell, Class, Geometry, Illegal, Move, Rules, Structures, zobrist};

/// A position: the board, whose turn it is, and whether the game is over.
#[derive(Clone, Copy)]
pub struct Position<C: Class> {
    board: Board<C>,
    key: u64,
    /// Moves played, the swap included. Even numbers are X's turns.
    ply: u16,
    empty: u16,
    /// Whether the rules have the swap.
    swap: bool,
    /// Whether it was played: it is the one ply that adds no stone.
    swapped: bool,
    outcome: Option<Outcome>,
    structures: Structures,
}

// Copying is what a search does at every node.
const _: () = assert!(size_of::<Position<crate::Upto5>>() <= 256);
const _: () = assert!(size_of::<Position<crate::Upto8>>() <= 512);
const _: () = assert!(size_of::<Position<crate::Upto10>>() <= 768);
const _: () = assert!(size_of::<Position<crate::Upto15>>() <= 1568);

impl<C: Class> Position<C> {
    /// The empty board.
    pub(crate) fn new(rules: Rules) -> Self {
        let geometry = Geometry::of(rules.size);
        Self {
            board: Board::new(geometry),
            key: zobrist::start(rules.size, rules.swap),
            ply: 0,
            empty: geometry.cells().len() as u16,
            swap: rules.swap,
            swapped: false,
            outcome: None,
            structures: Structures::NONE,
        }
    }

    /// A position with these stones; the outcome is not settled yet.
    pub(crate) fn with_stones(rules: Rules, stones: &[(Cell, Player)], ply: u16, swapped: bool) -> Self {
        let mut pos = Self { ply, swapped, ..Self::new(rules) };
        if swapped {
            pos.key ^= zobrist::SWAPPED;
        }
        for &(cell, player) in stones {
            pos.put(cell, player);
        }
        pos
    }

    /// Declares the game over as the structures or the full board say.
    pub(crate) fn settle(&mut self, winner: Option<(Player, Structures)>) {
        if let Some((player, structures)) = winner {
            self.outcome = Some(Outcome::Win(player));
            self.structures = structures;
        } else if self.empty == 0 {
            self.outcome = Some(Outcome::Draw);
        }
    }

    #[inline]
    fn put(&mut self, cell: Cell, player: Player) -> bool {
        self.key ^= zobrist::STONES[player.index()][cell.index()];
        self.empty -= 1;
        self.board.place(cell, player)
    }

    /// The stones and their chains.
    pub fn board(&self) -> &Board<C> {
        &self.board
    }

    /// The geometry of the board.
    pub fn geometry(&self) -> &'static Geometry {
        self.board.geometry()
    }

    /// The options that the position is played under.
    pub fn rules(&self) -> Rules {
        Rules { size: self.geometry().size(), swap: self.swap }
    }

    /// The number of moves played, the swap included.
    pub fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    /// Whether the second ply was the swap.
    pub fn swapped(&self) -> bool {
        self.swapped
    }

    /// The number of empty cells.
    pub fn empty_count(&self) -> usize {
        usize::from(self.empty)
    }

    /// The player to move; the same as the trait's `turn`.
    #[inline]
    pub fn turn(&self) -> Player {
        if self.ply.is_multiple_of(2) { Player::X } else { Player::O }
    }

    /// Rule 2.2: whether `swap` is a legal move now.
    pub fn can_swap(&self) -> bool {
        self.swap && self.ply == 1
    }

    /// The structures of the chain that won; none while the game goes on and in a draw.
    pub fn structures(&self) -> Structures {
        self.structures
    }

    /// The chain that won, in reading order; empty while the game goes on and in a draw.
    pub fn winning_chain(&self) -> Vec<Cell> {
        let winner = self.outcome.and_then(Outcome::winner);
        let cell = winner.and_then(|player| self.board.winning_cell(player));
        cell.map_or_else(Vec::new, |(cell, _)| self.board.chain_cells(cell))
    }

    /// The stones to show at the end: the ring, the bridge and the fork of the chain that won,
    /// without those that only hang on to it.
    pub fn winning_stones(&self) -> Vec<Cell> {
        let (chain, geometry) = (self.winning_chain(), self.geometry());
        let mut stones = Vec::new();
        if self.structures.contains(Structures::RING) {
            stones.extend(geometry.ring(&chain));
        }
        if self.structures.contains(Structures::BRIDGE) {
            stones.extend(geometry.bridge(&chain));
        }
        if self.structures.contains(Structures::FORK) {
            stones.extend(geometry.fork(&chain));
        }
        stones.sort_unstable();
        stones.dedup();
        stones
    }

    /// Every stone, in reading order.
    pub fn stones(&self) -> impl Iterator<Item = (Cell, Player)> + '_ {
        self.geometry().cells().iter().filter_map(|&cell| Some((cell, self.board.stone(cell)?)))
    }

    /// Takes the first stone from X and gives it to O.
    fn swap_stone(&mut self) {
        let rules = self.rules();
        let stone = self.stones().next().map(|(cell, _)| (cell, Player::O));
        *self = Self::with_stones(rules, stone.as_slice(), 2, true);
    }
}

impl<C: Class> potez_core::Position for Position<C> {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Player {
        Self::turn(self)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome.is_some() {
            return;
        }
        moves.extend(self.board.empties().map(Move::stone));
        if self.can_swap() {
            moves.push(Move::SWAP);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self}");
        let Some(cell) = mv.cell() else { return self.swap_stone() };
        let player = self.turn();
        let won = self.put(cell, player);
        self.ply += 1;
        if won || self.empty == 0 {
            let structures = self.board.chain_marks(cell).structures();
            self.settle(won.then_some((player, structures)));
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::GameOver);
        }
        let Some(cell) = mv.cell() else {
            return match self.ply {
                _ if !self.swap => Err(Illegal::SwapOff),
                0 => Err(Illegal::SwapTooEarly),
                1 => Ok(()),
                ply => Err(Illegal::SwapTooLate { ply: usize::from(ply) + 1 }),
            };
        };
        if !self.geometry().contains(cell) {
            return Err(Illegal::OffBoard { cell, size: self.geometry().size() });
        }
        if self.board.stone(cell).is_some() { Err(Illegal::Taken { cell }) } else { Ok(()) }
    }

    fn count_moves(&self) -> u64 {
        if self.outcome.is_some() { 0 } else { u64::from(self.empty) + u64::from(self.can_swap()) }
    }

    fn random_move(&self, rng: &mut fastrand::Rng) -> Option<Move> {
        if self.outcome.is_some() {
            return None;
        }
        let mut left = rng.u32(..u32::from(self.empty) + u32::from(self.can_swap()));
        for y in 0..2 * self.geometry().size() - 1 {
            let mut bits = self.board.empty_row(y);
            if left >= bits.count_ones() {
                left -= bits.count_ones();
                continue;
            }
            for _ in 0..left {
                bits &= bits - 1;
            }
            return Some(Cell::new(bits.trailing_zeros() as usize - 1, y).into());
        }
        Some(Move::SWAP)
    }
}

impl<C: Class> PartialEq for Position<C> {
    /// Chains follow from the stones, however they grew.
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.ply == other.ply
            && self.swapped == other.swapped
            && self.rules() == other.rules()
            && self.board.same_stones(&other.board)
    }
}

impl<C: Class> Eq for Position<C> {}

impl<C: Class> fmt::Debug for Position<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
