//! Leaves of a proof as work for a fleet.

use std::sync::{Arc, Mutex, PoisonError};

use potez_table::{Kind, LeafChild, LeafFindings, LeafLimits, LeafProver, Message, Player, Stop};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The usual size of the table for leaves: with less than a quarter of it leaves of twenty million nodes take more.
pub const PROOF_MEMORY_MIB: usize = 256;

/// A leaf to prove, or to open where it cannot be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeafTask {
    /// Its number, which follows from its position.
    pub unit: u64,
    /// Its canonical text.
    pub position: String,
    /// Nodes of the solver; with none it is opened at once.
    pub nodes: u64,
    /// Nodes of the search that judges a child.
    pub estimate_nodes: u64,
}

/// What became of a leaf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeafReport {
    /// Its number.
    pub unit: u64,
    /// Its canonical text.
    pub position: String,
    /// The letter of the winner, if the leaf is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<char>,
    /// Nodes of the solver.
    pub nodes: u64,
    /// Milliseconds of the solver.
    pub ms: u64,
    /// Of a leaf that is not proven, what proofs of each child seem to cost for X and for O.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<[u8; 2]>,
    /// For each of the children the letter of the winner, if the solver knew it, or `-`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub winners: String,
}

/// No winner is known.
const UNKNOWN: char = '-';

impl LeafTask {
    /// The task of a leaf.
    pub fn new(position: &str, limits: LeafLimits) -> Self {
        let LeafLimits { nodes, estimate_nodes } = limits;
        Self { unit: Self::unit_of(position), position: position.into(), nodes, estimate_nodes }
    }

    /// The number of a leaf: the same for every owner of a proof, however it has come to the position. It fits into a
    /// number of JavaScript.
    pub fn unit_of(position: &str) -> u64 {
        let bytes = Sha256::digest(position.as_bytes());
        bytes.iter().take(8).fold(0, |number: u64, &byte| number << 8 | u64::from(byte)) >> 11
    }

    /// Works on the leaf; `None` when it is called off.
    pub(crate) fn work(&self, prover: &dyn LeafProver, stop: &Stop) -> Result<Option<LeafReport>, String> {
        let limits = LeafLimits { nodes: self.nodes, estimate_nodes: self.estimate_nodes };
        let found = prover.work(&self.position, limits, stop).map_err(|error| format!("{}: {error}", self.position))?;
        Ok(found.map(|found| LeafReport::new(self, &found)))
    }
}

impl LeafReport {
    /// What a prover found of a leaf.
    pub fn new(task: &LeafTask, found: &LeafFindings) -> Self {
        let winners = found.children.iter().map(|child| child.winner.map_or(UNKNOWN, Player::letter)).collect();
        Self {
            unit: task.unit,
            position: task.position.clone(),
            winner: found.winner.map(Player::letter),
            nodes: found.nodes,
            ms: found.time.as_millis() as u64,
            costs: found.children.iter().map(|child| child.costs).collect(),
            winners,
        }
    }

    /// What was found, or what is wrong with the report whatever the game.
    pub fn findings(&self) -> Result<LeafFindings, String> {
        let wrong = |what: &str| Err(format!("{}: {what}", self.position));
        let player = |letter: char| Player::from_letter(letter);
        if self.unit != LeafTask::unit_of(&self.position) {
            return wrong("not the position of this number");
        }
        if self.winner.is_some_and(|letter| player(letter).is_none()) {
            return wrong("an unknown winner");
        }
        if self.winner.is_some() != self.costs.is_empty() {
            return wrong("either proven or opened, not both");
        }
        if self.winners.chars().count() != self.costs.len() {
            return wrong("as many winners as children are needed");
        }
        if self.winners.chars().any(|letter| letter != UNKNOWN && player(letter).is_none()) {
            return wrong("an unknown winner of a child");
        }
        let child = |(&costs, letter): (&[u8; 2], char)| LeafChild { costs, winner: player(letter) };
        Ok(LeafFindings {
            winner: self.winner.and_then(player),
            nodes: self.nodes,
            time: std::time::Duration::from_millis(self.ms),
            children: self.costs.iter().zip(self.winners.chars()).map(child).collect(),
        })
    }
}

/// The solvers of leaves that several places of work share. Only that of the last proof is kept: where jobs of two
/// proofs come in turn, each begins with an empty table.
pub struct LeafProvers {
    memory_mib: usize,
    last: Mutex<Option<(String, Arc<dyn LeafProver>)>>,
}

impl Default for LeafProvers {
    fn default() -> Self {
        Self::new(PROOF_MEMORY_MIB)
    }
}

impl LeafProvers {
    /// Solvers with tables of this many mebibytes.
    pub fn new(memory_mib: usize) -> Self {
        Self { memory_mib, last: Mutex::new(None) }
    }

    /// One that is here already.
    pub fn with(game: &str, prover: Arc<dyn LeafProver>) -> Self {
        Self { memory_mib: PROOF_MEMORY_MIB, last: Mutex::new(Some((game.into(), prover))) }
    }

    /// The solver for the leaves of a game.
    pub(crate) fn of(&self, game: &str) -> Result<Arc<dyn LeafProver>, Message> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, prover)) = last.as_ref().filter(|(of, _)| of == game) {
            return Ok(Arc::clone(prover));
        }
        // The old table goes before the new one comes.
        *last = None;
        let unknown = || {
            let english = format!("nothing is known of proofs of {game}");
            Message { kind: Kind::BadRequest, code: "leaf-unknown", args: Vec::new(), english }
        };
        let prover = potez_table::open(game, None)?.leaf_prover(self.memory_mib).ok_or_else(unknown)?;
        *last = Some((game.into(), Arc::clone(&prover)));
        Ok(prover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_that_contradicts_itself_says_where() {
        let task = LeafTask::new("a leaf", LeafLimits { nodes: 9, estimate_nodes: 1 });
        let child = |winner| LeafChild { costs: [3, 4], winner };
        let children = vec![child(None), child(Some(Player::O))];
        let opened = LeafFindings { nodes: 9, children, ..LeafFindings::default() };
        let proven = LeafFindings { winner: Some(Player::X), nodes: 5, ..LeafFindings::default() };
        for found in [opened, proven] {
            let report = LeafReport::new(&task, &found);
            assert_eq!(report.findings(), Ok(found));
            let text = serde_json::to_string(&report).unwrap();
            assert_eq!(serde_json::from_str::<LeafReport>(&text).unwrap(), report);
            let wrong = [
                LeafReport { unit: 1, ..report.clone() },
                LeafReport { winner: Some('z'), ..report.clone() },
                LeafReport { winner: Some('x'), costs: vec![[1, 1]], winners: "-".into(), ..report.clone() },
                LeafReport { winner: None, costs: Vec::new(), ..report.clone() },
                LeafReport { winner: None, costs: vec![[1, 1]], winners: "--".into(), ..report.clone() },
                LeafReport { winner: None, costs: vec![[1, 1]], winners: "?".into(), ..report.clone() },
            ];
            assert!(wrong.iter().all(|report| report.findings().is_err()), "{wrong:?}");
        }
    }

    #[test]
    fn a_game_that_is_not_proven_by_leaves_says_so_and_a_table_is_kept_for_its_proof() {
        let provers = LeafProvers::new(1);
        let why = provers.of("havannah:size=3").err().unwrap().english;
        assert!(why.contains("havannah:size=3"), "{why}");
        let one = provers.of("byte").ok().unwrap();
        assert!(Arc::ptr_eq(&one, &provers.of("byte").ok().unwrap()));
        assert!(provers.of("nogame").is_err());
    }
}
