//! Proofs by proof-number search over positions in which forced moves are the only ones.

use std::fmt;

use potez_core::{Outcome, Player, Position as _, Record};
use potez_havannah::{Cell, Class, Game, Illegal, Move, Position, Symmetry};
use potez_search::dfpn::{Dfpn, DfpnSettings, ProofHeuristic};
use potez_search::{Limits, Stop};

use super::threats::Threats;
use crate::{Prover, Solution};

const SYMMETRIES: usize = 12;
/// Up to this ply only one of several moves that a symmetry maps onto each other is looked at.
const SYMMETRIC_PLIES: usize = 3;

/// A position reduced by its threats: it ends as soon as one decides it, the only move that stops
/// one is its only move, and its key is the same for all images under the symmetries of the board.
#[derive(Clone, Copy)]
pub(super) struct ThreatPosition<C: Class> {
    pos: Position<C>,
    /// The key of the stones under each symmetry of the board.
    keys: [u64; SYMMETRIES],
    outcome: Option<Outcome>,
    /// The only move that does not lose.
    only: Option<Cell>,
}

impl<C: Class> ThreatPosition<C> {
    pub(super) fn new(pos: Position<C>) -> Self {
        let mut reduced = Self { pos, keys: [0; SYMMETRIES], outcome: None, only: None };
        for (cell, player) in pos.stones() {
            reduced.add(cell, player);
        }
        reduced.apply_threats();
        reduced
    }

    fn add(&mut self, cell: Cell, player: Player) {
        let size = self.pos.geometry().size();
        for (key, symmetry) in self.keys.iter_mut().zip(Symmetry::all()) {
            *key ^= mixed(symmetry.cell(size, cell).index() << 1 | player.index());
        }
    }

    fn apply_threats(&mut self) {
        let mover = self.pos.turn();
        self.only = None;
        self.outcome = self.pos.outcome();
        if self.outcome.is_none() {
            match Threats::of(self.pos.board(), mover) {
                Threats::None => {}
                Threats::Win(_) => self.outcome = Some(Outcome::Win(mover)),
                Threats::Block(cell) => self.only = Some(cell),
                Threats::Lost(..) => self.outcome = Some(Outcome::Win(!mover)),
            }
        }
    }
}

/// A pseudo-random number for a place: keys need no table then.
fn mixed(seed: usize) -> u64 {
    let mut z = (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ z >> 32
}

impl<C: Class> potez_core::Position for ThreatPosition<C> {
    type Move = Move;
    type Illegal = Illegal;

    fn turn(&self) -> Player {
        self.pos.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome.is_some() {
            return;
        }
        if let Some(cell) = self.only {
            return moves.push(cell.into());
        }
        // Later positions are hardly ever symmetric, and a look at all images costs more than it
        // saves.
        if self.pos.ply() >= SYMMETRIC_PLIES {
            return self.pos.legal_moves(moves);
        }
        let mut all = Vec::new();
        self.pos.legal_moves(&mut all);
        let mut keys = Vec::new();
        for mv in all {
            let mut child = *self;
            child.play(mv);
            if !keys.contains(&child.key()) {
                keys.push(child.key());
                moves.push(mv);
            }
        }
    }

    fn play(&mut self, mv: Move) {
        let mover = self.pos.turn();
        self.pos.play(mv);
        match mv.cell() {
            Some(cell) => self.add(cell, mover),
            // A swap changes every stone: the keys are computed anew.
            None => return *self = Self::new(self.pos),
        }
        self.apply_threats();
    }

    fn key(&self) -> u64 {
        // The least key of all images is the same whichever of them is on the board.
        let stones = self.keys.iter().fold(u64::MAX, |least, &key| least.min(key));
        // Keys are compared as they are, and the table takes their highest bits: mix what the
        // minimum has biased.
        let turn = mixed(1 << 20 | self.pos.turn().index() << 1 | usize::from(self.pos.can_swap()));
        (stones ^ turn).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.pos.check(mv)
    }
}

impl<C: Class> PartialEq for ThreatPosition<C> {
    fn eq(&self, other: &Self) -> bool {
        self.pos == other.pos
    }
}

impl<C: Class> Eq for ThreatPosition<C> {}

impl<C: Class> fmt::Display for ThreatPosition<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pos.fmt(f)
    }
}

