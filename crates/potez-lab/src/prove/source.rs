//! The leaves of a proof tree as jobs, and their results on the way into the journal.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use potez_core::{Player, Position as _};
use potez_engine::proving::{LeafFindings, LeafLimits, ProofGame, SharedProver, children_of};
use potez_fleet::{Job, JobSource, LeafTask, NextJob, Origin, UnitReceipt, UnitResult};
use potez_search::Stop;

use super::RunOptions;
use super::journal::{ProofEvent, ProofJournal};
use super::progress::ProofProgress;
use super::tree::{NodeId, ProofTree, ROOT};

/// Leaves are tried although they seem to cost this many times what they may: estimates err, and
/// what the table learns from a failure is not lost.
const HOPE: f64 = 3.0;
/// The most nodes of a search that judges a position.
const MOST_ESTIMATE_NODES: u64 = 20_000;
/// The most leaves of a job: what others find out may make the last of them needless.
const MOST_LEAVES: usize = 4;
/// Nodes of the search by which the owner looks for a contradiction to what others say of a position: some
/// milliseconds.
const CHECK_NODES: u64 = 10_000;

/// A proof as a source of jobs.
pub struct ProofSource<'a, G: ProofGame> {
    game: G,
    prover: Arc<SharedProver<G>>,
    options: &'a RunOptions,
    state: Mutex<ProofState<G>>,
}

/// What changes.
pub(super) struct ProofState<G: ProofGame> {
    pub(super) tree: ProofTree<G>,
    pub(super) progress: ProofProgress,
    journal: ProofJournal,
    /// Leaves that somebody works on.
    given: BTreeMap<u64, GivenLeaf>,
    /// What went wrong at the journal.
    pub(super) error: Option<anyhow::Error>,
}

struct GivenLeaf {
    /// The nodes that it seemed to cost.
    expected: f64,
}

impl<'a, G: ProofGame> ProofSource<'a, G> {
    /// The open leaves of a tree. The prover's table is taught what the tree knows already.
    pub fn new(
        tree: ProofTree<G>,
        journal: ProofJournal,
        prover: Arc<SharedProver<G>>,
        options: &'a RunOptions,
    ) -> anyhow::Result<Self> {
        for (id, node) in (0..).zip(tree.nodes()) {
            let Some(winner) = node.costs.winner() else { continue };
            let pos = tree.position(id)?;
            if pos.outcome().is_none() {
                prover.teach(&pos, winner);
            }
        }
        let (game, progress) = (tree.game().clone(), ProofProgress::start(&tree));
        let state = ProofState { tree, progress, journal, given: BTreeMap::new(), error: None };
        Ok(Self { game, prover, options, state: Mutex::new(state) })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, ProofState<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn options(&self) -> &RunOptions {
        self.options
    }

    pub(super) fn into_state(self) -> ProofState<G> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// What contradicts a result that came from another machine, as far as that can be seen in a moment. A value that
    /// is wrong and takes long to refute is not noticed here, but by whoever checks a certificate.
    fn fault(&self, position: &str, found: &LeafFindings) -> Option<String> {
        let Ok(pos) = self.game.read_position(position) else { return Some(format!("{position}: not a position")) };
        let wrong = |what: &str| Some(format!("{position}: {what}"));
        // The limit is kept to the moves of one position.
        if found.nodes > self.options.leaf_nodes.saturating_add(MOST_ESTIMATE_NODES) {
            return wrong("more nodes than a leaf may take");
        }
        if let Some(winner) = found.winner {
            return self.contradicts(&pos, winner).then(|| wrong("somebody else wins")).flatten();
        }
        let children = children_of(&self.game, &pos);
        if children.len() != found.children.len() {
            return wrong("another number of children");
        }
        for ((text, child), said) in children.iter().zip(&found.children) {
            let Some(winner) = said.winner else { continue };
            if child.outcome().is_some() {
                return wrong("a child is over, and no more is to be said of it");
            }
            if self.contradicts(child, winner) {
                return Some(format!("{text}: somebody else wins"));
            }
        }
        None
    }

    fn contradicts(&self, pos: &G::Position, winner: Player) -> bool {
        self.prover.solve(pos, CHECK_NODES, &Stop::new()).winner.is_some_and(|shown| shown != winner)
    }

    /// Writes down what was found of a leaf, and takes it into the tree.
    fn keep(&self, state: &mut ProofState<G>, leaf: NodeId, found: &LeafFindings) -> anyhow::Result<()> {
        let position = state.tree.node(leaf).text.to_string();
        if let Some(winner) = found.winner {
            state.add(&ProofEvent::Solved { position, winner, nodes: found.nodes })?;
            return self.teach(state, leaf);
        }
        let children = children_of(&self.game, &state.tree.position(leaf)?);
        state.add(&ProofEvent::Opened { position, costs: found.children.iter().map(|child| child.costs).collect() })?;
        // What the table knew of the children is written down before the table forgets it.
        for ((position, _), child) in children.into_iter().zip(&found.children) {
            let Some((winner, id)) = child.winner.zip(state.tree.find(&position)) else { continue };
            if !state.tree.is_node_done(id) {
                state.add(&ProofEvent::Solved { position, winner, nodes: 0 })?;
                self.teach(state, id)?;
            }
        }
        Ok(())
    }

    /// A result and what follows from it go into the table.
    fn teach(&self, state: &ProofState<G>, leaf: NodeId) -> anyhow::Result<()> {
        for id in [leaf].into_iter().chain(state.tree.proven_ancestors(leaf)) {
            if let Some(winner) = state.tree.node(id).costs.winner() {
                self.prover.teach(&state.tree.position(id)?, winner);
            }
        }
        Ok(())
    }
}

impl<G: ProofGame> ProofState<G> {
    /// A result: on the disk first, then in the tree.
    fn add(&mut self, event: &ProofEvent) -> anyhow::Result<()> {
        self.journal.append(event)?;
        self.tree.apply(event)
    }

