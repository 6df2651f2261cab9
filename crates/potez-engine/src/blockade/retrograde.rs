//! Retrograde analysis of races that no forward search decides.
//!
//! The positions that can come about are listed breadth first; whenever the result of one is known,
//! it is propagated to the positions that it can come from. What has no result when all are listed
//! is a draw: both players can go on for ever.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use potez_blockade::{Move, Position};
use potez_core::Position as _;
use potez_search::{Proof, TimeManager};

use super::race;

/// The most memory for the positions that are listed, roughly: a GiB.
const MEMORY: usize = 1 << 30;

/// An undecided position of a race.
struct RaceNode<const N: usize> {
    pos: Position<N>,
    /// The positions that it can come from, and by which move.
    parents: Vec<(u32, Move)>,
    /// Moves that are not yet known to lose.
    undecided_moves: u32,
    proof: Option<Proof>,
    best: Option<Move>,
}

impl<const N: usize> RaceNode<N> {
    /// What a node takes, with half a dozen parents and its entry in the index.
    const SIZE: usize = size_of::<Self>() + 128;

    fn new(pos: Position<N>) -> Self {
        Self { pos, parents: Vec::new(), undecided_moves: 0, proof: None, best: None }
    }
}

/// The value of a race in which no position has stood twice, and a move that keeps it; `None` if a
/// limit or the memory ends it. Adds the positions expanded to `nodes`.
pub(super) fn solve<const N: usize>(
    root: &Position<N>,
    timer: &TimeManager,
    nodes: &mut u64,
) -> Option<(Proof, Option<Move>)> {
    let mut graph = RaceGraph { nodes: vec![RaceNode::new(root.clone())], index: HashMap::from([(root.key(), 0)]) };
    let mut moves = Vec::new();
    let mut at = 0;
    // Breadth first, so that short wins are found before the whole graph is listed.
    while at < graph.nodes.len() && graph.nodes[0].proof.is_none() {
        if graph.nodes.len() * RaceNode::<N>::SIZE > MEMORY || at.is_multiple_of(256) && timer.must_stop(*nodes) {
            return None;
        }
        *nodes += 1;
        moves.clear();
        graph.nodes[at].pos.legal_moves(&mut moves);
        graph.expand(at, &moves);
        at += 1;
    }
    let root = &graph.nodes[0];
    Some(root.proof.map_or_else(|| (Proof::Draw, graph.drawing_move()), |proof| (proof, root.best)))
}

/// The position after a move.
fn played<const N: usize>(pos: &Position<N>, mv: Move) -> Position<N> {
    let mut pos = pos.clone();
    pos.play(mv);
    pos
}

/// The positions found so far, with edges from children to parents.
struct RaceGraph<const N: usize> {
    nodes: Vec<RaceNode<N>>,
    /// Nodes by the keys of their positions.
    index: HashMap<u64, u32>,
}

impl<const N: usize> RaceGraph<N> {
    /// Adds the children of a node, unless a move is known to win at once.
    fn expand(&mut self, at: usize, moves: &[Move]) {
        let mut undecided = Vec::new();
        for &mv in moves {
            let child = played(&self.nodes[at].pos, mv);
            // Most positions are decided without any search; those need no node.
            match race::score_after(&child) {
                Some(score) if !score.is_win() => return self.propagate(at, Proof::Win, Some(mv)),
                Some(_) => {}
                None => undecided.push((mv, child)),
            }
        }
        self.nodes[at].undecided_moves = undecided.len() as u32;
        for (mv, child) in undecided {
            let child = match self.index.entry(child.key()) {
                Entry::Occupied(known) => *known.get() as usize,
                Entry::Vacant(new) => {
                    new.insert(self.nodes.len() as u32);
                    self.nodes.push(RaceNode::new(child));
                    self.nodes.len() - 1
                }
            };
            match self.nodes[child].proof {
                Some(Proof::Loss) => return self.propagate(at, Proof::Win, Some(mv)),
                Some(_) => self.nodes[at].undecided_moves -= 1,
                None => self.nodes[child].parents.push((at as u32, mv)),
            }
        }
        if self.nodes[at].undecided_moves == 0 {
            self.propagate(at, Proof::Loss, moves.first().copied());
        }
    }

    /// A move of the root after which nobody can win.
    fn drawing_move(&self) -> Option<Move> {
        let root = &self.nodes[0].pos;
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| {
            let child = self.index.get(&played(root, mv).key());
            child.is_some_and(|&child| self.nodes[child as usize].proof.is_none())
        })
    }

    /// Stores a result and propagates it to the positions that it decides.
    fn propagate(&mut self, at: usize, proof: Proof, best: Option<Move>) {
        // A stack of its own: chains of forced results are longer than the thread's stack is deep.
        let mut pending = vec![(at, proof, best)];
        while let Some((at, proof, best)) = pending.pop() {
            if self.nodes[at].proof.is_some() {
                continue;
            }
            self.nodes[at].proof = Some(proof);
            self.nodes[at].best = best;
            for (parent, mv) in std::mem::take(&mut self.nodes[at].parents) {
                let parent = parent as usize;
                let undecided = &mut self.nodes[parent].undecided_moves;
                *undecided -= 1;
                if proof == Proof::Loss {
                    pending.push((parent, Proof::Win, Some(mv)));
                } else if *undecided == 0 {
                    pending.push((parent, Proof::Loss, Some(mv)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
