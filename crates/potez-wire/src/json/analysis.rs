//! What the engine thinks.

use std::collections::BTreeMap;

use potez_table::{CellRef, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::{CellRefSchema, PlayerSchema, ProofSchema};
use super::{Grade, MoveView, PositionSpec};

/// Asks for candidates.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThinkRequest {
    /// Where.
    #[serde(flatten)]
    pub at: PositionSpec,
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
    #[schema(value_type = PlayerSchema)]
    pub turn: Player,
    /// How deep it looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since it began.
    pub time_ms: u64,
    /// The candidates, best first.
    pub lines: Vec<CandidateLine>,
    /// X's chance to win by the best line, 0 to 1.
    pub chance_x: f64,
    /// A certain result for the player to move.
    #[schema(value_type = Option<ProofSchema>, required = true)]
    pub proven: Option<&'static str>,
}

/// One candidate.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CandidateLine {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// Its score for the player to move.
    pub score: i32,
    /// The chance to win of the player to move, 0 to 1.
    pub win_chance: f64,
    /// X's chance to win.
    pub chance_x: f64,
    /// A certain result for the player to move.
    #[schema(value_type = Option<ProofSchema>, required = true)]
    pub proven: Option<&'static str>,
    /// The expected play, the candidate first.
    pub pv: Vec<MoveView>,
    /// How deep the search looked.
    pub depth: u32,
    /// The work spent on it.
    pub visits: u64,
    /// What the move does.
    pub remarks: Vec<RemarkView>,
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
pub struct RemarkView {
    /// A stable name.
    pub code: &'static str,
    /// What the sentence names.
    pub args: BTreeMap<&'static str, String>,
    /// The sentence.
    pub words: String,
    /// The moves of the line that it speaks of, after which it is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
}

/// Why a move is worse than another: only what tells the two apart.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct ExplanationView {
    /// What the answer to the move achieves; a proof comes first.
    pub punished: Vec<RemarkView>,
    /// What the better move gains or prevents; a proof comes first.
    pub gained: Vec<RemarkView>,
}

/// Asks for a hint.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct HintRequest {
    /// Where.
    #[serde(flatten)]
    pub at: PositionSpec,
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
pub struct HintView {
    /// How much it gives away.
    pub step: HintStep,
    /// Where to look.
    #[schema(value_type = Vec<CellRefSchema>)]
    pub cells: Vec<CellRef>,
    /// The move.
    #[serde(rename = "move")]
    #[schema(required = true)]
    pub mv: Option<MoveView>,
    /// The expected play.
    pub pv: Vec<MoveView>,
    /// X's chance to win.
    #[schema(required = true)]
    pub chance_x: Option<f64>,
    /// A certain result for the player to move.
    #[schema(value_type = Option<ProofSchema>, required = true)]
    pub proven: Option<&'static str>,
    /// What the move does.
    pub remarks: Vec<RemarkView>,
    /// The hint as a sentence.
    pub words: String,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgementView {
    /// Always true: what is not legal is an error.
    pub legal: bool,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// What it is called.
    pub grade: Grade,
    /// The chance it gives away, 0 to 1.
    pub loss: f64,
    /// X's chance to win after it.
    pub chance_x: f64,
    /// What it does; what a move gives away, if it gives something away.
    pub remarks: Vec<RemarkView>,
    /// The moves that punish it, the answer to it first; none if there is nothing to punish.
    pub answer: Vec<MoveView>,
    /// Whether nothing better was found.
    pub is_best: bool,
}
