//! Records of games and their review.

use potez_table::records::{self, RecordError};
use potez_table::review::{Settings, review as review_table};
use potez_table::{Entry, Stop};
use pyo3::prelude::*;
use serde_json::json;

use crate::bot::bot_spec;
use crate::errors::{raise, wrong};
use crate::limits::{interruptible, limits};
use crate::table::PyTable;

/// A game at its end, its tags, and what was said of its moves.
type ReadGame = (PyTable, Vec<(String, String)>, Vec<Option<String>>);

fn failed(py: Python<'_>, error: &RecordError) -> PyErr {
    wrong(py, &error.to_string())
}

/// The main lines of every game in a file, played through by the rules: the table at the end, the
/// tags and the comments of the moves.
#[pyfunction]
pub(crate) fn read_record(py: Python<'_>, text: &str) -> PyResult<Vec<ReadGame>> {
    let mut games = Vec::new();
    for transcript in records::read_all(text).map_err(|error| failed(py, &error))? {
        let replayed = records::replay(&transcript).map_err(|error| failed(py, &error))?;
        let comments = replayed.transcript.moves.iter().map(|entry| entry.comment.clone()).collect();
        games.push((PyTable { table: replayed.table }, replayed.transcript.tags, comments));
    }
    Ok(games)
}

/// The game on the table as a record in one of the formats.
#[pyfunction]
pub(crate) fn write_record(
    py: Python<'_>,
    table: &PyTable,
    format: &str,
    tags: Vec<(String, String)>,
    comments: Vec<Option<String>>,
) -> PyResult<String> {
    let Some(format) = records::format(format) else {
        let known: Vec<&str> = records::formats().map(|format| format.id).collect();
        return Err(wrong(py, &format!("no format `{format}`: the formats are {}", known.join(", "))));
    };
    let mut transcript = records::transcript(table.table.as_ref(), tags);
    for (entry, comment) in transcript.moves.iter_mut().zip(comments) {
        *entry = Entry { comment, ..entry.clone() };
    }
    records::write(&transcript, &format).map_err(|error| failed(py, &error))
}

/// Every move of the game on the table judged; JSON.
#[pyfunction]
#[pyo3(signature = (table, bot, seconds=None, nodes=None))]
pub(crate) fn review(
    py: Python<'_>,
    table: &Bound<'_, PyTable>,
    bot: &str,
    seconds: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<String> {
    let mut settings = Settings::new(limits(py, seconds, nodes, None, Some(0.5))?);
    settings.bot = bot_spec(py, bot, None, None)?;
    let stop = Stop::new();
    let table = table.borrow().table.fork();
    let review = interruptible(py, &stop, || review_table(table.as_ref(), &settings, &stop, &mut |_| ()))?;
    let review = review.map_err(|message| raise(py, &message))?;
    // Nothing but an interrupt ends a review before its end, and that was raised above.
    Ok(json!(review).to_string())
}
