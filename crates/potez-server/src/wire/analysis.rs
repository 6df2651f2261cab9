use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Grade, Place, Side};

/// Asks for candidates.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThinkRequest {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// How many candidates.
    pub multipv: Option<usize>,
    /// How long to think.
    pub time_ms: Option<u64>,
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The number of moves played before.
    pub ply: usize,
    /// Who is to move.
    pub turn: Side,
    /// How deep it looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since it began.
    pub time_ms: u64,
    /// The candidates, best first.
    pub lines: Vec<Candidate>,
    /// X's chance to win by the best line, 0 to 1.
    pub chance_x: f64,
    /// A certain result for the player to move: `win`, `loss` or `draw`.
    pub proven: Option<&'static str>,
}

/// One candidate.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score for the player to move.
    pub score: i32,
    /// The chance to win of the player to move, 0 to 1.
    pub win_chance: f64,
    /// X's chance to win.
    pub chance_x: f64,
    /// A certain result for the player to move: `win`, `loss` or `draw`.
    pub proven: Option<&'static str>,
    /// The expected play, the candidate first.
    pub pv: Vec<String>,
    /// How deep the search looked.
    pub depth: u32,
    /// The work spent on it.
    pub visits: u64,
    /// What the move does.
    pub remarks: Vec<Remark>,
    /// How it compares with the best.
    pub quality: Quality,
}

/// How a candidate compares with the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
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
pub struct Remark {
    /// A stable name.
    pub code: &'static str,
    /// What the sentence names.
    pub args: BTreeMap<&'static str, String>,
    /// The sentence.
    pub words: String,
}

/// Asks for a hint.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct HintRequest {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// How much to give away.
    pub step: HintStep,
}

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HintStep {
    /// Where to look.
    Where,
    /// What to play.
    What,
}

/// A hint.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    /// How much it gives away.
    pub step: HintStep,
    /// Where to look.
    pub cells: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The expected play.
    pub pv: Vec<String>,
    /// X's chance to win.
    pub chance_x: Option<f64>,
    /// A certain result for the player to move.
    pub proven: Option<&'static str>,
    /// What the move does.
    pub remarks: Vec<Remark>,
    /// The hint as a sentence.
    pub words: String,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// Always true: what is not legal is an error.
    pub legal: bool,
    /// The move in canonical notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is called.
    pub grade: Grade,
    /// The chance it gives away, 0 to 1.
    pub loss: f64,
    /// X's chance to win after it.
    pub chance_x: f64,
    /// What it does.
    pub remarks: Vec<Remark>,
    /// Whether nothing better was found.
    pub is_best: bool,
}
