//! Handing out the leaves of a proof tree to solvers, and taking their results in.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use potez_core::{Player, Position};
use potez_engine::proving::{CostEstimator, ProofGame};
use potez_search::shared_solver::{SharedSolver, WinTable};
use potez_search::{Limits, Stop};

use super::RunOptions;
use super::journal::{ProofEvent, ProofJournal};
use super::progress::{self, ProofProgress};
use super::tree::{NodeId, ProofTree, ROOT, write_costs};

/// What the workers share.
struct ProofState<G: ProofGame> {
    tree: ProofTree<G>,
    journal: ProofJournal,
    progress: ProofProgress,
    error: Option<anyhow::Error>,
}

struct Workshop<'a, G: ProofGame> {
    state: Mutex<ProofState<G>>,
    /// Something has changed: a leaf that waited for others may be wanted now.
    changed: Condvar,
    game: G,
    knowledge: &'a G::Knowledge,
    table: &'a WinTable,
    options: &'a RunOptions,
    stop: Stop,
}

/// Leaves are tried although they seem to cost this many times what they may: estimates err, and
/// what the table learns from a failure is not lost.
const HOPE: f64 = 3.0;

/// The most nodes of a search that judges a position.
const MOST_ESTIMATE_NODES: u64 = 20_000;

/// Works on a proof until it is done or the time is over.
pub(super) fn work<G: ProofGame>(
    tree: ProofTree<G>,
    journal: ProofJournal,
    options: &RunOptions,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = tree.game().clone();
    let knowledge = game.knowledge().context("a game with draws cannot be proven")?;
    let table = WinTable::new(options.memory);
    let progress = ProofProgress::start(&tree);
    let state = Mutex::new(ProofState { tree, journal, progress, error: None });
    let stop = Stop::new();
    let (changed, table, knowledge) = (Condvar::new(), &table, &knowledge);
    let workshop = Workshop { state, changed, game, knowledge, table, options, stop };
    workshop.teach_all()?;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(|| workshop.worker())).collect();
        workshop.watch(|| workers.iter().all(std::thread::ScopedJoinHandle::is_finished));
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    let state = workshop.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    progress::write_status(&state.tree, out)?;
    writeln!(out, "{}", state.progress.summary())?;
    state.error.map_or(Ok(()), Err)
}

