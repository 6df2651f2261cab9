//! Boards on which only some squares are cells: a chequerboard of stacks.
//!
//! ```text
//!   ┌──a────b────c──┐
//! 3 │     ░░░░░OX   │
//! 2 │░░░░░X    ░░░░░│
//!   └───────────────┘
//! ```

use potez_table::{CellRef, CellView, Mark, View};
use ratatui::style::Style;

use super::{DrawnBoard, Overlay, cell_ref, ground, has, piece_style, sign};
use crate::canvas::{BoardCanvas, Hit};
use crate::theme::Theme;

/// Width and height of a square, the largest first.
const SIZES: [(usize, usize); 6] = [(10, 4), (9, 3), (7, 3), (5, 2), (4, 2), (3, 1)];

/// Where everything lies.
#[derive(Clone, Copy)]
struct ChequeredLayout {
    rows: usize,
    cols: usize,
    cell: (usize, usize),
    /// Where the frame begins, behind the labels of the rows.
    left: usize,
}

impl ChequeredLayout {
    fn new(view: &View, (rows, cols): (usize, usize), room: (u16, u16)) -> Self {
        let label = view.labels.rows.iter().map(String::len).max().unwrap_or_default();
        let of = |&cell: &(usize, usize)| Self { rows, cols, cell, left: label + 1 };
        let fits = |layout: &Self| {
            let (width, height) = layout.size();
            width <= usize::from(room.0) && height <= usize::from(room.1)
        };
        SIZES.iter().map(of).find(fits).unwrap_or_else(|| of(&SIZES[SIZES.len() - 1]))
    }

    fn size(self) -> (usize, usize) {
        let (x, y) = self.corner(CellRef::new(self.rows, self.cols));
        (x + 1, y + 1)
    }

    fn corner(self, at: CellRef) -> (usize, usize) {
        let (row, col) = (usize::from(at.row), usize::from(at.col));
        (self.left + 1 + col * self.cell.0, 1 + row * self.cell.1)
    }
}

pub(super) fn draw(
    board: &DrawnBoard,
    size: (usize, usize),
    overlay: &Overlay,
    theme: Theme,
    room: (u16, u16),
) -> BoardCanvas {
    let layout = ChequeredLayout::new(&board.view, size, room);
    let (width, height) = layout.size();
    let mut canvas = BoardCanvas::new(width, height);
    draw_frame(layout, theme, &mut canvas);
    draw_labels(&board.view, layout, theme, &mut canvas);
    for (row, col) in (0..layout.rows).flat_map(|row| (0..layout.cols).map(move |col| (row, col))) {
        let at = CellRef::new(row, col);
        match board.cell(at) {
            Some(cell) => draw_cell(cell, layout, overlay, theme, &mut canvas),
            None => fill(layout, at, theme.other_square(), theme.grid(), &mut canvas),
        }
    }
    if let Some(cell) = overlay.cursor {
        canvas.focus = layout.corner(cell);
    }
    canvas
}

fn draw_frame(layout: ChequeredLayout, theme: Theme, canvas: &mut BoardCanvas) {
    let style = theme.grid();
    let (width, height) = layout.size();
    let (left, right, bottom) = (layout.left, width - 1, height - 1);
    for x in left..=right {
        canvas.put(x, 0, '─', style);
        canvas.put(x, bottom, '─', style);
    }
    for y in 0..=bottom {
        canvas.put(left, y, '│', style);
        canvas.put(right, y, '│', style);
    }
    for (x, y, corner) in [(left, 0, '┌'), (right, 0, '┐'), (left, bottom, '└'), (right, bottom, '┘')] {
        canvas.put(x, y, corner, style);
    }
}

fn draw_labels(view: &View, layout: ChequeredLayout, theme: Theme, canvas: &mut BoardCanvas) {
    let (w, h) = layout.cell;
    for (row, label) in view.labels.rows.iter().enumerate() {
        let (_, y) = layout.corner(CellRef::new(row, 0));
        canvas.text((layout.left - 1).saturating_sub(label.len()), y + (h - 1) / 2, label, theme.label());
    }
    for (col, label) in view.labels.cols.iter().enumerate() {
        let (x, _) = layout.corner(CellRef::new(0, col));
        canvas.text(x + w.saturating_sub(label.len()) / 2, 0, label, theme.label());
    }
}

fn fill(layout: ChequeredLayout, at: CellRef, symbol: char, style: Style, canvas: &mut BoardCanvas) {
    let (w, h) = layout.cell;
    let (x, y) = layout.corner(at);
    (0..w * h).for_each(|step| canvas.put(x + step % w, y + step / w, symbol, style));
}

/// A stack from its lowest piece on: from left to right, then upwards line by line.
fn draw_cell(cell: &CellView, layout: ChequeredLayout, overlay: &Overlay, theme: Theme, canvas: &mut BoardCanvas) {
    let at = cell_ref(cell);
    let (w, h) = layout.cell;
    let (x, y) = layout.corner(at);
    fill(layout, at, ' ', ground(cell, theme.dark_square(), overlay, theme), canvas);
    (0..w * h).for_each(|step| canvas.mean(x + step % w, y + step / w, Hit::Cell(at, None)));
    let bottom = y + h - 1;
    // The last column is for signs.
    let line = w - 1;
    if has(cell, Mark::LastTo) {
        canvas.put(x + line, y, '<', theme.last());
    }
    if let Some(symbol) = sign(cell, overlay) {
        canvas.put(x + line, bottom, symbol, Style::new());
    }
    // A stack that does not fit is told by its height and its top, the two that count.
    if cell.pieces.len() > line * h {
        let owner = cell.pieces[cell.pieces.len() - 1].owner;
        let text = format!("{}{}", cell.pieces.len(), owner.letter().to_ascii_uppercase());
        canvas.text(x, bottom, &text, piece_style(cell, owner, overlay, theme));
        return;
    }
    for (level, piece) in cell.pieces.iter().enumerate() {
        let (x, y) = (x + level % line, bottom - level / line);
        let lifted = overlay.lifted.is_some_and(|(from, lowest)| from == at && level + 1 >= usize::from(lowest));
        let style = if lifted { theme.lifted(piece.owner) } else { piece_style(cell, piece.owner, overlay, theme) };
        canvas.put(x, y, piece.owner.letter().to_ascii_uppercase(), style);
        canvas.mean(x, y, Hit::Cell(at, Some(level as u8 + 1)));
    }
}
