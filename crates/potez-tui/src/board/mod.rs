//! The board as it is drawn: a table's view with what drawing looks up in it, and the drawing
//! itself.

mod chequered;
mod grid_lines;
mod hexagon;
mod lined;
mod strokes;

use std::collections::{HashMap, HashSet};

use potez_table::{CellRef, CellView, Mark, Player, Shape, View, WallRef};
use ratatui::style::Style;

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
    /// The stack that is moved, from this level upwards.
    pub(crate) lifted: Option<(CellRef, u8)>,
    /// The cells of paths to goals, with the sign of the way on and whose they are.
    pub(crate) paths: HashMap<CellRef, (char, Option<Player>)>,
    /// The game is over: what did not win steps back.
    pub(crate) over: bool,
}

impl Overlay {
    fn path_sign(&self, at: CellRef) -> Option<(char, Option<Player>)> {
        self.paths.get(&at).copied()
    }
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

/// How a cell's ground looks, the most important reason last.
fn ground(cell: &CellView, usual: Style, overlay: &Overlay, theme: Theme) -> Style {
    let at = cell_ref(cell);
    let mut style = usual;
    if overlay.hints.contains(&at) {
        style = style.patch(theme.hint());
    }
    if overlay.targets.contains(&at) {
        style = style.patch(theme.target());
    }
    if overlay.chosen.contains(&at) {
        style = style.patch(theme.chosen());
    }
    if has(cell, Mark::Winning) {
        style = style.patch(theme.winning());
    }
    if overlay.cursor == Some(at) {
        style = style.patch(theme.cursor());
    }
    style
}

/// The sign for what a cell means to the move that is being made.
fn sign(cell: &CellView, overlay: &Overlay) -> Option<char> {
    let at = cell_ref(cell);
    if overlay.hints.contains(&at) {
        Some('?')
    } else if overlay.targets.contains(&at) {
        Some('*')
    } else if overlay.chosen.contains(&at) {
        Some('#')
    } else if overlay.trail.contains(&at) {
        Some('•')
    } else if has(cell, Mark::LastFrom) && overlay.path_sign(at).is_none() {
        Some('∙')
    } else {
        None
    }
}

fn piece_style(cell: &CellView, owner: Player, overlay: &Overlay, theme: Theme) -> Style {
    let at = cell_ref(cell);
    // The piece keeps its own colours unless something is to be said about its cell.
    let plain = overlay.cursor != Some(at) && !overlay.chosen.contains(&at) && !overlay.targets.contains(&at);
    if plain && !overlay.hints.contains(&at) { theme.piece(owner) } else { Style::new() }
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
            // Where every square is a cell, there is room for walls between them.
            Shape::Squares { rows, cols } if self.view.cells.len() == rows * cols => {
                lined::draw(self, (rows, cols), overlay, theme, room)
            }
            Shape::Squares { rows, cols } => chequered::draw(self, (rows, cols), overlay, theme, room),
            Shape::Hexagon { size } => hexagon::draw(self, size, overlay, theme, room),
        }
    }

    /// The cell of this name.
    pub(crate) fn named(&self, name: &str) -> Option<CellRef> {
        self.view.cells.iter().find(|cell| cell.name == name).map(cell_ref)
    }
}
