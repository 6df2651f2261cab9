//! The board in plain letters, with the original program's coordinates.
//!
//! The original program played in a window and described no drawing in text. This one keeps its
//! coordinates, rows from the top and columns from the left, both from 0, and draws each dark
//! square as three lines of three places that fill from the bottom left to the top right:
//!
//! ```text
//! . . .
//! X . .     a stack of four: X at the bottom, then O, O, and X on top
//! X O O
//! ```

use potez_core::{Ink, Paint, PictureOptions, Player};

use crate::{Board, Position, Square, picture};

/// Draws the board, the scores and the turn.
pub(crate) fn draw<B: Board>(pos: &Position<B>, options: &PictureOptions) -> String {
    let ink = options.ink;
    let numbers: Vec<String> = (0..B::SIZE).map(|col| format!("{col:^4}")).collect();
    let mut text = format!("    {}\n", numbers.concat().trim_end());
    for row in 0..B::SIZE {
        for line in 0..3 {
            let label = if line == 1 { format!("{row:>2}  ") } else { "    ".into() };
            let places: Vec<String> = (0..B::SIZE).map(|col| places(pos, row, col, line, ink)).collect();
            text += (label + &places.concat()).trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    if !options.captions {
        return text;
    }
    let (x, o) = (pos.score(Player::X), pos.score(Player::O));
    text + &format!("X {x} : {o} O, {}\n", picture::state(pos))
}

/// One line of a square's nine places, and a blank.
fn places<B: Board>(pos: &Position<B>, row: usize, col: usize, line: usize, ink: Ink) -> String {
    let square = Square::new(col, B::SIZE - 1 - row).filter(|square| square.is_dark());
    let Some(square) = square else { return "    ".into() };
    let first = (2 - line) * 3;
    let place = |level: usize| match pos.stack(square).owner(level) {
        Some(owner) => ink.paint(Paint::Of(owner), &owner.to_string()),
        None => ink.paint(Paint::Faint, "."),
    };
    (first..first + 3).map(place).collect::<String>() + " "
}
