//! A hexagon of hexagons: every row is shifted by half a cell against the next, columns run down to the left.
//!
//! ```text
//!       1 2 3
//!    a ◇ ∘ ◇ 4
//!   b ∘ · · ∘ 5
//!  c ◇ · X · ◇
//!   d ∘ · O ∘
//!    e ◇ ∘ ◇
//! ```

use potez_engine::choices::Place;
use ratatui::style::{Modifier, Style};

use super::{Board, Cell, Overlay};
use crate::canvas::{Canvas, Hit};
use crate::theme::Theme;

/// Half the distance of two cells of a row, and the distance of two rows; the largest first.
const SCALES: [(usize, usize); 3] = [(3, 3), (2, 2), (1, 1)];
/// Room for row labels and the brackets around a cell.
const LEFT: usize = 4;

#[derive(Clone, Copy)]
struct Plan {
    size: usize,
    half: usize,
    line: usize,
}

impl Plan {
    fn new(size: usize, room: (u16, u16)) -> Self {
        let fits = |&&(half, line): &&(usize, usize)| {
            let plan = Self { size, half, line };
            plan.width() <= usize::from(room.0) && plan.height() <= usize::from(room.1)
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

    fn at(self, (row, col): Place) -> (usize, usize) {
        (LEFT + self.half * (2 * col + self.size - 1 - row), 1 + self.line * row)
    }
}

pub(super) fn draw(board: &Board, size: usize, overlay: &Overlay, theme: Theme, room: (u16, u16)) -> Canvas {
    let plan = Plan::new(size, room);
    let mut canvas = Canvas::new(plan.width(), plan.height());
    draw_labels(board, plan, theme, &mut canvas);
    for cell in &board.cells {
        draw_cell(cell, plan, overlay, theme, &mut canvas);
    }
    if let Some(place) = overlay.cursor {
        canvas.focus = plan.at(place);
    }
    canvas
}

fn draw_labels(board: &Board, plan: Plan, theme: Theme, canvas: &mut Canvas) {
    let (rows, cols) = board.labels();
    for (row, label) in rows {
        let first = board.cells.iter().filter(|cell| cell.row == row).map(|cell| cell.col).min().unwrap_or_default();
        let (x, y) = plan.at((row, first));
        canvas.text(x.saturating_sub(1 + label.len()), y, &label, theme.dim());
    }
    for (col, label) in cols {
        let top = board.cells.iter().filter(|cell| cell.col == col).map(|cell| cell.row).min().unwrap_or_default();
        let (x, y) = plan.at((top, col));
        let above = y - if top == 0 { 1 } else { plan.line };
        // Numbers of two digits need two columns of the header: every second one is left out where they would touch.
        let crowded = top == 0 && plan.half == 1 && label.len() > 1 && col % 2 == 0;
        if !crowded {
            canvas.text(x + plan.half, above, &label, theme.dim());
        }
    }
}

fn symbol(cell: &Cell, overlay: &Overlay) -> char {
    let place = (cell.row, cell.col);
    if let Some(&(owner, _)) = cell.pieces.last() {
        // At the end only the winning stones stay capital.
        let stands_back = overlay.over && !cell.winning;
        return if stands_back { owner.letter() } else { owner.letter().to_ascii_uppercase() };
    }
    if overlay.hints.contains(&place) {
        '?'
    } else if cell.corner {
        '◇'
    } else if cell.edge {
        '∘'
    } else {
        '·'
    }
}

fn draw_cell(cell: &Cell, plan: Plan, overlay: &Overlay, theme: Theme, canvas: &mut Canvas) {
    let place = (cell.row, cell.col);
    let (x, y) = plan.at(place);
    let mut style = match cell.pieces.last() {
        Some(&(owner, _)) => theme.piece(owner),
        None => Style::new(),
    };
    if overlay.hints.contains(&place) {
        style = style.patch(theme.hint());
    }
    if cell.winning {
        style = style.patch(theme.winning());
    }
    canvas.put(x, y, symbol(cell, overlay), style);
    let reach = plan.half / 2;
    for dy in 0..plan.line.min(2) {
        for x in x - reach..=x + plan.half.max(1) {
            canvas.mean(x, y + dy, Hit::Cell(place, None));
        }
    }
    if plan.half > 1 && !cell.pieces.is_empty() {
        canvas.put(x - 1, y, ' ', style);
        canvas.put(x + 1, y, ' ', style);
    }
    if cell.last_to {
        canvas.put(x - 1, y, '(', theme.last());
        canvas.put(x + 1, y, ')', theme.last());
    }
    if overlay.cursor == Some(place) {
        let style = Style::new().add_modifier(Modifier::BOLD);
        canvas.put(x - 1, y, '[', style);
        canvas.put(x + 1, y, ']', style);
        canvas.tint(x, y, theme.cursor());
    }
}
