//! Records in and out.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::RecordSchema;
use super::{EndingView, PositionView};

/// A record to be read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub(crate) struct ImportRequest {
    /// The record in any format.
    pub(crate) text: String,
    /// The game spec that bare moves belong to.
    pub(crate) game: Option<String>,
    /// Which game of a file of several, from 1 (default: the first).
    pub(crate) number: Option<usize>,
}

/// A record that was read and played through.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// The format it was in.
    pub(crate) format: &'static str,
    /// Every game that the file holds, one line each.
    pub(crate) games: Vec<String>,
    /// The record as JSON, every move in canonical notation.
    #[schema(value_type = RecordSchema)]
    pub(crate) record: serde_json::Value,
    /// The end of the main line.
    #[serde(rename = "final")]
    pub(crate) end: PositionView,
    /// The result that the record claimed, where the rules say otherwise.
    #[schema(required = true)]
    pub(crate) overruled: Option<String>,
    /// The same as a sentence.
    #[schema(required = true)]
    pub(crate) overruled_words: Option<String>,
    /// The result the record gives where the rules have none.
    #[schema(required = true)]
    pub(crate) claimed: Option<EndingView>,
}

/// A record to be written.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub(crate) struct ExportRequest {
    /// The record as JSON.
    #[schema(value_type = RecordSchema)]
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
