//! Boards on which every square is a cell: squares with borders, and walls on the borders.
//!
//! ```text
//!   ┌1─┬2─┬3─┐
//! a │X1│  │  │
//!   ├──┾━━┿━━┥
//! b │  │  ┃O1│
//!   └──┴──┸──┘
//! ```
//!
//! In a low window the lines between rows are left out; a wall between two rows is then a line at
//! the foot of the upper one.

use potez_table::{CellRef, CellView, Mark, View};
use ratatui::style::{Modifier, Style};

use super::grid_lines::GridLines;
use super::strokes::Stroke;
use super::{DrawnBoard, Overlay, cell_ref, ground, has, home, letter, piece_style, sign};
use crate::canvas::{BoardCanvas, Hit};
use crate::theme::Theme;

/// Width and height of a cell's inside, and of the lines between rows; the largest first. A
/// character is about twice as high as wide.
const SIZES: [(usize, usize, usize); 5] = [(7, 3, 1), (5, 2, 1), (3, 1, 1), (2, 1, 1), (2, 1, 0)];

/// Where everything lies.
#[derive(Clone, Copy)]
struct LinedLayout {
    rows: usize,
    cols: usize,
    cell: (usize, usize),
    /// Lines between two rows: 1, or 0 in a low window.
    gap: usize,
    /// Where the frame begins, behind the labels of the rows.
    left: usize,
}

impl LinedLayout {
    fn new(view: &View, (rows, cols): (usize, usize), room: (u16, u16)) -> Self {
        let label = view.labels.rows.iter().map(String::len).max().unwrap_or_default();
        let of = |&(w, h, gap): &(usize, usize, usize)| Self { rows, cols, cell: (w, h), gap, left: label + 1 };
        let fits = |layout: &Self| {
            let (width, height) = layout.size();
            width <= usize::from(room.0) && height <= usize::from(room.1)
        };
        SIZES.iter().map(of).find(fits).unwrap_or_else(|| of(&SIZES[SIZES.len() - 1]))
    }

    fn size(self) -> (usize, usize) {
        let (right, bottom) = self.vertex(self.rows, self.cols);
        (right + 1, bottom + 1)
    }

    /// The top left corner of a cell's inside.
    fn corner(self, at: CellRef) -> (usize, usize) {
        let (row, col) = (usize::from(at.row), usize::from(at.col));
        (self.left + 1 + col * (self.cell.0 + 1), 1 + row * (self.cell.1 + self.gap))
    }

    /// The point where the lines above a row and to the left of a column meet; the last ones are
    /// the frame's.
    fn vertex(self, row: usize, col: usize) -> (usize, usize) {
        let (x, y) = self.corner(CellRef::new(row, col));
        // The frame below the last row is there even where rows have no lines between them.
        let has_above = self.gap > 0 || row < self.rows;
        (x - 1, y - usize::from(has_above))
    }

    /// Whether there is a line above this row.
    fn has_line(self, row: usize) -> bool {
        self.gap > 0 || row == 0 || row == self.rows
    }
}

pub(super) fn draw(
    board: &DrawnBoard,
    size: (usize, usize),
    overlay: &Overlay,
    theme: Theme,
    room: (u16, u16),
) -> BoardCanvas {
    let layout = LinedLayout::new(&board.view, size, room);
    let (width, height) = layout.size();
    let mut canvas = BoardCanvas::new(width, height);
    let lines = lines(&board.view, layout, overlay, theme);
    draw_lines(layout, &lines, &mut canvas);
    draw_labels(&board.view, layout, theme, &mut canvas);
    mean_borders(layout, &mut canvas);
    for cell in &board.view.cells {
        draw_cell(cell, layout, overlay, theme, &mut canvas);
    }
    if layout.gap == 0 {
        draw_feet(layout, &lines, &mut canvas);
    }
    for cell in &overlay.wall_points {
        draw_wall_point(*cell, layout, &lines, &mut canvas);
    }
    if let Some(cell) = overlay.cursor {
        canvas.focus = layout.corner(cell);
    }
    canvas
}

fn lines(view: &View, layout: LinedLayout, overlay: &Overlay, theme: Theme) -> GridLines {
    let mut lines = GridLines::grid(layout.rows, layout.cols, theme);
    for wall in &view.walls {
        // The last wall has another form as well as another colour: not everybody sees colours.
        let stroke = if wall.last { Stroke::LastWall } else { Stroke::Wall };
        lines.add(wall.wall, (stroke, theme.wall(wall.wall.colour, wall.last)));
    }
    if let Some(wall) = overlay.hint_wall {
        lines.add(wall, (Stroke::AdvisedWall, theme.hint()));
    }
    if let Some(wall) = overlay.wall {
        lines.add(wall, (Stroke::PlannedWall, theme.planned_wall(wall.colour)));
    }
    lines
}