impl<C: Class> fmt::Debug for ThreatPosition<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.pos, f)
    }
}

/// Initial proof and disproof numbers: a position with many moves is harder to refute.
#[derive(Clone, Copy)]
struct MobilityHeuristic;

impl<C: Class> ProofHeuristic<ThreatPosition<C>> for MobilityHeuristic {
    fn initial_numbers(&self, reduced: &ThreatPosition<C>, player: Player) -> (u32, u32) {
        let moves = if reduced.only.is_some() { 1 } else { reduced.pos.empty_count() as u32 };
        if reduced.pos.turn() == player { (1, moves) } else { (moves, 1) }
    }
}

/// Mebibytes of the table of a solver with such limits: to write a large table takes longer than a
/// short proof.
pub(super) fn table_mib(size: usize, limits: Limits) -> usize {
    /// Enough for minutes.
    const LARGEST: usize = 256;
    /// All that the smallest board needs.
    const SMALLEST_BOARD: usize = 4;
    /// A position takes an entry of 24 bytes; this leaves seven of eight entries free.
    const BYTES_PER_NODE: u64 = 192;
    /// More than any machine has reached.
    const NODES_PER_MILLISECOND: u64 = 1000;
    if size == 3 {
        return SMALLEST_BOARD;
    }
    let by_time = limits.time.map(|time| time.as_millis() as u64 * NODES_PER_MILLISECOND);
    let nodes = [limits.nodes, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    (nodes.saturating_mul(BYTES_PER_NODE) >> 20).clamp(1, LARGEST as u64) as usize
}

/// Mebibytes of the table of a solver that is asked about many related positions.
pub(super) const PROVER_MIB: usize = 48;

/// Proof-number search over reduced positions; its table outlives a call.
pub(super) struct ThreatSolver {
    search: Dfpn<MobilityHeuristic>,
}

impl ThreatSolver {
    /// A solver with a table of this many MiB.
    pub(super) fn new(table_mib: usize) -> Self {
        Self { search: Dfpn::new(DfpnSettings { table_mib, ..DfpnSettings::default() }, MobilityHeuristic) }
    }

    /// Proves the result of a running game as far as the limits allow.
    pub(super) fn solve<C: Class>(&mut self, pos: &Position<C>, limits: Limits, stop: &Stop) -> Solution<Move> {
        let started = stop.now();
        let reduced = ThreatPosition::new(*pos);
        let found = self.search.solve(&reduced, limits, stop);
        let mut pv = Vec::new();
        if found.proof.is_some() {
            // The table holds nearly all of it; what it has lost is not worth the time that the
            // proof took.
            let time = limits.time.map(|time| time.saturating_sub(found.time));
            let rest = Limits { time, nodes: Some(found.nodes / 4 + 1000), ..Limits::default() };
            pv = self.search.variation(&reduced, rest, stop);
            if pv.is_empty() {
                pv.extend(found.best);
            }
            finish(pos, &mut pv);
        }
        Solution { proof: found.proof, pv, plies: None, nodes: found.nodes, time: stop.now().saturating_sub(started) }
    }
}

impl<C: Class> Prover<Game<C>> for ThreatSolver {
    fn solve(&mut self, record: &Record<Game<C>>, limits: Limits, stop: &Stop) -> Solution<Move> {
        Self::solve(self, record.position(), limits, stop)
    }
}

/// Adds the last moves to a line that ends where the end is certain.
fn finish<C: Class>(pos: &Position<C>, pv: &mut Vec<Move>) {
    let mut pos = *pos;
    for &mv in pv.iter() {
        pos.play(mv);
    }
    // Reduced positions end where a threat decides: the stones that carry it out are still missing.
    while pos.outcome().is_none() {
        let cell = match Threats::of(pos.board(), pos.turn()) {
            Threats::Win(cell) | Threats::Lost(cell, _) => cell,
            Threats::None | Threats::Block(_) => return,
        };
        pos.play(cell.into());
        pv.push(cell.into());
    }
}

#[cfg(test)]
mod tests;
