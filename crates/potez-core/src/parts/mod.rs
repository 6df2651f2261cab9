//! The parts of a move: what a player chooses, one after the other.
//!
//! `d4-d6/Bd7` of Blockade is a piece, a target and a wall; `d4:2-e3` of Byte a piece, a level and
//! a target; `e5` of Havannah a target alone. Interfaces lead a player through a move by these
//! parts and never look into its text.

mod sequence;
mod step;

pub use sequence::MoveParts;
pub use step::{BlockedPart, MoveStep, PartChoice, blocked, read, step};

/// A cell of a [`View`](crate::View), by the row and column it is drawn in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellRef {
    /// Row from the top, from 0.
    pub row: u8,
    /// Column from the left, from 0.
    pub col: u8,
}

impl CellRef {
    /// The cell in a row and a column, both from 0 and below 256.
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row: row as u8, col: col as u8 }
    }
}

/// How a wall lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum WallAxis {
    /// Between rows.
    Horizontal,
    /// Between columns.
    Vertical,
}

/// The colour of a wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum WallColour {
    /// Blue.
    Blue,
    /// Green.
    Green,
}

/// A wall between four cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WallRef {
    /// The top left of its four cells.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: CellRef,
    /// How it lies.
    pub axis: WallAxis,
    /// Its colour.
    pub colour: WallColour,
}

/// One part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "camelCase"))]
pub enum MovePart {
    /// The piece or stack that moves, by the cell it stands on.
    Piece(CellRef),
    /// From which level of the stack upwards, 1 is the lowest. A move without this part takes the
    /// whole stack.
    Level {
        /// The level of the lowest piece that moves.
        level: u8,
    },
    /// Where the piece goes, or where a new one is put.
    Target(CellRef),
    /// The wall that is placed.
    Wall(WallRef),
    /// The second player takes over the first player's move.
    Swap,
    /// The player has no other move.
    Pass,
}

impl MovePart {
    /// The cell that the part names, of a wall the top left one.
    pub const fn cell(self) -> Option<CellRef> {
        match self {
            Self::Piece(cell) | Self::Target(cell) => Some(cell),
            Self::Wall(wall) => Some(wall.at),
            Self::Level { .. } | Self::Swap | Self::Pass => None,
        }
    }
}
