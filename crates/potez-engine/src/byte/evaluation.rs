//! The evaluation: mobility, bottoms and tops of stacks, weighed by a regression on solved games.

use potez_byte::{Board, Position, Word};
use potez_core::Player;
use potez_search::Score;
use potez_search::alphabeta::Evaluator;

/// What each thing on the board is worth, in hundredths of the logarithm of the odds to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct StackWeights {
    /// For every move that the player has or would have, were it their turn.
    pub(super) moves: i32,
    /// For the natural logarithm of the moves plus one: the first ones count most.
    pub(super) log_moves: i32,
    /// For every basic move besides: a stack that stands alone is a reserve of tempi.
    pub(super) steps: i32,
    /// For every checker at the bottom of a stack: only such stacks move as a whole.
    pub(super) bottoms: i32,
    /// For every checker above a bottom.
    pub(super) upper: i32,
    /// For every checker on top of a stack.
    pub(super) tops: i32,
    /// For every stack with the player's checkers both at the bottom and on top.
    pub(super) held: i32,
    /// For every stack of eight scored.
    pub(super) score: i32,
    /// For being on turn.
    pub(super) turn: i32,
}

impl StackWeights {
    const NONE: Self =
        Self { moves: 0, log_moves: 0, steps: 0, bottoms: 0, upper: 0, tops: 0, held: 0, score: 0, turn: 0 };

    /// The engine's own: a logistic regression on 12 225 positions from 600 games of self-play on 8
    /// × 8, each with the winner as the solver proved it there or at the first position of the game
    /// where it could; docs/notebook/byte.md.
    pub(super) const FITTED: Self =
        Self { log_moves: 167, steps: 35, bottoms: 207, upper: 69, held: 32, score: 224, turn: -44, ..Self::NONE };

    /// A baseline: what students' programs usually count.
    pub(super) const TOPS: Self = Self { tops: 8, bottoms: 2, score: 100, ..Self::NONE };

    /// A baseline: nothing but the number of moves.
    pub(super) const MOBILITY: Self = Self { moves: 8, ..Self::NONE };
}

/// More moves than this are evaluated as if there were only this many.
const MOST_MOVES: usize = 256;

/// The weighted difference of what both players have.
#[derive(Clone)]
pub(super) struct StackEvaluator {
    weights: StackWeights,
    /// The value of each number of moves: a logarithm takes longer than the rest of the evaluation.
    move_values: Box<[i32; MOST_MOVES]>,
    /// The margin of the lazy evaluation: moves are not counted where the checkers alone are this
    /// far outside the window. Few positions have a player with e³ times the moves of the other.
    lazy_margin: i32,
}

impl StackEvaluator {
    /// An evaluator with these weights.
    pub(super) fn new(weights: StackWeights) -> Self {
        let value = |moves: usize| {
            let moves = moves as f64;
            f64::from(weights.moves) * moves + f64::from(weights.log_moves) * moves.ln_1p()
        };
        let lazy_margin = weights.moves * MOST_MOVES as i32 + 3 * weights.log_moves;
        Self { weights, move_values: Box::new(std::array::from_fn(|moves| value(moves).round() as i32)), lazy_margin }
    }

    /// The value of a position that is not over, for the player to move.
    fn value<B: Board>(&self, pos: &Position<B>) -> i32 {
        self.weights.turn + for_mover(pos, self.checkers(pos) + self.mobility(pos))
    }

    /// The value of X's moves, less that of O's.
    #[inline]
    fn mobility<B: Board>(&self, pos: &Position<B>) -> i32 {
        let [x, o] = pos.mobility();
        let value = |moves: u32| self.move_values[(moves as usize).min(MOST_MOVES - 1)];
        value(x.merges + x.steps) - value(o.merges + o.steps) + self.weights.steps * (x.steps as i32 - o.steps as i32)
    }

    /// The value of X's checkers, less that of O's.
    #[inline]
    fn checkers<B: Board>(&self, pos: &Position<B>) -> i32 {
        let weights = &self.weights;
        let reaching = pos.reaching();
        let xs = pos.owned(Player::X);
        // Of n checkers x are X's and n − x are O's: the lead is 2x − n.
        let lead = |mine: B::Word, all: B::Word| 2 * mine.count() as i32 - all.count() as i32;
        // A stack of seven has its top on the seventh level; below, a top is where no level is
        // above.
        let mut tops = xs[6];
        let mut upper = lead(xs[6], reaching[6]);
        for level in 0..6 {
            tops |= xs[level] & !reaching[level + 1];
            if level > 0 {
                upper += lead(xs[level], reaching[level]);
            }
        }
        let mut value = weights.bottoms * lead(xs[0], reaching[0]) + weights.upper * upper;
        value += weights.tops * lead(tops, reaching[0]);
        // X holds what is X's at both ends, O what is at neither.
        let held = (tops & xs[0]).count() as i32 - (reaching[0] & !(tops | xs[0])).count() as i32;
        value += weights.held * held;
        value + weights.score * (pos.score(Player::X) as i32 - pos.score(Player::O) as i32)
    }
}

fn for_mover<B: Board>(pos: &Position<B>, value: i32) -> i32 {
    if pos.turn() == Player::X { value } else { -value }
}

impl<B: Board> Evaluator<Position<B>> for StackEvaluator {
    fn evaluate(&mut self, pos: &Position<B>) -> Score {
        Score::estimate(self.value(pos))
    }

    fn evaluate_in_window(&mut self, pos: &Position<B>, alpha: Score, beta: Score) -> Score {
        let checkers = self.weights.turn + for_mover(pos, self.checkers(pos));
        Score::estimate(if checkers + self.lazy_margin <= alpha.raw() {
            checkers + self.lazy_margin
        } else if checkers - self.lazy_margin >= beta.raw() {
            checkers - self.lazy_margin
        } else {
            checkers + for_mover(pos, self.mobility(pos))
        })
    }
}
