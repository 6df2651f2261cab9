use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;

/// A board as data: what a drawing needs, and no rule.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct View {
    /// The outline.
    pub(crate) shape: ShapeView,
    /// Every cell, in reading order.
    pub(crate) cells: Vec<CellView>,
    /// Walls between cells.
    pub(crate) walls: Vec<WallView>,
    /// Numbers beside the board: a name, then X's and O's.
    #[schema(value_type = Vec<Object>)]
    pub(crate) stocks: Vec<(&'static str, [u32; 2])>,
}

/// The outline of a board; row 0 is at the top.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum ShapeView {
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
pub(crate) struct CellView {
    /// The name in the game's notation.
    pub(crate) name: String,
    /// Row from the top, from 0.
    pub(crate) row: usize,
    /// Column from the left, from 0.
    pub(crate) col: usize,
    /// Pieces from the bottom to the top.
    pub(crate) pieces: Vec<PieceView>,
    /// `lastFrom`, `lastTo`, `homeX`, `homeO`, `corner`, `edge`, `winning`.
    pub(crate) marks: Vec<&'static str>,
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct PieceView {
    /// Its owner.
    pub(crate) owner: Side,
    /// Its number where pieces have one, else 0.
    pub(crate) number: u8,
}

/// A wall between four cells.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct WallView {
    /// The name in the game's notation.
    pub(crate) name: String,
    /// Row of the top left of its four cells.
    pub(crate) row: usize,
    /// Column of the top left of its four cells.
    pub(crate) col: usize,
    /// Whether it lies horizontally.
    pub(crate) horizontal: bool,
    /// Whether the last move placed it.
    pub(crate) last: bool,
}

/// A position as an editor has it: text is made of it, and the rules judge the text.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    /// The pieces of each cell from the bottom to the top, such as `xxo`; cells that are not named are empty.
    #[serde(default)]
    pub(crate) cells: BTreeMap<String, String>,
    /// The walls by their names.
    #[serde(default)]
    pub(crate) walls: Vec<String>,
    /// The numbers beside the board, X's and O's; what is missing is as at the start.
    #[serde(default)]
    pub(crate) stocks: BTreeMap<String, [u32; 2]>,
    /// Who is to move; X unless told otherwise.
    pub(crate) turn: Option<Side>,
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
