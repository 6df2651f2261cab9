//! Nim with passes and second turns: turns that do not alternate, and draws.

use std::fmt;

use potez_core::{Outcome, Player, Position, Unplayable};

/// Nim with passes: take one to three from a heap, or spend one of one's passes. Who takes the last
/// wins; a game in which it is gone while both still have all their passes is a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Nim {
    heaps: [u8; 3],
    passes: [u8; 2],
    given: u8,
    turn: Player,
    last: Option<Player>,
}

/// A move of [`Nim`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NimMove {
    /// From which heap, and how many.
    From(u8, u8),
    /// Nothing: a pass is spent.
    Pass,
}

impl fmt::Display for NimMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(heap, count) => write!(f, "{heap}-{count}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl Nim {
    /// A game with these heaps and this many passes each.
    pub(crate) fn new(heaps: [u8; 3], passes: u8) -> Self {
        Self { heaps, passes: [passes; 2], given: passes, turn: Player::X, last: None }
    }

    /// A small random game, a few moves in.
    pub(crate) fn random(rng: &mut fastrand::Rng) -> Self {
        let mut pos = Self::new([rng.u8(0..4), rng.u8(1..4), rng.u8(1..5)], rng.u8(0..3));
        for _ in 0..rng.u8(0..3) {
            let before = pos.clone();
            if let Some(mv) = pos.random_move(rng) {
                pos.play(mv);
            }
            if pos.outcome().is_some() {
                return before;
            }
        }
        pos
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {} {:?}", self.heaps, self.passes, self.turn, self.last)
    }
}

impl Position for Nim {
    type Move = NimMove;
    type Illegal = Unplayable;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.heaps != [0; 3] {
            return None;
        }
        // A rule to have draws at all.
        let untouched = self.given > 0 && self.passes == [self.given; 2];
        Some(if untouched { Outcome::Draw } else { self.last.map_or(Outcome::Draw, Outcome::Win) })
    }

    fn legal_moves(&self, moves: &mut Vec<NimMove>) {
        if self.outcome().is_some() {
            return;
        }
        for (heap, &height) in self.heaps.iter().enumerate() {
            moves.extend((1..=height.min(3)).map(|count| NimMove::From(heap as u8, count)));
        }
        if self.passes[self.turn.index()] > 0 {
            moves.push(NimMove::Pass);
        }
    }

    fn play(&mut self, mv: NimMove) {
        match mv {
            NimMove::From(heap, count) => {
                self.heaps[heap as usize] -= count;
                self.last = Some(self.turn);
                // Taking three earns another turn while there is something left to take.
                if count == 3 && self.heaps != [0; 3] {
                    return;
                }
            }
            NimMove::Pass => self.passes[self.turn.index()] -= 1,
        }
        self.turn = !self.turn;
    }

    fn key(&self) -> u64 {
        let mut packed = u64::from(self.turn == Player::O) | (self.last.map_or(0, |player| player as u64 + 1) << 1);
        for part in self.heaps.iter().chain(&self.passes).chain([&self.given]) {
            packed = packed << 8 | u64::from(*part);
        }
        fastrand::Rng::with_seed(packed).u64(..)
    }

    fn check(&self, mv: NimMove) -> Result<(), Unplayable> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) { Ok(()) } else { Err(Unplayable) }
    }
}
