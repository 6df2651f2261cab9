//! The original program's evaluation of Byte.

use potez_byte::{Board, Move, Position};
use potez_core::{Player, Position as _};

use super::MinimaxKnowledge;

/// The original program's evaluation of Byte: seven weighted terms about the move that led to a
/// leaf.
///
/// The terms look at the board before the move, as the originals do. Whoever made the move profits
/// from a high sum; the original negated it at the wrong plies and looked at boards on which its
/// own moves had never been played.
pub(crate) struct SevenTerms;

/// The original's weights, in the order of its list of terms.
const PIECE_COUNT: f64 = 1.0;
const PIECE_NUMBER: f64 = 1.0;
const SUM_OF_PIECES: f64 = 1.0;
const TOP_COLOUR: f64 = 1.0;
const NEW_POSITION: f64 = 1.0;
const DIRECTION: f64 = 4.0;
const STACK_DIVISION: f64 = 1.0;
/// What the original divides the sum by.
const DIVISOR: f64 = 5.6;

impl SevenTerms {
    /// The original's depth: the whole part of the binary logarithm of the board's size.
    pub(crate) fn depth(size: usize) -> u32 {
        size.ilog2()
    }
}

impl<B: Board> MinimaxKnowledge<Position<B>> for SevenTerms {
    const WON: f64 = 10.0;

    fn candidates(&self, pos: &Position<B>, moves: &mut Vec<Move>) {
        pos.legal_moves(moves);
    }

    fn evaluate(&self, before: &Position<B>, mv: Move, after: &Position<B>, player: Player) -> f64 {
        let total = weighted_terms(before, mv, after).iter().sum::<f64>() / DIVISOR;
        // The sums of the original could exceed its own value of a won game. This keeps their order
        // and stays below it.
        let total = <Self as MinimaxKnowledge<Position<B>>>::WON * total / (10.0 + total.abs());
        if before.turn() == player { total } else { -total }
    }

    fn terms(&self, before: &Position<B>, mv: Move, after: &Position<B>, player: Player) -> Vec<(&'static str, f64)> {
        let sign = if before.turn() == player { 1.0 } else { -1.0 };
        TERMS.into_iter().zip(weighted_terms(before, mv, after).map(|term| sign * term)).collect()
    }
}

/// The names of the terms, in the order of the original's list.
const TERMS: [&str; 7] =
    ["piece-count", "piece-number", "sum-of-pieces", "top-colour", "new-position", "direction", "stack-division"];

/// The seven terms with their weights, for whoever made the move.
fn weighted_terms<B: Board>(before: &Position<B>, mv: Move, after: &Position<B>) -> [f64; 7] {
    let mover = before.turn();
    let mut terms = [0.0; 7];
    terms[0] = PIECE_COUNT * piece_count(after, mover);
    if !mv.is_pass() {
        terms[1..].copy_from_slice(&move_terms(before, mv, mover));
    }
    terms
}

/// The more checkers of one's own are left, the better.
fn piece_count<B: Board>(pos: &Position<B>, mover: Player) -> f64 {
    let count = |player| pos.stacks().map(|(_, stack)| stack.levels(player).count_ones()).sum::<u32>();
    f64::from(count(mover)) - f64::from(count(!mover))
}

fn move_terms<B: Board>(before: &Position<B>, mv: Move, mover: Player) -> [f64; 6] {
    let (from, to) = (before.stack(mv.from()), before.stack(mv.to()));
    let level = usize::from(mv.level());
    let height = to.height() + from.height() - level;
    let mut new_position = 0.0;
    if to.top().is_some_and(|owner| owner != mover) {
        new_position += 4.0;
    }
    if (height - 1).is_multiple_of(2) {
        new_position += 4.0;
    }
    let left_behind = level > 0 && from.owner(level - 1) == Some(mover);
    [
        PIECE_NUMBER * (8 - from.height()) as f64,
        SUM_OF_PIECES * height as f64,
        TOP_COLOUR * if from.top() == Some(mover) { 8.0 } else { 0.0 },
        NEW_POSITION * new_position,
        DIRECTION * direction(before, mv),
        STACK_DIVISION * if left_behind { 8.0 } else { 0.0 },
    ]
}

/// From the sides to the centre, while more than half of the dark squares are occupied.
fn direction<B: Board>(before: &Position<B>, mv: Move) -> f64 {
    let size = B::SIZE as f64;
    let occupied = before.stacks().count() as f64 / (size * size / 2.0);
    if occupied <= 0.5 {
        return 0.0;
    }
    let along = |from: usize, to: usize| {
        let (from, to) = (from as f64, to as f64);
        if from < size / 2.0 { to - from + size / 2.0 - from } else { from - to + from - size / 2.0 }
    };
    // The original counts rows from the top; its term is the same from the bottom up to a constant
    // of one row.
    let row = |rank: usize| B::SIZE - 1 - rank;
    along(row(mv.from().rank()), row(mv.to().rank())) + along(mv.from().file(), mv.to().file())
}