impl<G: ProofGame> Workshop<'_, G> {
    fn lock(&self) -> MutexGuard<'_, ProofState<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn solver(&self) -> SharedSolver<'_, G::Position, G::Knowledge> {
        SharedSolver::new(self.knowledge, self.table, 1)
    }

    /// What the tree knows already goes into the table, which is empty at the beginning.
    fn teach_all(&self) -> anyhow::Result<()> {
        let (state, solver) = (self.lock(), self.solver());
        for (id, node) in (0..).zip(state.tree.nodes()) {
            let pos = state.tree.position(id)?;
            if let Some(winner) = node.costs.winner().filter(|_| pos.outcome().is_none()) {
                solver.teach(&pos, winner == pos.turn());
            }
        }
        Ok(())
    }

    /// Prints progress and ends the work when the time is over.
    fn watch(&self, all_finished: impl Fn() -> bool) {
        const TICK: Duration = Duration::from_millis(20);
        let started = self.stop.now();
        let mut reported = started;
        while !all_finished() {
            std::thread::sleep(TICK);
            let now = self.stop.now();
            let elapsed = now.saturating_sub(started);
            if self.options.hours.is_some_and(|hours| elapsed.as_secs_f64() > hours * 3600.0) {
                self.stop.raise();
                self.changed.notify_all();
            }
            if now.saturating_sub(reported).as_secs_f64() > self.options.report {
                reported = now;
                let state = self.lock();
                eprintln!("{}", state.progress.line(&state.tree, elapsed, self.table.permille_used()));
            }
        }
    }

    /// Takes leaves and brings results until there are no more.
    fn worker(&self) {
        // A thousandth of what a leaf may take: a position has some thirty children.
        let nodes = (self.options.leaf_nodes / 1000).clamp(100, MOST_ESTIMATE_NODES);
        let mut estimator = self.game.cost_estimator(nodes);
        while let Some(leaf) = self.claim() {
            let done = self.do_leaf(leaf, &mut estimator);
            let mut state = self.lock();
            state.tree.release(leaf);
            if let Err(error) = done {
                state.error.get_or_insert(error);
                self.stop.raise();
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// The next leaf to work on; none if all is done or the time is over.
    fn claim(&self) -> Option<NodeId> {
        let mut state = self.lock();
        loop {
            if self.stop.is_raised() {
                return None;
            }
            if let Some(leaf) = state.tree.claim(ROOT) {
                return Some(leaf);
            }
            if state.tree.node(ROOT).costs.winner().is_some() {
                let first_moves = state.tree.node(ROOT).children.clone();
                if !self.options.every_move {
                    return None;
                }
                let open: Vec<NodeId> =
                    first_moves.into_iter().filter(|&id| state.tree.node(id).costs.winner().is_none()).collect();
                if open.is_empty() {
                    return None;
                }
                if let Some(leaf) = open.into_iter().find_map(|id| state.tree.claim(id)) {
                    return Some(leaf);
                }
            }
            // All leaves that matter are in others' hands. The timeout is for the end of the time.
            let waited = self.changed.wait_timeout(state, Duration::from_millis(100));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn do_leaf(&self, leaf: NodeId, estimator: &mut CostEstimator<G::Position>) -> anyhow::Result<()> {
        let (pos, costs) = {
            let state = self.lock();
            (state.tree.position(leaf)?, state.tree.costs_of_claimed(leaf))
        };
        let winner_if = |wins: bool| if wins { pos.turn() } else { !pos.turn() };
        let budget = self.options.leaf_nodes;
        if let Some(wins) = self.solver().known(&pos) {
            return self.record_solved(leaf, &pos, winner_if(wins), 0);
        }
        if costs.least() <= HOPE * budget as f64 {
            let found = self.solver().solve(&pos, Limits::nodes(budget), &self.stop);
            self.lock().progress.count(found.nodes, found.time, costs.least(), found.wins.is_some());
            if let Some(wins) = found.wins {
                return self.record_solved(leaf, &pos, winner_if(wins), found.nodes);
            }
        }
        if self.stop.is_raised() {
            return Ok(());
        }
        self.open(&pos, estimator)
    }

    fn record_solved(&self, leaf: NodeId, pos: &G::Position, winner: Player, nodes: u64) -> anyhow::Result<()> {
        let mut state = self.lock();
        // Its children may have come by another way, or its value.
        if state.tree.is_node_done(leaf) {
            return Ok(());
        }
        let event = ProofEvent::Solved { position: pos.to_string(), winner, nodes };
        state.journal.append(&event)?;
        state.tree.apply(&event)?;
        drop(state);
        self.solver().teach(pos, winner == pos.turn());
        self.teach_ancestors(leaf)
    }

    /// What follows from a result goes into the table as well.
    fn teach_ancestors(&self, leaf: NodeId) -> anyhow::Result<()> {
        let state = self.lock();
        for id in state.tree.proven_ancestors(leaf) {
            let pos = state.tree.position(id)?;
            if let Some(winner) = state.tree.node(id).costs.winner() {
                self.solver().teach(&pos, winner == pos.turn());
            }
        }
        Ok(())
    }

    /// Gives a leaf its children, each with what it seems to cost.
    fn open(&self, pos: &G::Position, estimator: &mut CostEstimator<G::Position>) -> anyhow::Result<()> {
        let children = super::tree::children_of(&self.game, pos);
        let mut costs = Vec::with_capacity(children.len());
        let mut known = HashMap::new();
        for (text, child) in &children {
            if child.outcome().is_some() {
                costs.push([u8::MAX; 2]);
                continue;
            }
            if let Some(wins) = self.solver().known(child) {
                known.insert(text, if wins { child.turn() } else { !child.turn() });
                costs.push([u8::MAX; 2]);
                continue;
            }
            costs.push(write_costs(estimator(child)));
        }
        let mut state = self.lock();
        let position = pos.to_string();
        let event = ProofEvent::Opened { position, costs };
        if state.tree.is_done(&event) {
            return Ok(());
        }
        state.journal.append(&event)?;
        state.tree.apply(&event)?;
        drop(state);
        // What the table knew of the children is written down before the table forgets it.
        for (text, winner) in known {
            let mut state = self.lock();
            let event = ProofEvent::Solved { position: text.clone(), winner, nodes: 0 };
            if !state.tree.is_done(&event) {
                state.journal.append(&event)?;
                state.tree.apply(&event)?;
            }
        }
        Ok(())
    }
}
