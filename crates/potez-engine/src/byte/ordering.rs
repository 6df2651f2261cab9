//! The order in which moves are searched.

use potez_byte::{Board, Move, Position, Square, Variant};
use potez_search::alphabeta::MoveOrdering;

/// Completions first, then lifts that leave the bottom standing.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackOrdering;

/// The tag of the pass. Levels are below seven, so it is no other move's.
const PASS: u32 = 1 + (7 << 10);

impl<B: Board> MoveOrdering<Position<B>> for StackOrdering {
    /// One's own completions first, then lifts that leave the bottom standing; completions for the
    /// enemy last.
    fn order(&mut self, pos: &Position<B>, mv: Move) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let (level, base) = (usize::from(mv.level()), pos.height(mv.to()));
        if base == 0 {
            return STEP;
        }
        let height = pos.height(mv.from());
        // A completed stack scores for whoever is on top: worth everything, or the last thing to
        // try.
        if base + height - level == 8 {
            return if pos.stack(mv.from()).top() == Some(pos.turn()) { COMPLETION } else { -COMPLETION };
        }
        if level > 0 { SPLIT } else { 0 }
    }

    /// A pass decides nothing and is free; the search goes on as if it were not there.
    fn extension(&mut self, _pos: &Position<B>, mv: Move, _child: &Position<B>) -> u32 {
        u32::from(mv.is_pass())
    }

    /// The level, the direction and the square left: dense, so that the history has a place for
    /// each.
    fn tag(&self, mv: Move) -> u32 {
        if mv.is_pass() {
            return PASS;
        }
        let (from, to) = (mv.from(), mv.to());
        let direction = u32::from(to.file() > from.file()) << 1 | u32::from(to.rank() > from.rank());
        1 + (u32::from(mv.level()) << 10 | direction << 8 | u32::from(from.number()))
    }

    /// Merges only: whether a basic move is legal takes as long to find out as to list all moves.
    fn move_from_tag(&mut self, pos: &Position<B>, tag: u32) -> Option<Move> {
        let number = tag.checked_sub(1).filter(|_| tag < PASS && pos.variant() == Variant::Official)?;
        let from = Square::from_number(number as u8);
        let step = |at: usize, up: u32| if up == 1 { Some(at + 1) } else { at.checked_sub(1) };
        let to = Square::new(step(from.file(), number >> 9 & 1)?, step(from.rank(), number >> 8 & 1)?)?;
        // A tag of another position may name any square: what it means here is checked from the
        // beginning.
        if !from.is_dark() || !from.is_on(B::SIZE) || !to.is_on(B::SIZE) {
            return None;
        }
        let (level, stack, base) = ((number >> 10) as usize, pos.stack(from), pos.height(to));
        let legal = stack.owner(level) == Some(pos.turn()) && level < base && stack.height() - level + base <= 8;
        legal.then(|| Move::new(from, to, level as u8))
    }
}

/// Larger than anything the history tables hold.
const COMPLETION: i32 = 100_000;
const SPLIT: i32 = 1500;
const STEP: i32 = 1000;
