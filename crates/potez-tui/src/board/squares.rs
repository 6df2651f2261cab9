//! Boards of squares: with borders for walls where every square is a cell, as a chequerboard where
//! only some are.
//!
//! ```text
//!     1  2  3            a    b    c
//!  a X1    .         2       oxox
//!       ━━━━━                xo
//!  b    ┃ O1         1  x         ·
//! ```

use potez_table::{CellRef, CellView, Mark, Player, WallAxis, WallRef};
use ratatui::style::{Modifier, Style};

use super::{DrawnBoard, Overlay, cell_ref, has, home, letter};
use crate::canvas::{BoardCanvas, Hit};
use crate::theme::Theme;

/// Width and height of a cell's inside, the largest first.
const LINED: [(usize, usize); 4] = [(6, 3), (4, 2), (3, 1), (2, 1)];
const CHEQUERED: [(usize, usize); 4] = [(10, 4), (9, 3), (5, 2), (3, 1)];
/// Room for the row labels.
const LEFT: usize = 3;

/// Where everything lies.
#[derive(Clone, Copy)]
struct SquareLayout {
    cell: (usize, usize),
    /// Between two cells.
    gap: usize,
}

impl SquareLayout {
    fn new(lined: bool, (rows, cols): (usize, usize), room: (u16, u16)) -> (Self, (usize, usize)) {
        let gap = usize::from(lined);
        let sizes = if lined { LINED } else { CHEQUERED };
        let size = |(w, h): (usize, usize)| (LEFT + cols * (w + gap), 1 + rows * (h + gap) - gap);
        let fits = |cell: &&(usize, usize)| {
            let (width, height) = size(**cell);
            width <= usize::from(room.0) && height <= usize::from(room.1)
        };
        let cell = *sizes.iter().find(fits).unwrap_or(&sizes[sizes.len() - 1]);
        (Self { cell, gap }, size(cell))
    }

    /// The top left corner of a cell's inside.
    fn corner(self, at: CellRef) -> (usize, usize) {
        let (row, col) = (usize::from(at.row), usize::from(at.col));
        (LEFT + col * (self.cell.0 + self.gap), 1 + row * (self.cell.1 + self.gap))
    }
}

pub(super) fn draw(
    board: &DrawnBoard,
    size: (usize, usize),
    overlay: &Overlay,
    theme: Theme,
    room: (u16, u16),
) -> BoardCanvas {
    // A board without gaps has room for walls between its cells; one with gaps is a chequerboard.
    let lined = board.view.cells.len() == size.0 * size.1;
    let (layout, (width, height)) = SquareLayout::new(lined, size, room);
    let mut canvas = BoardCanvas::new(width, height);
    draw_labels(board, layout, theme, &mut canvas);
    if lined {
        draw_borders(size, layout, overlay, theme, &mut canvas);
    }
    for cell in &board.view.cells {
        draw_cell(cell, layout, overlay, theme, &mut canvas);
    }
    for wall in &board.view.walls {
        // The last wall has another form as well as another colour: not everybody sees colours.
        let symbols = if wall.last { ('═', '║') } else { ('━', '┃') };
        draw_wall(layout, wall.wall, symbols, theme.wall(wall.wall.colour, wall.last), &mut canvas);
    }
    if let Some(wall) = overlay.hint_wall {
        draw_wall(layout, wall, ('?', '?'), theme.hint(), &mut canvas);
    }
    if let Some(wall) = overlay.wall {
        draw_wall(layout, wall, ('╍', '╏'), theme.target(), &mut canvas);
    }
    if let Some(cell) = overlay.cursor {
        canvas.focus = layout.corner(cell);
    }
    canvas
}

fn draw_labels(board: &DrawnBoard, layout: SquareLayout, theme: Theme, canvas: &mut BoardCanvas) {
    let (rows, cols) = board.labels();
    for (row, label) in rows {
        let (_, y) = layout.corner(CellRef::new(row, 0));
        canvas.text(0, y + (layout.cell.1 - 1) / 2, &format!("{label:>2}"), theme.dim());
    }
    for (col, label) in cols {
        let (x, _) = layout.corner(CellRef::new(0, col));
        canvas.text(x + (layout.cell.0.saturating_sub(label.len())) / 2, 0, &label, theme.dim());
    }
}

