//! Reviews.

use std::collections::BTreeMap;

use potez_table::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::{PlayerSchema, ProofSchema, RecordSchema};
use super::{EndingView, ExplanationView, MoveView, RemarkView};

/// Asks for a review.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewRequest {
    /// A record, as in the record's JSON.
    #[schema(value_type = Option<RecordSchema>)]
    pub record: Option<serde_json::Value>,
    /// Or the name of a game of this server.
    pub game_id: Option<String>,
    /// Milliseconds per move.
    pub time_ms: Option<u64>,
}

/// A review that was taken on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReviewStarted {
    /// Its name.
    pub id: String,
}

/// How a review is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewStatus {
    /// It waits.
    Queued,
    /// It is under way.
    Running,
    /// It is ready.
    Done,
    /// It could not be made.
    Failed,
    /// It was called off.
    Cancelled,
}

/// A review with its progress.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReviewState {
    /// Its name.
    pub id: String,
    /// How it is doing.
    pub status: ReviewStatus,
    /// Positions judged.
    pub done: usize,
    /// Positions in all.
    pub total: usize,
    /// The review, when it is ready.
    #[schema(required = true)]
    pub result: Option<ReviewView>,
}

/// Every move of a game judged.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    /// The game spec.
    pub game: String,
    /// The name of the game for people.
    pub game_name: String,
    /// The position at the start, if it is not the game's own.
    #[schema(required = true)]
    pub position: Option<String>,
    /// How the game ended.
    #[schema(required = true)]
    pub outcome: Option<EndingView>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// X's chance to win after each number of moves, from none.
    pub graph: Vec<f64>,
    /// The share of the chances that each player kept.
    pub accuracy: Accuracy,
    /// The plies of the worst moves, the worst first.
    pub worst: Vec<usize>,
    /// How often each grade was given to each player.
    pub counts: GradeCounts,
}

/// The share of the chances that each player kept, 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Accuracy {
    /// X's.
    pub x: f64,
    /// O's.
    pub o: f64,
}

/// How often each grade was given to each player; a grade that is missing was not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GradeCounts {
    /// To X.
    pub x: BTreeMap<&'static str, usize>,
    /// To O.
    pub o: BTreeMap<&'static str, usize>,
}

/// A move judged.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// Who made it.
    #[schema(value_type = PlayerSchema)]
    pub by: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// The move that would have been best.
    pub best: MoveView,
    /// How the game would have gone on from there.
    pub pv: Vec<MoveView>,
    /// X's chance to win after the move.
    pub chance_x: f64,
    /// X's chance to win before it.
    pub chance_x_before: f64,
    /// X's chance to win after the best move.
    pub best_chance_x: f64,
    /// The chance that the mover gave away.
    pub loss: f64,
    /// What it is called.
    pub grade: Grade,
    /// A certain result after the move, for X.
    #[schema(value_type = Option<ProofSchema>, required = true)]
    pub proven: Option<&'static str>,
    /// The best answer to the move and what is expected to follow; none at the end of the game.
    pub answer: Vec<MoveView>,
    /// What the move does.
    pub remarks: Vec<RemarkView>,
    /// What the best move would have done.
    pub best_remarks: Vec<RemarkView>,
    /// Why the move was criticised; empty if it was not.
    pub why: ExplanationView,
}

/// What a move is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The only one there was.
    Forced,
    /// None is better.
    Best,
    /// Hardly worse.
    Good,
    /// It gives a little away.
    Inaccuracy,
    /// It gives much away.
    Mistake,
    /// It gives the game away.
    Blunder,
}

impl From<potez_table::review::Judgement> for Grade {
    fn from(judgement: potez_table::review::Judgement) -> Self {
        use potez_table::review::Judgement;
        match judgement {
            Judgement::Best => Self::Best,
            Judgement::Good => Self::Good,
            Judgement::Inaccuracy => Self::Inaccuracy,
            Judgement::Mistake => Self::Mistake,
            Judgement::Blunder => Self::Blunder,
        }
    }
}

impl Grade {
    /// The word of the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}
