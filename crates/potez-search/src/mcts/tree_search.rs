//! One tree search from its root to its report: reuse of the tree, threads, limits, garbage
//! collection.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use potez_core::Position;

use super::Knowledge;
use super::arena::Arena;
use super::collection::CollectResult;
use super::layout::{ChildSlot, Link, Stats};
use super::lines::{RankingRule, lines};
use super::policy::{MoveIndexing, PlayoutPolicy, Prior};
use super::settings::MctsSettings;
use super::simulator::{SharedProgress, Simulator};
use super::tree_word::TreeWord;
use crate::trace::TreeTrace;
use crate::{IS_MODULE, Report, TimeManager};

/// Simulations that a thread claims at once, before it looks at the clock and the limits again.
const BATCH: u64 = 4;

/// One search under way.
pub(super) struct TreeSearch<'a, P: Position, M, R, L> {
    pub(super) root: &'a P,
    pub(super) settings: &'a MctsSettings,
    pub(super) knowledge: &'a Knowledge<M, R, L>,
    pub(super) timer: TimeManager,
    /// Where the main thread records what it does, if it does.
    pub(super) recorder: Mutex<Option<Box<TreeTrace<P::Move>>>>,
}

pub(super) type OnInfo<'a, P> = &'a mut dyn FnMut(&Report<<P as Position>::Move>);

/// Runs simulations until the search is over or the arena is full.
type Round<'a, P, M, R, L, W> =
    fn(&TreeSearch<'a, P, M, R, L>, &Arena<W>, &SharedProgress, &mut [fastrand::Rng], OnInfo<'_, P>);