/// The points where four cells meet, and what a click on a border means.
fn draw_borders(
    (rows, cols): (usize, usize),
    layout: SquareLayout,
    overlay: &Overlay,
    theme: Theme,
    canvas: &mut BoardCanvas,
) {
    let (w, h) = layout.cell;
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let cell = CellRef::new(row, col);
        let (x, y) = layout.corner(cell);
        for step in 0..h {
            canvas.mean(x + w, y + step, Hit::Beside(cell));
        }
        for step in 0..=w {
            canvas.mean(x + step, y + h, Hit::Below(cell));
        }
        if row + 1 < rows && col + 1 < cols {
            let free = overlay.wall_points.contains(&cell);
            let (symbol, style) = if free { ('+', Style::new()) } else { ('·', theme.dim()) };
            canvas.put(x + w, y + h, symbol, style);
        }
    }
}

/// A wall in the symbol for horizontal ones or in that for vertical ones.
fn draw_wall(layout: SquareLayout, wall: WallRef, symbols: (char, char), style: Style, canvas: &mut BoardCanvas) {
    let (w, h) = layout.cell;
    let (x, y) = layout.corner(wall.at);
    match wall.axis {
        WallAxis::Horizontal => (0..=2 * w).for_each(|step| canvas.put(x + step, y + h, symbols.0, style)),
        WallAxis::Vertical => (0..=2 * h).for_each(|step| canvas.put(x + w, y + step, symbols.1, style)),
    }
}

/// How a cell's ground looks, the most important reason last.
fn ground(cell: &CellView, chequered: bool, overlay: &Overlay, theme: Theme) -> Style {
    let at = cell_ref(cell);
    let mut style = if chequered { theme.dark_square() } else { Style::new() };
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

fn draw_cell(cell: &CellView, layout: SquareLayout, overlay: &Overlay, theme: Theme, canvas: &mut BoardCanvas) {
    let at = cell_ref(cell);
    let (w, h) = layout.cell;
    let (x, y) = layout.corner(at);
    let style = ground(cell, layout.gap == 0, overlay, theme);
    for step in 0..w * h {
        let (x, y) = (x + step % w, y + step / w);
        canvas.put(x, y, ' ', style);
        canvas.mean(x, y, Hit::Cell(at, None));
    }
    if layout.gap == 1 {
        draw_lined(cell, layout, overlay, theme, canvas);
    } else {
        draw_chequered(cell, layout, overlay, theme, canvas);
    }
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
    } else if has(cell, Mark::LastFrom) {
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

fn draw_lined(cell: &CellView, layout: SquareLayout, overlay: &Overlay, theme: Theme, canvas: &mut BoardCanvas) {
    let (w, h) = layout.cell;
    let (x, y) = layout.corner(cell_ref(cell));
    let (x, y) = (x + (w - 2) / 2, y + (h - 1) / 2);
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
    match (sign(cell, overlay), home(cell)) {
        (Some(symbol), _) => canvas.put(x, y, symbol, Style::new()),
        (None, Some(owner)) => canvas.put(x, y, owner.letter(), theme.dim()),
        (None, None) => {}
    }
}

/// A stack from its lowest piece on: from left to right, then upwards line by line.
fn draw_chequered(cell: &CellView, layout: SquareLayout, overlay: &Overlay, theme: Theme, canvas: &mut BoardCanvas) {
    let at = cell_ref(cell);
    let (w, h) = layout.cell;
    let (x, y) = layout.corner(at);
    let bottom = y + h - 1;
    // The last column is for signs.
    let line = w - 1;
    if has(cell, Mark::LastTo) {
        canvas.put(x + line, y, '<', theme.last());
    }
    if let Some(symbol) = sign(cell, overlay) {
        canvas.put(x + line, bottom, symbol, Style::new());
    } else if cell.pieces.is_empty() {
        canvas.put(x + line / 2, bottom, '·', Style::new());
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
        canvas.put(x, y, piece.owner.letter().to_ascii_uppercase(), piece_style(cell, piece.owner, overlay, theme));
        canvas.mean(x, y, Hit::Cell(at, Some(level as u8 + 1)));
    }
}
