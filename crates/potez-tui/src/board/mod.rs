//! The board as it is drawn: a table's view with what drawing looks up in it, and the drawing
//! itself.

mod hexagon;
mod squares;

use std::collections::{HashMap, HashSet};

use potez_table::{CellRef, CellView, Mark, Player, Shape, View, WallRef};

use crate::canvas::BoardCanvas;
use crate::theme::Theme;

/// The board of a position, ready to be drawn.
pub(crate) struct DrawnBoard {
    pub(crate) view: View,
    /// Where each cell stands in the view.
    index: HashMap<CellRef, usize>,
}

/// What is shown on top of the position while a move is made.
#[derive(Default)]
pub(crate) struct Overlay {
    pub(crate) cursor: Option<CellRef>,
    pub(crate) targets: HashSet<CellRef>,
    pub(crate) chosen: HashSet<CellRef>,
    /// Where some wall can begin.
    pub(crate) wall_points: HashSet<CellRef>,
    /// The wall under the cursor.
    pub(crate) wall: Option<WallRef>,
    pub(crate) hints: HashSet<CellRef>,
    pub(crate) hint_wall: Option<WallRef>,
    /// The way of the piece that has won.
    pub(crate) trail: HashSet<CellRef>,
    /// The game is over: what did not win steps back.
    pub(crate) over: bool,
}

/// The cell by which the parts of moves name a cell of a view.
pub(crate) fn cell_ref(cell: &CellView) -> CellRef {
    CellRef::new(cell.row, cell.col)
}

fn has(cell: &CellView, mark: Mark) -> bool {
    cell.marks.contains(&mark)
}

/// Whose home a cell is.
fn home(cell: &CellView) -> Option<Player> {
    [(Mark::HomeX, Player::X), (Mark::HomeO, Player::O)]
        .into_iter()
        .find_map(|(mark, player)| has(cell, mark).then_some(player))
}

/// The letter of a piece. At the end of the game only what has won stays capital.
fn letter(cell: &CellView, owner: Player, overlay: &Overlay) -> char {
    let steps_back = overlay.over && !has(cell, Mark::Winning);
    if steps_back { owner.letter() } else { owner.letter().to_ascii_uppercase() }
}

impl DrawnBoard {
    /// The board of a view.
    pub(crate) fn new(view: View) -> Self {
        let index = view.cells.iter().enumerate().map(|(index, cell)| (cell_ref(cell), index)).collect();
        Self { view, index }
    }

    /// The cell at a place, if the board has one there.
    pub(crate) fn cell(&self, at: CellRef) -> Option<&CellView> {
        self.index.get(&at).map(|&index| &self.view.cells[index])
    }

    /// The cell in the middle, where a cursor begins.
    pub(crate) fn middle(&self) -> CellRef {
        self.view.cells.get(self.view.cells.len() / 2).map(cell_ref).unwrap_or_default()
    }

    /// The cells that the winning structure is made of.
    pub(crate) fn winning(&self) -> impl Iterator<Item = CellRef> {
        self.view.cells.iter().filter(|cell| has(cell, Mark::Winning)).map(cell_ref)
    }

    /// How far to the right a cell lies, in halves of a cell.
    fn across(&self, at: CellRef) -> i32 {
        let (row, col) = (i32::from(at.row), i32::from(at.col));
        match self.view.shape {
            Shape::Squares { .. } => 2 * col,
            Shape::Hexagon { .. } => 2 * col - row,
        }
    }

    /// The next cell in a direction: along the row, or the nearest one of the row above or below.
    pub(crate) fn neighbour(&self, from: CellRef, (down, right): (i32, i32)) -> CellRef {
        let row = i32::from(from.row) + down;
        let here = self.across(from);
        let cells = self.view.cells.iter().map(cell_ref).filter(|cell| i32::from(cell.row) == row);
        let found = if down == 0 {
            cells
                .filter(|&cell| (self.across(cell) - here) * right > 0)
                .min_by_key(|&cell| (self.across(cell) - here).abs())
        } else {
            // Between two cells equally near, going up takes the left one and going down the right
            // one, so that a way back leads back.
            cells.min_by_key(|&cell| {
                let away = self.across(cell) - here;
                (away.abs(), away * -down)
            })
        };
        found.unwrap_or(from)
    }

    /// The canvas, as large as fits; the smallest there is where nothing fits.
    pub(crate) fn draw(&self, overlay: &Overlay, theme: Theme, room: (u16, u16)) -> BoardCanvas {
        match self.view.shape {
            Shape::Squares { rows, cols } => squares::draw(self, (rows, cols), overlay, theme, room),
            Shape::Hexagon { size } => hexagon::draw(self, size, overlay, theme, room),
        }
    }

    /// The labels of rows and columns, as the names of the cells have them: the letters or the
    /// numbers, whichever is the same along a row.
    fn labels(&self) -> (HashMap<usize, String>, HashMap<usize, String>) {
        let split = |cell: &CellView| {
            let at = cell.name.find(|c: char| c.is_ascii_digit()).unwrap_or(cell.name.len());
            let (letters, number) = cell.name.split_at(at);
            (letters.to_string(), number.to_string())
        };
        let cells = &self.view.cells;
        let first = cells.first().map(|cell| cell.row);
        let top: HashSet<String> =
            cells.iter().filter(|cell| Some(cell.row) == first).map(|cell| split(cell).0).collect();
        let (mut rows, mut cols) = (HashMap::new(), HashMap::new());
        for cell in cells {
            let (letters, number) = split(cell);
            let (row, col) = if top.len() == 1 { (letters, number) } else { (number, letters) };
            rows.insert(cell.row, row);
            cols.insert(cell.col, col);
        }
        (rows, cols)
    }
}
