//! Making a certificate of what a proof tree has proven: a strategy that others can check.

use std::collections::HashSet;
use std::io::Write;

use anyhow::{Context, bail};
use potez_core::{Outcome, Player, Position};
use potez_engine::proving::{ProofGame, children_of};
use potez_search::shared_solver::{SharedSolver, WinTable};
use potez_search::{Limits, Stop};

use super::tree::{NodeId, ProofTree, ROOT};

/// Mebibytes of the table in which leaves must be proven from nothing.
const LEAF_TABLE_MIB: usize = 16;

/// What a certificate consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CertificateSize {
    /// Positions whose winner is claimed.
    pub claims: usize,
    /// Positions with a move.
    pub moves: usize,
    /// Positions that are proven by search.
    pub leaves: usize,
}

/// Writes a certificate of all that is proven: of the root, or of the proven positions that are
/// nearest to it, at most this many.
pub fn write<G: ProofGame>(
    tree: &ProofTree<G>,
    leaf_nodes: u64,
    memory_mib: usize,
    most_claims: usize,
    out: &mut dyn Write,
) -> anyhow::Result<CertificateSize> {
    let knowledge = tree.game().knowledge().context("a game with draws cannot be proven")?;
    let (leaf_table, table) = (WinTable::new(LEAF_TABLE_MIB), WinTable::new(memory_mib));
    let solver = SharedSolver::new(&knowledge, &table, 1);
    let mut maker = CertificateMaker {
        tree,
        leaf_solver: SharedSolver::new(&knowledge, &leaf_table, 1),
        leaf_table: &leaf_table,
        solver,
        leaf_nodes,
        seen: HashSet::new(),
        size: CertificateSize::default(),
        out,
    };
    writeln!(maker.out, "certificate {}", tree.game())?;
    for id in claims(tree).into_iter().take(most_claims) {
        let (pos, winner) = (tree.position(id)?, tree.node(id).costs.winner().context("a claim is proven")?);
        writeln!(maker.out, "claim {} {pos}", winner.letter())?;
        maker.size.claims += 1;
        maker.write_position(&pos, winner)?;
    }
    Ok(maker.size)
}

/// The proven positions that are nearest to the root, the costliest first.
fn claims<G: ProofGame>(tree: &ProofTree<G>) -> Vec<NodeId> {
    let (mut seen, mut found, mut left) = (HashSet::new(), Vec::new(), vec![ROOT]);
    while let Some(id) = left.pop() {
        if !seen.insert(id) {
            continue;
        }
        if tree.node(id).costs.winner().is_some() {
            found.push(id);
        } else {
            left.extend(&tree.node(id).children);
        }
    }
    let is_running = |id: &NodeId| tree.position(*id).is_ok_and(|pos| pos.outcome().is_none());
    found.retain(is_running);
    found.sort_by_key(|&id| (tree.node(id).children.is_empty(), std::cmp::Reverse(tree.node(id).nodes), id));
    found
}

struct CertificateMaker<'a, G: ProofGame> {
    tree: &'a ProofTree<G>,
    leaf_solver: SharedSolver<'a, G::Position, G::Knowledge>,
    leaf_table: &'a WinTable,
    /// For positions that the tree has no moves for and that are no leaves: their results help each
    /// other.
    solver: SharedSolver<'a, G::Position, G::Knowledge>,
    leaf_nodes: u64,
    seen: HashSet<(Player, String)>,
    size: CertificateSize,
    out: &'a mut dyn Write,
}

impl<G: ProofGame> CertificateMaker<'_, G> {
    /// Writes the strategy from a position, which is canonical, and from all that it leads to.
    fn write_position(&mut self, pos: &G::Position, winner: Player) -> anyhow::Result<()> {
        if let Some(outcome) = pos.outcome() {
            anyhow::ensure!(outcome == Outcome::Win(winner), "{pos} is lost");
            return Ok(());
        }
        let text = pos.to_string();
        if !self.seen.insert((winner, text.clone())) {
            return Ok(());
        }
        let tree = self.tree;
        let children: &[NodeId] = tree.find(&text).map_or(&[], |id| &tree.node(id).children[..]);
        let known: Vec<NodeId> =
            children.iter().copied().filter(|&id| tree.node(id).costs.winner() == Some(winner)).collect();
        let is_open = if pos.turn() == winner { !known.is_empty() } else { !children.is_empty() };
        if !is_open && self.is_leaf(pos, winner)? {
            self.size.leaves += 1;
            return Ok(writeln!(self.out, "{} . {text}", winner.letter())?);
        }
        if pos.turn() != winner {
            let children = children_of(tree.game(), pos);
            return children.iter().try_for_each(|(_, child)| self.write_position(child, winner));
        }
        let mv = match known.first() {
            Some(&id) => self.move_to(pos, &tree.node(id).text)?,
            None => {
                self.solver.solve(pos, Limits::default(), &Stop::new()).best.context("a won position has a move")?
            }
        };
        self.size.moves += 1;
        writeln!(self.out, "{} {mv} {text}", winner.letter())?;
        let mut child = pos.clone();
        child.play(mv);
        self.write_position(&tree.game().canonical(&child), winner)
    }

    /// Whether a position is proven within the nodes of a leaf, by a solver that knows nothing yet.
    fn is_leaf(&self, pos: &G::Position, winner: Player) -> anyhow::Result<bool> {
        self.leaf_table.clear();
        let found = self.leaf_solver.solve(pos, Limits::nodes(self.leaf_nodes), &Stop::new());
        if found.wins.is_some_and(|wins| wins != (pos.turn() == winner)) {
            bail!("{pos} is not won for {}, as the tree has it", winner.letter());
        }
        Ok(found.wins.is_some())
    }

    fn move_to(&self, pos: &G::Position, text: &str) -> anyhow::Result<<G::Position as Position>::Move> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let leads_there = |mv: &<G::Position as Position>::Move| {
            let mut child = pos.clone();
            child.play(*mv);
            self.tree.game().canonical(&child).to_string() == text
        };
        moves.into_iter().find(leads_there).with_context(|| format!("no move leads from {pos} to {text}"))
    }
}
