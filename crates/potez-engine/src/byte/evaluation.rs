use potez_byte::{Board, Move, Position, Word};
use potez_core::{Player, Position as _};
use potez_search::Score;
use potez_search::alphabeta::{Evaluator, Guide};

/// Mobility first, then bottoms, then tops, then the stacks scored.
#[derive(Clone, Copy)]
pub(super) struct Balance;

impl<B: Board> Evaluator<Position<B>> for Balance {
    fn evaluate(&mut self, pos: &Position<B>) -> Score {
        let side = |player: Player| {
            let mobility = pos.count_moves_for(player) as i32;
            let bottoms = pos.owned(player)[0].count() as i32;
            let tops = pos.tops(player).count() as i32;
            8 * mobility + 4 * bottoms + 2 * tops + 60 * pos.score(player) as i32
        };
        Score::estimate(side(pos.turn()) - side(!pos.turn()))
    }
}

/// Moves that complete a stack first, those that make it higher earlier.
#[derive(Clone, Copy)]
pub(super) struct Order;

impl<B: Board> Guide<Position<B>> for Order {
    fn order(&mut self, pos: &Position<B>, mv: Move) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let (from, to) = (pos.stack(mv.from()), pos.stack(mv.to()));
        let height = to.height() + from.height() - usize::from(mv.level());
        let mine = from.top() == Some(pos.turn());
        match (height, mine) {
            (8, true) => 100_000,
            (8, false) => -100_000,
            _ => height as i32,
        }
    }
}
