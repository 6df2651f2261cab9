//! Searches to be looked at: recorded step by step, with the board of every position, and the same
//! search without one technique or another beside it.
//!
//! The data knows no game: boards are views, moves are texts. `docs/explain-search.md` says how it is
//! read.

mod positions;
mod recorder;
mod runs;

use potez_core::{Explain, Player, View};
use potez_engine::BotSpec;
use potez_search::Limits;
use potez_search::trace::Technique;
use serde::Serialize;

pub use positions::{PositionList, ViewChange};
pub(crate) use recorder::explain;
pub use runs::{AlphaBetaColumns, Found, ProofColumns, Run, RunSteps, SimulationView, TreeColumns};

/// How a search is recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplainSettings {
    /// How far the search goes; where it says nothing of nodes, as far as its kind usually does.
    pub limits: Limits,
    /// The most steps that are kept of it.
    pub steps: usize,
    /// The techniques to go without, one search each; `None` stands for all that the bot has.
    pub without: Option<Vec<String>>,
    /// The most steps that are kept of each of those searches.
    pub compared_steps: usize,
    /// How many times the nodes of the first search another one may take before it is given up.
    pub patience: u64,
}

impl ExplainSettings {
    /// The most nodes that a search to be looked at may take: nobody looks at more.
    pub const MOST_NODES: u64 = 1_000_000;
    /// The most steps that may be kept of a search.
    pub const MOST_STEPS: usize = 100_000;

    /// A search of this many nodes with all its steps, as far as there is room for them.
    pub fn new(nodes: u64) -> Self {
        Self::of(Some(nodes))
    }

    /// The same; where nobody says how many, it depends on the kind of search.
    pub fn of(nodes: Option<u64>) -> Self {
        Self {
            limits: Limits { nodes, ..Limits::default() },
            steps: Self::MOST_STEPS.min(20_000),
            without: None,
            compared_steps: 2_000,
            patience: 20,
        }
    }
}

/// Nodes that show something where nobody says how many: enough for four iterations of Byte and five of Blockade, or
/// for a tree that can be looked over.
fn usual_nodes(techniques: &[Technique]) -> u64 {
    let has = |technique: Technique| techniques.contains(&technique);
    if has(Technique::Cutoffs) || has(Technique::Ordering) {
        8_000
    } else if has(Technique::Epsilon) {
        5_000
    } else {
        1_000
    }
}

/// A recorded search, and others to compare it with.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The game spec.
    pub game: String,
    /// The position at the start, if it is not the game's own.
    pub position: Option<String>,
    /// The moves played before the search.
    pub moves: Vec<String>,
    /// The bot spec.
    pub bot: String,
    /// The player to move.
    pub turn: Player,
    /// The board.
    pub view: View,
    /// Every position that was looked at.
    pub positions: PositionList,
    /// The search, then the same without one technique each.
    pub runs: Vec<Run>,
}

/// A search that cannot be explained.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ExplainError {
    #[error("`{bot}` does not search: there is nothing to show; bots that search are {bots}")]
    NoSearch { bot: String, bots: String },
    #[error("`{bot}` has no technique `{technique}` to go without: it has {techniques}")]
    NoTechnique { bot: String, technique: String, techniques: String },
}

impl Explain for ExplainError {
    fn code(&self) -> &'static str {
        match self {
            Self::NoSearch { .. } => "bot-no-search",
            Self::NoTechnique { .. } => "bot-no-technique",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NoSearch { bot, bots } => vec![("bot", bot.clone()), ("bots", bots.clone())],
            Self::NoTechnique { bot, technique, techniques } => {
                vec![("bot", bot.clone()), ("technique", technique.clone()), ("techniques", techniques.clone())]
            }
        }
    }
}

/// The techniques of these words; an error names the first that the bot does not have.
fn chosen(words: &[String], bot: &BotSpec, known: &[Technique]) -> Result<Vec<Technique>, ExplainError> {
    let find =
        |word: &String| {
            Technique::named(word).filter(|technique| known.contains(technique)).ok_or_else(|| {
                ExplainError::NoTechnique { bot: bot.name.clone(), technique: word.clone(), techniques: listed(known) }
            })
        };
    words.iter().map(find).collect()
}

fn listed(techniques: &[Technique]) -> String {
    let words: Vec<&str> = techniques.iter().map(|technique| technique.word()).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}
