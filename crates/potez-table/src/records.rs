//! Records on file: reading and writing games in every format, and checking them against the rules.

use potez_core::{Entry, Explain, Kind, Message, Outcome, ParseError, RecordFormat, Transcript};
use serde_json::{Map, Value, json};

use crate::{Table, games, registry};

/// Tags and numbered moves, like PGN.
pub const TEXT: RecordFormat = RecordFormat {
    id: "text",
    name: "text",
    about: "tags and numbered moves, like PGN",
    extensions: &["txt"],
    media_type: "text/plain",
    first: None,
    read: Transcript::read,
    write: |transcript| Ok(transcript.to_string()),
};

/// One JSON object.
const JSON: RecordFormat = RecordFormat {
    id: "json",
    name: "JSON",
    about: "one JSON object",
    extensions: &["json"],
    media_type: "application/json",
    first: Some('{'),
    read: read_json,
    write: |transcript| Ok(format!("{:#}\n", write_json(transcript))),
};

/// Every format: the common ones, the most usual first, then those of the games.
pub fn formats() -> impl Iterator<Item = RecordFormat> {
    let of_games = games().iter().flat_map(|game| game.description.formats);
    [TEXT, JSON].into_iter().chain(of_games.copied())
}

/// The format that is asked for by a name.
pub fn format(id: &str) -> Option<RecordFormat> {
    formats().find(|format| format.id.eq_ignore_ascii_case(id))
}

/// The format that a file's name asks for; text where it asks for none.
pub fn format_of_name(file: &str) -> RecordFormat {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    let fits = |format: &RecordFormat| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
    formats().find(fits).unwrap_or(TEXT)
}

/// The format of a file's contents, by its first character.
pub fn format_of(text: &str) -> RecordFormat {
    let first = text.trim_start_matches(MARK).trim_start().chars().next();
    formats().find(|format| format.first.is_some() && format.first == first).unwrap_or(TEXT)
}

/// The mark that some editors put before a text.
const MARK: char = '\u{feff}';

/// Why a record is not a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read as a record.
    #[error("{0}")]
    Unreadable(Message),
    /// The game or the start position is wrong.
    #[error("{0}")]
    Start(Message),
    /// A move of the main line is wrong.
    #[error("move {ply} `{text}`: {message}")]
    Move {
        /// Number of the move, from 1.
        ply: usize,
        /// The move as the record has it.
        text: String,
        /// What is wrong with it.
        message: Message,
    },
    /// A move of a variation is wrong.
    #[error("variation to move {ply}: `{text}`: {message}")]
    Variation {
        /// Number of the move, from 1.
        ply: usize,
        /// The move as the record has it.
        text: String,
        /// What is wrong with it.
        message: Message,
    },
    /// The format cannot hold this record.
    #[error("{0}")]
    Unwritable(String),
}

impl RecordError {
    fn unreadable(error: &(impl Explain + ?Sized)) -> Self {
        Self::Unreadable(Message::new(Kind::BadRequest, error))
    }
}

/// A record that was played through.
pub struct Replayed {
    /// The table at the end of the main line.
    pub table: Box<dyn Table>,
    /// The record with every move in canonical notation, and the ending as the rules have it, or
    /// the record where they have none.
    pub transcript: Transcript,
    /// The result the record claimed, where the rules say otherwise.
    pub overruled: Option<Outcome>,
}

/// Reads a record in any format.
pub fn read(text: &str) -> Result<Transcript, RecordError> {
    (format_of(text).read)(text.trim_start_matches(MARK)).map_err(|error| RecordError::unreadable(&error))
}

/// Writes a record whose moves are canonical.
pub fn write(transcript: &Transcript, format: &RecordFormat) -> Result<String, RecordError> {
    (format.write)(transcript).map_err(RecordError::Unwritable)
}

/// Plays a record through, main line and variations, by the rules of its game.
pub fn replay(transcript: &Transcript) -> Result<Replayed, RecordError> {
    let mut table = registry::open(&transcript.game, transcript.position.as_deref()).map_err(RecordError::Start)?;
    let mut canonical = transcript.clone();
    canonical.game = table.game();
    canonical.position = table.start();
    canonical.moves =
        play_line(table.as_mut(), &transcript.moves, &|ply, text, message| RecordError::Move { ply, text, message })?;
    // What the moves do not show comes from the record; what they show, the table knows better.
    if let Some(ending) = transcript.ending() {
        table.end(ending);
    }
    let mut overruled = None;
    if let Some(ending) = table.ending() {
        overruled = transcript.result.filter(|&claimed| Some(claimed) != ending.outcome());
        canonical.set_ending(Some(&ending));
    }
    Ok(Replayed { table, transcript: canonical, overruled })
}

