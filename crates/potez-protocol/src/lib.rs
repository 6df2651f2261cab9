//! Engine protocols as state machines: lines in, lines out, no I/O of their own.
//!
//! A session takes the client's lines one by one and hands its answers to a [`Sink`]; at the
//! client's last word it is finished, which waits for what is still being thought about.
//! `docs/protocol.md` describes the languages.

pub mod gtp;
pub mod json;
mod thinker;
pub mod ugi;
mod wording;

pub use json::Sink;

/// What a session expects after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Next {
    /// More lines.
    Line,
    /// Nothing: the client has said `quit`, and the session should be finished.
    Finish,
}
