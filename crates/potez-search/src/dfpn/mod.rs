//! Depth-first proof-number search (df-pn): the proven result of a position, or an honest
//! "unknown".
//!
//! A search answers "can this player force a win?", draws counting as no. In its tree of ANDs and
//! ORs each open position has a *proof number*, the least leaves that must turn out well to prove
//! it, and a *disproof number*, the least that must turn out badly to disprove it. The search
//! always goes to a most-proving node and keeps the numbers in a table of bounded size. Below a
//! child it stays until a number reaches the *threshold* at which another child is more promising;
//! thresholds are raised by a factor 1+ε, so that it does not jump between two equal children at
//! every step. A second search, for the other player, tells a draw from a loss.
//!
//! # Graph-history interaction
//! Where positions can come back, a repetition counts as no win. A disproof that depends on a
//! return to an ancestor holds on the path it was found on and is not stored; proofs never depend
//! on one. The play before the position asked about is not known here and does not count.

mod search;
mod table;

use std::time::Duration;

use potez_core::{Player, Position};

use crate::trace::{ProofTrace, Recording, SearchTrace, Technique};
use crate::{Limits, Proof, Stop, TimeManager};
use search::ProofSearch;
use table::ProofTable;

/// All that can be chosen about a proof-number search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DfpnSettings {
    /// The memory of the table in MiB; at least 1.
    pub table_mib: usize,
    /// The ε of the 1+ε trick: how far above the second-best child the best one may rise before the
    /// search goes elsewhere. 0.25 is a quarter; larger steps change less often between branches.
    pub epsilon: f64,
}

impl Default for DfpnSettings {
    fn default() -> Self {
        Self { table_mib: 64, epsilon: 0.25 }
    }
}

/// The proof and disproof numbers that an open position begins with.
pub trait ProofHeuristic<P: Position>: Send + Sync {
    /// How hard it seems to prove that `player` wins, and to disprove it: 1 is easy, more is
    /// harder.
    fn initial_numbers(&self, pos: &P, player: Player) -> (u32, u32);
}

/// The plain algorithm: both numbers begin as 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitHeuristic;

impl<P: Position> ProofHeuristic<P> for UnitHeuristic {
    fn initial_numbers(&self, _: &P, _: Player) -> (u32, u32) {
        (1, 1)
    }
}

/// The result of a proof-number search.
#[derive(Clone, PartialEq, Debug)]
pub struct DfpnResult<M> {
    /// The result for the player to move; `None` if the limits came first.
    pub proof: Option<Proof>,
    /// A move that reaches it; for a loss the one that took most work to refute. Where nothing is
    /// proven, the move that seemed the most promising. `None` if the game is over.
    pub best: Option<M>,
    /// Positions expanded.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// A proof-number search whose table is kept from one search to the next.
#[derive(Debug)]
pub struct Dfpn<H> {
    settings: DfpnSettings,
    heuristic: H,
    table: ProofTable,
}

impl<H> Dfpn<H> {
    /// A search with an empty table. A table serves one game.
    pub fn new(settings: DfpnSettings, heuristic: H) -> Self {
        Self { settings, heuristic, table: ProofTable::new(settings.table_mib << 20) }
    }

