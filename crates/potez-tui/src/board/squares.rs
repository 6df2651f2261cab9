//! Boards of squares: with borders for walls where every square is a cell, as a chequerboard where only some are.
//!
//! ```text
//!     1  2  3            a    b    c
//!  a X1    .         2       oxox
//!       ━━━━━                xo
//!  b    ┃ O1         1  x         ·
//! ```

use potez_engine::Player;
use potez_engine::choices::Place;
use ratatui::style::Style;

use super::{Board, Cell, Overlay};
use crate::canvas::{Canvas, Hit};
use crate::theme::Theme;

/// Width and height of a cell's inside, the largest first.
const LINED: [(usize, usize); 4] = [(6, 3), (4, 2), (3, 1), (2, 1)];
const CHEQUERED: [(usize, usize); 4] = [(10, 4), (9, 3), (5, 2), (3, 1)];
/// Room for the row labels.
const LEFT: usize = 3;

/// Where everything lies.
#[derive(Clone, Copy)]
struct Plan {
    cell: (usize, usize),
    /// Between two cells.
    gap: usize,
}

impl Plan {
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

    fn corner(self, (row, col): Place) -> (usize, usize) {
        (LEFT + col * (self.cell.0 + self.gap), 1 + row * (self.cell.1 + self.gap))
    }
}

pub(super) fn draw(board: &Board, size: (usize, usize), overlay: &Overlay, theme: Theme, room: (u16, u16)) -> Canvas {
    let lined = board.cells.len() == size.0 * size.1;
    let (plan, (width, height)) = Plan::new(lined, size, room);
    let mut canvas = Canvas::new(width, height);
    draw_labels(board, plan, theme, &mut canvas);
    if lined {
        draw_borders(size, plan, overlay, theme, &mut canvas);
    }
    for cell in &board.cells {
        draw_cell(cell, plan, overlay, theme, &mut canvas);
    }
    for wall in &board.walls {
        draw_wall(plan, (wall.place, wall.horizontal), ('━', '┃'), theme.wall(wall.horizontal, wall.last), &mut canvas);
        if wall.last {
            draw_wall(plan, (wall.place, wall.horizontal), ('═', '║'), Style::new(), &mut canvas);
        }
    }
    if let Some(wall) = overlay.hint_wall {
        draw_wall(plan, wall, ('?', '?'), theme.hint(), &mut canvas);
    }
    if let Some(wall) = overlay.wall {
        draw_wall(plan, wall, ('╍', '╏'), theme.target(), &mut canvas);
    }
    if let Some(place) = overlay.cursor {
        canvas.focus = plan.corner(place);
    }
    canvas
}

fn draw_labels(board: &Board, plan: Plan, theme: Theme, canvas: &mut Canvas) {
    let (rows, cols) = board.labels();
    for (row, label) in rows {
        let (_, y) = plan.corner((row, 0));
        canvas.text(0, y + (plan.cell.1 - 1) / 2, &format!("{label:>2}"), theme.dim());
    }
    for (col, label) in cols {
        let (x, _) = plan.corner((0, col));
        canvas.text(x + (plan.cell.0.saturating_sub(label.len())) / 2, 0, &label, theme.dim());
    }
}

/// The points where four cells meet, and what a click on a border means.
fn draw_borders((rows, cols): (usize, usize), plan: Plan, overlay: &Overlay, theme: Theme, canvas: &mut Canvas) {
    let (w, h) = plan.cell;
    for place in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let (x, y) = plan.corner(place);
        for step in 0..h {
            canvas.mean(x + w, y + step, Hit::Beside(place));
        }
        for step in 0..=w {
            canvas.mean(x + step, y + h, Hit::Below(place));
        }
        if place.0 + 1 < rows && place.1 + 1 < cols {
            let free = overlay.wall_points.contains(&place);
            let (symbol, style) = if free { ('+', Style::new()) } else { ('·', theme.dim()) };
            canvas.put(x + w, y + h, symbol, style);
        }
    }
}

fn draw_wall(
    plan: Plan,
    ((row, col), horizontal): (Place, bool),
    symbols: (char, char),
    style: Style,
    canvas: &mut Canvas,
) {
    let (w, h) = plan.cell;
    let (x, y) = plan.corner((row, col));
    if horizontal {
        for step in 0..=2 * w {
            canvas.put(x + step, y + h, symbols.0, style);
        }
    } else {
        for step in 0..=2 * h {
            canvas.put(x + w, y + step, symbols.1, style);
        }
    }
}

