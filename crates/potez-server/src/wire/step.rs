use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Place;

/// Asks what can come next in a move.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct StepRequest {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The move so far.
    #[serde(default)]
    pub partial: String,
}

/// How far a move has come and what can come next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The move so far, as far as some legal move begins like it.
    pub partial: String,
    /// Its parts.
    pub path: Vec<String>,
    /// The move that is complete as it stands.
    pub complete: Option<String>,
    /// What can come next.
    pub choices: Vec<Choice>,
    /// Walls on the board that may not be placed now; only where walls can be.
    pub blocked: Vec<Blocked>,
    /// The kinds among the choices.
    pub expects: Vec<ChoiceKind>,
    /// The key of the sentence that helps.
    pub help: &'static str,
    /// The sentence.
    pub help_words: String,
}

/// What a part of a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChoiceKind {
    /// A cell.
    Cell,
    /// A wall.
    Wall,
    /// A level of the stack chosen before.
    Level,
    /// A word such as `swap` or `pass`.
    Word,
}

/// One way to go on with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// The move so far when this is chosen.
    pub text: String,
    /// The part that is added.
    pub part: String,
    /// What it is.
    pub kind: ChoiceKind,
    /// The cell: of a wall its top left one, of a level the stack's.
    pub cell: Option<String>,
    /// The cell's row.
    pub row: Option<usize>,
    /// The cell's column.
    pub col: Option<usize>,
    /// How a wall lies.
    pub horizontal: Option<bool>,
    /// The level, 1 is the lowest.
    pub level: Option<usize>,
    /// Whether the move is then complete.
    pub completes: bool,
    /// Whether it is complete and nothing can follow.
    #[serde(rename = "final")]
    pub is_final: bool,
}

/// A wall that may not be placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Blocked {
    /// The wall's name.
    pub part: String,
    /// Its top left cell.
    pub cell: String,
    /// The cell's row.
    pub row: usize,
    /// The cell's column.
    pub col: usize,
    /// How it lies.
    pub horizontal: bool,
    /// The rules' code for the reason.
    pub code: &'static str,
    /// The reason as a sentence.
    pub message: String,
}
