use potez_byte::{Board, Position, Word};
use potez_core::Player;
use potez_search::Score;
use potez_search::alphabeta::Evaluator;

/// What each thing on the board is worth, in hundredths of the logarithm of the odds to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weights {
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

impl Weights {
    const NONE: Self =
        Self { moves: 0, log_moves: 0, steps: 0, bottoms: 0, upper: 0, tops: 0, held: 0, score: 0, turn: 0 };

    /// The engine's own: a logistic regression on 12 225 positions from 600 games of self-play on 8 × 8, each with the
    /// winner as the solver proved it there or at the first position of the game where it could; docs/strength/byte.md.
    pub(super) const FITTED: Self =
        Self { log_moves: 167, steps: 35, bottoms: 207, upper: 69, held: 32, score: 224, turn: -44, ..Self::NONE };

    /// Sparring: what students' programs usually count.
    pub(super) const TOPS: Self = Self { tops: 8, bottoms: 2, score: 100, ..Self::NONE };

    /// Sparring: nothing but the number of moves.
    pub(super) const MOBILITY: Self = Self { moves: 8, ..Self::NONE };
}

/// More moves than this are taken for so many.
const MOST_MOVES: usize = 256;

/// The sum of what both have, weighed.
#[derive(Clone)]
pub(super) struct Balance {
    weights: Weights,
    /// The worth of a number of moves.
    moves: Box<[i32; MOST_MOVES]>,
}

impl Balance {
    /// An evaluator with these weights.
    pub(super) fn new(weights: Weights) -> Self {
        let worth = |moves: usize| {
            let moves = moves as f64;
            f64::from(weights.moves) * moves + f64::from(weights.log_moves) * moves.ln_1p()
        };
        Self { weights, moves: Box::new(std::array::from_fn(|moves| worth(moves).round() as i32)) }
    }

    /// The worth of a position that is not over, for the player to move.
    #[inline]
    pub(super) fn weigh<B: Board>(&self, pos: &Position<B>) -> i32 {
        let weights = &self.weights;
        let reaching = pos.reaching();
        let xs = pos.owned(Player::X);
        let [x, o] = pos.mobility();
        let (x_moves, o_moves) = ((x.merges + x.steps) as usize, (o.merges + o.steps) as usize);
        let mut value = self.moves[x_moves.min(MOST_MOVES - 1)] - self.moves[o_moves.min(MOST_MOVES - 1)];
        value += weights.steps * (x.steps as i32 - o.steps as i32);

        // Of so many checkers so many are X's: the lead is twice the one less the other.
        let lead = |mine: B::Word, all: B::Word| 2 * mine.count() as i32 - all.count() as i32;
        let mut tops = xs[6];
        let mut upper = lead(xs[6], reaching[6]);
        for level in 0..6 {
            tops |= xs[level] & !reaching[level + 1];
            if level > 0 {
                upper += lead(xs[level], reaching[level]);
            }
        }
        value += weights.bottoms * lead(xs[0], reaching[0]) + weights.upper * upper;
        value += weights.tops * lead(tops, reaching[0]);
        // X holds what is X's at both ends, O what is at neither.
        let held = (tops & xs[0]).count() as i32 - (reaching[0] & !(tops | xs[0])).count() as i32;
        value += weights.held * held;
        value += weights.score * (pos.score(Player::X) as i32 - pos.score(Player::O) as i32);
        weights.turn + if pos.turn() == Player::X { value } else { -value }
    }
}

impl<B: Board> Evaluator<Position<B>> for Balance {
    fn evaluate(&mut self, pos: &Position<B>) -> Score {
        Score::estimate(self.weigh(pos))
    }
}
