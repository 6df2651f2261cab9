//! A drawing that knows what lies where, so that a click finds it again.

use potez_table::CellRef;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// What a click on a drawing means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// A cell, and the piece in it if one was hit: 1 is the lowest.
    Cell(CellRef, Option<u8>),
    /// The border below a cell.
    Below(CellRef),
    /// The border to the right of a cell.
    Beside(CellRef),
}

#[derive(Clone, Copy)]
struct Dot {
    symbol: char,
    style: Style,
    hit: Option<Hit>,
}

/// A picture in characters, of any size; a window of it is shown.
pub(crate) struct BoardCanvas {
    width: usize,
    height: usize,
    dots: Vec<Dot>,
    /// What must be seen: where the cursor is.
    pub(crate) focus: (usize, usize),
}

impl BoardCanvas {
    /// An empty picture.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let dot = Dot { symbol: ' ', style: Style::new(), hit: None };
        Self { width, height, dots: vec![dot; width * height], focus: (0, 0) }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    fn dot(&mut self, x: usize, y: usize) -> Option<&mut Dot> {
        if x < self.width { self.dots.get_mut(y * self.width + x) } else { None }
    }

    /// Draws a character; outside the picture nothing happens.
    pub(crate) fn put(&mut self, x: usize, y: usize, symbol: char, style: Style) {
        if let Some(dot) = self.dot(x, y) {
            dot.symbol = symbol;
            // What lies below shows through where the new style says nothing: a wall keeps its
            // ground.
            dot.style = dot.style.patch(style);
        }
    }

    /// Draws a text from left to right.
    pub(crate) fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (offset, symbol) in text.chars().enumerate() {
            self.put(x + offset, y, symbol, style);
        }
    }

    /// Draws a line at the foot of a character: instead of a blank or a light line, and as an
    /// underline of anything else.
    pub(crate) fn foot(&mut self, x: usize, y: usize, symbol: char, style: Style) {
        if let Some(dot) = self.dot(x, y) {
            if matches!(dot.symbol, ' ' | '│') {
                (dot.symbol, dot.style) = (symbol, dot.style.remove_modifier(Modifier::DIM).patch(style));
            } else {
                dot.style = dot.style.add_modifier(Modifier::UNDERLINED);
            }
        }
    }

    /// Styles what is drawn already.
    pub(crate) fn tint(&mut self, x: usize, y: usize, style: Style) {
        if let Some(dot) = self.dot(x, y) {
            dot.style = dot.style.patch(style);
        }
    }

    /// Says what a click here means.
    pub(crate) fn mean(&mut self, x: usize, y: usize, hit: Hit) {
        if let Some(dot) = self.dot(x, y) {
            dot.hit = Some(hit);
        }
    }

    /// The window's top left corner in the picture: as little scrolled as shows the focus.
    fn origin(&self, area: Rect) -> (usize, usize) {
        let along = |whole: usize, window: u16, focus: usize| {
            let window = usize::from(window);
            // The focus in the middle where that is possible, but never a margin outside the
            // picture.
            if whole <= window { 0 } else { focus.saturating_sub(window / 2).min(whole - window) }
        };
        (along(self.width, area.width, self.focus.0), along(self.height, area.height, self.focus.1))
    }

    /// Shows the picture, or the part of it around the focus.
    pub(crate) fn show(&self, area: Rect, buffer: &mut Buffer) {
        let (left, top) = self.origin(area);
        for y in 0..area.height.min((self.height - top) as u16) {
            for x in 0..area.width.min((self.width - left) as u16) {
                let dot = self.dots[(top + usize::from(y)) * self.width + left + usize::from(x)];
                if let Some(cell) = buffer.cell_mut((area.x + x, area.y + y)) {
                    cell.set_char(dot.symbol).set_style(dot.style);
                }
            }
        }
    }

    /// What a click at this point of the screen means.
    pub(crate) fn hit(&self, area: Rect, column: u16, row: u16) -> Option<Hit> {
        if !area.contains((column, row).into()) {
            return None;
        }
        let (left, top) = self.origin(area);
        let (x, y) = (left + usize::from(column - area.x), top + usize::from(row - area.y));
        if x >= self.width || y >= self.height {
            return None;
        }
        self.dots[y * self.width + x].hit
    }
}
