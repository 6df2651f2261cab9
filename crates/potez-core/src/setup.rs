//! A board as somebody has set it up: it may be nonsense until the rules have looked at it.

use std::collections::BTreeMap;

use crate::{CellRef, Player, View, WallRef};

/// An edited board. [`Game::set_up`](crate::Game::set_up) makes a position of it, or says why it is
/// none.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Setup {
    /// The cells that hold something.
    #[cfg_attr(feature = "serde", serde(default))]
    pub cells: Vec<SetupCell>,
    /// The walls.
    #[cfg_attr(feature = "serde", serde(default))]
    pub walls: Vec<WallRef>,
    /// Numbers beside the board by name, X's and O's; a name that is missing has its number of the
    /// start.
    #[cfg_attr(feature = "serde", serde(default))]
    pub stocks: BTreeMap<String, [u32; 2]>,
    /// Who is to move.
    pub turn: Player,
}

/// What stands on one cell of an edited board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SetupCell {
    /// Which cell.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: CellRef,
    /// The owners of its pieces from the bottom to the top.
    pub pieces: Vec<Player>,
}

impl Setup {
    /// The setup of a board as it is shown.
    pub fn of(view: &View, turn: Player) -> Self {
        let occupied = view.cells.iter().filter(|cell| !cell.pieces.is_empty());
        let cells = occupied.map(|cell| SetupCell {
            at: CellRef::new(cell.row, cell.col),
            pieces: cell.pieces.iter().map(|piece| piece.owner).collect(),
        });
        Self {
            cells: cells.collect(),
            walls: view.walls.iter().map(|wall| wall.wall).collect(),
            stocks: view.stocks.iter().map(|&(name, counts)| (name.to_string(), counts)).collect(),
            turn,
        }
    }

    /// The numbers of a name, or these where it is missing.
    pub fn stock(&self, name: &str, usual: [u32; 2]) -> [u32; 2] {
        self.stocks.get(name).copied().unwrap_or(usual)
    }
}
