use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Place;

/// Asks what can come next in a move.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub(crate) struct StepRequest {
    /// Where.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// The move so far.
    #[serde(default)]
    pub(crate) partial: String,
}

/// How far a move has come and what can come next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Step {
    /// The move so far, as far as some legal move begins like it.
    pub(crate) partial: String,
    /// Its parts.
    pub(crate) path: Vec<String>,
    /// The move that is complete as it stands.
    pub(crate) complete: Option<String>,
    /// What can come next.
    pub(crate) choices: Vec<Choice>,
    /// Walls on the board that may not be placed now; only where walls can be.
    pub(crate) blocked: Vec<Blocked>,
    /// The kinds among the choices.
    pub(crate) expects: Vec<ChoiceKind>,
    /// The key of the sentence that helps.
    pub(crate) help: &'static str,
    /// The sentence.
    pub(crate) help_words: String,
}

/// What a part of a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ChoiceKind {
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
pub(crate) struct Choice {
    /// The move so far when this is chosen.
    pub(crate) text: String,
    /// The part that is added.
    pub(crate) part: String,
    /// What it is.
    pub(crate) kind: ChoiceKind,
    /// The cell: of a wall its top left one, of a level the stack's.
    pub(crate) cell: Option<String>,
    /// The cell's row.
    pub(crate) row: Option<usize>,
    /// The cell's column.
    pub(crate) col: Option<usize>,
    /// How a wall lies.
    pub(crate) horizontal: Option<bool>,
    /// The level, 1 is the lowest.
    pub(crate) level: Option<usize>,
    /// Whether the move is then complete.
    pub(crate) completes: bool,
    /// Whether it is complete and nothing can follow.
    #[serde(rename = "final")]
    pub(crate) is_final: bool,
}

/// A wall that may not be placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Blocked {
    /// The wall's name.
    pub(crate) part: String,
    /// Its top left cell.
    pub(crate) cell: String,
    /// The cell's row.
    pub(crate) row: usize,
    /// The cell's column.
    pub(crate) col: usize,
    /// How it lies.
    pub(crate) horizontal: bool,
    /// The rules' code for the reason.
    pub(crate) code: &'static str,
    /// The reason as a sentence.
    pub(crate) message: String,
}
