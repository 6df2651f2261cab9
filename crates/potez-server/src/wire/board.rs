use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;

/// A board as data: what a drawing needs, and no rule.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct View {
    /// The outline.
    pub shape: ShapeView,
    /// Every cell, in reading order.
    pub cells: Vec<CellView>,
    /// Walls between cells.
    pub walls: Vec<WallView>,
    /// Numbers beside the board: a name, then X's and O's.
    #[schema(value_type = Vec<Object>)]
    pub stocks: Vec<(&'static str, [u32; 2])>,
}

/// The outline of a board; row 0 is at the top.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ShapeView {
    /// A grid of squares.
    Squares {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// A hexagon of hexagons; columns run along the diagonal.
    Hexagon {
        /// Cells a side.
        size: usize,
    },
}

/// One cell.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CellView {
    /// The name in the game's notation.
    pub name: String,
    /// Row from the top, from 0.
    pub row: usize,
    /// Column from the left, from 0.
    pub col: usize,
    /// Pieces from the bottom to the top.
    pub pieces: Vec<PieceView>,
    /// `lastFrom`, `lastTo`, `homeX`, `homeO`, `corner`, `edge`, `winning`.
    pub marks: Vec<&'static str>,
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PieceView {
    /// Its owner.
    pub owner: Side,
    /// Its number where pieces have one, else 0.
    pub number: u8,
}

/// A wall between four cells.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WallView {
    /// The name in the game's notation.
    pub name: String,
    /// Row of the top left of its four cells.
    pub row: usize,
    /// Column of the top left of its four cells.
    pub col: usize,
    /// Whether it lies horizontally.
    pub horizontal: bool,
    /// Whether the last move placed it.
    pub last: bool,
}

/// A position as an editor has it: text is made of it, and the rules judge the text.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The pieces of each cell from the bottom to the top, such as `xxo`; cells that are not named are empty.
    #[serde(default)]
    pub cells: BTreeMap<String, String>,
    /// The walls by their names.
    #[serde(default)]
    pub walls: Vec<String>,
    /// The numbers beside the board, X's and O's; what is missing is as at the start.
    #[serde(default)]
    pub stocks: BTreeMap<String, [u32; 2]>,
    /// Who is to move; X unless told otherwise.
    pub turn: Option<Side>,
}

impl From<potez_engine::View> for View {
    fn from(view: potez_engine::View) -> Self {
        let shape = match view.shape {
            potez_engine::Shape::Squares { rows, cols } => ShapeView::Squares { rows, cols },
            potez_engine::Shape::Hexagon { size } => ShapeView::Hexagon { size },
        };
        let cells = view.cells.into_iter().map(|cell| CellView {
            name: cell.name,
            row: cell.row,
            col: cell.col,
            pieces: cell
                .pieces
                .into_iter()
                .map(|piece| PieceView { owner: piece.owner.into(), number: piece.number })
                .collect(),
            marks: cell.marks.into_iter().map(name).collect(),
        });
        let walls = view.walls.into_iter().map(|wall| WallView {
            name: wall.name,
            row: wall.row,
            col: wall.col,
            horizontal: wall.horizontal,
            last: wall.last,
        });
        Self { shape, cells: cells.collect(), walls: walls.collect(), stocks: view.stocks }
    }
}

fn name(mark: potez_engine::Mark) -> &'static str {
    use potez_engine::Mark;
    match mark {
        Mark::LastFrom => "lastFrom",
        Mark::LastTo => "lastTo",
        Mark::HomeX => "homeX",
        Mark::HomeO => "homeO",
        Mark::Corner => "corner",
        Mark::Edge => "edge",
        Mark::Winning => "winning",
    }
}
