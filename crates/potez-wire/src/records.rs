//! Records in and out.

use potez_table::records::{self, Replayed};
use potez_table::{Entry, RecordFormat, Transcript};
use potez_words::{Arg, Words};
use serde_json::Value;

use crate::error::ApiError;
use crate::json::{ExportRequest, Exported, ImportRequest, Imported};
use crate::limits;
use crate::phrases::GameResult;
use crate::positions::PositionFacts;

/// A format by its name.
pub fn format(name: &str) -> Result<RecordFormat, ApiError> {
    records::format(name).ok_or_else(|| {
        let known = records::formats().map(|format| format!("`{}`", format.id)).collect::<Vec<_>>().join(", ");
        ApiError::unfit_with("server-format", vec![("name", Arg::from(name)), ("formats", Arg::from(known))])
    })
}

/// A record in a file format.
pub fn exported(transcript: &Transcript, format: &RecordFormat) -> Result<Exported, ApiError> {
    let text = records::write(transcript, format)?;
    let base_game = transcript.game.split(':').next().unwrap_or_default();
    let extension = format.extensions.first().unwrap_or(&"txt");
    Ok(Exported { text, filename: format!("{base_game}.{extension}"), media_type: format.media_type })
}

fn check(line: &[Entry], left: &mut usize) -> Result<(), ApiError> {
    for entry in line {
        let is_long = entry.comment.as_ref().is_some_and(|text| text.chars().count() > limits::COMMENT_CHARS);
        if is_long {
            return Err(ApiError::too_large(limits::COMMENT_CHARS));
        }
        *left = left.checked_sub(1).ok_or_else(|| {
            ApiError::unfit_with("server-moves-many", vec![("limit", Arg::from(limits::MOVES.to_string()))])
        })?;
        for variation in &entry.variations {
            check(variation, left)?;
        }
    }
    Ok(())
}

fn read_all(text: &str) -> Result<Vec<Transcript>, ApiError> {
    if text.len() > limits::RECORD_BYTES {
        return Err(ApiError::too_large(limits::RECORD_BYTES));
    }
    Ok(records::read_all(text)?)
}

/// Reads what was pasted: a file of games, or bare moves of the game that is on the board.
fn read_pasted(text: &str, game: Option<&str>) -> Result<Vec<Transcript>, ApiError> {
    let read = read_all(text);
    let is_bare = records::format_of(text).id == records::TEXT.id && !text.trim_start().starts_with('[');
    match game.filter(|_| read.is_err() && is_bare) {
        Some(game) => Ok(vec![read_bare(text, game)?]),
        None => read,
    }
}

/// Moves without tags: of this game, or of the first other one that they are legal in.
fn read_bare(text: &str, game: &str) -> Result<Transcript, ApiError> {
    // Lists are often written with commas, which no notation has; in a comment they may stand.
    let listed = if text.contains('{') { text.to_string() } else { text.replace([',', ';'], " ") };
    let of = |game: &str| records::read(&format!("[Game \"{game}\"]\n\n{listed}"));
    let moves = of(game)?;
    let fits = |moves: &Transcript| records::replay(moves).is_ok();
    let other = || {
        let named = potez_table::games().iter().map(|game| game.description.id);
        named.filter_map(|id| of(id).ok()).find(fits)
    };
    Ok(if fits(&moves) { moves } else { other().unwrap_or(moves) })
}

/// Plays a record through.
fn replayed(transcript: &Transcript) -> Result<Replayed, ApiError> {
    check(&transcript.moves, &mut { limits::MOVES })?;
    Ok(records::replay(transcript)?)
}

/// One line on a game of a file: who played what, and how long.
fn title(transcript: &Transcript, words: &Words) -> String {
    let tag = |key: &str| transcript.tags.iter().find(|(name, _)| name == key).map_or("?", |(_, value)| value);
    let length = words.say("web-move-count", &[("count", Arg::from(transcript.moves.len()))]);
    format!("{} – {}, {}, {length}", tag("X"), tag("O"), transcript.game)
}

/// A record as JSON.
fn json(transcript: &Transcript) -> Result<Value, ApiError> {
    let text = records::write(transcript, &format("json")?)?;
    serde_json::from_str(&text).map_err(|_| ApiError::internal())
}

/// Reads a record in any format and plays it through.
pub fn import(request: &ImportRequest, words: &Words) -> Result<Imported, ApiError> {
    let games = read_pasted(&request.text, request.game.as_deref())?;
    let number = request.number.unwrap_or(1);
    let chosen = number.checked_sub(1).and_then(|index| games.get(index)).ok_or_else(|| {
        let count = Arg::from(games.len());
        ApiError::unfit_with("server-record-number", vec![("number", Arg::from(number)), ("count", count)])
    })?;
    let replayed = replayed(chosen)?;
    let record = json(&replayed.transcript)?;
    let end = PositionFacts::of(replayed.table.as_ref()).say(words);
    let overruled_words = replayed
        .overruled
        .and(end.outcome.as_ref())
        .map(|ending| words.say("ending-overruled", &[("ending", Arg::from(ending.words.as_str()))]));
    let claimed = replayed.transcript.result.filter(|_| end.outcome.is_none()).map(|outcome| {
        let reason = replayed.transcript.reason.clone().unwrap_or_else(|| "resign".into());
        GameResult { winner: outcome.winner(), reason }.ending(words)
    });
    let overruled = replayed.overruled.map(|outcome| outcome.to_string());
    Ok(Imported {
        format: records::format_of(&request.text).id,
        games: games.iter().map(|game| title(game, words)).collect(),
        record,
        end,
        overruled,
        overruled_words,
        claimed,
    })
}

/// Writes a record in a format.
pub fn export(request: &ExportRequest) -> Result<Exported, ApiError> {
    let format = format(&request.format)?;
    let [transcript] = &read_all(&request.record.to_string())?[..] else {
        return Err(ApiError::bad_request("a record of one game"));
    };
    let replayed = replayed(transcript)?;
    exported(&replayed.transcript, &format)
}
