//! The drawing of the original program (Rule 4.3).
//!
//! ```text
//!       0 1 2
//! A   - - X 3
//! B  - - - - 4
//! C - - O - -
//! D  - - - -
//! E   - - -
//! ```

use potez_core::Player;

use crate::cell::Letters;
use crate::picture::header_lines;
use crate::{Cell, Class, Position};

/// The board as the original program printed it: slanted rows, columns counted from 0 at the top
/// and along the upper right.
pub(crate) fn picture<C: Class>(pos: &Position<C>) -> String {
    let size = pos.geometry().size();
    let letters = Letters(2 * size - 2).to_string().len();
    // A column goes on to the upper right, so its number stands one place further right than its
    // first cell.
    let margin = " ".repeat(letters + 1 + size);
    let mut lines: Vec<String> = header_lines(size, 0).iter().map(|line| format!("{margin}{line}")).collect();
    for y in 0..2 * size - 1 {
        let (first, length) = pos.geometry().row(y);
        let glyph = |x| match pos.board().stone(Cell::new(x, y)) {
            Some(Player::X) => "X",
            Some(Player::O) => "O",
            None => "-",
        };
        let mut row: Vec<String> = (first..first + length).map(|x| glyph(x).to_string()).collect();
        if y + 1 < size {
            row.push((size + y).to_string());
        }
        let label = Letters(y).to_string().to_uppercase();
        let indent = " ".repeat((size - 1).abs_diff(y));
        lines.push(format!("{label:letters$} {indent}{}", row.join(" ")));
    }
    lines.join("\n") + "\n"
}
