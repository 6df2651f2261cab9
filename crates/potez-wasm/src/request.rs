//! What requests have in common: where the board stands, how long to think, what went wrong.

use std::time::Duration;

use potez_session::Refusal;
use potez_table::records::RecordError;
use potez_table::{Kind, Limits, Message, MovePart, Table};
use potez_words::Words;
use serde::Deserialize;
use serde_json::{Map, Value, json};

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
            table.play(mv).map_err(|message| Fault { message, ply: Some(ply) })?;
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

/// Why a request was not carried out.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) message: Message,
    /// The number of the move that is wrong, from 1.
    pub(crate) ply: Option<usize>,
}

impl Fault {
    pub(crate) fn bad_request(english: impl Into<String>) -> Self {
        Message { kind: Kind::BadRequest, code: "bad-request", args: Vec::new(), english: english.into() }.into()
    }

    /// The object behind `error`, the same as a server's.
    pub(crate) fn json(&self, words: &Words) -> Value {
        let Message { kind, code, args, .. } = &self.message;
        let args: Map<String, Value> = args.iter().map(|(key, value)| ((*key).into(), json!(value))).collect();
        let message = words.message(&self.message);
        let mut error = json!({ "code": kind.code(), "message": message, "detail": code, "args": args });
        if let Some(ply) = self.ply {
            error["ply"] = json!(ply);
        }
        error
    }
}

impl From<Message> for Fault {
    fn from(message: Message) -> Self {
        Self { message, ply: None }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Message::from(refusal).into()
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Unreadable(message) | RecordError::Start(message) => message.into(),
            RecordError::Move { ply, message, .. } | RecordError::Variation { ply, message, .. } => {
                Self { message, ply: Some(ply) }
            }
            RecordError::Unwritable(_) => Self::bad_request(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::bad_request(error.to_string())
    }
}
