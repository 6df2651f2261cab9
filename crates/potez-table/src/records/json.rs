//! Records as JSON: an object for each game, one after the other.

use potez_core::{Entry, ParseError, Transcript};
use serde_json::{Map, Value, json};

/// Reads every object of a text, at least one.
pub(super) fn read_all(text: &str) -> Result<Vec<Transcript>, ParseError> {
    let mut games = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.map_err(|error| {
            let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
            ParseError::new(line, error.column().saturating_sub(1), format!("JSON ({error})"))
        })?;
        games.push(read(&value)?);
    }
    if games.is_empty() { Err(wrong("a JSON object")) } else { Ok(games) }
}

fn wrong(what: &str) -> ParseError {
    ParseError::new("record", 0, what)
}

fn read(value: &Value) -> Result<Transcript, ParseError> {
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
        // A tag that stands more than once has its values in an array.
        let values = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        for value in values {
            let text = value.as_str().ok_or_else(|| wrong(&format!("a string behind the tag \"{name}\"")))?;
            transcript.tags.push((name.clone(), text.to_string()));
        }
    }
    transcript.moves = match object.get("moves") {
        None | Some(Value::Null) => Vec::new(),
        Some(line) => read_line(line, 0)?,
    };
    Ok(transcript)
}

fn read_line(line: &Value, depth: usize) -> Result<Vec<Entry>, ParseError> {
    let wrong = |what: &str| ParseError::new("moves", 0, what);
    if depth > Transcript::DEEPEST {
        return Err(wrong(&format!("variations nested at most {} deep", Transcript::DEEPEST)));
    }
    let entries = line.as_array().ok_or_else(|| wrong("an array of moves"))?;
    let entry = |value: &Value| match value {
        Value::String(text) => Ok(Entry::new(text.clone())),
        Value::Object(object) => {
            let text = object.get("move").and_then(Value::as_str).ok_or_else(|| wrong("the key \"move\""))?;
            let comment = object.get("comment").and_then(Value::as_str).map(str::to_string);
            let lines = object.get("variations").and_then(Value::as_array).into_iter().flatten();
            let mut variations = lines.map(|line| read_line(line, depth + 1)).collect::<Result<Vec<_>, _>>()?;
            variations.retain(|variation| !variation.is_empty());
            Ok(Entry { text: text.to_string(), comment, variations })
        }
        _ => Err(wrong("a move: a string or an object with \"move\"")),
    };
    entries.iter().map(entry).collect()
}

pub(super) fn write(transcript: &Transcript) -> String {
    let mut tags: Map<String, Value> = Map::new();
    for (name, value) in &transcript.tags {
        match tags.entry(name.clone()).or_insert(Value::Null) {
            Value::Array(values) => values.push(json!(value)),
            first @ Value::Null => *first = json!(value),
            one => *one = json!([one.take(), value]),
        }
    }
    let object = json!({
        "game": transcript.game,
        "position": transcript.position,
        "tags": tags,
        "comment": transcript.comment,
        "moves": write_line(&transcript.moves),
        "result": transcript.result.map(|outcome| outcome.to_string()),
        "reason": transcript.reason,
    });
    format!("{object:#}\n")
}

fn write_line(line: &[Entry]) -> Value {
    let entry = |entry: &Entry| {
        if entry.comment.is_none() && entry.variations.is_empty() {
            return json!(entry.text);
        }
        let mut object = Map::from_iter([("move".to_string(), json!(entry.text))]);
        if let Some(comment) = &entry.comment {
            object.insert("comment".into(), json!(comment));
        }
        if !entry.variations.is_empty() {
            let lines: Vec<Value> = entry.variations.iter().map(|line| write_line(line)).collect();
            object.insert("variations".into(), json!(lines));
        }
        Value::Object(object)
    };
    line.iter().map(entry).collect()
}
