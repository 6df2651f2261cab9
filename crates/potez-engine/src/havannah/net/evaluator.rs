//! The net as the evaluator of a Monte-Carlo tree: priors from its policy, leaf values from its
//! value head.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use potez_core::Position as _;
use potez_havannah::{Class, Geometry, Move, Position};
use potez_search::mcts::{Expansion, MovePrior, Prior};

use super::super::config::PlayerConfig;
use super::super::prior::decide_by_threats;
use super::Net;
use super::quantized::{NetScratch, QuantizedNet};

/// Evaluates leaves by the net, after a look for wins with the next stone.
#[derive(Debug)]
pub(in crate::havannah) struct NetEvaluator {
    net: QuantizedNet,
    /// Transpositions: the same stones often come about in another order.
    cache: Option<Mutex<EvalCache>>,
    /// Whether wins with the next stone are looked for before the net is asked.
    look_ahead: bool,
    /// Whether priors come from the policy head; without it all moves have the same.
    policy: bool,
}

impl NetEvaluator {
    /// An evaluator for boards of one size, with the parts that the player is configured to have.
    pub(in crate::havannah) fn new(net: &Net, size: usize, config: PlayerConfig) -> Self {
        Self {
            net: QuantizedNet::new(net),
            cache: config.eval_cache.then(|| Mutex::new(EvalCache::new(size))),
            look_ahead: config.prior.look_ahead,
            policy: config.policy,
        }
    }
}

/// Evaluations by key; the latest replaces what stood in its place.
#[derive(Debug)]
struct EvalCache {
    keys: Vec<u64>,
    /// The value and the policy of each place.
    evaluations: Vec<f32>,
    /// Numbers of one evaluation.
    length: usize,
}

impl EvalCache {
    /// The most numbers in it: 32 MiB.
    const MOST: usize = 1 << 23;

    fn new(size: usize) -> Self {
        let length = 1 + Geometry::of(size).cells().len();
        Self { keys: Vec::new(), evaluations: Vec::new(), length }
    }

    /// A power of two: a place is the low bits of a key.
    fn places(&self) -> usize {
        1 << (Self::MOST / self.length).ilog2()
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.places() - 1)
    }

    /// The value and the policy of the position with this key.
    fn get(&self, key: u64) -> Option<(f32, &[f32])> {
        let place = self.place(key);
        if *self.keys.get(place)? != key {
            return None;
        }
        let (value, policy) = self.evaluations[place * self.length..][..self.length].split_first()?;
        Some((*value, policy))
    }

    fn insert(&mut self, key: u64, value: f32, policy: &[f32]) {
        if self.keys.is_empty() {
            // Zeroed by the system page by page: a search of a few nodes touches a few pages, not
            // 32 MiB.
            self.keys = vec![0; self.places()];
            self.evaluations = vec![0.0; self.places() * self.length];
        }
        let place = self.place(key);
        self.keys[place] = key;
        let evaluation = &mut self.evaluations[place * self.length..][..self.length];
        evaluation[0] = value;
        evaluation[1..].copy_from_slice(policy);
    }
}

thread_local! {
    // `Prior::expand` has no scratch argument, and allocating one per leaf would cost more than
    // small boards take.
    static SCRATCH: RefCell<NetScratch> = RefCell::default();
}

/// The prior of the swap, where it is legal; the policy head knows only cells.
const SWAP_PRIOR: f32 = 0.4;

impl<C: Class> Prior<Position<C>> for NetEvaluator {
    fn expand(&self, pos: &Position<C>, into: &mut Expansion<Move>) {
        let (board, mover, key) = (pos.board(), pos.turn(), pos.key());
        if self.look_ahead && decide_by_threats(board, mover, into) {
            return;
        }
        // The lock is not held while the net computes: threads would wait for each other at every
        // leaf.
        let cache = || Some(self.cache.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some((value, policy)) = cache().as_ref().and_then(|cache| cache.get(key)) {
            return write_expansion(pos, value, policy, self.policy, into);
        }
        SCRATCH.with_borrow_mut(|scratch| {
            self.net.forward(board, mover, scratch);
            if let Some(mut cache) = cache() {
                cache.insert(key, scratch.value, &scratch.policy);
            }
            write_expansion(pos, scratch.value, &scratch.policy, self.policy, into);
        });
    }
}

/// Writes the value and the softmax of the policy over the empty cells; uniform priors if the
/// policy is not used.
fn write_expansion<C: Class>(
    pos: &Position<C>,
    value: f32,
    policy: &[f32],
    uses_policy: bool,
    into: &mut Expansion<Move>,
) {
    let geometry = pos.geometry();
    into.value = Some(value);
    // The largest logit is subtracted from all, so that no exponential overflows.
    let largest = pos.board().empties().map(|cell| policy[geometry.number(cell)]).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for cell in pos.board().empties() {
        let prior = if uses_policy { (policy[geometry.number(cell)] - largest).exp() } else { 1.0 };
        sum += prior;
        into.candidates.push(MovePrior::new(Move::stone(cell), prior));
    }
    if pos.can_swap() {
        into.candidates.push(MovePrior::new(Move::SWAP, SWAP_PRIOR * sum));
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
    fn every_move_has_its_prior_unless_a_threat_decides() {
        let net = Net::standard();
        let mut rng = fastrand::Rng::with_seed(8);
        for round in 0..40 {
            let game = Game::<Upto5>::new(Rules { size: 3 + round % 3, swap: round % 2 == 0 }).expect("a small board");
            let size = game.rules().size;
            let evaluator = NetEvaluator::new(&net, size, PlayerConfig::of(size));
            let mut pos = game.start();
            while pos.outcome().is_none() {
                let mut expansion = Expansion::default();
                evaluator.expand(&pos, &mut expansion);
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
                    let all = if pos.can_swap() { 1.0 + SWAP_PRIOR } else { 1.0 };
                    assert!((sum - all).abs() < 1e-3, "{sum} in {pos}");
                }
                pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
            }
        }
    }
}
