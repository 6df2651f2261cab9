use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_engine::records::{self, Format};
use potez_engine::{Entry, Transcript};
use potez_words::Arg;
use serde_json::Value;

use super::FailureBody;
use crate::app::App;
use crate::failure::Failure;
use crate::positions::Facts;
use crate::requests::{Body, Tongue};
use crate::sayings;
use crate::wire::{ExportRequest, Exported, ImportRequest, Imported};
use crate::{bounds, tables};

/// A format by its name.
pub(super) fn format(name: &str) -> Result<Format, Failure> {
    let known = Format::ALL.iter().find(|(known, _)| *known == name).map(|&(_, format)| format);
    known.ok_or_else(|| Failure::unfit_with("server-format", vec![("name", Arg::from(name))]))
}

/// A record in a file format.
pub(super) fn exported(transcript: &Transcript, format: Format) -> Result<Exported, Failure> {
    let (extension, media_type) = match format {
        Format::Text => ("txt", "text/plain"),
        Format::Json => ("json", "application/json"),
        Format::Sgf | Format::LittleGolem => ("sgf", "application/x-go-sgf"),
    };
    let text = records::write(transcript, format)?;
    let filename = format!("{}.{extension}", tables::family(&transcript.game));
    Ok(Exported { text, filename, media_type })
}

fn check(line: &[Entry], left: &mut usize) -> Result<(), Failure> {
    for entry in line {
        let is_long = entry.comment.as_ref().is_some_and(|text| text.chars().count() > bounds::COMMENT_CHARS);
        if is_long {
            return Err(Failure::too_large(bounds::COMMENT_CHARS));
        }
        *left = left.checked_sub(1).ok_or_else(|| {
            Failure::unfit_with("server-moves-many", vec![("limit", Arg::from(bounds::MOVES.to_string()))])
        })?;
        for variation in &entry.variations {
            check(variation, left)?;
        }
    }
    Ok(())
}

fn read(text: &str) -> Result<Transcript, Failure> {
    if text.len() > bounds::RECORD_BYTES {
        return Err(Failure::too_large(bounds::RECORD_BYTES));
    }
    let transcript = records::read(text)?;
    check(&transcript.moves, &mut { bounds::MOVES })?;
    Ok(transcript)
}

/// Reads a record in any format and plays it through.
#[utoipa::path(post, path = "/api/import", tag = "records", request_body = ImportRequest,
    responses((status = 200, body = Imported), (status = 413, body = FailureBody), (status = 422, body = FailureBody)))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    Tongue(lang): Tongue,
    Body(request): Body<ImportRequest>,
) -> Result<Json<Imported>, Failure> {
    app.calculate(move |app| {
        let words = app.words(lang);
        let replayed = records::replay(&read(&request.text)?)?;
        let found = Format::of(&request.text);
        let name = Format::ALL.iter().find(|(_, format)| *format == found).map_or("text", |(name, _)| name);
        let json = records::write(&replayed.transcript, Format::Json)?;
        let record: Value = serde_json::from_str(&json).map_err(|_| Failure::internal())?;
        let end = Facts::of(replayed.table.as_ref()).say(words);
        let overruled_words = replayed
            .overruled
            .and(end.outcome.as_ref())
            .map(|ending| words.say("ending-overruled", &[("ending", Arg::from(ending.words.as_str()))]));
        let claimed = replayed.transcript.result.filter(|_| end.outcome.is_none()).map(|outcome| {
            let reason = replayed.transcript.reason.clone().unwrap_or_else(|| "resign".into());
            sayings::Result { winner: outcome.winner().map(Into::into), reason }.ending(words)
        });
        let overruled = replayed.overruled.map(|outcome| outcome.to_string());
        Ok(Json(Imported { format: name, record, end, overruled, overruled_words, claimed }))
    })
    .await
}

/// Writes a record in a format.
#[utoipa::path(post, path = "/api/export", tag = "records", request_body = ExportRequest,
    responses((status = 200, body = Exported), (status = 413, body = FailureBody), (status = 422, body = FailureBody)))]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Body(request): Body<ExportRequest>,
) -> Result<Json<Exported>, Failure> {
    app.calculate(move |_| {
        let format = format(&request.format)?;
        let replayed = records::replay(&read(&request.record.to_string())?)?;
        exported(&replayed.transcript, format).map(Json)
    })
    .await
}
