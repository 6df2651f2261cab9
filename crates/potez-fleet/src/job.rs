//! What can be handed to another machine, and what comes back.

use potez_arena::{Pair, Terms};
use serde::{Deserialize, Serialize};

use crate::{LeafReport, LeafTask, SelfPlayTerms, SelfPlayed, ThinkTask, Thought};

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
    /// Leaves of the proof of a game.
    Leaves {
        /// The game spec.
        game: String,
        /// The leaves.
        leaves: Vec<LeafTask>,
    },
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

/// What became of one unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum UnitResult {
    /// A pair, played.
    Pair(Pair),
    /// A leaf, proven or opened.
    Leaf(LeafReport),
    /// A game of self-play.
    SelfPlay(SelfPlayed),
    /// What a bot thinks of a position.
    Think(Thought),
}

impl Job {
    /// The numbers of its units.
    pub fn units(&self) -> Vec<u64> {
        match self {
            Self::Pairs { pairs, .. } => pairs.iter().map(|task| task.pair as u64).collect(),
            Self::Leaves { leaves, .. } => leaves.iter().map(|leaf| leaf.unit).collect(),
            Self::SelfPlay { games, .. } => games.clone(),
            Self::Think(task) => vec![task.unit],
        }
    }

    /// The digests of the files that it needs.
    pub fn files(&self) -> Option<&str> {
        match self {
            Self::SelfPlay { terms, .. } => terms.net.as_deref(),
            Self::Pairs { .. } | Self::Leaves { .. } | Self::Think(_) => None,
        }
    }

    /// The job without the units that are done; `None` if nothing is left of it.
    #[must_use]
    pub fn without(&self, is_done: impl Fn(u64) -> bool) -> Option<Self> {
        let mut job = self.clone();
        match &mut job {
            Self::Pairs { pairs, .. } => pairs.retain(|task| !is_done(task.pair as u64)),
            Self::Leaves { leaves, .. } => leaves.retain(|leaf| !is_done(leaf.unit)),
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
            Self::Leaves { game, leaves } => {
                let first = leaves.first().map_or("", |leaf| leaf.position.as_str());
                let others = leaves.len().saturating_sub(1);
                let more = if others == 0 { String::new() } else { format!(" and {others} more") };
                format!("a leaf of the proof of {game}{more}: {first}")
            }
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
            Self::Leaf(leaf) => leaf.unit,
            Self::SelfPlay(played) => played.unit,
            Self::Think(thought) => thought.unit,
        }
    }
}
