//! Records in and out.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::RecordSchema;
use super::{EndingView, PositionView};

/// A record to be read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct ImportRequest {
    /// The record in any format.
    pub text: String,
    /// The game spec that bare moves belong to.
    pub game: Option<String>,
    /// Which game of a file of several, from 1 (default: the first).
    pub number: Option<usize>,
}

/// A record that was read and played through.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// The format it was in.
    pub format: &'static str,
    /// Every game that the file holds, one line each.
    pub games: Vec<String>,
    /// The record as JSON, every move in canonical notation.
    #[schema(value_type = RecordSchema)]
    pub record: serde_json::Value,
    /// The end of the main line.
    #[serde(rename = "final")]
    pub end: PositionView,
    /// The result that the record claimed, where the rules say otherwise.
    #[schema(required = true)]
    pub overruled: Option<String>,
    /// The same as a sentence.
    #[schema(required = true)]
    pub overruled_words: Option<String>,
    /// The result the record gives where the rules have none.
    #[schema(required = true)]
    pub claimed: Option<EndingView>,
}

/// A record to be written.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct ExportRequest {
    /// The record as JSON.
    #[schema(value_type = RecordSchema)]
    pub record: serde_json::Value,
    /// `text`, `json`, `sgf` or `lg`.
    pub format: String,
}

/// A record in a file format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// The file.
    pub text: String,
    /// A name for it.
    pub filename: String,
    /// What kind of file it is.
    pub media_type: &'static str,
}
