//! Where a game of Byte stands.

use potez_core::{Outcome, Player};

use crate::word::mix;
use crate::{Board, Eight, Illegal, Move, Sixteen, Square, Stack, Ten, Variant, Word};

/// A position: the stacks, the scores and the turn.
///
/// The board is kept in planes, one bit a square in each: three hold the heights in binary and
/// seven hold X's checkers level by level. Counting moves then takes a few instructions for all
/// squares at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<B: Board> {
    /// Bit s of plane k is bit k of the height of square s.
    pub(crate) heights: [B::Word; 3],
    /// Bit s of plane k is set when the checker at level k of square s is X's.
    pub(crate) xs: [B::Word; 7],
    scores: [u8; 2],
    turn: Player,
    outcome: Option<Outcome>,
    variant: Variant,
}

const _: () = assert!(size_of::<Position<Eight>>() <= 88);
const _: () = assert!(size_of::<Position<Ten>>() <= 88);
const _: () = assert!(size_of::<Position<Sixteen>>() <= 176);

impl<B: Board> Position<B> {
    /// Rule 1.2: the position at the start.
    pub fn start(variant: Variant) -> Self {
        let mut pos = Self::empty(variant);
        for (square, _) in pos.squares() {
            match square.rank() + 1 {
                rank if rank == 1 || rank == B::SIZE => {}
                rank => pos.put(square, Stack::new(u8::from(rank % 2 == 0), 1)),
            }
        }
        pos
    }

    /// A board without checkers at 0-0, to be filled.
    pub(crate) fn empty(variant: Variant) -> Self {
        let (heights, xs) = ([B::Word::EMPTY; 3], [B::Word::EMPTY; 7]);
        Self { heights, xs, scores: [0, 0], turn: Player::X, outcome: None, variant }
    }

    /// The same board with another turn and other scores.
    pub(crate) fn with(mut self, turn: Player, scores: [u8; 2]) -> Self {
        (self.turn, self.scores) = (turn, scores);
        self.settle();
        self
    }

    /// Replaces the stack of a square.
    pub(crate) fn put(&mut self, square: Square, stack: Stack) {
        let index = B::index(square);
        let bit = B::Word::bit(index);
        for (k, plane) in self.heights.iter_mut().enumerate() {
            *plane = *plane & !bit | if stack.height() >> k & 1 == 1 { bit } else { B::Word::EMPTY };
        }
        for (k, plane) in self.xs.iter_mut().enumerate() {
            *plane = *plane & !bit | if stack.owner(k) == Some(Player::X) { bit } else { B::Word::EMPTY };
        }
    }

    /// The same board, scores and turn after both have changed sides: X's checkers are O's and the
    /// reverse.
    #[must_use]
    pub fn sides_swapped(&self) -> Self {
        let [x, o] = self.scores;
        let mut swapped = Self::empty(self.variant).with(!self.turn, [o, x]);
        for (square, stack) in self.squares() {
            swapped.put(square, Stack::new(stack.levels(Player::O), stack.height() as u8));
        }
        swapped
    }

    /// The player to move; it means nothing once the game is over.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The stacks of eight that a player has scored.
    pub fn score(&self, player: Player) -> usize {
        usize::from(self.scores[player.index()])
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The height of the stack on a dark square of the board, 0 for none.
    pub fn height(&self, square: Square) -> usize {
        self.height_at(B::index(square))
    }

    #[inline]
    pub(crate) fn height_at(&self, index: u32) -> usize {
        let bit = |k: usize| self.heights[k].bit_at(index);
        bit(0) | bit(1) << 1 | bit(2) << 2
    }

    /// The stack on a dark square of the board, empty for none.
    pub fn stack(&self, square: Square) -> Stack {
        let index = B::index(square);
        let x = (0..7).fold(0, |x, k| x | (self.xs[k].bit_at(index) as u8) << k);
        Stack::new(x, self.height_at(index) as u8)
    }

    /// Every dark square with its stack, empty or not, from a1 upwards.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Stack)> + use<B> {
        let pos = *self;
        B::DARK.indices().map(B::square).map(move |square| (square, pos.stack(square)))
    }

    /// Every stack with its square, from a1 upwards.
    pub fn stacks(&self) -> impl Iterator<Item = (Square, Stack)> + use<B> {
        self.squares().filter(|(_, stack)| !stack.is_empty())
    }

    /// The squares that hold a stack.
    #[inline]
    pub fn occupied(&self) -> B::Word {
        self.heights[0] | self.heights[1] | self.heights[2]
    }

    /// The squares whose stack reaches each level: bit s of plane k is set when the height of s is
    /// more than k.
    #[inline]
    pub fn reaching(&self) -> [B::Word; 7] {
        let [h0, h1, h2] = self.heights;
        let (any, both) = (h0 | h1, h0 & h1);
        [any | h2, h1 | h2, h2 | both, h2, h2 & any, h2 & h1, h2 & both]
    }

    /// The squares where a player's checker stands at each level.
    #[inline]
    pub fn owned(&self, player: Player) -> [B::Word; 7] {
        match player {
            Player::X => self.xs,
            Player::O => {
                let mut planes = self.reaching();
                for (plane, x) in planes.iter_mut().zip(self.xs) {
                    *plane ^= x;
                }
                planes
            }
        }
    }

    /// The squares whose stack has a player's checker on top.
    pub fn tops(&self, player: Player) -> B::Word {
        let (reaching, owned) = (self.reaching(), self.owned(player));
        let mut tops = owned[6];
        for level in 0..6 {
            tops |= owned[level] & !reaching[level + 1];
        }
        tops
    }

