use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Ending, Position};

/// A record to be read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct ImportRequest {
    /// The record in any format.
    pub text: String,
}

/// A record that was read and played through.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// The format it was in.
    pub format: &'static str,
    /// The record as JSON, every move in canonical notation.
    pub record: serde_json::Value,
    /// The end of the main line.
    #[serde(rename = "final")]
    pub end: Position,
    /// The result that the record claimed, where the rules say otherwise.
    pub overruled: Option<String>,
    /// The same as a sentence.
    pub overruled_words: Option<String>,
    /// The result the record gives where the rules have none.
    pub claimed: Option<Ending>,
}

/// A record to be written.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct ExportRequest {
    /// The record as JSON.
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
