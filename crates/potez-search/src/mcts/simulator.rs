//! One thread's simulations: selection, expansion, playouts, backpropagation, and proofs carried up
//! the tree.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crossbeam_utils::CachePadded;
use potez_core::{Outcome, Player, Position};

use super::Knowledge;
use super::amaf::Amaf;
use super::arena::Arena;
use super::expansion::{ExpandResult, proven_by_children};
use super::layout::{ChildBlock, ChildSlot, Link, Stats};
use super::policy::{Expansion, MoveIndexing, PlayoutPolicy, Prior, Trace};
use super::select::{SelectionScratch, SelectionWeights, select, select_unproven};
use super::settings::MctsSettings;
use super::tree_word::TreeWord;
use crate::trace::{LeafEnd, TreeTrace};

/// What the threads of one search share besides the tree.
#[derive(Debug, Default)]
pub(super) struct SharedProgress {
    /// Simulations begun.
    pub(super) simulations: CachePadded<AtomicU64>,
    /// The longest way down so far.
    pub(super) deepest: AtomicU32,
    /// A node could not be expanded for lack of memory.
    pub(super) arena_full: AtomicBool,
    /// No collection will free memory in this search.
    pub(super) collection_failed: AtomicBool,
    /// The search is to end.
    pub(super) over: AtomicBool,
}

impl SharedProgress {
    /// Whether simulations must pause until garbage is collected.
    pub(super) fn awaits_collection(&self) -> bool {
        self.arena_full.load(Ordering::Relaxed) && !self.collection_failed.load(Ordering::Relaxed)
    }
}

/// The visits from which on a node is contended: several threads are often at it at once. Each
/// would wait for cache lines that another has just written, so there they write less often:
/// updates are deferred, and choices cached.
const CONTENDED: u32 = 512;
/// The least visits of a child of a contended node whose choice is cached: a few visits more change
/// little about it.
const CACHED_CHOICE_VISITS: u32 = 128;
/// Simulations after which deferred updates are flushed.
const FLUSH_INTERVAL: u32 = 16;

/// A slot on the way down, and who chose it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    pub(super) slot: ChildSlot,
    pub(super) chooser: Player,
    pub(super) index: u32,
    /// Whether the node below is [`CONTENDED`].
    pub(super) is_contended: bool,
}

/// The value of a leaf: the results of its playouts, or what stands for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutValue {
    playouts: u32,
    /// Of X.
    points: u32,
    points_per_visit: u32,
}

impl PlayoutValue {
    /// The same result in all the playouts.
    fn of_outcome(playouts: u32, outcome: Outcome, points_per_visit: u32) -> Self {
        let points = match outcome {
            Outcome::Win(Player::X) => points_per_visit,
            Outcome::Win(Player::O) => 0,
            Outcome::Draw => points_per_visit / 2,
        };
        Self { playouts, points: playouts * points, points_per_visit }
    }

    /// The value of a position for a player, 0 to 1, in place of playouts.
    fn of_evaluation(playouts: u32, player: Player, value: f32, points_per_visit: u32) -> Self {
        let points = playouts * (points_per_visit as f32 * value).round() as u32;
        // As if the player were X; `seen_by` turns the points round if it is not.
        let own = Self { playouts, points, points_per_visit };
        Self { points: own.seen_by(player).points(), ..own }
    }

    /// X's share of the points, 0 to 1.
    pub(super) fn share_of_x(self) -> f64 {
        f64::from(self.points) / f64::from((self.points_per_visit * self.playouts).max(1))
    }

    pub(super) fn seen_by(self, player: Player) -> Stats {
        let all = self.points_per_visit * self.playouts;
        Stats::new(self.playouts, if player == Player::X { self.points } else { all - self.points })
    }
}

/// One thread's simulations, with the buffers they reuse.
pub(super) struct Simulator<'a, P: Position, M, R, L: PlayoutPolicy<P>, W> {
    pub(super) arena: &'a Arena<W>,
    pub(super) settings: &'a MctsSettings,
    pub(super) knowledge: &'a Knowledge<M, R, L>,
    pub(super) rng: fastrand::Rng,
    pub(super) virtual_loss: u64,
    pub(super) path: Vec<PathStep>,
    /// Keys of the positions on the way down, where positions can come back.
    keys: Vec<u64>,
    pub(super) expansion: Expansion<P::Move>,
    pub(super) indices: Vec<u32>,
    playout_scratch: L::Scratch,
    trace: Trace,
    amaf: Amaf,
    /// Simulations made.
    simulations: u32,
    /// Updates of contended slots that are still to be written.
    deferred_updates: Vec<(ChildSlot, u64)>,
    /// The choices in contended nodes, by the blocks of their children; they hold until the next
    /// flush.
    cached_choices: Vec<(u32, usize)>,
    selection_scratch: SelectionScratch,
    /// Where the simulations are recorded, if they are.
    pub(super) recorder: Option<Box<TreeTrace<P::Move>>>,
}

