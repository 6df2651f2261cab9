//! The project's own drawing of the board.
//!
//! ```text
//!         1 2 3
//!     a  . . X  4
//!    b  . . . .  5
//!   c  . .(O). .
//!    d  . . . .
//!     e  . . .
//! ```
//!
//! Columns run down to the left from their number. The last stone stands in round brackets, the
//! stones of a won game in square ones, joined along the row: `[X-X]`.

use potez_core::{Ink, Paint, PictureOptions};

use crate::cell::Letters;
use crate::{Cell, Class, Move, Position};

/// The board with coordinates, the last stone and the winning stones marked.
pub(crate) fn picture<C: Class>(pos: &Position<C>, last: Option<Move>, options: &PictureOptions) -> String {
    let drawing = Drawing {
        pos,
        last: last.and_then(Move::cell),
        winning: pos.winning_stones(),
        options,
        ink: options.ink,
        size: pos.geometry().size(),
    };
    let rows = (0..2 * drawing.size - 1).map(|y| drawing.row(y));
    let lines: Vec<String> = drawing.header().into_iter().chain(rows).collect();
    lines.join("\n") + "\n"
}

struct Drawing<'a, C: Class> {
    pos: &'a Position<C>,
    last: Option<Cell>,
    winning: Vec<Cell>,
    options: &'a PictureOptions,
    ink: Ink,
    size: usize,
}

impl<C: Class> Drawing<'_, C> {
    /// The numbers of the columns that begin in the first row, tens above ones where there are any.
    fn header(&self) -> Vec<String> {
        let margin = " ".repeat(self.size + 5);
        let label = |line: &String| format!("{margin}{}", self.ink.paint(Paint::Faint, line));
        header_lines(self.size, 1).iter().map(label).collect()
    }

    fn row(&self, y: usize) -> String {
        let (first, length) = self.pos.geometry().row(y);
        let letters = Letters(y).to_string();
        let margin = " ".repeat(2 + (self.size - 1).abs_diff(y) + 1 - letters.len());
        let mut text = format!("{margin}{} ", self.ink.paint(Paint::Faint, &letters));
        let cells: Vec<Cell> = (first..first + length).map(|x| Cell::new(x, y)).collect();
        for (index, &cell) in cells.iter().enumerate() {
            text.push(self.gap(index.checked_sub(1).map(|before| cells[before]), Some(cell)));
            text.push_str(&self.glyph(cell));
        }
        let end = self.gap(cells.last().copied(), None);
        if y + 1 < self.size {
            let number = self.ink.paint(Paint::Faint, &(self.size + y + 1).to_string());
            return format!("{text}{end} {number}");
        }
        if end == ' ' { text } else { format!("{text}{end}") }
    }

    /// What stands between two cells.
    fn gap(&self, left: Option<Cell>, right: Option<Cell>) -> char {
        let is_last = |cell: Option<Cell>| cell.is_some() && cell == self.last;
        let wins = |cell: Option<Cell>| cell.is_some_and(|cell| self.winning.contains(&cell));
        match (wins(left), wins(right)) {
            _ if is_last(left) => ')',
            _ if is_last(right) => '(',
            (true, true) => '-',
            (true, false) => ']',
            (false, true) => '[',
            (false, false) => ' ',
        }
    }

    fn glyph(&self, cell: Cell) -> String {
        let Some(player) = self.pos.board().stone(cell) else {
            let sign = self.options.sign(&cell.to_string()).unwrap_or('.');
            return self.ink.paint(Paint::Faint, &sign.to_string());
        };
        let paint = if self.winning.contains(&cell) {
            Paint::Winning(player)
        } else if self.last == Some(cell) {
            Paint::Last(player)
        } else {
            Paint::Of(player)
        };
        self.ink.paint(paint, &player.to_string())
    }
}

/// The numbers above the first row, two characters a column, counted from `base`; tens on a line of
/// their own.
pub(crate) fn header_lines(size: usize, base: usize) -> Vec<String> {
    let numbers = base..base + size;
    let line = |digit: &dyn Fn(usize) -> String| {
        let digits: Vec<String> = numbers.clone().map(digit).collect();
        digits.join(" ").trim_end().to_string()
    };
    let ones = line(&|number| (number % 10).to_string());
    if base + size <= 10 {
        return vec![ones];
    }
    vec![line(&|number| if number < 10 { " ".into() } else { (number / 10).to_string() }), ones]
}
