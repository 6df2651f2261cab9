use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Grade, Place, Side};

/// Asks for candidates.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThinkRequest {
    /// Where.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// How many candidates.
    pub(crate) multipv: Option<usize>,
    /// How long to think.
    pub(crate) time_ms: Option<u64>,
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Analysis {
    /// The number of moves played before.
    pub(crate) ply: usize,
    /// Who is to move.
    pub(crate) turn: Side,
    /// How deep it looked.
    pub(crate) depth: u32,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// Milliseconds since it began.
    pub(crate) time_ms: u64,
    /// The candidates, best first.
    pub(crate) lines: Vec<Candidate>,
    /// X's chance to win by the best line, 0 to 1.
    pub(crate) chance_x: f64,
    /// A certain result for the player to move: `win`, `loss` or `draw`.
    pub(crate) proven: Option<&'static str>,
}

/// One candidate.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Its score for the player to move.
    pub(crate) score: i32,
    /// The chance to win of the player to move, 0 to 1.
    pub(crate) win_chance: f64,
    /// X's chance to win.
    pub(crate) chance_x: f64,
    /// A certain result for the player to move: `win`, `loss` or `draw`.
    pub(crate) proven: Option<&'static str>,
    /// The expected play, the candidate first.
    pub(crate) pv: Vec<String>,
    /// How deep the search looked.
    pub(crate) depth: u32,
    /// The work spent on it.
    pub(crate) visits: u64,
    /// What the move does.
    pub(crate) remarks: Vec<Remark>,
    /// How it compares with the best.
    pub(crate) quality: Quality,
}

/// How a candidate compares with the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Quality {
    /// The best, or as good.
    Best,
    /// A little less.
    Good,
    /// Playable.
    Fair,
    /// A mistake.
    Poor,
    /// A blunder.
    Bad,
}

/// What a move does in the game's own terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Remark {
    /// A stable name.
    pub(crate) code: &'static str,
    /// What the sentence names.
    pub(crate) args: BTreeMap<&'static str, String>,
    /// The sentence.
    pub(crate) words: String,
}

/// Asks for a hint.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub(crate) struct HintRequest {
    /// Where.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// How much to give away.
    pub(crate) step: HintStep,
}

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HintStep {
    /// Where to look.
    Where,
    /// What to play.
    What,
}

/// A hint.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hint {
    /// How much it gives away.
    pub(crate) step: HintStep,
    /// Where to look.
    pub(crate) cells: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    /// The expected play.
    pub(crate) pv: Vec<String>,
    /// X's chance to win.
    pub(crate) chance_x: Option<f64>,
    /// A certain result for the player to move.
    pub(crate) proven: Option<&'static str>,
    /// What the move does.
    pub(crate) remarks: Vec<Remark>,
    /// The hint as a sentence.
    pub(crate) words: String,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Judgement {
    /// Always true: what is not legal is an error.
    pub(crate) legal: bool,
    /// The move in canonical notation.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What it is called.
    pub(crate) grade: Grade,
    /// The chance it gives away, 0 to 1.
    pub(crate) loss: f64,
    /// X's chance to win after it.
    pub(crate) chance_x: f64,
    /// What it does.
    pub(crate) remarks: Vec<Remark>,
    /// Whether nothing better was found.
    pub(crate) is_best: bool,
}
