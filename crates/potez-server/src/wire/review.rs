use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Ending, Remark, Side};

/// Asks for a review.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewRequest {
    /// A record, as in the record's JSON.
    pub record: Option<serde_json::Value>,
    /// Or the name of a game of this server.
    pub game_id: Option<String>,
    /// Milliseconds a move.
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
    pub result: Option<Review>,
}

/// Every move of a game judged.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Review {
    /// The game spec.
    pub game: String,
    /// The position at the start, if it is not the game's own.
    pub position: Option<String>,
    /// How the game ended.
    pub outcome: Option<Ending>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// X's chance to win after so many moves.
    pub graph: Vec<f64>,
    /// The share of the chances kept, by player.
    pub accuracy: BTreeMap<&'static str, f64>,
    /// The plies of the worst moves, the worst first.
    pub worst: Vec<usize>,
    /// How often each grade was given, by player.
    pub counts: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
}

/// A move judged.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// Who made it.
    pub by: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move that would have been best.
    pub best: String,
    /// How the game would have gone on from there.
    pub pv: Vec<String>,
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
    /// A certain result after the move, for X: `win`, `loss` or `draw`.
    pub proven: Option<&'static str>,
    /// What the move does.
    pub remarks: Vec<Remark>,
    /// What the best move would have done.
    pub best_remarks: Vec<Remark>,
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
