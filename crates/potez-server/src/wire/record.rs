use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Ending, Position};

/// A record to be read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct ImportRequest {
    /// The record in any format.
    pub(crate) text: String,
}

/// A record that was read and played through.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// The format it was in.
    pub(crate) format: &'static str,
    /// The record as JSON, every move in canonical notation.
    pub(crate) record: serde_json::Value,
    /// The end of the main line.
    #[serde(rename = "final")]
    pub(crate) end: Position,
    /// The result that the record claimed, where the rules say otherwise.
    pub(crate) overruled: Option<String>,
    /// The same as a sentence.
    pub(crate) overruled_words: Option<String>,
    /// The result the record gives where the rules have none.
    pub(crate) claimed: Option<Ending>,
}

/// A record to be written.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub(crate) struct ExportRequest {
    /// The record as JSON.
    pub(crate) record: serde_json::Value,
    /// `text`, `json`, `sgf` or `lg`.
    pub(crate) format: String,
}

/// A record in a file format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Exported {
    /// The file.
    pub(crate) text: String,
    /// A name for it.
    pub(crate) filename: String,
    /// What kind of file it is.
    pub(crate) media_type: &'static str,
}
