//! The tree search while it is recorded.

use potez_core::{Outcome, Position};

use super::arena::Arena;
use super::layout::{ChildBlock, ChildSlot, Link, Stats};
use super::policy::{MoveIndexing, PlayoutPolicy, Prior};
use super::select::SelectionWeights;
use super::simulator::{PlayoutValue, Simulator};
use super::tree_search::TreeSearch;
use super::tree_word::TreeWord;
use crate::IS_MODULE;
use crate::trace::{LeafEnd, RIVALS, RootChild, SelectionTerms};

fn prior_of(edge: u64) -> f32 {
    f32::from_bits((edge >> 32) as u32)
}

fn amaf_of(word: Option<u64>, points_per_visit: u32) -> Option<(u32, f64)> {
    let stats = Stats(word?);
    Some((stats.visits(), stats.mean(points_per_visit).unwrap_or(0.5)))
}

/// The most valuable of the other children first, as many as are kept.
fn nearest(mut rivals: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    rivals.sort_by(|one, other| other.1.total_cmp(&one.1));
    rivals.truncate(RIVALS);
    rivals
}

impl<P, M, R, L, W> Simulator<'_, P, M, R, L, W>
where
    P: Position,
    M: MoveIndexing<P>,
    R: Prior<P>,
    L: PlayoutPolicy<P>,
    W: TreeWord,
{
    /// Whether what it does is recorded.
    pub(super) fn is_recorded(&self) -> bool {
        !IS_MODULE && self.recorder.is_some()
    }

    /// A child was selected: keeps the terms of its value, and its nearest rivals.
    #[cold]
    pub(super) fn record_selection(
        &mut self,
        pos: &P,
        children: &ChildBlock<'_, W>,
        at: usize,
        weights: SelectionWeights,
    ) {
        let Some(recorder) = self.recorder.as_mut().filter(|recorder| recorder.has_room()) else { return };
        let points_per_visit = self.settings.points_per_visit;
        let terms = |at: usize| -> SelectionTerms {
            let amaf = amaf_of(children.amaf.get(at).map(TreeWord::get), points_per_visit);
            let prior = prior_of(children.edges[at].get());
            weights.terms(Stats(children.stats[at].get()), amaf, prior)
        };
        let rivals = (0..children.stats.len())
            .filter(|&other| other != at)
            .map(|other| (other, terms(other).total))
            .filter(|(_, total)| total.is_finite())
            .collect();
        let indexing = &self.knowledge.indexing;
        let mv = |at: usize| indexing.mv(pos, children.edges[at].get() as u32);
        let rivals = nearest(rivals).into_iter().map(|(other, total)| (mv(other), total)).collect();
        recorder.select(children.edges[at].get() as u32, mv(at), terms(at), rivals);
    }

    /// A leaf has children.
    #[cold]
    pub(super) fn record_expansion(&mut self) {
        let children = self.expansion.candidates.len();
        if let Some(recorder) = &mut self.recorder {
            recorder.expand(children);
        }
    }

    /// A simulation has its value, and has proven what it could.
    #[cold]
    pub(super) fn record_simulation(&mut self, value: PlayoutValue, end: LeafEnd, proven_before: usize) {
        let proofs: Vec<(usize, Outcome)> = (0..self.path.len())
            .filter_map(|at| Some((at, Link(self.arena.link(self.path[at].slot).load()).proof()?)))
            .filter(|(at, _)| *at < proven_before)
            .collect();
        if let Some(recorder) = &mut self.recorder {
            recorder.finish(end, value.share_of_x(), &proofs);
        }
    }
}

impl<P, M, R, L> TreeSearch<'_, P, M, R, L>
where
    P: Position,
    M: MoveIndexing<P>,
    R: Prior<P>,
    L: PlayoutPolicy<P>,
{
    /// The moves of the root as the tree has them.
    pub(super) fn root_children<W: TreeWord>(&self, arena: &Arena<W>) -> Vec<RootChild<P::Move>> {
        let link = Link(arena.link(ChildSlot::ROOT).load());
        if !link.is_expanded() {
            return Vec::new();
        }
        let children = arena.children(link);
        let points_per_visit = self.settings.points_per_visit;
        let child = |at: usize| {
            let (stats, edge) = (Stats(children.stats[at].get()), children.edges[at].get());
            RootChild {
                mv: self.knowledge.indexing.mv(self.root, edge as u32),
                visits: stats.visits(),
                mean: stats.mean(points_per_visit),
                amaf: amaf_of(children.amaf.get(at).map(TreeWord::get), points_per_visit),
                prior: Some(f64::from(prior_of(edge))).filter(|prior| prior.is_finite()),
                proof: Link(children.links[at].load()).proof(),
            }
        };
        (0..children.stats.len()).map(child).collect()
    }
}
