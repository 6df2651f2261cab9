//! What a search may know of its game besides the rules: evaluation and move ordering.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

use potez_core::Position;

use crate::Score;
use crate::table::TAG_LIMIT;

/// The static evaluation: what a position is worth where the search goes no deeper.
///
/// Every thread works with a clone of its own, so an evaluator may keep caches in itself, as long
/// as they never change its values. Shared weights belong behind an `Arc`.
pub trait Evaluator<P: Position>: Clone + Send {
    /// An estimate for the player to move, in units of the evaluator's choice; the game is not
    /// over. It is clamped so that it never passes for a proof.
    fn evaluate(&mut self, pos: &P) -> Score;

    /// Lazy evaluation: only scores above `alpha` and below `beta` are told apart. Outside the
    /// window any score on the right side of it will do, so an evaluator may skip terms that cannot
    /// bring the estimate back inside.
    fn evaluate_in_window(&mut self, pos: &P, _alpha: Score, _beta: Score) -> Score {
        self.evaluate(pos)
    }

    /// A proven result for the player to move, its plies counted from here, where the evaluator has
    /// one without search, as from a tablebase; the game is not over. It is trusted as the end of a
    /// game is, so it must be true.
    fn proven_score(&mut self, _pos: &P) -> Option<Score> {
        None
    }

    /// The advantage at which the player to move wins about 73 % of the games: the unit of windows
    /// and win chances.
    fn scale(&self) -> i32 {
        100
    }

    /// The chance to win, 0 to 1, that a score stands for; draws count half.
    fn win_chance(&self, score: Score) -> f64 {
        match score {
            _ if score.is_win() => 1.0,
            _ if score.is_loss() => 0.0,
            // The logistic curve, on which one scale of advantage is 1/(1+1/e) = 73 %.
            _ => 1.0 / (1.0 + (-f64::from(score.raw()) / f64::from(self.scale().max(1))).exp()),
        }
    }
}

/// Which moves to search, in which order, and which of them deeper. Everything has a default, so
/// the ordering of a new game is an empty `impl`.
///
/// Every thread works with a clone of its own, so an ordering may keep caches in itself.
pub trait MoveOrdering<P: Position>: Clone + Send {
    /// Stages of move generation. A stage is generated only when no move of the stages before it
    /// caused a cutoff.
    const STAGES: u32 = 1;

    /// Whether [`noisy_moves`](Self::noisy_moves) ever lists a move.
    const HAS_NOISY_MOVES: bool = false;

    /// Whether the stages together list every legal move. If not, a loss is never concluded from
    /// them alone.
    fn is_complete(&self) -> bool {
        true
    }

    /// Whether, in this position, every legal move that the stages leave out is certainly no better
    /// than the best of those they list: then a loss found by an incomplete ordering is proven.
    fn is_complete_at(&mut self, _pos: &P) -> bool {
        self.is_complete()
    }

    /// Appends the moves of a stage with their orders, higher first. No move may be listed twice,
    /// within a stage or over several. Killers, history and counter moves add at most a few
    /// thousand to an order: an ordering that is surer than that uses larger numbers.
    fn candidates(&mut self, pos: &P, _stage: u32, moves: &mut MoveList<P::Move>) {
        moves.list(|buffer| pos.legal_moves(buffer), |mv| self.order(pos, mv));
    }

    /// The order of one move, for implementations that leave [`candidates`](Self::candidates) as it
    /// is.
    fn order(&mut self, _pos: &P, _mv: P::Move) -> i32 {
        0
    }

    /// Whether a move is quiet: it may be reduced when it comes late, and it counts for killers,
    /// history and counter moves. Moves that force matters are not quiet.
    fn is_quiet(&mut self, _pos: &P, _mv: P::Move) -> bool {
        true
    }

    /// Plies by which to extend the search below a move; `child` is the position after it.
    fn extension(&mut self, _pos: &P, _mv: P::Move, _child: &P) -> u32 {
        0
    }

    /// Appends the moves of quiescence search, with their orders: those that must be searched
    /// before the evaluation can be trusted.
    fn noisy_moves(&mut self, _pos: &P, _moves: &mut MoveList<P::Move>) {}

    /// A number from 1 to 2²⁶ − 1 that stands for a move in the transposition table and the history
    /// tables. Different moves of one position should have different tags; small dense ones make
    /// the best history.
    fn tag(&self, mv: P::Move) -> u32 {
        tag_of(&mv)
    }

    /// The legal move with this tag, for orderings that find it faster than by listing all moves:
    /// then the table move and the killers are tried before anything is generated. The move must be
    /// legal in `pos`, whatever the tag.
    fn move_from_tag(&mut self, _pos: &P, _tag: u32) -> Option<P::Move> {
        None
    }
}

/// The ordering that knows nothing: all legal moves as they are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoOrdering;

impl<P: Position> MoveOrdering<P> for NoOrdering {}

/// The evaluator for which every position is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ZeroEvaluator;

impl<P: Position> Evaluator<P> for ZeroEvaluator {
    fn evaluate(&mut self, _pos: &P) -> Score {
        Score::DRAW
    }
}

/// Moves with their orders, in a buffer that is reused.
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    pub(super) moves: Vec<OrderedMove<M>>,
    buffer: Vec<M>,
}

/// A move and its order.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedMove<M> {
    pub(super) mv: M,
    pub(super) order: i32,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), buffer: Vec::new() }
    }
}

impl<M: Copy> MoveList<M> {
    /// Sorts the moves from an index on, the best first; equal ones keep their order.
    ///
    /// A method of the list, because a closure in the search would be compiled for every class of
    /// boards, and sorting is a good part of the code.
    pub(super) fn sort_from(&mut self, from: usize) {
        self.moves[from..].sort_by_key(|ordered| Reverse(ordered.order));
    }

    /// Appends a move.
    pub fn push(&mut self, mv: M, order: i32) {
        self.moves.push(OrderedMove { mv, order });
    }

    /// Appends all moves that `generate` writes, each with the order that `order` gives it.
    pub fn list(&mut self, generate: impl FnOnce(&mut Vec<M>), mut order: impl FnMut(M) -> i32) {
        self.buffer.clear();
        generate(&mut self.buffer);
        self.moves.extend(self.buffer.iter().map(|&mv| OrderedMove { mv, order: order(mv) }));
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves as they were appended.
    pub fn iter(&self) -> impl Iterator<Item = M> + '_ {
        self.moves.iter().map(|ordered| ordered.mv)
    }

    /// Removes the moves and keeps the memory.
    pub fn clear(&mut self) {
        self.moves.clear();
    }
}

/// The tag of any move: a hash.
pub(super) fn tag_of<M: Hash>(mv: &M) -> u32 {
    let mut hasher = TagHasher(0);
    mv.hash(&mut hasher);
    // The high bits of a product are its best mixed. 0 means "no move", so it is never a tag.
    ((hasher.0 >> 38) as u32).clamp(1, TAG_LIMIT - 1)
}

/// A multiplicative hash: moves are a few bytes, and a collision costs an ordering, never a result.
///
/// The tags decide which moves share a slot of the history tables and so, in the end, the nodes
/// that a search visits: its own few lines keep that independent of the version of a hashing
/// library.
struct TagHasher(u64);

impl TagHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for TagHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.add(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.add(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    fn write_isize(&mut self, value: isize) {
        self.add(value as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
