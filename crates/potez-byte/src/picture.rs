//! The board in text, as the project draws it.
//!
//! Only dark squares are drawn, each as wide as two squares, so that the ranks lie like bricks and
//! every square touches its four neighbours. A stack is written from the bottom (left) to the top
//! (right):
//!
//! ```text
//! 2     │   X   │   ·   │   X   │   X   │ 2
//! 1 │   ·   │   ·   │   ·   │   ·   │     1
//!       a   b   c   d   e   f   g   h
//! ```

use potez_core::{Ink, Outcome, Paint, PictureOptions, Player, Position as _};

use crate::{Board, Move, Position, Square};

/// Width of a checker's square: seven checkers and a bar.
const BRICK: usize = 8;

/// Draws the board, the scores and the turn. The last move is marked `(left)` and `[reached]`.
pub(crate) fn draw<B: Board>(pos: &Position<B>, last: Option<Move>, options: &PictureOptions) -> String {
    let ink = options.ink;
    let last = last.filter(|mv| !mv.is_pass());
    let mut text = String::new();
    for rank in (0..B::SIZE).rev() {
        text.push_str(&ink.paint(Paint::Faint, &format!("{:>2} ", rank + 1)));
        text.push_str(&" ".repeat(rank % 2 * BRICK / 2));
        let squares: Vec<Square> = (rank % 2..B::SIZE).step_by(2).filter_map(|file| Square::new(file, rank)).collect();
        for (place, &square) in squares.iter().enumerate() {
            let before = place.checked_sub(1).map(|place| squares[place]);
            text.push_str(&bar(before, Some(square), last, ink));
            text.push_str(&brick(pos, square, last, ink));
        }
        text.push_str(&bar(squares.last().copied(), None, last, ink));
        text.push_str(&" ".repeat((1 - rank % 2) * BRICK / 2));
        text.push_str(&ink.paint(Paint::Faint, &format!(" {}", rank + 1)));
        text.push('\n');
    }
    let files: Vec<String> = (0..B::SIZE).map(|file| char::from(b'a' + file as u8).to_string()).collect();
    text.push_str(&ink.paint(Paint::Faint, &format!("       {}", files.join("   "))));
    text.push('\n');
    if options.captions { text + &caption(pos, ink) + "\n" } else { text }
}

/// The bar between two squares; beside a square of the last move, a bracket.
fn bar(left: Option<Square>, right: Option<Square>, last: Option<Move>, ink: Ink) -> String {
    let is = |square: Option<Square>, end: fn(Move) -> Square| last.is_some_and(|mv| square == Some(end(mv)));
    let bracket = if is(right, Move::to) {
        "["
    } else if is(left, Move::to) {
        "]"
    } else if is(right, Move::from) {
        "("
    } else if is(left, Move::from) {
        ")"
    } else {
        return ink.paint(Paint::Faint, "│");
    };
    bracket.into()
}

/// The checkers of a square, centred.
fn brick<B: Board>(pos: &Position<B>, square: Square, last: Option<Move>, ink: Ink) -> String {
    let stack = pos.stack(square);
    let free = BRICK - 1 - stack.height().max(1);
    let moved = last.is_some_and(|mv| mv.to() == square);
    let checkers: String = if stack.is_empty() {
        ink.paint(Paint::Faint, "·")
    } else {
        let paint = |owner| if moved { Paint::Last(owner) } else { Paint::Of(owner) };
        stack.owners().map(|owner| ink.paint(paint(owner), &owner.to_string())).collect()
    };
    format!("{}{checkers}{}", " ".repeat(free / 2), " ".repeat(free - free / 2))
}

fn caption<B: Board>(pos: &Position<B>, ink: Ink) -> String {
    let score = |player: Player| ink.paint(Paint::Of(player), &format!("{player} {}", pos.score(player)));
    format!("{}, {} (of {}): {}", score(Player::X), score(Player::O), B::STACKS, state(pos))
}

/// Whose turn it is, or how the game ended.
pub(crate) fn state<B: Board>(pos: &Position<B>) -> String {
    match pos.outcome() {
        Some(Outcome::Win(player)) => format!("{player} has won"),
        Some(Outcome::Draw) => "a draw".into(),
        None => format!("{} to move", pos.turn()),
    }
}