impl<'a, P, M, R, L, W> Simulator<'a, P, M, R, L, W>
where
    P: Position,
    M: MoveIndexing<P>,
    R: Prior<P>,
    L: PlayoutPolicy<P>,
    W: TreeWord,
{
    pub(super) fn new(
        arena: &'a Arena<W>,
        settings: &'a MctsSettings,
        knowledge: &'a Knowledge<M, R, L>,
        rng: fastrand::Rng,
    ) -> Self {
        let width = if arena.has_amaf() { knowledge.indexing.amaf_width() } else { 0 };
        Self {
            arena,
            settings,
            knowledge,
            rng,
            virtual_loss: if settings.threads > 1 { Stats::new(settings.virtual_loss, 0).0 } else { 0 },
            path: Vec::new(),
            keys: Vec::new(),
            expansion: Expansion::default(),
            indices: Vec::new(),
            playout_scratch: L::Scratch::default(),
            trace: Trace::new(width > 0),
            amaf: Amaf::new(width),
            simulations: 0,
            deferred_updates: Vec::new(),
            cached_choices: Vec::new(),
            selection_scratch: SelectionScratch::default(),
            recorder: None,
        }
    }

    /// Ends the work; returns the random numbers to go on with.
    pub(super) fn finish(mut self) -> fastrand::Rng {
        self.flush();
        self.rng
    }

    /// One simulation: down the tree, perhaps one node more, playouts, and back up.
    pub(super) fn simulate(&mut self, root: &P, shared: &SharedProgress) {
        let mut pos = root.clone();
        self.path.clear();
        self.keys.clear();
        self.enter(ChildSlot::ROOT, root.turn(), u32::MAX);
        // On the way up: what was proven before this simulation is not news.
        let mut proven_below = usize::MAX;
        let (value, end) = loop {
            let step = self.path[self.path.len() - 1];
            let link = Link(self.arena.link(step.slot).load());
            if let Some(outcome) = link.proof().or_else(|| pos.outcome()) {
                let end = if pos.outcome().is_some() { LeafEnd::GameOver } else { LeafEnd::Proven };
                if link.proof().is_some() {
                    proven_below = self.path.len() - 1;
                }
                self.prove(self.path.len() - 1, outcome);
                break (self.value_of(outcome), end);
            }
            if P::REPEATS {
                if self.keys.contains(&pos.key()) {
                    // Worth a draw, and proof of nothing: the result belongs to the path, not to
                    // the position.
                    break (self.value_of(Outcome::Draw), LeafEnd::Repetition);
                }
                self.keys.push(pos.key());
            }
            if !link.is_expanded() {
                match self.expand(&pos, step, shared) {
                    ExpandResult::Leaf => break (self.run_playouts(&pos), LeafEnd::Playout),
                    ExpandResult::Expanded => continue,
                    ExpandResult::Evaluated(value) => {
                        let MctsSettings { playouts, points_per_visit, .. } = *self.settings;
                        let value = PlayoutValue::of_evaluation(playouts.max(1), pos.turn(), value, points_per_visit);
                        break (value, LeafEnd::Evaluated);
                    }
                }
            }
            if !self.descend(&mut pos, step, link) {
                break (self.run_playouts(&pos), LeafEnd::Playout);
            }
        };
        if self.is_recorded() {
            self.record_simulation(value, end, proven_below);
        }
        let depth = self.path.len() as u32 - 1;
        // Read first: nearly always nothing changes, and a write would take the cache line from the
        // other threads.
        if depth > shared.deepest.load(Ordering::Relaxed) {
            shared.deepest.fetch_max(depth, Ordering::Relaxed);
        }
        self.backpropagate(value);
    }

    fn value_of(&self, outcome: Outcome) -> PlayoutValue {
        PlayoutValue::of_outcome(self.settings.playouts, outcome, self.settings.points_per_visit)
    }

    /// Plays the move of the selected child; false if there is none.
    fn descend(&mut self, pos: &mut P, step: PathStep, link: Link) -> bool {
        let children = self.arena.children(link);
        let mover = pos.turn();
        let cached = self.cached_choice(&children, step, link);
        let Some(at) = cached.or_else(|| self.select_child(&children, mover, step)) else {
            // Other threads have proven the last children at the same time, each without seeing the
            // others.
            if let Some(outcome) = proven_by_children(&children, mover, link.is_selective()) {
                self.prove(self.path.len() - 1, outcome);
            }
            return false;
        };
        if step.is_contended && cached.is_none() && Stats(children.stats[at].get()).visits() >= CACHED_CHOICE_VISITS {
            self.cached_choices.push((link.first(), at));
        }
        let slot = ChildSlot { block: link.first(), count: link.count(), at: at as u32 };
        let index = children.edges[at].get() as u32;
        if self.is_recorded() {
            let weights = self.weights(mover, step);
            self.record_selection(pos, &children, at, weights);
        }
        pos.play(self.knowledge.indexing.mv(pos, index));
        self.enter(slot, mover, index);
        true
    }

    /// The child that was selected in a contended node since the last flush; little has changed
    /// since.
    fn cached_choice(&self, children: &ChildBlock<'_, W>, step: PathStep, link: Link) -> Option<usize> {
        let cached = self.cached_choices.iter().find(|(block, _)| step.is_contended && *block == link.first());
        cached.map(|&(_, at)| at).filter(|&at| Link(children.links[at].get()).proof().is_none())
    }

    /// What is the same for all children of a node in the selection formula.
    fn weights(&self, mover: Player, step: PathStep) -> SelectionWeights {
        let stats = Stats(self.arena.stats(step.slot).get());
        let mean = stats
            .mean(self.settings.points_per_visit)
            .map_or(0.5, |mean| if mover == step.chooser { mean } else { 1.0 - mean });
        let MctsSettings { selection, points_per_visit, .. } = self.settings;
        SelectionWeights::new(selection, *points_per_visit, stats.visits(), mean as f32)
    }

    /// The child with the largest value of the selection formula.
    fn select_child(&mut self, children: &ChildBlock<'_, W>, mover: Player, step: PathStep) -> Option<usize> {
        let stats = Stats(self.arena.stats(step.slot).get());
        let weights = self.weights(mover, step);
        let selection = &self.settings.selection;
        let count = children.stats.len();
        let width = selection.widening.map_or(count, |widening| widening.width(stats.visits() as f32).min(count));
        let mut selected = select(children, width, weights, &mut self.selection_scratch);
        // All children within the width lose: the others are the only hope.
        if selected.is_none() && width < count {
            selected = select(children, count, weights, &mut self.selection_scratch);
        }
        let at = selected?;
        // Half of the visits of a proven draw go where there is still something to find out.
        let is_draw = Link(children.links[at].get()).proof() == Some(Outcome::Draw);
        let unproven = if is_draw && self.rng.bool() {
            select_unproven(children, weights, &mut self.selection_scratch)
        } else {
            None
        };
        Some(unproven.unwrap_or(at))
    }

    /// Goes a step down, with a virtual loss that keeps other threads away, unless there is enough
    /// for all.
    fn enter(&mut self, slot: ChildSlot, chooser: Player, index: u32) {
        let mut is_contended = false;
        if self.settings.threads > 1 {
            let stats = self.arena.stats(slot);
            // At a contended node a visit more or less hardly changes a choice, so no virtual loss
            // is written.
            is_contended = Stats(stats.get()).visits() >= CONTENDED;
            if !is_contended {
                stats.add(self.virtual_loss);
            }
        }
        self.path.push(PathStep { slot, chooser, index, is_contended });
    }

    fn run_playouts(&mut self, pos: &P) -> PlayoutValue {
        let points_per_visit = self.settings.points_per_visit;
        let mut value = PlayoutValue { playouts: 0, points: 0, points_per_visit };
        while value.playouts < self.settings.playouts.max(1) {
            self.trace.clear();
            let Knowledge { indexing, playout, .. } = self.knowledge;
            let outcome = playout.run(pos, indexing, &mut self.playout_scratch, &mut self.rng, &mut self.trace);
            let one = PlayoutValue::of_outcome(1, outcome, points_per_visit);
            value = PlayoutValue { playouts: value.playouts + 1, points: value.points + one.points, points_per_visit };
            // Each playout by itself: they contain different moves.
            if self.trace.is_recorded() {
                self.amaf.record_playout(&self.trace, one, M::PLAYED_ONCE);
            }
        }
        value
    }

    fn backpropagate(&mut self, value: PlayoutValue) {
        let flushes = self.simulations.is_multiple_of(FLUSH_INTERVAL);
        // From the leaf up: AMAF at a node counts the moves made below it, which are recorded on
        // the way.
        for at in (0..self.path.len()).rev() {
            let PathStep { slot, chooser, index, is_contended } = self.path[at];
            let gain = value.seen_by(chooser);
            if is_contended {
                self.defer_update(slot, gain.0);
            } else {
                self.arena.stats(slot).add(gain.0.wrapping_sub(self.virtual_loss));
            }
            if at > 0 && self.trace.is_recorded() {
                self.amaf.record_tree_move(chooser.index(), index as usize, gain);
                // In contended nodes one simulation of an interval stands for all of them.
                let is_contended = self.path[at - 1].is_contended;
                if flushes || !is_contended {
                    let times = if is_contended { FLUSH_INTERVAL } else { 1 };
                    self.amaf.add_to(chooser.index(), &self.arena.block(slot.block, slot.count), times.into());
                }
            }
        }
        self.amaf.clear();
        if flushes {
            self.flush();
        }
        self.simulations = self.simulations.wrapping_add(1);
    }

    fn defer_update(&mut self, slot: ChildSlot, gain: u64) {
        match self.deferred_updates.iter_mut().find(|(other, _)| *other == slot) {
            Some((_, sum)) => *sum = sum.wrapping_add(gain),
            None => self.deferred_updates.push((slot, gain)),
        }
    }

    /// Writes the deferred updates, after which cached choices are out of date.
    fn flush(&mut self) {
        for (slot, gain) in self.deferred_updates.drain(..) {
            self.arena.stats(slot).add(gain);
        }
        self.cached_choices.clear();
    }
}