fn draw_lines(layout: LinedLayout, lines: &GridLines, canvas: &mut BoardCanvas) {
    let (w, h) = layout.cell;
    for (row, col) in (0..=layout.rows).flat_map(|row| (0..=layout.cols).map(move |col| (row, col))) {
        let (x, y) = layout.vertex(row, col);
        if layout.has_line(row) {
            let (arms, style) = lines.at(row, col);
            canvas.put(x, y, arms.junction(), style);
            let (stroke, style) = lines.right_of(row, col);
            if stroke != Stroke::None {
                (1..=w).for_each(|step| canvas.put(x + step, y, stroke.horizontal(), style));
            }
        }
        let (stroke, style) = lines.below(row, col);
        if stroke != Stroke::None {
            let (_, top) = layout.corner(CellRef::new(row, col));
            (0..h).for_each(|step| canvas.put(x, top + step, stroke.vertical(), style));
        }
    }
}

/// Walls between rows that have no line of their own: at the foot of the upper row.
fn draw_feet(layout: LinedLayout, lines: &GridLines, canvas: &mut BoardCanvas) {
    let (w, h) = layout.cell;
    for (row, col) in (1..layout.rows).flat_map(|row| (0..layout.cols).map(move |col| (row, col))) {
        let (stroke, style) = lines.right_of(row, col);
        if !stroke.is_wall() {
            continue;
        }
        let (x, y) = layout.corner(CellRef::new(row - 1, col));
        let goes_on = lines.right_of(row, col + 1).0 == stroke;
        for x in x..x + w + usize::from(goes_on) {
            canvas.foot(x, y + h - 1, stroke.foot(), style);
        }
    }
}

/// Where a wall can begin, the point in its middle is marked.
fn draw_wall_point(cell: CellRef, layout: LinedLayout, lines: &GridLines, canvas: &mut BoardCanvas) {
    let (row, col) = (usize::from(cell.row) + 1, usize::from(cell.col) + 1);
    let (arms, _) = lines.at(row, col);
    if layout.gap > 0 && !arms.foremost().is_wall() {
        let (x, y) = layout.vertex(row, col);
        canvas.put(x, y, '•', Style::new().remove_modifier(Modifier::DIM));
    }
}

/// Numbers and letters, those of the columns in the frame.
fn draw_labels(view: &View, layout: LinedLayout, theme: Theme, canvas: &mut BoardCanvas) {
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

/// What a click on a border means.
fn mean_borders(layout: LinedLayout, canvas: &mut BoardCanvas) {
    let (w, h) = layout.cell;
    for (row, col) in (0..layout.rows).flat_map(|row| (0..layout.cols).map(move |col| (row, col))) {
        let cell = CellRef::new(row, col);
        let (x, y) = layout.corner(cell);
        for step in 0..h {
            canvas.mean(x + w, y + step, Hit::Beside(cell));
        }
        for step in 0..=w * layout.gap {
            canvas.mean(x + step, y + h, Hit::Below(cell));
        }
    }
}

fn draw_cell(cell: &CellView, layout: LinedLayout, overlay: &Overlay, theme: Theme, canvas: &mut BoardCanvas) {
    let at = cell_ref(cell);
    let (w, h) = layout.cell;
    let (left, top) = layout.corner(at);
    let style = ground(cell, Style::new(), overlay, theme);
    for step in 0..w * h {
        let (x, y) = (left + step % w, top + step / w);
        canvas.put(x, y, ' ', style);
        canvas.mean(x, y, Hit::Cell(at, None));
    }
    let (x, y) = (left + (w - 2).div_ceil(2), top + (h - 1) / 2);
    if let Some(piece) = cell.pieces.last() {
        let letter = letter(cell, piece.owner, overlay);
        let text = if piece.number > 0 { format!("{letter}{}", piece.number) } else { letter.to_string() };
        let mut style = piece_style(cell, piece.owner, overlay, theme);
        if has(cell, Mark::LastTo) {
            style = style.patch(Style::new().add_modifier(Modifier::UNDERLINED));
        }
        canvas.text(x, y, &text, style);
        return;
    }
    if let Some(symbol) = sign(cell, overlay) {
        canvas.put(x, y, symbol, Style::new());
    } else if let Some((symbol, owner)) = overlay.path_sign(at) {
        canvas.put(x, y, symbol, theme.path(owner));
    } else if let Some(owner) = home(cell) {
        canvas.put(x, y, owner.letter(), theme.dim());
    }
}
