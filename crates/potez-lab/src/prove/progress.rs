//! How far a proof has come, and an honest estimate of what is left.

use std::io::Write;
use std::time::Duration;

use potez_core::{Player, Position as _};
use potez_engine::proving::ProofGame;

use super::tree::{ProofTree, ROOT};

/// What a run has done so far.
#[derive(Debug)]
pub(super) struct ProofProgress {
    /// Leaves that were proven before this run.
    solved_before: usize,
    nodes: u64,
    time: Duration,
    proven: usize,
    failed: usize,
    /// What the leaves that were proven had been thought to cost.
    expected: f64,
}

impl ProofProgress {
    pub(super) fn start<G: ProofGame>(tree: &ProofTree<G>) -> Self {
        let (nodes, time, expected) = (0, Duration::ZERO, 0.0);
        Self { solved_before: tree.solved, nodes, time, proven: 0, failed: 0, expected }
    }

    pub(super) fn count(&mut self, nodes: u64, time: Duration, expected: f64, is_proven: bool) {
        self.nodes += nodes;
        self.time += time;
        self.proven += usize::from(is_proven);
        self.failed += usize::from(!is_proven);
        if is_proven {
            self.expected += expected;
        }
    }

    fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// One line for a person who looks on.
    pub(super) fn line<G: ProofGame>(&self, tree: &ProofTree<G>, elapsed: Duration, permille: usize) -> String {
        let root = tree.node(ROOT);
        let first = root.children.iter().filter(|&&id| tree.node(id).costs.winner().is_some()).count();
        // What was spent, failures included, for what had been expected.
        let correction = if self.expected > 0.0 { self.nodes as f64 / self.expected } else { 1.0 };
        // By the wall clock: other work on the machine takes its share of the hours that are left.
        let a_second = self.nodes as f64 / elapsed.as_secs_f64().max(1e-9);
        let left = root.costs.least() * correction;
        let cheaper = if root.costs.of(Player::X) < root.costs.of(Player::O) { 'x' } else { 'o' };
        format!(
            "{:.2} h: {first} of {} first moves, {} leaves proven ({} in this run, {} failed), {} opened; \
             {:.3e} nodes, {:.2}M a second; table {permille} permille; left: about {left:.1e} nodes for \
             {cheaper} (costs are {correction:.1} times the estimates), {:.0} h",
            elapsed.as_secs_f64() / 3600.0,
            root.children.len(),
            tree.solved,
            tree.solved - self.solved_before,
            self.failed,
            tree.opened,
            self.nodes as f64,
            self.speed() / 1e6,
            left / a_second.max(1.0) / 3600.0,
        )
    }

    /// What a run did, when it ends.
    pub(super) fn summary(&self) -> String {
        format!(
            "this run: {} leaves proven, {} not within their nodes; {:.3e} nodes in {:.0} s, {:.2}M a second",
            self.proven,
            self.failed,
            self.nodes as f64,
            self.time.as_secs_f64(),
            self.speed() / 1e6
        )
    }
}

/// What is proven, and what is left.
pub(super) fn write_status<G: ProofGame>(tree: &ProofTree<G>, out: &mut dyn Write) -> anyhow::Result<()> {
    let root = tree.node(ROOT);
    match root.costs.winner() {
        Some(winner) => writeln!(out, "proven: {} wins", winner.letter())?,
        None => writeln!(
            out,
            "not proven yet: about {:.1e} nodes for x, {:.1e} for o",
            root.costs.of(Player::X),
            root.costs.of(Player::O)
        )?,
    }
    let nodes: u64 = tree.nodes().iter().map(|node| node.nodes).sum();
    writeln!(out, "{} leaves proven with {nodes} nodes, {} positions opened", tree.solved, tree.opened)?;
    let (pos, mut moves) = (tree.position(ROOT)?, Vec::new());
    pos.legal_moves(&mut moves);
    for mv in moves {
        let mut child = pos.clone();
        child.play(mv);
        let Some(id) = tree.find(&tree.game().canonical(&child).to_string()) else { continue };
        let node = tree.node(id);
        match node.costs.winner() {
            Some(winner) => writeln!(out, "{mv} {}", winner.letter())?,
            None => writeln!(out, "{mv} ? {:.1e} {:.1e}", node.costs.of(Player::X), node.costs.of(Player::O))?,
        }
    }
    Ok(())
}
