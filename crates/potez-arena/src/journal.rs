//! Finished pairs on disk, one JSON line each, so that an event can be killed at any time and
//! continued.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Event, Pair, Summary};

/// A file whose first line says what is played and every other line is a finished pair.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is playing into the same file.
    #[error("{} is in use by another match", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a journal, or was damaged in the middle.
    #[error("{} is not a journal of games: line {line}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The file belongs to another event.
    #[error("{} belongs to another event: {key} was {was}, and now is {is}", path.display())]
    Different {
        /// The file.
        path: PathBuf,
        /// What differs.
        key: String,
        /// What the file says.
        was: String,
        /// What was asked for.
        is: String,
    },
}

/// A journal as somebody reads it who does not play: what was set, and the pairs so far.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalPage {
    /// What was set, as the runner wrote it.
    pub header: Value,
    /// The game spec.
    pub game: String,
    /// The names of the entrants, in the order of their numbers.
    pub entrants: Vec<String>,
    /// The pairs, in the order in which they were finished.
    pub pairs: Vec<Pair>,
}

impl JournalPage {
    /// What the first line says, without any pairs; `None` if this is not the beginning of a
    /// journal.
    pub fn read_header(line: &str) -> Option<Self> {
        let header: Value = serde_json::from_str(line).ok().filter(|value: &Value| value.get("arena").is_some())?;
        let game = header.get("game").and_then(Value::as_str).unwrap_or("?").to_string();
        let names = header.get("players").and_then(Value::as_array).into_iter().flatten();
        let name = |name: &Value| name.as_str().map_or_else(|| name.to_string(), str::to_string);
        Some(Self { entrants: names.map(name).collect(), game, header, pairs: Vec::new() })
    }

    /// The journal of this text. The last line may be half written, since the runner may be at
    /// work: reading ends at the first line that is not a pair of these entrants.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut page = Self::read_header(lines.next()?)?;
        let count = page.entrants.len();
        // Files come from anywhere: a number of an entrant that does not exist must not be counted.
        let is_known = |pair: &Pair| {
            let games = pair.games.iter().flat_map(|game| [game.x, game.o]);
            pair.players.into_iter().chain(games).all(|entrant| entrant < count)
        };
        page.pairs = lines.map_while(|line| serde_json::from_str(line).ok().filter(is_known)).collect();
        Some(page)
    }

    /// Everything counted: the same numbers that the runner reports.
    pub fn summary(&self) -> Summary {
        Summary::of_entrants(self.entrants.len(), &self.pairs)
    }
}

impl Journal {
    /// Opens a journal, new or old, with the pairs that are in it. A last line that was half
    /// written when the program was killed is dropped.
    pub fn open(path: &Path, event: &Event) -> Result<(Self, Vec<Pair>), JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        // Not every file system can lock; playing on without a lock is better than not at all.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(JournalError::Busy { path: path.into() });
        }
        let mut journal = Self { file, path: path.into() };
        let header = event.header();
        let text = journal.read_whole_lines()?;
        let mut lines = text.lines();
        match lines.next() {
            None => journal.write_line(&header.to_string())?,
            Some(first) => journal.compare(first, &header)?,
        }
        let mut pairs: Vec<Pair> = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let pair: Pair = serde_json::from_str(line).map_err(|error| journal.damaged(number, error.to_string()))?;
            pairs.push(pair);
        }
        Ok((journal, pairs))
    }

    /// Adds a pair; it is on the disk when this returns.
    pub fn append(&mut self, pair: &Pair) -> Result<(), JournalError> {
        let line = serde_json::to_string(pair).map_err(|error| self.error(error.into()))?;
        self.write_line(&line)
    }

    /// The complete lines; what comes after the last line break is cut off.
    fn read_whole_lines(&mut self) -> Result<String, JournalError> {
        let mut bytes = Vec::new();
        self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes)).map_err(|error| self.error(error))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if whole < bytes.len() {
            // Only our own half-written line may go: anything else is somebody's file, named by
            // mistake.
            if !bytes[whole..].starts_with(b"{") {
                return Err(self.damaged(1, "no JSON object".into()));
            }
            self.file.set_len(whole as u64).and_then(|()| self.file.sync_all()).map_err(|error| self.error(error))?;
        }
        bytes.truncate(whole);
        String::from_utf8(bytes).map_err(|_| self.damaged(1, "not UTF-8 text".into()))
    }

    fn compare(&self, first: &str, header: &Value) -> Result<(), JournalError> {
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
        Ok(())
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
