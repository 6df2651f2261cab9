//! What can be handed to another machine, and what comes back.

use potez_arena::{Pair, Terms};
use potez_table::{DynProver, Limits, Message, Stop};
use serde::{Deserialize, Serialize};

use crate::{SelfPlayTerms, SelfPlayed, ThinkTask, Thought};

/// Something to do: units of work that share what they are done by.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Job {
    /// Pairs of a match or a tournament; games of a bot with itself are such pairs too.
    Pairs {
        /// What they are played by.
        terms: Box<Terms>,
        /// Which of them.
        pairs: Vec<PairTask>,
    },
    /// A position whose result is to be proven, such as a leaf of a larger proof.
    Solve(SolveTask),
    /// Games of a player against itself, for training.
    SelfPlay {
        /// What they are played by.
        terms: SelfPlayTerms,
        /// Their numbers in the run.
        games: Vec<u64>,
    },
    /// A position to think about while somebody waits.
    Think(ThinkTask),
}

/// One pair: its place in the schedule and the moves it begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairTask {
    /// Its place in the schedule.
    pub pair: usize,
    /// The opening.
    pub opening: Vec<String>,
}

/// One position to prove.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveTask {
    /// Its number in the run.
    pub unit: u64,
    /// The game spec.
    pub game: String,
    /// Where it begins, if not at the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Nodes of the solver.
    pub nodes: u64,
}

/// What became of one unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum UnitResult {
    /// A pair, played.
    Pair(Pair),
    /// A position, proven or not.
    Solve(Solved),
    /// A game of self-play.
    SelfPlay(SelfPlayed),
    /// What a bot thinks of a position.
    Think(Thought),
}

/// What a solver found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solved {
    /// The number of the position in the run.
    pub unit: u64,
    /// `win`, `loss` or `draw` for the player to move; nothing where the nodes were not enough.
    pub proof: Option<String>,
    /// Nodes that were visited.
    pub nodes: u64,
}

impl Job {
    /// The numbers of its units.
    pub fn units(&self) -> Vec<u64> {
        match self {
            Self::Pairs { pairs, .. } => pairs.iter().map(|task| task.pair as u64).collect(),
            Self::Solve(task) => vec![task.unit],
            Self::SelfPlay { games, .. } => games.clone(),
            Self::Think(task) => vec![task.unit],
        }
    }

    /// The digests of the files that it needs.
    pub fn files(&self) -> Option<&str> {
        match self {
            Self::SelfPlay { terms, .. } => terms.net.as_deref(),
            Self::Pairs { .. } | Self::Solve(_) | Self::Think(_) => None,
        }
    }

    /// The job without the units that are done; `None` if nothing is left of it.
    #[must_use]
    pub fn without(&self, is_done: impl Fn(u64) -> bool) -> Option<Self> {
        let mut job = self.clone();
        match &mut job {
            Self::Pairs { pairs, .. } => pairs.retain(|task| !is_done(task.pair as u64)),
            Self::Solve(task) => return (!is_done(task.unit)).then_some(job),
            Self::SelfPlay { games, .. } => games.retain(|&game| !is_done(game)),
            Self::Think(task) => return (!is_done(task.unit)).then_some(job),
        }
        Some(job).filter(|job| !job.units().is_empty())
    }

    /// What it is, in a line for people.
    pub fn describe(&self) -> String {
        match self {
            Self::Pairs { terms, pairs } => {
                let numbers: Vec<String> = pairs.iter().map(|task| (task.pair + 1).to_string()).collect();
                format!("pair {} of {}", numbers.join(", "), terms.game)
            }
            Self::Solve(task) => format!("proof {} of {}", task.unit + 1, task.game),
            Self::SelfPlay { terms, games } => {
                let numbers: Vec<String> = games.iter().map(|game| (game + 1).to_string()).collect();
                format!("game {} of self-play in {}", numbers.join(", "), terms.games.join(", "))
            }
            Self::Think(task) => format!("a search by {} in {}", task.bot, task.game),
        }
    }
}

impl UnitResult {
    /// The number of the unit.
    pub fn unit(&self) -> u64 {
        match self {
            Self::Pair(pair) => pair.pair as u64,
            Self::Solve(solved) => solved.unit,
            Self::SelfPlay(played) => played.unit,
            Self::Think(thought) => thought.unit,
        }
    }
}

/// A solver with its game, kept from one position to the next: leaves of one proof have much in common.
pub(crate) type KnownProver = (String, Box<dyn DynProver>);

impl SolveTask {
    /// Tries to prove it; `None` when it is called off.
    pub(crate) fn solve(&self, known: &mut Option<KnownProver>, stop: &Stop) -> Result<Option<Solved>, Message> {
        let mut table = potez_table::open(&self.game, self.position.as_deref())?;
        for mv in &self.moves {
            table.play(mv)?;
        }
        let prover = match known.take().filter(|(game, _)| game == &self.game) {
            Some(same) => known.insert(same),
            None => known.insert((self.game.clone(), table.prover())),
        };
        let solution = prover.1.solve(table.as_ref(), Limits::nodes(self.nodes), stop)?;
        if stop.is_raised() {
            return Ok(None);
        }
        let proof = solution.proof.map(|proof| proof.word().to_string());
        Ok(Some(Solved { unit: self.unit, proof, nodes: solution.nodes }))
    }
}
