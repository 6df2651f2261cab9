use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use potez_core::Position as _;
use potez_havannah::{Class, Geometry, Move, Position};
use potez_search::mcts::{Candidate, Expansion, Prior};

use super::super::insight::look_ahead;
use super::super::strength::Strength;
use super::Net;
use super::fixed::{Fixed, Glance};

/// What a net thinks of a position, and what is certain of it.
#[derive(Debug)]
pub(in crate::havannah) struct Judge {
    net: Fixed,
    /// What it thought lately: the same stones often come about in another order.
    memory: Option<Mutex<Memory>>,
    /// Whether wins with the next stone are looked for before the net is asked.
    look_ahead: bool,
    /// Whether the moves have different shares.
    shares: bool,
}

impl Judge {
    /// With the player's own net and such parts, for boards of one size.
    pub(in crate::havannah) fn own(size: usize, strength: Strength) -> Self {
        Self::new(&Net::own(), size, strength)
    }

    pub(super) fn new(net: &Net, size: usize, strength: Strength) -> Self {
        Self {
            net: Fixed::new(net),
            memory: strength.memory.then(|| Mutex::new(Memory::new(size))),
            look_ahead: strength.insight.look_ahead,
            shares: strength.shares,
        }
    }
}

/// Positions that were looked at, the latest of those that fall on one place.
#[derive(Debug)]
struct Memory {
    keys: Vec<u64>,
    /// The chance and the numbers of all moves, place by place.
    thoughts: Vec<f32>,
    length: usize,
}

impl Memory {
    /// The most numbers in it: 32 MiB.
    const MOST: usize = 1 << 23;

    fn new(size: usize) -> Self {
        let length = 1 + Geometry::of(size).cells().len();
        Self { keys: Vec::new(), thoughts: Vec::new(), length }
    }

    /// A power of two: a place is the low bits of a key.
    fn places(&self) -> usize {
        1 << (Self::MOST / self.length).ilog2()
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.places() - 1)
    }

    /// What was thought of the position of this key.
    fn recall(&self, key: u64) -> Option<(f32, &[f32])> {
        let place = self.place(key);
        if *self.keys.get(place)? != key {
            return None;
        }
        let (chance, moves) = self.thoughts[place * self.length..][..self.length].split_first()?;
        Some((*chance, moves))
    }

    fn keep(&mut self, key: u64, chance: f32, moves: &[f32]) {
        if self.keys.is_empty() {
            // No memory is taken before it is needed.
            self.keys.resize(self.places(), 0);
            self.thoughts.resize(self.places() * self.length, 0.0);
        }
        let place = self.place(key);
        self.keys[place] = key;
        let thought = &mut self.thoughts[place * self.length..][..self.length];
        thought[0] = chance;
        thought[1..].copy_from_slice(moves);
    }
}

thread_local! {
    static GLANCE: RefCell<Glance> = RefCell::default();
}

/// The share of the visits that the swap begins with, where it is legal.
const SWAP: f32 = 0.4;

impl<C: Class> Prior<Position<C>> for Judge {
    fn expand(&self, pos: &Position<C>, into: &mut Expansion<Move>) {
        let (board, mover, key) = (pos.board(), pos.turn(), pos.key());
        if self.look_ahead && look_ahead(board, mover, into) {
            return;
        }
        let memory = || Some(self.memory.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some((chance, moves)) = memory().as_ref().and_then(|memory| memory.recall(key)) {
            return write(pos, chance, moves, self.shares, into);
        }
        GLANCE.with_borrow_mut(|glance| {
            self.net.look(board, mover, glance);
            if let Some(mut memory) = memory() {
                memory.keep(key, glance.chance, &glance.moves);
            }
            write(pos, glance.chance, &glance.moves, self.shares, into);
        });
    }
}

/// Writes down a chance and the share of each move; all of them have the same, if so wanted.
fn write<C: Class>(pos: &Position<C>, chance: f32, moves: &[f32], shares: bool, into: &mut Expansion<Move>) {
    let geometry = pos.geometry();
    into.value = Some(chance);
    let best = pos.board().empties().map(|cell| moves[geometry.number(cell)]).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for cell in pos.board().empties() {
        let share = if shares { (moves[geometry.number(cell)] - best).exp() } else { 1.0 };
        sum += share;
        into.candidates.push(Candidate::new(Move::stone(cell), share));
    }
    if pos.can_swap() {
        into.candidates.push(Candidate::new(Move::SWAP, SWAP * sum));
    }
    into.candidates.iter_mut().for_each(|candidate| candidate.prior /= sum);
}

#[cfg(test)]
mod tests {
    use potez_core::{Game as _, Position as _};
    use potez_havannah::{Game, Rules, Upto5};

    use super::*;
    use crate::havannah::threats::Threats;

    #[test]
    fn every_move_has_its_share_unless_a_threat_decides() {
        let mut rng = fastrand::Rng::with_seed(8);
        for round in 0..40 {
            let game = Game::<Upto5>::new(Rules { size: 3 + round % 3, swap: round % 2 == 0 }).expect("a small board");
            let size = game.rules().size;
            let judge = Judge::own(size, Strength::of(size));
            let mut pos = game.start();
            while pos.outcome().is_none() {
                let mut expansion = Expansion::default();
                judge.expand(&pos, &mut expansion);
                let quiet = Threats::of(pos.board(), pos.turn()) == Threats::None;
                assert_eq!(expansion.value.is_some(), quiet, "{pos}");
                if let Some(value) = expansion.value {
                    assert!((0.0..=1.0).contains(&value), "{value} in {pos}");
                    let mut found: Vec<Move> = expansion.candidates.iter().map(|candidate| candidate.mv).collect();
                    let mut legal = Vec::new();
                    pos.legal_moves(&mut legal);
                    found.sort_unstable();
                    legal.sort_unstable();
                    assert_eq!(found, legal, "{pos}");
                    let sum: f32 = expansion.candidates.iter().map(|candidate| candidate.prior).sum();
                    let all = if pos.can_swap() { 1.0 + SWAP } else { 1.0 };
                    assert!((sum - all).abs() < 1e-3, "{sum} in {pos}");
                }
                pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
            }
        }
    }
}
