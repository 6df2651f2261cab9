//! Exit codes: 2 for wrong usage, 130 for an interrupt, 1 for any other failure.

use std::fmt;
use std::io;
use std::process::ExitCode;

use potez_table::Message;

use crate::interrupt::{self, Interrupted};

/// An argument that cannot be used: a game spec, a position, a move or a bot on the command line.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

impl From<Message> for UsageError {
    fn from(message: Message) -> Self {
        Self(message.english)
    }
}

/// The exit code of an error.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    if error.downcast_ref::<Interrupted>().is_some() {
        return ExitCode::from(interrupt::EXIT_CODE);
    }
    ExitCode::from(if error.downcast_ref::<UsageError>().is_some() { 2 } else { 1 })
}

/// Whether the reader of our output went away, as `potez moves … | head` does: no failure of ours.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
