//! What requests have in common: where the board stands, how long to think, what went wrong.

use std::time::Duration;

use potez_session::Refusal;
use potez_table::records::RecordError;
use potez_table::{Kind, Limits, Message, MovePart, Table};
use potez_wire::error::ApiError;
use potez_words::Words;
use serde::Deserialize;
use serde_json::Value;

/// The longest search that a request may ask for; without a limit it is this.
const LONGEST: Duration = Duration::from_secs(3600);

/// A position: the spec, where the game began and the moves since.
#[derive(Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) game: String,
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

impl Place {
    /// The table there.
    pub(crate) fn table(&self) -> Result<Box<dyn Table>, Fault> {
        let mut table = potez_table::open(&self.game, self.position.as_deref())?;
        for (ply, mv) in (1..).zip(&self.moves) {
            table.play(mv).map_err(|message| Fault::at(ply, message))?;
        }
        Ok(table)
    }
}

/// How long to think; whatever is reached first.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Terms {
    time_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl Terms {
    pub(crate) const fn time_ms(time: u64) -> Self {
        Self { time_ms: Some(time), nodes: None, depth: None }
    }

    /// The limits; an hour where nothing else ends the search.
    pub(crate) fn limits(self) -> Limits {
        let time = self.time_ms.map_or(LONGEST, |time| Duration::from_millis(time).min(LONGEST));
        Limits { time: Some(time), nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// Whether anything was asked for.
    pub(crate) fn is_given(self) -> bool {
        self.time_ms.is_some() || self.nodes.is_some() || self.depth.is_some()
    }
}

/// A move as it comes in: a text in any notation of the game, or its parts.
#[derive(Debug, Deserialize)]
pub(crate) struct MoveFields {
    #[serde(rename = "move")]
    pub(crate) text: Option<String>,
    pub(crate) parts: Option<Vec<MovePart>>,
}

/// Why a request was not carried out: what a server would say.
#[derive(Debug)]
pub(crate) struct Fault(ApiError);

impl Fault {
    pub(crate) fn bad_request(english: impl Into<String>) -> Self {
        Message { kind: Kind::BadRequest, code: "bad-request", args: Vec::new(), english: english.into() }.into()
    }

    /// What is wrong with the move of this number, from 1.
    fn at(ply: usize, message: Message) -> Self {
        Self(ApiError::rules(message).at(ply))
    }

    /// The object behind `error`.
    pub(crate) fn json(&self, words: &Words) -> Value {
        self.0.json(words)
    }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl From<Message> for Fault {
    fn from(message: Message) -> Self {
        Self(ApiError::rules(message))
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Message::from(refusal).into()
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        Self(error.into())
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::bad_request(error.to_string())
    }
}
