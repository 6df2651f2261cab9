//! The board as it is drawn: a table's view in the form that drawing needs, and the drawing itself.

mod hexagon;
mod squares;

use std::collections::{HashMap, HashSet};

use potez_engine::choices::Place;
use potez_engine::{Mark, Player, Shape, View};

use crate::canvas::Canvas;
use crate::theme::Theme;

/// One cell with what is to be seen in it.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own, and all may meet in one cell")]
pub(crate) struct Cell {
    pub(crate) name: String,
    pub(crate) row: usize,
    pub(crate) col: usize,
    /// Owner and number of every piece, from the bottom to the top.
    pub(crate) pieces: Vec<(Player, u8)>,
    pub(crate) last_from: bool,
    pub(crate) last_to: bool,
    pub(crate) home: Option<Player>,
    pub(crate) corner: bool,
    pub(crate) edge: bool,
    pub(crate) winning: bool,
}

/// A wall below or beside two cells.
pub(crate) struct Wall {
    pub(crate) place: Place,
    pub(crate) horizontal: bool,
    pub(crate) last: bool,
}

/// The board of a position.
pub(crate) struct Board {
    shape: Shape,
    pub(crate) cells: Vec<Cell>,
    walls: Vec<Wall>,
    pub(crate) stocks: Vec<(&'static str, [u32; 2])>,
    index: HashMap<Place, usize>,
}

/// What is shown on top of the position while a move is made.
#[derive(Default)]
pub(crate) struct Overlay {
    pub(crate) cursor: Option<Place>,
    pub(crate) targets: HashSet<Place>,
    pub(crate) chosen: HashSet<Place>,
    /// Where some wall can begin.
    pub(crate) wall_points: HashSet<Place>,
    /// The wall under the cursor.
    pub(crate) wall: Option<(Place, bool)>,
    pub(crate) hints: HashSet<Place>,
    pub(crate) hint_wall: Option<(Place, bool)>,
    /// The way of the piece that has won.
    pub(crate) trail: HashSet<Place>,
    /// The game is over: what did not win steps back.
    pub(crate) over: bool,
}

impl Board {
    /// The board of a view.
    pub(crate) fn new(view: View) -> Self {
        let View { shape, cells, walls, stocks } = view;
        let cells: Vec<Cell> = cells
            .into_iter()
            .map(|area| {
                let is = |mark| area.marks.contains(&mark);
                let home = if is(Mark::HomeX) {
                    Some(Player::X)
                } else if is(Mark::HomeO) {
                    Some(Player::O)
                } else {
                    None
                };
                Cell {
                    row: area.row,
                    col: area.col,
                    pieces: area.pieces.iter().map(|piece| (piece.owner, piece.number)).collect(),
                    last_from: is(Mark::LastFrom),
                    last_to: is(Mark::LastTo),
                    home,
                    corner: is(Mark::Corner),
                    edge: is(Mark::Edge),
                    winning: is(Mark::Winning),
                    name: area.name,
                }
            })
            .collect();
        let walls = walls
            .into_iter()
            .map(|wall| Wall { place: (wall.row, wall.col), horizontal: wall.horizontal, last: wall.last })
            .collect();
        let index = cells.iter().enumerate().map(|(index, cell)| ((cell.row, cell.col), index)).collect();
        Self { shape, cells, walls, stocks, index }
    }

    /// The cell at a place.
    pub(crate) fn cell(&self, place: Place) -> Option<&Cell> {
        self.index.get(&place).map(|&index| &self.cells[index])
    }

    /// The cell in the middle, where a cursor begins.
    pub(crate) fn middle(&self) -> Place {
        self.cells.get(self.cells.len() / 2).map_or((0, 0), |cell| (cell.row, cell.col))
    }

    /// How far to the right a cell lies, in halves.
    fn across(&self, (row, col): Place) -> i32 {
        match self.shape {
            Shape::Squares { .. } => 2 * col as i32,
            Shape::Hexagon { .. } => 2 * col as i32 - row as i32,
        }
    }

    /// The next cell in a direction: along the row, or the nearest one of the row above or below.
    pub(crate) fn neighbour(&self, from: Place, (down, right): (i32, i32)) -> Place {
        let row = from.0 as i32 + down;
        let here = self.across(from);
        let places = self.cells.iter().map(|cell| (cell.row, cell.col)).filter(|place| place.0 as i32 == row);
        let found = if down == 0 {
            places
                .filter(|place| (self.across(*place) - here) * right > 0)
                .min_by_key(|place| (self.across(*place) - here).abs())
        } else {
            // Between two cells equally near, going up takes the left one and going down the right one, so that a way
            // back leads back.
            places.min_by_key(|place| {
                let away = self.across(*place) - here;
                (away.abs(), away * -down)
            })
        };
        found.unwrap_or(from)
    }

    /// The drawing, as large as fits; the smallest there is where nothing fits.
    pub(crate) fn draw(&self, overlay: &Overlay, theme: Theme, room: (u16, u16)) -> Canvas {
        match self.shape {
            Shape::Squares { rows, cols } => squares::draw(self, (rows, cols), overlay, theme, room),
            Shape::Hexagon { size } => hexagon::draw(self, size, overlay, theme, room),
        }
    }

    /// The labels of rows and columns, as the names of the cells have them: the letters or the numbers, whichever is the
    /// same along a row.
    fn labels(&self) -> (HashMap<usize, String>, HashMap<usize, String>) {
        let split = |cell: &Cell| {
            let at = cell.name.find(|c: char| c.is_ascii_digit()).unwrap_or(cell.name.len());
            let (letters, number) = cell.name.split_at(at);
            (letters.to_string(), number.to_string())
        };
        let first = self.cells.first().map(|cell| cell.row);
        let top: HashSet<String> =
            self.cells.iter().filter(|cell| Some(cell.row) == first).map(|cell| split(cell).0).collect();
        let (mut rows, mut cols) = (HashMap::new(), HashMap::new());
        for cell in &self.cells {
            let (letters, number) = split(cell);
            let (row, col) = if top.len() == 1 { (letters, number) } else { (number, letters) };
            rows.insert(cell.row, row);
            cols.insert(cell.col, col);
        }
        (rows, cols)
    }
}
