//! A board as data.

use crate::{Player, WallRef};

/// A board as data: what a drawing needs, and no rule. One schema for the terminal and the browser.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct View {
    /// The outline of the board.
    pub shape: Shape,
    /// Every cell, in reading order.
    pub cells: Vec<CellView>,
    /// Walls between cells.
    pub walls: Vec<WallView>,
    /// Numbers beside the board, in order: a name such as `blue`, `green` or `score`, then X's and
    /// O's.
    pub stocks: Vec<(&'static str, [u32; 2])>,
}

/// The outline of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase", tag = "kind"))]
pub enum Shape {
    /// A grid of squares; row 0 is drawn at the top.
    Squares {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// A hexagon of hexagons; row 0 is drawn at the top, column indices run along the diagonal.
    Hexagon {
        /// Cells a side.
        size: usize,
    },
}

/// One cell of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CellView {
    /// The name in the game's notation.
    pub name: String,
    /// Row from the top, from 0.
    pub row: usize,
    /// Column from the left, from 0.
    pub col: usize,
    /// Pieces from the bottom to the top.
    pub pieces: Vec<Piece>,
    /// What is special about the cell.
    pub marks: Vec<Mark>,
}

/// A piece on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piece {
    /// Its owner.
    pub owner: Player,
    /// Its number where pieces have one (pawn 1 and 2), else 0.
    pub number: u8,
}

/// What is special about a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub enum Mark {
    /// The last move left or touched it.
    LastFrom,
    /// The last move ended here.
    LastTo,
    /// A home of X, where O wants to go.
    HomeX,
    /// A home of O, where X wants to go.
    HomeO,
    /// A corner of the hexagon.
    Corner,
    /// An edge cell of the hexagon.
    Edge,
    /// Part of the winning structure.
    Winning,
}

/// A wall between four cells.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WallView {
    /// The name in the game's notation.
    pub name: String,
    /// Where it stands and how it looks.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub wall: WallRef,
    /// Whether the last move placed it.
    pub last: bool,
}
