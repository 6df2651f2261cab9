//! Expansion of leaves, and proofs: what is certain is carried up the tree.

use std::sync::atomic::Ordering;

use potez_core::{Outcome, Player, Position};

use super::UniformPrior;
use super::layout::{ChildBlock, ChildSlot, Link, Stats, edge};
use super::policy::{MoveIndexing, PlayoutPolicy, Prior};
use super::simulator::{PathStep, SharedProgress, Simulator};
use super::tree_word::TreeWord;

/// What came of the attempt to expand a leaf.
pub(super) enum ExpandResult {
    /// It stays a leaf.
    Leaf,
    /// It has children, or is proven.
    Expanded,
    /// It has children, and this value for the player to move.
    Evaluated(f32),
}

/// The result of a node, if its children prove it.
pub(super) fn proven_by_children<W: TreeWord>(
    children: &ChildBlock<'_, W>,
    mover: Player,
    selective: bool,
) -> Option<Outcome> {
    let mut result = Some(Outcome::Win(!mover));
    for link in children.links {
        match Link(link.load()).proof() {
            Some(Outcome::Win(winner)) if winner == mover => return Some(Outcome::Win(mover)),
            Some(Outcome::Win(_)) => {}
            Some(Outcome::Draw) => result = result.and(Some(Outcome::Draw)),
            None => result = None,
        }
    }
    // One winning child proves a win, whatever was left out. For a loss or a draw all moves must be
    // there.
    result.filter(|_| !selective)
}

impl<P, M, R, L, W> Simulator<'_, P, M, R, L, W>
where
    P: Position,
    M: MoveIndexing<P>,
    R: Prior<P>,
    L: PlayoutPolicy<P>,
    W: TreeWord,
{
    /// Expands a leaf, if it has been visited often enough, no other thread is at it and there is
    /// memory.
    pub(super) fn expand(&mut self, pos: &P, step: PathStep, shared: &SharedProgress) -> ExpandResult {
        // This thread's own virtual loss is no visit.
        let pending = Stats(self.virtual_loss).visits();
        let visits = Stats(self.arena.stats(step.slot).get()).visits();
        if visits < self.settings.expansion_visits + pending || shared.arena_full.load(Ordering::Relaxed) {
            return ExpandResult::Leaf;
        }
        let link = self.arena.link(step.slot);
        if link.or(Link::CLAIMED) & Link::CLAIMED != 0 {
            return ExpandResult::Leaf;
        }
        self.expansion.clear();
        self.knowledge.prior.expand(pos, &mut self.expansion);
        if let Some(outcome) = self.expansion.proof {
            self.prove(self.path.len() - 1, outcome);
            return ExpandResult::Expanded;
        }
        if !self.write_children(pos, step) {
            link.and(!Link::CLAIMED);
            shared.arena_full.store(true, Ordering::Relaxed);
            return ExpandResult::Leaf;
        }
        self.expansion.value.map_or(ExpandResult::Expanded, ExpandResult::Evaluated)
    }

    /// Expands the root whatever the limits and whatever is proven about it already: a move must be
    /// found. False if there is no memory.
    pub(super) fn expand_root(&mut self, pos: &P) -> bool {
        self.path.clear();
        let step = PathStep { slot: ChildSlot::ROOT, chooser: pos.turn(), index: u32::MAX, is_contended: false };
        self.path.push(step);
        self.expansion.clear();
        self.knowledge.prior.expand(pos, &mut self.expansion);
        if self.expansion.candidates.is_empty() {
            UniformPrior.expand(pos, &mut self.expansion);
        }
        let done = self.write_children(pos, step);
        // A proven win or draw is left for the search to find, with the move that reaches it. A
        // loss needs no move.
        let lost = Outcome::Win(!pos.turn());
        if self.expansion.proof == Some(lost) {
            self.prove(0, lost);
        }
        done
    }

    /// Writes a block for the candidates and publishes it; false if there is no memory.
    fn write_children(&mut self, pos: &P, step: PathStep) -> bool {
        let widens = self.settings.selection.widening.is_some();
        if widens {
            self.expansion.sort_by_prior();
        }
        let candidates = &mut self.expansion.candidates;
        let mut selective = self.expansion.selective;
        if candidates.len() > Link::MAX_CHILDREN {
            candidates.truncate(Link::MAX_CHILDREN);
            selective = true;
        }
        let count = candidates.len();
        let Some(first) = self.arena.allocate(step.slot, count) else { return false };
        self.indices.clear();
        self.knowledge.indexing.indices(pos, candidates.iter().map(|candidate| candidate.mv), &mut self.indices);
        let block = self.arena.block(first, count as u32);
        // Of equals the first is selected: begin anywhere, so that no corner of the board is always
        // preferred.
        let start = if widens { 0 } else { self.rng.usize(0..count.max(1)) };
        let (head, tail) = block.edges.split_at(start);
        let mover = pos.turn();
        for ((word, candidate), &index) in tail.iter().chain(head).zip(candidates.iter()).zip(&self.indices) {
            let loses = candidate.proof == Some(Outcome::Win(!mover));
            word.set(edge(index, if loses { f32::NEG_INFINITY } else { candidate.prior }));
        }
        let (head, tail) = block.links.split_at(start);
        for (word, candidate) in tail.iter().chain(head).zip(candidates.iter()) {
            word.set(candidate.proof.map_or(0, Link::proven));
        }
        block.stats.iter().for_each(|word| word.set(0));
        if !block.amaf.is_empty() {
            let (head, tail) = block.amaf.split_at(start);
            for (word, candidate) in tail.iter().chain(head).zip(candidates.iter()) {
                let (visits, half_points) = candidate.amaf;
                word.set(Stats::new(visits, half_points * self.settings.points_per_visit / 2).0);
            }
        }
        let proof = if candidates.iter().any(|candidate| candidate.proof.is_some()) {
            proven_by_children(&block, mover, selective)
        } else {
            None
        };
        self.arena.link(step.slot).or(Link::CLAIMED | Link::expanded(first, count, selective));
        if self.is_recorded() {
            self.record_expansion();
        }
        if let Some(outcome) = proof {
            self.prove(self.path.len() - 1, outcome);
        }
        true
    }

    /// Marks the node at this depth of the path as proven, and those above it as far as it proves
    /// them.
    pub(super) fn prove(&self, depth: usize, mut outcome: Outcome) {
        for at in (0..=depth).rev() {
            let PathStep { slot, chooser, index, .. } = self.path[at];
            let before = Link(self.arena.link(slot).or(Link::proven(outcome)));
            if at == 0 || (before.proof().is_some() && at < depth) {
                break;
            }
            // Selection never takes a prior of −∞: the hot loop needs no test for proven losses.
            if outcome == Outcome::Win(!chooser) {
                self.arena.edge(slot).set(edge(index, f32::NEG_INFINITY));
            }
            let parent = Link(self.arena.link(self.path[at - 1].slot).load());
            if parent.proof().is_some() {
                break;
            }
            let siblings = self.arena.block(slot.block, slot.count);
            let Some(proven) = proven_by_children(&siblings, chooser, parent.is_selective()) else { break };
            outcome = proven;
        }
    }
}
