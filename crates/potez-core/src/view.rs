//! A board as data.

use crate::{Player, WallRef};

/// A board as data: what a drawing needs, and no rule. One schema for the terminal and the browser.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct View {
    /// The outline of the board.
    pub shape: Shape,
    /// What stands beside its rows and columns.
    pub labels: Labels,
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

/// What stands beside the rows and columns of a board, in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Labels {
    /// Of every row, from the top.
    pub rows: Vec<String>,
    /// Of every column, by its index.
    pub cols: Vec<String>,
}

impl Labels {
    /// `a`, `b`, … for rows from the top and `1`, `2`, … for columns from the left.
    pub fn lettered_rows(rows: usize, cols: usize) -> Self {
        Self { rows: (0..rows).map(letters).collect(), cols: (1..=cols).map(|col| col.to_string()).collect() }
    }

    /// `1`, `2`, … for rows from the bottom and `a`, `b`, … for columns from the left.
    pub fn lettered_cols(rows: usize, cols: usize) -> Self {
        Self { rows: (1..=rows).rev().map(|row| row.to_string()).collect(), cols: (0..cols).map(letters).collect() }
    }
}

/// The letter of a row or a column by its index; behind `z` come `aa`, `ab`, …
fn letters(index: usize) -> String {
    const LETTERS: usize = 26;
    let last = char::from(b'a' + (index % LETTERS) as u8);
    if index < LETTERS { last.to_string() } else { format!("{}{last}", letters(index / LETTERS - 1)) }
}

/// The shortest path of a piece to a goal, by the names of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PathView {
    /// Whose piece.
    pub owner: Player,
    /// The number of the piece, as in [`Piece::number`].
    pub number: u8,
    /// The cell to be reached; of several that end a game the nearest. Nothing if none can be
    /// reached.
    pub goal: Option<String>,
    /// How many moves it takes if no other piece stands in the way.
    pub moves: u32,
    /// Every cell on the way, from where the piece stands to the goal; empty where there is no way.
    pub cells: Vec<String>,
    /// The cells on the way where its moves end, the first and the last of `cells` among them.
    pub stops: Vec<String>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_go_on_behind_the_last_letter() {
        let labels = Labels::lettered_rows(28, 3);
        assert_eq!((labels.rows[0].as_str(), labels.rows[25].as_str(), labels.rows[27].as_str()), ("a", "z", "ab"));
        assert_eq!(labels.cols, ["1", "2", "3"]);
        let labels = Labels::lettered_cols(8, 8);
        assert_eq!((labels.rows[0].as_str(), labels.rows[7].as_str(), labels.cols[7].as_str()), ("8", "1", "h"));
    }
}