/// How a cell's ground looks, the most important reason last.
fn ground(cell: &Cell, chequered: bool, overlay: &Overlay, theme: Theme) -> Style {
    let place = (cell.row, cell.col);
    let mut style = if chequered { theme.dark_square() } else { Style::new() };
    if overlay.hints.contains(&place) {
        style = style.patch(theme.hint());
    }
    if overlay.targets.contains(&place) {
        style = style.patch(theme.target());
    }
    if overlay.chosen.contains(&place) {
        style = style.patch(theme.chosen());
    }
    if cell.winning {
        style = style.patch(theme.winning());
    }
    if overlay.cursor == Some(place) {
        style = style.patch(theme.cursor());
    }
    style
}

fn draw_cell(cell: &Cell, plan: Plan, overlay: &Overlay, theme: Theme, canvas: &mut Canvas) {
    let place = (cell.row, cell.col);
    let (w, h) = plan.cell;
    let (x, y) = plan.corner(place);
    let style = ground(cell, plan.gap == 0, overlay, theme);
    for step in 0..w * h {
        let (x, y) = (x + step % w, y + step / w);
        canvas.put(x, y, ' ', style);
        canvas.mean(x, y, Hit::Cell(place, None));
    }
    if plan.gap == 1 {
        draw_lined(cell, plan, overlay, theme, canvas);
    } else {
        draw_chequered(cell, plan, overlay, theme, canvas);
    }
}

/// The sign for what a cell means to the move that is being made.
fn sign(cell: &Cell, overlay: &Overlay) -> Option<char> {
    let place = (cell.row, cell.col);
    if overlay.hints.contains(&place) {
        Some('?')
    } else if overlay.targets.contains(&place) {
        Some('*')
    } else if overlay.chosen.contains(&place) {
        Some('#')
    } else if overlay.trail.contains(&place) {
        Some('•')
    } else if cell.last_from {
        Some('∙')
    } else {
        None
    }
}

fn piece_style(cell: &Cell, owner: Player, overlay: &Overlay, theme: Theme) -> Style {
    let place = (cell.row, cell.col);
    // The piece keeps its own colours unless something is to be said about its cell.
    let plain = overlay.cursor != Some(place) && !overlay.chosen.contains(&place) && !overlay.targets.contains(&place);
    if plain && !overlay.hints.contains(&place) { theme.piece(owner) } else { Style::new() }
}

fn draw_lined(cell: &Cell, plan: Plan, overlay: &Overlay, theme: Theme, canvas: &mut Canvas) {
    let (w, h) = plan.cell;
    let (x, y) = plan.corner((cell.row, cell.col));
    let (x, y) = (x + (w - 2) / 2, y + (h - 1) / 2);
    if let Some(&(owner, number)) = cell.pieces.last() {
        let letter = if overlay.over && !cell.winning { owner.letter() } else { owner.letter().to_ascii_uppercase() };
        let text = if number > 0 { format!("{letter}{number}") } else { letter.to_string() };
        let mut style = piece_style(cell, owner, overlay, theme);
        if cell.last_to {
            style = style.patch(Style::new().add_modifier(ratatui::style::Modifier::UNDERLINED));
        }
        canvas.text(x, y, &text, style);
        return;
    }
    match (sign(cell, overlay), cell.home) {
        (Some(symbol), _) => canvas.put(x, y, symbol, Style::new()),
        (None, Some(owner)) => canvas.put(x, y, owner.letter(), theme.dim()),
        (None, None) => {}
    }
}

/// A stack from its lowest piece on: from left to right, then upwards line by line.
fn draw_chequered(cell: &Cell, plan: Plan, overlay: &Overlay, theme: Theme, canvas: &mut Canvas) {
    let place = (cell.row, cell.col);
    let (w, h) = plan.cell;
    let (x, y) = plan.corner(place);
    let bottom = y + h - 1;
    // The last column is for signs.
    let line = w - 1;
    if cell.last_to {
        canvas.put(x + line, y, '<', theme.last());
    }
    if let Some(symbol) = sign(cell, overlay) {
        canvas.put(x + line, bottom, symbol, Style::new());
    } else if cell.pieces.is_empty() {
        canvas.put(x + line / 2, bottom, '·', Style::new());
    }
    if cell.pieces.len() > line * h {
        let (owner, _) = cell.pieces[cell.pieces.len() - 1];
        let text = format!("{}{}", cell.pieces.len(), owner.letter().to_ascii_uppercase());
        canvas.text(x, bottom, &text, piece_style(cell, owner, overlay, theme));
        return;
    }
    for (level, &(owner, _)) in cell.pieces.iter().enumerate() {
        let (x, y) = (x + level % line, bottom - level / line);
        canvas.put(x, y, owner.letter().to_ascii_uppercase(), piece_style(cell, owner, overlay, theme));
        canvas.mean(x, y, Hit::Cell(place, Some(level + 1)));
    }
}
