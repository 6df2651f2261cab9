//! Why a journal cannot be used.

use std::io;
use std::path::PathBuf;

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
    #[error("{} is not a journal of games: {}{what}", path.display(), line_number(*line))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1; 0 for the last one, which may be half written.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// There is something by that name that is not a file: a folder, a device, a pipe.
    #[error("{} is not a regular file, and cannot keep games", path.display())]
    NotAFile {
        /// What was named.
        path: PathBuf,
    },
    /// A pair contradicts the event or the rules: its result is not what its moves say.
    #[error("{}: line {line}: {what}", path.display())]
    Untrue {
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

fn line_number(line: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}: ") }
}
