//! A move, and every reason why one is not legal.

use std::fmt;

use potez_core::Explain;

use crate::Cell;

/// A turn: a stone on a cell, or the swap of Rule 2.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// O takes over the first stone.
    pub const SWAP: Self = Self(u16::MAX);

    /// A stone on this cell.
    pub const fn stone(cell: Cell) -> Self {
        Self(cell.0)
    }

    /// The cell of the stone, `None` for the swap.
    pub const fn cell(self) -> Option<Cell> {
        if self.0 == Self::SWAP.0 { None } else { Some(Cell(self.0)) }
    }
}

impl From<Cell> for Move {
    fn from(cell: Cell) -> Self {
        Self::stone(cell)
    }
}

/// Rule 4.1: `e5` or `swap`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell() {
            Some(cell) => cell.fmt(f),
            None => f.write_str("swap"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over: no stone can be placed any more")]
    GameOver,
    /// Rule 2.1: there is a stone already.
    #[error("`{cell}` is taken")]
    Taken {
        /// The cell.
        cell: Cell,
    },
    /// Rule 1.2: there is no such cell.
    #[error("`{cell}` is not on the board of size {size}")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// Cells a side.
        size: usize,
    },
    /// Rule 2.2: this game is played without the swap.
    #[error("`swap` is not possible: this game is played with swap=off")]
    SwapOff,
    /// Rule 2.2: only the second ply can be the swap.
    #[error("`swap` is only possible on the second ply, and this is ply {ply}")]
    SwapTooLate {
        /// The number of the ply, from 1.
        ply: usize,
    },
    /// Rule 2.2: there is no stone to take over yet.
    #[error("`swap` is only possible on the second ply: there is no stone to take over yet")]
    SwapTooEarly,
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::Taken { .. } => "cell-taken",
            Self::OffBoard { .. } => "cell-off-board",
            Self::SwapOff => "swap-off",
            Self::SwapTooLate { .. } => "swap-too-late",
            Self::SwapTooEarly => "swap-too-early",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::GameOver | Self::SwapOff | Self::SwapTooEarly => Vec::new(),
            Self::Taken { cell } => vec![("cell", cell.to_string())],
            Self::OffBoard { cell, size } => vec![("cell", cell.to_string()), ("size", size.to_string())],
            Self::SwapTooLate { ply } => vec![("ply", ply.to_string())],
        }
    }
}