    /// A search whose table has about this many entries, whatever the settings say.
    pub fn with_entries(settings: DfpnSettings, heuristic: H, entries: usize) -> Self {
        Self { settings, heuristic, table: ProofTable::new(entries * ProofTable::ENTRY_SIZE) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The result of a position under best play. Depth limits are ignored.
    pub fn solve<P: Position>(&mut self, pos: &P, limits: Limits, stop: &Stop) -> DfpnResult<P::Move>
    where
        H: ProofHeuristic<P>,
    {
        let timer = TimeManager::start(limits, stop);
        let mut nodes = 0;
        let (proof, best) = self.solve_for(pos, &mut pos.turn(), &timer, &mut nodes, None);
        DfpnResult { proof, best, nodes, time: timer.elapsed() }
    }

    /// Solves like [`solve`](Self::solve) with an empty table, and records it.
    pub fn solve_traced<P: Position>(
        &mut self,
        pos: &P,
        limits: Limits,
        stop: &Stop,
        trace: &mut SearchTrace<P::Move>,
    ) -> DfpnResult<P::Move>
    where
        H: ProofHeuristic<P>,
    {
        self.clear();
        let timer = TimeManager::start(limits, stop);
        let mut nodes = 0;
        let mut recorded = ProofTrace::new(trace.limit());
        let (proof, best) = self.solve_for(pos, &mut pos.turn(), &timer, &mut nodes, Some(&mut recorded));
        trace.recording = Some(Recording::Proof(recorded));
        DfpnResult { proof, best, nodes, time: timer.elapsed() }
    }

    /// The techniques in use.
    pub fn techniques(&self) -> Vec<Technique> {
        let mut techniques = Vec::new();
        if self.table.len() > ProofTable::SMALLEST {
            techniques.push(Technique::Table);
        }
        if self.settings.epsilon > 0.0 {
            techniques.push(Technique::Epsilon);
        }
        techniques
    }

    /// Switches a technique off. Without a table the search has one of a few entries: it forgets
    /// what it leaves.
    pub fn switch_off(&mut self, technique: Technique) {
        match technique {
            Technique::Table => self.table = ProofTable::new(0),
            Technique::Epsilon => self.settings.epsilon = 0.0,
            _ => {}
        }
    }

    /// Searches for a win of `first` and, if that does not decide the position, for one of the
    /// other player; leaves in `first` whose search has decided it.
    fn solve_for<P: Position>(
        &mut self,
        pos: &P,
        first: &mut Player,
        timer: &TimeManager,
        nodes: &mut u64,
        mut trace: Option<&mut ProofTrace<P::Move>>,
    ) -> (Option<Proof>, Option<P::Move>)
    where
        H: ProofHeuristic<P>,
    {
        let mover = pos.turn();
        if let Some(outcome) = pos.outcome() {
            return (Some(Proof::of_outcome(outcome, mover)), None);
        }
        let mut search = |player| {
            ProofSearch::new(&mut self.table, &self.heuristic, self.settings, player)
                .recorded(trace.as_deref_mut())
                .run(pos, timer, nodes)
        };
        let win_of = |winner: Player| Some(if winner == mover { Proof::Win } else { Proof::Loss });
        let answer = match search(*first) {
            Ok(answer) => answer,
            Err(searched) => return (None, searched),
        };
        // A disproof without draws is a win of the other player: no second search is needed.
        if answer.wins || answer.excludes_draw {
            return (win_of(if answer.wins { *first } else { !*first }), Some(answer.mv));
        }
        let answer = match search(!*first) {
            Ok(answer) => answer,
            Err(searched) => return (None, searched),
        };
        *first = !*first;
        (if answer.wins { win_of(*first) } else { Some(Proof::Draw) }, Some(answer.mv))
    }

    /// The play that leads to the result, as far as the limits reach: wins and draws are kept,
    /// losses resisted.
    pub fn variation<P: Position>(&mut self, pos: &P, limits: Limits, stop: &Stop) -> Vec<P::Move>
    where
        H: ProofHeuristic<P>,
    {
        let timer = TimeManager::start(limits, stop);
        let mut nodes = 0;
        let mut pos = pos.clone();
        let mut variation = Vec::new();
        let mut keys = vec![pos.key()];
        let mut first = pos.turn();
        while let (Some(proof), Some(mv)) = self.solve_for(&pos, &mut first, &timer, &mut nodes, None) {
            // The rest of a win is in the table under the same player; a draw needs both searches
            // at every move.
            if proof == Proof::Draw {
                first = !pos.turn();
            }
            variation.push(mv);
            pos.play(mv);
            // A drawn game may go round for ever.
            if P::REPEATS && keys.contains(&pos.key()) {
                break;
            }
            keys.push(pos.key());
        }
        variation
    }
}
