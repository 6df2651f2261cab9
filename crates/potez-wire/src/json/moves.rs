//! Moves, and what can come next in one.

use potez_table::{MovePart, MoveParts, PartChoice, Player, TableMove};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PositionSpec;
use super::schema::{MovePartSchema, PartChoiceSchema, PlayerSchema};

/// A move: its text in canonical notation and its parts in the order in which they are chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// The canonical text.
    pub text: String,
    /// What a player would choose, one after the other.
    #[schema(value_type = Vec<MovePartSchema>)]
    pub parts: MoveParts,
}

impl From<TableMove> for MoveView {
    fn from(mv: TableMove) -> Self {
        Self { text: mv.text, parts: mv.parts }
    }
}

impl From<&TableMove> for MoveView {
    fn from(mv: &TableMove) -> Self {
        mv.clone().into()
    }
}

/// The last move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LastMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveView,
    /// Who made it.
    #[schema(value_type = PlayerSchema)]
    pub by: Player,
    /// The same as a sentence.
    pub words: String,
}

/// A move as a client gives it: as a text in any accepted notation, or as its parts.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum SentMove {
    /// A text.
    Text {
        /// The move in any accepted notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Parts.
    Parts {
        /// The parts of a whole move.
        #[schema(value_type = Vec<MovePartSchema>)]
        parts: Vec<MovePart>,
    },
}

/// Asks to play a move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The move.
    #[serde(flatten)]
    pub mv: SentMove,
    /// How many moves were played before it.
    pub ply: usize,
}

/// Asks what can come next in a move of a position.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct StepRequest {
    /// Where.
    #[serde(flatten)]
    pub at: PositionSpec,
    /// The parts chosen so far.
    #[serde(default)]
    #[schema(value_type = Vec<MovePartSchema>)]
    pub parts: Vec<MovePart>,
}

/// How far a move has come and what can come next.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// The parts chosen so far, as far as some legal move has them.
    #[schema(value_type = Vec<MovePartSchema>)]
    pub chosen: MoveParts,
    /// The move's text up to here.
    pub text: String,
    /// The text of the move that is complete as it stands.
    #[schema(required = true)]
    pub complete: Option<String>,
    /// What can come next, each part once.
    #[schema(value_type = Vec<PartChoiceSchema>)]
    pub choices: Vec<PartChoice>,
    /// Parts that a player might try next and that the rules forbid.
    pub blocked: Vec<BlockedView>,
    /// The key of the sentence that helps.
    pub help: &'static str,
    /// The sentence.
    pub help_words: String,
}

/// A part that the rules forbid, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BlockedView {
    /// What was tried.
    #[schema(value_type = MovePartSchema)]
    pub part: MovePart,
    /// The rules' code for the reason.
    pub code: &'static str,
    /// The reason as a sentence.
    pub message: String,
}

/// Asks why a move is not legal, or what it is worth.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct WhyRequest {
    /// Where.
    #[serde(flatten)]
    pub at: PositionSpec,
    /// The move.
    #[serde(flatten)]
    pub mv: SentMove,
}

/// Whether a move is legal, and why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WhyView {
    /// Whether it is.
    pub legal: bool,
    /// The move, if it is.
    #[serde(rename = "move")]
    #[schema(required = true)]
    pub mv: Option<MoveView>,
    /// The class of the error.
    #[schema(required = true)]
    pub code: Option<&'static str>,
    /// The rules' own code for it.
    #[schema(required = true)]
    pub detail: Option<&'static str>,
    /// The reason as a sentence.
    #[schema(required = true)]
    pub message: Option<String>,
}

/// A move that was taken back for being bad.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LessonView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// Who made it.
    #[schema(value_type = PlayerSchema)]
    pub by: Player,
    /// The chance to win before it, 0 to 1.
    pub chance_before: f64,
    /// The chance after it.
    pub chance_after: f64,
    /// Why it is bad, a sentence each.
    pub words: Vec<String>,
    /// The moves that punish it, the answer to it first.
    pub answer: Vec<MoveView>,
}
