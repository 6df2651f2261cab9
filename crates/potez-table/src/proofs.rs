//! What is proven of every move of a position: the solver, asked move by move.

use std::cmp::Reverse;
use std::time::Duration;

use potez_core::Message;
use potez_search::{Limits, Proof, Stop};

use crate::{DynProver, Table, TableMove};

/// A move that is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenMove {
    /// The move.
    pub mv: TableMove,
    /// What it is worth to whoever plays it.
    pub proof: Proof,
    /// How the game goes on after it, as far as the proof says.
    pub answer: Vec<TableMove>,
}

/// What is proven of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveProofs {
    /// What the position is worth to the player to move, if that is proven.
    pub proof: Option<Proof>,
    /// The moves that are decided, wins first, losses last.
    pub moves: Vec<ProvenMove>,
    /// How many moves are legal.
    pub legal: usize,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// What each move is given at first. Easy proofs come first: each round gives the rest eight times more.
const FIRST_SHARE: u64 = 400;
const GROWTH: u64 = 8;

/// Tries to decide every legal move of the position on the table, within limits on nodes and time for all of
/// them together. A game that is over has no moves.
pub fn prove_moves(table: &dyn Table, limits: Limits, stop: &Stop) -> Result<MoveProofs, Message> {
    table.check_running()?;
    let mut open = table.legal();
    let legal = open.len();
    let mut search = ProofSearch { prover: table.prover(), limits, stop, started: stop.now(), nodes: 0 };
    let mut moves = Vec::new();
    let mut share = FIRST_SHARE;
    while !open.is_empty() && !search.is_over() {
        let mut undecided = Vec::new();
        for text in open {
            match search.decide(table, &text, share)? {
                Some((proof, answer)) => moves.push(ProvenMove { mv: table.read_move(&text)?, proof, answer }),
                None => undecided.push(text),
            }
        }
        open = undecided;
        share = share.saturating_mul(GROWTH);
    }
    moves.sort_by_key(|proven| Reverse(worth(proven.proof)));
    let best = moves.first().map(|proven| proven.proof);
    // One win is enough; anything less is the best only if nothing is left open.
    let proof = best.filter(|&proof| proof == Proof::Win || open.is_empty());
    Ok(MoveProofs { proof, moves, legal, nodes: search.nodes })
}

fn worth(proof: Proof) -> u8 {
    match proof {
        Proof::Win => 2,
        Proof::Draw => 1,
        Proof::Loss => 0,
    }
}

/// The solver with what is left of its limits.
struct ProofSearch<'a> {
    prover: Box<dyn DynProver>,
    limits: Limits,
    stop: &'a Stop,
    started: Duration,
    nodes: u64,
}

impl ProofSearch<'_> {
    fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.stop.now().saturating_sub(self.started)))
    }

    fn is_over(&self) -> bool {
        self.stop.is_raised()
            || self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || self.time_left().is_some_and(|left| left.is_zero())
    }

    /// What a legal move is worth to whoever plays it, and how the game goes on; nothing if that is not proven
    /// within this many nodes.
    fn decide(&mut self, table: &dyn Table, mv: &str, share: u64) -> Result<Option<(Proof, Vec<TableMove>)>, Message> {
        let (mover, mut after) = (table.turn(), table.fork());
        after.play(mv)?;
        if let Some(outcome) = after.outcome() {
            return Ok(Some((Proof::of_outcome(outcome, mover), Vec::new())));
        }
        if self.is_over() {
            return Ok(None);
        }
        let nodes = self.limits.nodes.map_or(share, |most| share.min(most - self.nodes));
        let limits = Limits { nodes: Some(nodes), time: self.time_left(), ..self.limits };
        let found = self.prover.solve(after.as_ref(), limits, self.stop)?;
        self.nodes += found.nodes;
        let seen = |proof: Proof| if after.turn() == mover { proof } else { proof.reversed() };
        Ok(found.proof.map(|proof| (seen(proof), found.pv)))
    }
}
