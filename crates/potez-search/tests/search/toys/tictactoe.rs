//! Tic-tac-toe: turns alternate, and every cell is played once.

use std::fmt;

use potez_core::{Outcome, Player, Position, Unplayable};

/// Tic-tac-toe: a draw with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TicTacToe {
    stones: [u16; 2],
}

/// One of the nine cells, in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BoardCell(pub(crate) u8);

impl fmt::Display for BoardCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    /// A position after some random moves, not yet over.
    pub(crate) fn random(rng: &mut fastrand::Rng) -> Self {
        let mut pos = Self::default();
        for _ in 0..rng.u8(0..6) {
            let before = pos;
            if let Some(mv) = pos.random_move(rng) {
                pos.play(mv);
            }
            if pos.outcome().is_some() {
                return before;
            }
        }
        pos
    }

    fn has_line(stones: u16) -> bool {
        LINES.iter().any(|&line| line & !stones == 0)
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..9).try_for_each(|cell| {
            f.write_str(match self.stones.map(|stones| stones >> cell & 1) {
                [1, _] => "x",
                [_, 1] => "o",
                _ => ".",
            })
        })
    }
}

impl Position for TicTacToe {
    type Move = BoardCell;
    type Illegal = Unplayable;

    fn turn(&self) -> Player {
        Player::BOTH[(self.stones[0].count_ones() - self.stones[1].count_ones()) as usize]
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::BOTH.into_iter().find(|player| Self::has_line(self.stones[player.index()]));
        let full = (self.stones[0] | self.stones[1]) == 0o777;
        winner.map(Outcome::Win).or(full.then_some(Outcome::Draw))
    }

    fn legal_moves(&self, moves: &mut Vec<BoardCell>) {
        if self.outcome().is_none() {
            moves.extend((0..9).filter(|cell| (self.stones[0] | self.stones[1]) >> cell & 1 == 0).map(BoardCell));
        }
    }

    fn play(&mut self, mv: BoardCell) {
        let turn = self.turn();
        self.stones[turn.index()] |= 1 << mv.0;
    }

    fn key(&self) -> u64 {
        fastrand::Rng::with_seed(u64::from(self.stones[0]) << 16 | u64::from(self.stones[1])).u64(..)
    }

    fn check(&self, mv: BoardCell) -> Result<(), Unplayable> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) { Ok(()) } else { Err(Unplayable) }
    }
}