fn play_line(
    table: &mut dyn Table,
    line: &[Entry],
    wrong: &dyn Fn(usize, String, Message) -> RecordError,
) -> Result<Vec<Entry>, RecordError> {
    let mut played = Vec::new();
    for entry in line {
        let mut variations = Vec::new();
        for variation in &entry.variations {
            let wrong = |ply, text, message| RecordError::Variation { ply, text, message };
            variations.push(play_line(table.fork().as_mut(), variation, &wrong)?);
        }
        let ply = table.ply() + 1;
        let text = table.play(&entry.text).map_err(|message| wrong(ply, entry.text.clone(), message))?;
        played.push(Entry { text, comment: entry.comment.clone(), variations });
    }
    Ok(played)
}

/// The record of what was played at a table.
pub fn transcript(table: &dyn Table, tags: Vec<(String, String)>) -> Transcript {
    let mut transcript = Transcript {
        game: table.game(),
        position: table.start(),
        tags,
        moves: table.moves().into_iter().map(Entry::new).collect(),
        ..Transcript::default()
    };
    transcript.set_ending(table.ending().as_ref());
    transcript
}

fn read_json(text: &str) -> Result<Transcript, ParseError> {
    let wrong = |what: &str| ParseError::new("record", 0, what);
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        ParseError::new(line, error.column().saturating_sub(1), format!("JSON ({error})"))
    })?;
    let object = value.as_object().ok_or_else(|| wrong("a JSON object"))?;
    let string = |key: &str| match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(wrong(&format!("a string behind \"{key}\""))),
    };
    let mut transcript = Transcript {
        game: string("game")?.ok_or_else(|| wrong("the key \"game\""))?,
        position: string("position")?,
        comment: string("comment")?,
        reason: string("reason")?,
        ..Transcript::default()
    };
    if let Some(result) = string("result")?.filter(|result| result != "*") {
        transcript.result = Some(result.parse()?);
    }
    for (name, value) in object.get("tags").and_then(Value::as_object).into_iter().flatten() {
        let text = value.as_str().ok_or_else(|| wrong(&format!("a string behind the tag \"{name}\"")))?;
        transcript.tags.push((name.clone(), text.to_string()));
    }
    transcript.moves = match object.get("moves") {
        None | Some(Value::Null) => Vec::new(),
        Some(line) => read_json_line(line)?,
    };
    Ok(transcript)
}

fn read_json_line(line: &Value) -> Result<Vec<Entry>, ParseError> {
    let wrong = |what: &str| ParseError::new("moves", 0, what);
    let entries = line.as_array().ok_or_else(|| wrong("an array of moves"))?;
    let entry = |value: &Value| match value {
        Value::String(text) => Ok(Entry::new(text.clone())),
        Value::Object(object) => {
            let text = object.get("move").and_then(Value::as_str).ok_or_else(|| wrong("the key \"move\""))?;
            let comment = object.get("comment").and_then(Value::as_str).map(str::to_string);
            let lines = object.get("variations").and_then(Value::as_array);
            let variations = lines.into_iter().flatten().map(read_json_line).collect::<Result<_, _>>()?;
            Ok(Entry { text: text.to_string(), comment, variations })
        }
        _ => Err(wrong("a move: a string or an object with \"move\"")),
    };
    entries.iter().map(entry).collect()
}

fn write_json(transcript: &Transcript) -> Value {
    let tags: Map<String, Value> = transcript.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "game": transcript.game,
        "position": transcript.position,
        "tags": tags,
        "comment": transcript.comment,
        "moves": write_json_line(&transcript.moves),
        "result": transcript.result.map(|outcome| outcome.to_string()),
        "reason": transcript.reason,
    })
}

fn write_json_line(line: &[Entry]) -> Value {
    let entry = |entry: &Entry| {
        if entry.comment.is_none() && entry.variations.is_empty() {
            return json!(entry.text);
        }
        let mut object = Map::from_iter([("move".to_string(), json!(entry.text))]);
        if let Some(comment) = &entry.comment {
            object.insert("comment".into(), json!(comment));
        }
        if !entry.variations.is_empty() {
            let lines: Vec<Value> = entry.variations.iter().map(|line| write_json_line(line)).collect();
            object.insert("variations".into(), json!(lines));
        }
        Value::Object(object)
    };
    line.iter().map(entry).collect()
}