    /// The squares that hold a stack without a neighbour.
    #[inline]
    pub fn isolated(&self) -> B::Word {
        let occupied = self.occupied();
        occupied & !B::touching(occupied)
    }

    /// Rule 2.2: the distance from a dark square to the nearest stack on another square; `None`
    /// when there is none.
    pub fn nearest(&self, square: Square) -> Option<usize> {
        self.stacks().filter(|&(other, _)| other != square).map(|(other, _)| square.distance(other)).min()
    }

    /// Plays a move that is known to be legal. All moves of stacks are the same here: a basic move
    /// is a lift of the whole stack onto an empty square.
    #[inline]
    pub(crate) fn advance(&mut self, mv: Move) {
        if !mv.is_pass() {
            self.carry(B::index(mv.from()), B::index(mv.to()), usize::from(mv.level()));
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn carry(&mut self, from: u32, to: u32, level: usize) {
        let (height, base) = (self.height_at(from), self.height_at(to));
        let rises = base + height - level;
        // Flips the bits of the heights that change. Eight is 0 in three bits, so a full stack is
        // gone from the heights.
        let (left_change, reached_change) = (height ^ level, base ^ rises);
        for (k, plane) in self.heights.iter_mut().enumerate() {
            *plane ^= B::Word::low(left_change >> k, from) ^ B::Word::low(reached_change >> k, to);
        }
        if rises == 8 {
            self.complete(from, to, level, height);
            return;
        }
        for (source, target) in (level..height).zip(base..) {
            let checker = self.xs[source].bit_at(from);
            self.xs[source] ^= B::Word::low(checker, from);
            self.xs[target] ^= B::Word::low(checker, to);
        }
    }

    /// Rule 3.1: a stack of eight leaves the board and scores for the owner of its top checker.
    #[cold]
    fn complete(&mut self, from: u32, to: u32, level: usize, height: usize) {
        let owner = if self.xs[height - 1].has(from) { Player::X } else { Player::O };
        let (left, reached) = (B::Word::bit(from), B::Word::bit(to));
        for (k, plane) in self.xs.iter_mut().enumerate() {
            *plane &= !reached;
            if k >= level {
                *plane &= !left;
            }
        }
        self.scores[owner.index()] += 1;
        self.settle();
    }

    /// Rules 3.2 and 3.3: the result, from the scores.
    fn settle(&mut self) {
        let wins = |player: Player| self.score(player) >= B::MAJORITY;
        self.outcome = Player::BOTH.into_iter().find(|&player| wins(player)).map(Outcome::Win);
        if self.outcome.is_none() && self.score(Player::X) + self.score(Player::O) == B::STACKS {
            self.outcome = Some(Outcome::Draw);
        }
    }

    /// A hash of everything. The planes are so few that hashing them costs less than keeping a key
    /// up to date would in every position that nobody asks for its key.
    #[inline]
    fn hash(&self) -> u64 {
        let ([h0, h1, h2], [x0, x1, x2, x3, x4, x5, x6]) = (self.heights, self.xs);
        let rest = u64::from(self.scores[0]) << 8
            | u64::from(self.scores[1]) << 16
            | (self.turn as u64) << 1
            | self.variant as u64;
        let planes = h0.fold(h1, 0x1b87_3593_cc9e_2d51)
            ^ h2.fold(x0, 0x9e37_79b9_7f4a_7c15)
            ^ x1.fold(x2, 0xbf58_476d_1ce4_e5b9)
            ^ x3.fold(x4, 0x94d0_49bb_1331_11eb)
            ^ x5.fold(x6, 0x2545_f491_4f6c_dd1d);
        mix(planes ^ 0xa076_1d64_78bd_642f, rest ^ 0xd6e8_feb8_6659_fd93)
    }

    /// A hash of 128 bits of everything, for proofs that visit billions of positions: some two of them would
    /// share a [`key`](potez_core::Position::key).
    #[inline]
    pub fn wide_key(&self) -> u128 {
        let ([h0, h1, h2], [x0, x1, x2, x3, x4, x5, x6]) = (self.heights, self.xs);
        // Other pairs and other salts than those of the key, so that the halves are independent.
        let planes = x0.fold(h1, 0x6a09_e667_f3bc_c908)
            ^ h0.fold(x2, 0xbb67_ae85_84ca_a73b)
            ^ x1.fold(h2, 0x3c6e_f372_fe94_f82b)
            ^ x4.fold(x5, 0xa54f_f53a_5f1d_36f1)
            ^ x6.fold(x3, 0x510e_527f_ade6_82d1);
        let rest = u64::from(self.scores[0]) << 3 | u64::from(self.scores[1]) << 9 | (self.turn as u64) << 1;
        let high = mix(planes ^ 0x9b05_688c_2b3e_6c1f, rest ^ 0x1f83_d9ab_fb41_bd6b);
        u128::from(high) << 64 | u128::from(self.hash())
    }
}

impl<B: Board> potez_core::Position for Position<B> {
    type Move = Move;
    type Illegal = Illegal;

    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list(moves);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        self.advance(mv);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hash()
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.judge(mv)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.outcome.is_some() { 0 } else { u64::from(self.count_moves_for(self.turn).max(1)) }
    }

    #[inline]
    fn random_move(&self, rng: &mut fastrand::Rng) -> Option<Move> {
        self.pick(rng)
    }
}
