use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use potez_core::Position;

use super::Knowledge;
use super::arena::{Arena, Link, Room, Slot, Stats};
use super::lines::{Rule, lines};
use super::policy::{Moves, Playout, Prior};
use super::settings::Settings;
use super::word::Word;
use super::worker::{Shared, Worker};
use crate::{Report, Watch};

/// Simulations that a thread begins before it looks at the clock and the limits again.
const GRANT: u64 = 4;

/// One search under way.
pub(super) struct Search<'a, P, M, R, L> {
    pub(super) root: &'a P,
    pub(super) settings: &'a Settings,
    pub(super) knowledge: &'a Knowledge<M, R, L>,
    pub(super) watch: Watch,
}

pub(super) type OnInfo<'a, P> = &'a mut dyn FnMut(&Report<<P as Position>::Move>);

/// Runs simulations until the search is over or the arena is full.
type Round<'a, P, M, R, L, W> = fn(&Search<'a, P, M, R, L>, &Arena<W>, &Shared, &mut [fastrand::Rng], OnInfo<'_, P>);

impl<'a, P, M, R, L> Search<'a, P, M, R, L>
where
    P: Position,
    M: Moves<P>,
    R: Prior<P>,
    L: Playout<P>,
{
    pub(super) fn run<W: Word>(
        &self,
        arena: &mut Arena<W>,
        earlier: Option<P>,
        on_info: OnInfo<'_, P>,
        round: Round<'a, P, M, R, L, W>,
    ) -> Report<P::Move> {
        self.find_root(arena, earlier);
        let mut seeds = fastrand::Rng::with_seed(self.settings.seed ^ self.root.key());
        let mut rngs: Vec<_> = (0..self.settings.threads.max(1)).map(|_| seeds.fork()).collect();
        let shared = Shared::default();
        if !Link(arena.link(Slot::ROOT).get()).is_ready() {
            self.expand_root(arena, &mut rngs[0]);
        }
        let choices = Link(arena.link(Slot::ROOT).get()).count() as usize;
        if !self.watch.answers_at_once(choices) {
            loop {
                round(self, arena, &shared, &mut rngs, &mut *on_info);
                let simulations = shared.simulations.0.load(Ordering::Relaxed);
                if shared.over.load(Ordering::Relaxed) || simulations >= self.most_simulations() {
                    break;
                }
                match arena.make_room(|| self.watch.is_spent()) {
                    Room::Made => shared.full.store(false, Ordering::Relaxed),
                    // Go on with the nodes there are.
                    Room::Never => shared.cramped.store(true, Ordering::Relaxed),
                    Room::Interrupted => break,
                }
            }
        }
        self.report(arena, &shared)
    }

    /// Finds the position in the tree of the earlier search and makes it the root, or begins a new tree.
    fn find_root<W: Word>(&self, arena: &mut Arena<W>, earlier: Option<P>) {
        let Some(earlier) = earlier else { return arena.clear() };
        if earlier == *self.root {
            return;
        }
        let children = self.successors(arena, Slot::ROOT, &earlier);
        let mut deeper = Vec::new();
        for (slot, child) in &children {
            if child == self.root {
                return arena.reroot(*slot, earlier.turn() != child.turn(), self.settings.grain);
            }
        }
        for (slot, child) in &children {
            deeper.clear();
            deeper.extend(self.successors(arena, *slot, child));
            if let Some((slot, pos)) = deeper.iter().find(|(_, pos)| pos == self.root) {
                return arena.reroot(*slot, child.turn() != pos.turn(), self.settings.grain);
            }
        }
        arena.clear();
    }

    /// The visited children of a node, with their positions.
    fn successors<W: Word>(&self, arena: &Arena<W>, slot: Slot, pos: &P) -> Vec<(Slot, P)> {
        let link = Link(arena.link(slot).get());
        if !link.is_ready() {
            return Vec::new();
        }
        let slots = (0..link.count()).map(|at| Slot { block: link.first(), count: link.count(), at });
        let visited = slots.filter(|&slot| Stats(arena.stats(slot).get()).visits() > 0);
        visited
            .map(|slot| {
                let mut child = pos.clone();
                child.play(self.knowledge.moves.mv(pos, arena.edge(slot).get() as u32));
                (slot, child)
            })
            .collect()
    }

    fn expand_root<W: Word>(&self, arena: &mut Arena<W>, rng: &mut fastrand::Rng) {
        // A proof without children names no move: find it again.
        arena.prune(Slot::ROOT);
        loop {
            let mut worker = Worker::new(arena, self.settings, self.knowledge, rng.clone());
            let done = worker.expand_root(self.root);
            *rng = worker.finish();
            if done {
                return;
            }
            if arena.make_room(|| false) == Room::Never {
                arena.clear();
            }
        }
    }

    /// One thread, in the caller's.
    pub(super) fn alone(
        &self,
        arena: &Arena<Cell<u64>>,
        shared: &Shared,
        rngs: &mut [fastrand::Rng],
        on_info: OnInfo<'_, P>,
    ) {
        self.lead(arena, shared, &mut rngs[0], on_info);
    }

    /// Several threads: the caller's leads and reports, the others follow.
    pub(super) fn together(
        &self,
        arena: &Arena<AtomicU64>,
        shared: &Shared,
        rngs: &mut [fastrand::Rng],
        on_info: OnInfo<'_, P>,
    ) {
        let Some((first, others)) = rngs.split_first_mut() else { return };
        thread::scope(|scope| {
            for rng in others {
                scope.spawn(|| {
                    let mut worker = Worker::new(arena, self.settings, self.knowledge, rng.clone());
                    let mut granted = 0;
                    while self.goes_on(arena, shared, &mut granted) {
                        worker.simulate(self.root, shared);
                    }
                    *rng = worker.finish();
                });
            }
            self.lead(arena, shared, first, on_info);
        });
    }

    fn lead<W: Word>(&self, arena: &Arena<W>, shared: &Shared, rng: &mut fastrand::Rng, on_info: OnInfo<'_, P>) {
        let mut worker = Worker::new(arena, self.settings, self.knowledge, rng.clone());
        let mut last = self.watch.elapsed();
        let (mut simulations, mut granted) = (0_u32, 0);
        while self.goes_on(arena, shared, &mut granted) {
            worker.simulate(self.root, shared);
            simulations = simulations.wrapping_add(1);
            if simulations.is_multiple_of(16) && self.is_due(&mut last) {
                on_info(&self.report(arena, shared));
            }
        }
        *rng = worker.finish();
    }

    fn is_due(&self, last: &mut Duration) -> bool {
        let now = self.watch.elapsed();
        let due = now.saturating_sub(*last) >= self.settings.report_every;
        if due {
            *last = now;
        }
        due
    }

    /// Whether to begin one more simulation. They are counted some at a time; `granted` are those that a thread may
    /// still begin.
    fn goes_on<W: Word>(&self, arena: &Arena<W>, shared: &Shared, granted: &mut u64) -> bool {
        let count = &shared.simulations.0;
        let mut is_over = shared.over.load(Ordering::Relaxed) || Link(arena.link(Slot::ROOT).load()).proof().is_some();
        if *granted == 0 && !is_over && !shared.waits_for_room() {
            let before = count.fetch_add(GRANT, Ordering::Relaxed);
            *granted = self.most_simulations().saturating_sub(before).min(GRANT);
            count.fetch_sub(GRANT - *granted, Ordering::Relaxed);
            // The clock is slow to read.
            is_over = self.watch.is_spent() || before % (1 << 10) < GRANT && self.is_counted_out(arena);
        }
        if is_over {
            shared.over.store(true, Ordering::Relaxed);
        }
        let goes_on = *granted > 0 && !is_over && !shared.waits_for_room();
        if goes_on {
            *granted -= 1;
        } else {
            count.fetch_sub(std::mem::take(granted), Ordering::Relaxed);
        }
        goes_on
    }

    /// Whether the root has nearly as many points as it can count.
    fn is_counted_out<W: Word>(&self, arena: &Arena<W>) -> bool {
        Stats(arena.stats(Slot::ROOT).get()).visits() > (1 << 30) / self.settings.grain
    }

    fn most_simulations(&self) -> u64 {
        let limits = self.watch.limits();
        let by_playouts = limits.playouts.map(|most| most.div_ceil(u64::from(self.settings.playouts.max(1))));
        limits.nodes.unwrap_or(u64::MAX).min(by_playouts.unwrap_or(u64::MAX))
    }

    fn report<W: Word>(&self, arena: &Arena<W>, shared: &Shared) -> Report<P::Move> {
        let Settings { choice, grain, lines: most, .. } = *self.settings;
        Report {
            lines: lines(arena, self.root, &self.knowledge.moves, Rule { choice, grain }, most),
            depth: shared.deepest.load(Ordering::Relaxed),
            nodes: shared.simulations.0.load(Ordering::Relaxed),
            time: self.watch.elapsed(),
        }
    }
}