    /// The first moves whose value is not known, if the root's is.
    fn open_first_moves(&self) -> Option<impl Iterator<Item = NodeId>> {
        let root = self.tree.node(ROOT);
        let is_open = |id: &NodeId| self.tree.node(*id).costs.winner().is_none();
        root.costs.winner().map(|_| root.children.iter().copied().filter(is_open))
    }

    /// The next leaf to work on that nobody works on.
    fn claim(&mut self, every_move: bool) -> Option<NodeId> {
        if let Some(leaf) = self.tree.claim(ROOT) {
            return Some(leaf);
        }
        let open: Vec<NodeId> = self.open_first_moves().filter(|_| every_move)?.collect();
        open.into_iter().find_map(|id| self.tree.claim(id))
    }

    fn is_over(&self, every_move: bool) -> bool {
        self.error.is_some() || self.open_first_moves().is_some_and(|mut open| !every_move || open.next().is_none())
    }
}

impl<G: ProofGame> JobSource for ProofSource<'_, G> {
    fn take(&self, most: usize) -> NextJob {
        let RunOptions { leaf_nodes, every_move, .. } = *self.options;
        // A thousandth of what a leaf may take: a position has some thirty children.
        let estimate_nodes = (leaf_nodes / 1000).clamp(100, MOST_ESTIMATE_NODES);
        let mut state = self.lock();
        if state.is_over(every_move) {
            return NextJob::Nothing;
        }
        let mut leaves = Vec::new();
        while leaves.len() < most.clamp(1, MOST_LEAVES)
            && let Some(leaf) = state.claim(every_move)
        {
            let expected = state.tree.costs_of_claimed(leaf).least();
            let nodes = if expected <= HOPE * leaf_nodes as f64 { leaf_nodes } else { 0 };
            let task = LeafTask::new(&state.tree.node(leaf).text, LeafLimits { nodes, estimate_nodes });
            // Another leaf of the same number, which is not to be expected in 10⁷ years, must wait for this one.
            if state.given.contains_key(&task.unit) {
                state.tree.release(leaf);
                break;
            }
            state.given.insert(task.unit, GivenLeaf { expected });
            leaves.push(task);
        }
        if !leaves.is_empty() {
            return NextJob::Job(Job::Leaves { game: self.game.to_string(), leaves });
        }
        // All leaves that matter are in others' hands, or were given up.
        if state.given.is_empty() { NextJob::Nothing } else { NextJob::Later }
    }

    fn hand_in(&self, result: UnitResult, origin: Origin) -> UnitReceipt {
        let UnitResult::Leaf(report) = result else { return UnitReceipt::Untrue("not a leaf of a proof".into()) };
        let found = match report.findings() {
            Ok(found) => found,
            Err(why) => return UnitReceipt::Untrue(why),
        };
        // A leaf of another tree: an owner that had opened other positions may have asked for it.
        let Some(leaf) = self.lock().tree.find(&report.position) else { return UnitReceipt::Known };
        if origin == Origin::Elsewhere
            && let Some(why) = self.fault(&report.position, &found)
        {
            return UnitReceipt::Untrue(why);
        }
        let mut state = self.lock();
        if state.error.is_some() {
            return UnitReceipt::NotKept;
        }
        let given = state.given.remove(&report.unit);
        if found.nodes > 0 {
            let expected = given.map_or(0.0, |given| given.expected);
            state.progress.count(found.nodes, found.time, expected, found.winner.is_some());
        }
        // Its value may have come by another way.
        let receipt = if state.tree.is_node_done(leaf) {
            UnitReceipt::Known
        } else if let Err(error) = self.keep(&mut state, leaf, &found) {
            state.error = Some(error);
            UnitReceipt::NotKept
        } else {
            UnitReceipt::Counted
        };
        state.tree.release(leaf);
        receipt
    }

    fn is_over(&self) -> bool {
        self.lock().is_over(self.options.every_move)
    }

    fn remaining(&self) -> usize {
        let state = self.lock();
        let ProofTree { solved, opened, .. } = state.tree;
        if state.is_over(self.options.every_move) {
            0
        } else {
            state.tree.nodes().len().saturating_sub(solved + opened)
        }
    }

    fn describe(&self) -> String {
        format!("proof of {}", self.lock().tree.node(ROOT).text)
    }

    /// It stays claimed: others go on with other leaves, and the next run tries it again.
    fn give_up(&self, unit: u64, _why: &str) {
        self.lock().given.remove(&unit);
    }
}
