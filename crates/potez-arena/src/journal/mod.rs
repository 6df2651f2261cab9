//! Finished pairs on disk, one JSON line each, so that an event can be killed at any time and
//! continued.

mod error;
mod page;

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::audit::Auditor;
use crate::{Event, Pair};

pub use error::JournalError;
pub use page::JournalPage;

/// How the first line begins.
const HEADER: &str = "{\"arena\":";

/// How the line of a pair begins.
const PAIR: &str = "{\"pair\":";

/// A file whose first line says what is played and every other line is a finished pair.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    run: Option<String>,
}

impl Journal {
    /// Opens a journal, new or old, with the pairs that are in it. A last line that was half
    /// written when the program was killed is dropped.
    ///
    /// Nothing is written before it is clear that the file is the journal of this event, and every
    /// pair in it is played through again: what counts is what the rules say.
    pub fn open(path: &Path, event: &Event) -> Result<(Self, Vec<Pair>), JournalError> {
        Self::open_run(path, event, None)
    }

    /// The same; a new journal keeps the name of this run, under which other machines hand in pairs.
    pub fn open_run(path: &Path, event: &Event, run: Option<&str>) -> Result<(Self, Vec<Pair>), JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        // Asked before it is opened: opening a pipe would wait for somebody at its other end.
        if fs::metadata(path).is_ok_and(|named| !named.is_file()) {
            return Err(JournalError::NotAFile { path: path.into() });
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        // Not every file system can lock; playing on without a lock is better than not at all.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(JournalError::Busy { path: path.into() });
        }
        let mut journal = Self { file, path: path.into(), run: run.map(str::to_string) };
        let (lines, torn) = journal.read_lines()?;
        let header = event.header();
        let Some(first) = lines.first() else {
            journal.begin(&torn, &header)?;
            return Ok((journal, Vec::new()));
        };
        journal.run = journal.compare(first, &header)?;
        let pairs = journal.check_pairs(event, &lines[1..])?;
        journal.mend(&torn)?;
        Ok((journal, pairs))
    }

    /// The name of the run that this journal keeps, if it was begun with one.
    pub fn run(&self) -> Option<&str> {
        self.run.as_deref()
    }

    /// The first line of a journal that has none, or only a part of it.
    fn begin(&mut self, torn: &[u8], header: &Value) -> Result<(), JournalError> {
        let header = header.to_string();
        let stem = header.strip_suffix('}').unwrap_or(&header);
        let line = match &self.run {
            Some(run) => format!("{stem},\"run\":{}}}", Value::from(run.as_str())),
            None => header.clone(),
        };
        // Less of it than this might be anybody's. The name of a run comes last, and is another each
        // time.
        let is_begun = stem.as_bytes().starts_with(torn) || torn.starts_with(stem.as_bytes());
        let is_ours = torn.starts_with(HEADER.as_bytes()) && is_begun;
        if !torn.is_empty() && !is_ours {
            return Err(self.damaged(1, "it is not the beginning of a journal".into()));
        }
        self.cut(torn)?;
        self.write_line(&line)
    }

    /// The pairs of a journal that is known to be this event's.
    fn check_pairs(&self, event: &Event, lines: &[String]) -> Result<Vec<Pair>, JournalError> {
        let (auditor, mut seen, mut pairs) = (Auditor::new(event), BTreeSet::new(), Vec::new());
        for (number, line) in (2..).zip(lines) {
            let pair: Pair = serde_json::from_str(line).map_err(|error| self.damaged(number, error.to_string()))?;
            // A last game without a partner is played again as a pair when the event has grown.
            let is_new = seen.insert((pair.pair, pair.games.len()));
            let checked = if is_new { auditor.check(&pair) } else { Err(format!("pair {} again", pair.pair + 1)) };
            checked.map_err(|what| JournalError::Untrue { path: self.path.clone(), line: number, what })?;
            pairs.push(pair);
        }
        Ok(pairs)
    }

    /// Drops the last line if it was half written. Only our own may go: whatever else stands there
    /// is not ours to take away.
    fn mend(&mut self, torn: &[u8]) -> Result<(), JournalError> {
        let begins = PAIR.as_bytes();
        if !torn.starts_with(begins) && !begins.starts_with(torn) {
            let last = String::from_utf8_lossy(torn).chars().take(40).collect::<String>();
            return Err(self.damaged(0, format!("its last line is no pair of games: `{last}`")));
        }
        self.cut(torn)
    }

    /// Takes away what comes after the last line break.
    fn cut(&mut self, torn: &[u8]) -> Result<(), JournalError> {
        if torn.is_empty() {
            return Ok(());
        }
        let length = self.file.metadata().map_err(|error| self.error(error))?.len();
        let whole = length.saturating_sub(torn.len() as u64);
        self.file.set_len(whole).and_then(|()| self.file.sync_all()).map_err(|error| self.error(error))
    }

    /// Adds a pair; it is on the disk when this returns.
    pub fn append(&mut self, pair: &Pair) -> Result<(), JournalError> {
        let line = serde_json::to_string(pair).map_err(|error| self.error(error.into()))?;
        self.write_line(&line)
    }

    /// The complete lines, and what comes after the last line break.
    fn read_lines(&mut self) -> Result<(Vec<String>, Vec<u8>), JournalError> {
        let mut bytes = Vec::new();
        self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes)).map_err(|error| self.error(error))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let torn = bytes.split_off(whole);
        let text = String::from_utf8(bytes).map_err(|_| self.damaged(1, "not UTF-8 text".into()))?;
        Ok((text.lines().map(String::from).collect(), torn))
    }

    /// Fails if the first line is not that of this event; the name of the run, if it has one.
    fn compare(&self, first: &str, header: &Value) -> Result<Option<String>, JournalError> {
        let old: Value = serde_json::from_str(first).map_err(|error| self.damaged(1, error.to_string()))?;
        if old.get("arena").is_none() {
            return Err(self.damaged(1, "no key \"arena\"".into()));
        }
        for (key, is) in header.as_object().into_iter().flatten() {
            let was = old.get(key).unwrap_or(&Value::Null);
            if was != is {
                let (key, was, is) = (key.clone(), was.to_string(), is.to_string());
                return Err(JournalError::Different { path: self.path.clone(), key, was, is });
            }
        }
        Ok(old.get("run").and_then(Value::as_str).map(str::to_string))
    }

    /// One write for the whole line, so that a kill leaves a line whole, missing or cut, but never
    /// mixed with another.
    fn write_line(&mut self, line: &str) -> Result<(), JournalError> {
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data()).map_err(|error| self.error(error))
    }

    fn error(&self, error: io::Error) -> JournalError {
        JournalError::Io { path: self.path.clone(), error }
    }

    fn damaged(&self, line: usize, what: String) -> JournalError {
        JournalError::Damaged { path: self.path.clone(), line, what }
    }
}