impl<'a, P, M, R, L> TreeSearch<'a, P, M, R, L>
where
    P: Position,
    M: MoveIndexing<P>,
    R: Prior<P>,
    L: PlayoutPolicy<P>,
{
    pub(super) fn run<W: TreeWord>(
        &self,
        arena: &mut Arena<W>,
        earlier: Option<P>,
        on_info: OnInfo<'_, P>,
        round: Round<'a, P, M, R, L, W>,
    ) -> Report<P::Move> {
        self.find_root(arena, earlier);
        // The key of the root is part of the seed: otherwise every move of a game would begin with
        // the same numbers.
        let mut seeds = fastrand::Rng::with_seed(self.settings.seed ^ self.root.key());
        let mut rngs: Vec<_> = (0..self.settings.threads.max(1)).map(|_| seeds.fork()).collect();
        let shared = SharedProgress::default();
        if !Link(arena.link(ChildSlot::ROOT).get()).is_expanded() {
            self.expand_root(arena, &mut rngs[0]);
        }
        let choices = Link(arena.link(ChildSlot::ROOT).get()).count() as usize;
        if !self.timer.should_move_at_once(choices) {
            loop {
                round(self, arena, &shared, &mut rngs, &mut *on_info);
                let simulations = shared.simulations.load(Ordering::Relaxed);
                if shared.over.load(Ordering::Relaxed) || simulations >= self.max_simulations() {
                    break;
                }
                match arena.collect_garbage(|| self.timer.is_past_soft_limit()) {
                    CollectResult::Freed => shared.arena_full.store(false, Ordering::Relaxed),
                    // Go on without new nodes.
                    CollectResult::Full => shared.collection_failed.store(true, Ordering::Relaxed),
                    CollectResult::Interrupted => break,
                }
            }
        }
        if !IS_MODULE && let Some(recorder) = self.recorder().as_mut() {
            recorder.root = self.root_children(arena);
        }
        self.report(arena, &shared)
    }

    fn recorder(&self) -> MutexGuard<'_, Option<Box<TreeTrace<P::Move>>>> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the position in the tree of the earlier search and makes it the root, or begins a new
    /// tree.
    fn find_root<W: TreeWord>(&self, arena: &mut Arena<W>, earlier: Option<P>) {
        let Some(earlier) = earlier else { return arena.clear() };
        if earlier == *self.root {
            return;
        }
        // Positions are compared, because the caller says where the game is and not which moves led
        // there: mostly two plies on, after this player's move and the answer.
        let children = self.successors(arena, ChildSlot::ROOT, &earlier);
        let mut deeper = Vec::new();
        for (slot, child) in &children {
            if child == self.root {
                return arena.reroot(*slot, earlier.turn() != child.turn(), self.settings.points_per_visit);
            }
        }
        for (slot, child) in &children {
            deeper.clear();
            deeper.extend(self.successors(arena, *slot, child));
            if let Some((slot, pos)) = deeper.iter().find(|(_, pos)| pos == self.root) {
                return arena.reroot(*slot, child.turn() != pos.turn(), self.settings.points_per_visit);
            }
        }
        arena.clear();
    }

    /// The visited children of a node, with their positions.
    fn successors<W: TreeWord>(&self, arena: &Arena<W>, slot: ChildSlot, pos: &P) -> Vec<(ChildSlot, P)> {
        let link = Link(arena.link(slot).get());
        if !link.is_expanded() {
            return Vec::new();
        }
        let slots = (0..link.count()).map(|at| ChildSlot { block: link.first(), count: link.count(), at });
        let visited = slots.filter(|&slot| Stats(arena.stats(slot).get()).visits() > 0);
        visited
            .map(|slot| {
                let mut child = pos.clone();
                child.play(self.knowledge.indexing.mv(pos, arena.edge(slot).get() as u32));
                (slot, child)
            })
            .collect()
    }

    fn expand_root<W: TreeWord>(&self, arena: &mut Arena<W>, rng: &mut fastrand::Rng) {
        // A proof without children has no move: find it again.
        arena.prune(ChildSlot::ROOT);
        loop {
            let mut simulator = Simulator::new(arena, self.settings, self.knowledge, rng.clone());
            simulator.recorder = self.recorder().take();
            let done = simulator.expand_root(self.root);
            *self.recorder() = simulator.recorder.take();
            if let Some(recorder) = self.recorder().as_mut() {
                recorder.begin();
            }
            *rng = simulator.finish();
            if done {
                return;
            }
            if arena.collect_garbage(|| false) == CollectResult::Full {
                arena.clear();
            }
        }
    }

    /// Runs simulations in the caller's thread alone.
    pub(super) fn run_single(
        &self,
        arena: &Arena<Cell<u64>>,
        shared: &SharedProgress,
        rngs: &mut [fastrand::Rng],
        on_info: OnInfo<'_, P>,
    ) {
        self.run_main(arena, shared, &mut rngs[0], on_info);
    }

    /// Runs simulations in several threads; the caller's reports.
    pub(super) fn run_parallel(
        &self,
        arena: &Arena<AtomicU64>,
        shared: &SharedProgress,
        rngs: &mut [fastrand::Rng],
        on_info: OnInfo<'_, P>,
    ) {
        let Some((first, others)) = rngs.split_first_mut() else { return };
        thread::scope(|scope| {
            for rng in others {
                scope.spawn(|| {
                    let mut simulator = Simulator::new(arena, self.settings, self.knowledge, rng.clone());
                    let mut claimed = 0;
                    while self.claim_simulation(arena, shared, &mut claimed) {
                        simulator.simulate(self.root, shared);
                    }
                    *rng = simulator.finish();
                });
            }
            self.run_main(arena, shared, first, on_info);
        });
    }

    fn run_main<W: TreeWord>(
        &self,
        arena: &Arena<W>,
        shared: &SharedProgress,
        rng: &mut fastrand::Rng,
        on_info: OnInfo<'_, P>,
    ) {
        let mut simulator = Simulator::new(arena, self.settings, self.knowledge, rng.clone());
        simulator.recorder = self.recorder().take();
        let mut last = self.timer.elapsed();
        let (mut simulations, mut claimed) = (0_u32, 0);
        while self.claim_simulation(arena, shared, &mut claimed) {
            simulator.simulate(self.root, shared);
            simulations = simulations.wrapping_add(1);
            // Not at every simulation: that would read the clock more often than the limits need.
            if simulations.is_multiple_of(16) && self.is_report_due(&mut last) {
                on_info(&self.report(arena, shared));
            }
        }
        *self.recorder() = simulator.recorder.take();
        *rng = simulator.finish();
    }

    /// Whether it is time for another report; if so, the next one counts from now.
    fn is_report_due(&self, last: &mut Duration) -> bool {
        let now = self.timer.elapsed();
        let due = now.saturating_sub(*last) >= self.settings.report_every;
        if due {
            *last = now;
        }
        due
    }

    /// Claims one more simulation, if there is one to make. The shared count is raised by batches,
    /// because all threads write it; `claimed` are those of its batch that a thread has not begun.
    fn claim_simulation<W: TreeWord>(&self, arena: &Arena<W>, shared: &SharedProgress, claimed: &mut u64) -> bool {
        let count = &shared.simulations;
        let mut is_over =
            shared.over.load(Ordering::Relaxed) || Link(arena.link(ChildSlot::ROOT).load()).proof().is_some();
        if *claimed == 0 && !is_over && !shared.awaits_collection() {
            let before = count.fetch_add(BATCH, Ordering::Relaxed);
            *claimed = self.max_simulations().saturating_sub(before).min(BATCH);
            count.fetch_sub(BATCH - *claimed, Ordering::Relaxed);
            // Once per batch: the clock is slow to read.
            is_over = self.timer.is_past_soft_limit() || before % (1 << 10) < BATCH && self.is_counter_full(arena);
        }
        if is_over {
            shared.over.store(true, Ordering::Relaxed);
        }
        let goes_on = *claimed > 0 && !is_over && !shared.awaits_collection();
        if goes_on {
            *claimed -= 1;
        } else {
            // What was claimed and not begun is given back, so that the count is that of
            // simulations made.
            count.fetch_sub(std::mem::take(claimed), Ordering::Relaxed);
        }
        goes_on
    }

    /// Whether the statistics of the root come near to what their 32 bits can count.
    fn is_counter_full<W: TreeWord>(&self, arena: &Arena<W>) -> bool {
        Stats(arena.stats(ChildSlot::ROOT).get()).visits() > (1 << 30) / self.settings.points_per_visit
    }

    fn max_simulations(&self) -> u64 {
        let limits = self.timer.limits();
        let by_playouts = limits.playouts.map(|most| most.div_ceil(u64::from(self.settings.playouts.max(1))));
        limits.nodes.unwrap_or(u64::MAX).min(by_playouts.unwrap_or(u64::MAX))
    }

    fn report<W: TreeWord>(&self, arena: &Arena<W>, shared: &SharedProgress) -> Report<P::Move> {
        let MctsSettings { final_move, points_per_visit, multipv, .. } = *self.settings;
        Report {
            lines: lines(
                arena,
                self.root,
                &self.knowledge.indexing,
                RankingRule { final_move, points_per_visit },
                multipv,
            ),
            depth: shared.deepest.load(Ordering::Relaxed),
            nodes: shared.simulations.load(Ordering::Relaxed),
            time: self.timer.elapsed(),
        }
    }
}
