use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Ending, Remark, Side};

/// Asks for a review.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewRequest {
    /// A record, as in the record's JSON.
    pub(crate) record: Option<serde_json::Value>,
    /// Or the name of a game of this server.
    pub(crate) game_id: Option<String>,
    /// Milliseconds a move.
    pub(crate) time_ms: Option<u64>,
}

/// A review that was taken on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ReviewStarted {
    /// Its name.
    pub(crate) id: String,
}

/// How a review is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewStatus {
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
pub(crate) struct ReviewState {
    /// Its name.
    pub(crate) id: String,
    /// How it is doing.
    pub(crate) status: ReviewStatus,
    /// Positions judged.
    pub(crate) done: usize,
    /// Positions in all.
    pub(crate) total: usize,
    /// The review, when it is ready.
    pub(crate) result: Option<Review>,
}

/// Every move of a game judged.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Review {
    /// The game spec.
    pub(crate) game: String,
    /// The position at the start, if it is not the game's own.
    pub(crate) position: Option<String>,
    /// How the game ended.
    pub(crate) outcome: Option<Ending>,
    /// The moves.
    pub(crate) moves: Vec<ReviewedMove>,
    /// X's chance to win after so many moves.
    pub(crate) graph: Vec<f64>,
    /// The share of the chances kept, by player.
    pub(crate) accuracy: BTreeMap<&'static str, f64>,
    /// The plies of the worst moves, the worst first.
    pub(crate) worst: Vec<usize>,
    /// How often each grade was given, by player.
    pub(crate) counts: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
}

/// A move judged.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewedMove {
    /// Its number, from 1.
    pub(crate) ply: usize,
    /// Who made it.
    pub(crate) by: Side,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The move that would have been best.
    pub(crate) best: String,
    /// How the game would have gone on from there.
    pub(crate) pv: Vec<String>,
    /// X's chance to win after the move.
    pub(crate) chance_x: f64,
    /// X's chance to win before it.
    pub(crate) chance_x_before: f64,
    /// X's chance to win after the best move.
    pub(crate) best_chance_x: f64,
    /// The chance that the mover gave away.
    pub(crate) loss: f64,
    /// What it is called.
    pub(crate) grade: Grade,
    /// A certain result after the move, for X: `win`, `loss` or `draw`.
    pub(crate) proven: Option<&'static str>,
    /// What the move does.
    pub(crate) remarks: Vec<Remark>,
    /// What the best move would have done.
    pub(crate) best_remarks: Vec<Remark>,
}

/// What a move is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
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

impl From<potez_engine::review::Judgement> for Grade {
    fn from(judgement: potez_engine::review::Judgement) -> Self {
        use potez_engine::review::Judgement;
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
    pub(crate) const fn word(self) -> &'static str {
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
