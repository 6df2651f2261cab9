use std::hash::{Hash, Hasher};

use potez_core::Position;

use crate::Score;
use crate::table::TAG_LIMIT;

/// What a position is worth when the search looks no further.
///
/// Every thread works with a clone of its own, so an evaluator may keep caches in itself, as long as they never change
/// what it answers. Shared weights belong behind an `Arc`.
pub trait Evaluator<P: Position>: Clone + Send {
    /// An estimate for the player to move, in units of the evaluator's choice; the game is not over. It is clamped so
    /// that it never passes for a proof.
    fn evaluate(&mut self, pos: &P) -> Score;

    /// The estimate where only scores above `alpha` and below `beta` are told apart: below or above them any score on
    /// the right side of the window will do, so an evaluator may skip what cannot bring the estimate back inside.
    fn evaluate_between(&mut self, pos: &P, _alpha: Score, _beta: Score) -> Score {
        self.evaluate(pos)
    }

    /// A certain result for the player to move, its plies counted from here, where the evaluator can tell one without
    /// search; the game is not over. It is believed as the end of a game is, so it must be true.
    fn verdict(&mut self, _pos: &P) -> Option<Score> {
        None
    }

    /// The advantage at which the player to move wins about 73 % of the games: the unit of windows and win chances.
    fn scale(&self) -> i32 {
        100
    }

    /// The chance to win, 0 to 1, that a score stands for; draws count half.
    fn win_chance(&self, score: Score) -> f64 {
        match score {
            _ if score.is_win() => 1.0,
            _ if score.is_loss() => 0.0,
            _ => 1.0 / (1.0 + (-f64::from(score.raw()) / f64::from(self.scale().max(1))).exp()),
        }
    }
}

/// Which moves to look at, in which order, and where to look closer: all that a search may know of its game besides
/// the rules and the evaluation. Everything has a default, so a guide for a new game is an empty `impl`.
///
/// Every thread works with a clone of its own, so a guide may keep caches in itself.
pub trait Guide<P: Position>: Clone + Send {
    /// Stages of generation. A stage is generated only when no move of the stages before it cut the search short.
    const STAGES: u32 = 1;

    /// Whether [`noisy`](Self::noisy) ever lists a move.
    const NOISY: bool = false;

    /// Whether the stages together list every legal move. If not, a loss is never concluded from them alone.
    fn is_complete(&self) -> bool {
        true
    }

    /// Whether, in this position, every legal move that the stages leave out is certainly no better than the best of
    /// those they list: then an incomplete guide can be believed when it finds a loss.
    fn is_complete_at(&mut self, _pos: &P) -> bool {
        self.is_complete()
    }

    /// Appends the moves of a stage with their orders, higher first. No move may be listed twice, within a stage or
    /// over several. Killers, history and counter moves add at most a few thousand to an order: a guide that is surer
    /// than that uses larger numbers.
    fn candidates(&mut self, pos: &P, _stage: u32, moves: &mut Moves<P::Move>) {
        moves.list(|buffer| pos.legal_moves(buffer), |mv| self.order(pos, mv));
    }

    /// The order of one move, for guides that leave [`candidates`](Self::candidates) as it is.
    fn order(&mut self, _pos: &P, _mv: P::Move) -> i32 {
        0
    }

    /// Whether a move is ordinary: it may be searched less deeply when it comes late, and it counts for killers,
    /// history and counter moves. Moves that force matters are not quiet.
    fn is_quiet(&mut self, _pos: &P, _mv: P::Move) -> bool {
        true
    }

    /// Plies by which to search deeper below a move; `child` is the position after it.
    fn extension(&mut self, _pos: &P, _mv: P::Move, _child: &P) -> u32 {
        0
    }

    /// Appends the moves that must be looked at before the evaluation can be trusted, with their orders.
    fn noisy(&mut self, _pos: &P, _moves: &mut Moves<P::Move>) {}

    /// A number from 1 to 2²⁶ − 1 for a move, under which the table and the history know it. Different moves of one
    /// position should have different tags; small dense ones make the best history.
    fn tag(&self, mv: P::Move) -> u32 {
        tag_of(&mv)
    }

    /// The legal move of this tag, for guides that can find it faster than by listing all moves: then the table's move
    /// and the killers are tried before anything is generated. The answer must be legal in `pos`, whatever the tag.
    fn recall(&mut self, _pos: &P, _tag: u32) -> Option<P::Move> {
        None
    }
}

/// The guide that knows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unguided;

impl<P: Position> Guide<P> for Unguided {}

/// The evaluator that finds every position even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Even;

impl<P: Position> Evaluator<P> for Even {
    fn evaluate(&mut self, _pos: &P) -> Score {
        Score::DRAW
    }
}

/// Moves with their orders, in a buffer that is used again and again.
#[derive(Clone, Debug)]
pub struct Moves<M> {
    pub(super) ranked: Vec<Ranked<M>>,
    buffer: Vec<M>,
}

/// A move and its order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) order: i32,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Self { ranked: Vec::new(), buffer: Vec::new() }
    }
}

impl<M: Copy> Moves<M> {
    /// Appends a move.
    pub fn push(&mut self, mv: M, order: i32) {
        self.ranked.push(Ranked { mv, order });
    }

    /// Appends all moves that `generate` writes, each with what `order` says of it.
    pub fn list(&mut self, generate: impl FnOnce(&mut Vec<M>), mut order: impl FnMut(M) -> i32) {
        self.buffer.clear();
        generate(&mut self.buffer);
        self.ranked.extend(self.buffer.iter().map(|&mv| Ranked { mv, order: order(mv) }));
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.ranked.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.ranked.is_empty()
    }

    /// The moves in the order in which they were appended.
    pub fn iter(&self) -> impl Iterator<Item = M> + '_ {
        self.ranked.iter().map(|ranked| ranked.mv)
    }

    /// Forgets the moves and keeps the room.
    pub fn clear(&mut self) {
        self.ranked.clear();
    }
}

/// The tag of any move: a hash.
pub(super) fn tag_of<M: Hash>(mv: &M) -> u32 {
    let mut hasher = Folding(0);
    mv.hash(&mut hasher);
    ((hasher.0 >> 38) as u32).clamp(1, TAG_LIMIT - 1)
}

/// A multiplicative hash: moves are a few bytes, and a clash costs an ordering, never a result.
struct Folding(u64);

impl Folding {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Folding {
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
