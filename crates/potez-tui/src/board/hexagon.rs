//! A hexagon of hexagons: every row is shifted by half a cell against the next, columns run down to
//! the left.
//!
//! ```text
//!       1 2 3
//!    a ◇ ∘ ◇ 4
//!   b ∘ · · ∘ 5
//!  c ◇ · X · ◇
//!   d ∘ · O ∘
//!    e ◇ ∘ ◇
//! ```

use potez_table::{CellRef, CellView, Mark};
use ratatui::style::{Modifier, Style};

use super::{DrawnBoard, Overlay, cell_ref, has, letter};
use crate::canvas::{BoardCanvas, Hit};
use crate::theme::Theme;

/// Half the distance of two cells of a row, and the distance of two rows; the largest first.
const SCALES: [(usize, usize); 3] = [(3, 3), (2, 2), (1, 1)];
/// Room for row labels and the brackets around a cell.
const LEFT: usize = 4;

/// Where everything lies.
#[derive(Clone, Copy)]
struct HexagonLayout {
    size: usize,
    half: usize,
    line: usize,
}

impl HexagonLayout {
    fn new(size: usize, room: (u16, u16)) -> Self {
        let fits = |&&(half, line): &&(usize, usize)| {
            let layout = Self { size, half, line };
            layout.width() <= usize::from(room.0) && layout.height() <= usize::from(room.1)
        };
        let &(half, line) = SCALES.iter().find(fits).unwrap_or(&SCALES[SCALES.len() - 1]);
        Self { size, half, line }
    }

    fn width(self) -> usize {
        LEFT + self.half * 2 * (2 * self.size - 1) + 3
    }

    fn height(self) -> usize {
        1 + self.line * (2 * self.size - 2) + 1
    }

    fn at(self, cell: CellRef) -> (usize, usize) {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        (LEFT + self.half * (2 * col + self.size - 1 - row), 1 + self.line * row)
    }
}

pub(super) fn draw(board: &DrawnBoard, size: usize, overlay: &Overlay, theme: Theme, room: (u16, u16)) -> BoardCanvas {
    let layout = HexagonLayout::new(size, room);
    let mut canvas = BoardCanvas::new(layout.width(), layout.height());
    draw_labels(board, layout, theme, &mut canvas);
    for cell in &board.view.cells {
        draw_cell(cell, layout, overlay, theme, &mut canvas);
    }
    if let Some(cell) = overlay.cursor {
        canvas.focus = layout.at(cell);
    }
    canvas
}

fn draw_labels(board: &DrawnBoard, layout: HexagonLayout, theme: Theme, canvas: &mut BoardCanvas) {
    for (row, label) in board.view.labels.rows.iter().enumerate() {
        let first =
            board.view.cells.iter().filter(|cell| cell.row == row).map(|cell| cell.col).min().unwrap_or_default();
        let (x, y) = layout.at(CellRef::new(row, first));
        canvas.text(x.saturating_sub(1 + label.len()), y, label, theme.label());
    }
    for (col, label) in board.view.labels.cols.iter().enumerate() {
        let top = board.view.cells.iter().filter(|cell| cell.col == col).map(|cell| cell.row).min().unwrap_or_default();
        let (x, y) = layout.at(CellRef::new(top, col));
        let above = y - if top == 0 { 1 } else { layout.line };
        // Numbers of two digits need two columns of the header: every second one is left out where
        // they would touch.
        let crowded = top == 0 && layout.half == 1 && label.len() > 1 && col % 2 == 0;
        if !crowded {
            canvas.text(x + layout.half, above, label, theme.label());
        }
    }
}

fn symbol(cell: &CellView, overlay: &Overlay) -> char {
    if let Some(piece) = cell.pieces.last() {
        return letter(cell, piece.owner, overlay);
    }
    if overlay.hints.contains(&cell_ref(cell)) {
        '?'
    } else if has(cell, Mark::Corner) {
        '◇'
    } else if has(cell, Mark::Edge) {
        '∘'
    } else {
        '·'
    }
}

fn draw_cell(cell: &CellView, layout: HexagonLayout, overlay: &Overlay, theme: Theme, canvas: &mut BoardCanvas) {
    let at = cell_ref(cell);
    let (x, y) = layout.at(at);
    let mut style = cell.pieces.last().map_or_else(Style::new, |piece| theme.piece(piece.owner));
    if overlay.hints.contains(&at) {
        style = style.patch(theme.hint());
    }
    if has(cell, Mark::Winning) {
        style = style.patch(theme.winning());
    }
    canvas.put(x, y, symbol(cell, overlay), style);
    let reach = layout.half / 2;
    for dy in 0..layout.line.min(2) {
        for x in x - reach..=x + layout.half.max(1) {
            canvas.mean(x, y + dy, Hit::Cell(at, None));
        }
    }
    if layout.half > 1 && !cell.pieces.is_empty() {
        canvas.put(x - 1, y, ' ', style);
        canvas.put(x + 1, y, ' ', style);
    }
    if has(cell, Mark::LastTo) {
        canvas.put(x - 1, y, '(', theme.last());
        canvas.put(x + 1, y, ')', theme.last());
    }
    if overlay.cursor == Some(at) {
        let style = Style::new().add_modifier(Modifier::BOLD);
        canvas.put(x - 1, y, '[', style);
        canvas.put(x + 1, y, ']', style);
        canvas.tint(x, y, theme.cursor());
    }
}
