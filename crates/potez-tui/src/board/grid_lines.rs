//! The lines between the squares of a board, and the walls on them.

use potez_table::{WallAxis, WallRef};
use ratatui::style::Style;

use super::strokes::{Arms, Stroke};
use crate::theme::Theme;

/// The lines of the board.
pub(super) struct GridLines {
    cols: usize,
    /// To the right of the point at (row, column).
    horizontal: Vec<(Stroke, Style)>,
    /// Below the point at (row, column).
    vertical: Vec<(Stroke, Style)>,
}

impl GridLines {
    /// The borders of all squares.
    pub(super) fn grid(rows: usize, cols: usize, theme: Theme) -> Self {
        let (grid, none) = ((Stroke::Grid, theme.grid()), (Stroke::None, Style::new()));
        let all = || (0..=rows).flat_map(|row| (0..=cols).map(move |col| (row, col)));
        Self {
            cols,
            horizontal: all().map(|(_, col)| if col < cols { grid } else { none }).collect(),
            vertical: all().map(|(row, _)| if row < rows { grid } else { none }).collect(),
        }
    }

    fn index(&self, row: usize, col: usize) -> usize {
        row * (self.cols + 1) + col
    }

    /// The line to the right of a point.
    pub(super) fn right_of(&self, row: usize, col: usize) -> (Stroke, Style) {
        self.horizontal[self.index(row, col)]
    }

    /// The line below a point.
    pub(super) fn below(&self, row: usize, col: usize) -> (Stroke, Style) {
        self.vertical[self.index(row, col)]
    }

    /// Both lines of a wall.
    pub(super) fn add(&mut self, wall: WallRef, stroke: (Stroke, Style)) {
        let (row, col) = (usize::from(wall.at.row), usize::from(wall.at.col));
        let (one, other, lines) = match wall.axis {
            WallAxis::Horizontal => (self.index(row + 1, col), self.index(row + 1, col + 1), &mut self.horizontal),
            WallAxis::Vertical => (self.index(row, col + 1), self.index(row + 1, col + 1), &mut self.vertical),
        };
        for index in [one, other] {
            if let Some(line) = lines.get_mut(index) {
                *line = stroke;
            }
        }
    }

    /// The lines that meet at a point, and the style of their meeting.
    pub(super) fn at(&self, row: usize, col: usize) -> (Arms, Style) {
        let none = (Stroke::None, Style::new());
        let (right, down) = (self.right_of(row, col), self.below(row, col));
        let left = if col > 0 { self.right_of(row, col - 1) } else { none };
        let up = if row > 0 { self.below(row - 1, col) } else { none };
        let arms = Arms { up: up.0, right: right.0, down: down.0, left: left.0 };
        let foremost = arms.foremost();
        let style = [up, right, down, left].into_iter().find(|(stroke, _)| *stroke == foremost).map(|(_, style)| style);
        (arms, style.unwrap_or_default())
    }
}
