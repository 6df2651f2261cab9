//! A game on paper, and the PGN-like text it is written in.

mod reader;
mod writer;

use crate::{Ending, Outcome, ParseError};

/// A game on paper: texts only, not yet checked against any rules.
///
/// The text form is like PGN: tags in brackets, then numbered moves, `{comments}`, `(variations)`,
/// and the result.
///
/// ```text
/// [Game "byte:size=8"]
/// [X "Ana"]
/// [O "potez:level=4"]
///
/// 1. d2-c3 {towards the middle} a3-b2 (e3-d4) 2. f2-g3 *
/// ```
///
/// A file may hold several games, one after the other: each begins with its tags. Any text can be a
/// tag or a comment. In quotes `\"`, `\\`, `\n` and `\r` stand for what a line cannot hold, and a tag
/// whose name is quoted, `["Result" "x"]`, is never more than a tag. In a comment blanks and line
/// breaks are one blank; `\{`, `\}`, `\\`, `\n`, `\r`, `\t` and a backslash before a blank mean
/// exactly that character.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// The game spec.
    pub game: String,
    /// The position at the start, if it is not the game's own.
    pub position: Option<String>,
    /// Every other tag, in order.
    pub tags: Vec<(String, String)>,
    /// A comment before the first move.
    pub comment: Option<String>,
    /// The moves of the game.
    pub moves: Vec<Entry>,
    /// The result the record claims.
    pub result: Option<Outcome>,
    /// The reason the record claims, such as `resign`.
    pub reason: Option<String>,
}

/// A move on paper, with what stands beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move.
    pub text: String,
    /// What was said of it.
    pub comment: Option<String>,
    /// What could have been played instead of it, line by line.
    pub variations: Vec<Vec<Entry>>,
}

impl Entry {
    /// A move without remarks.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Transcript {
    /// The value of a tag other than `Game`, `Position`, `Result` and `Reason`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// How the game ended, as the record claims it.
    ///
    /// `None` where it claims nothing, or a result without saying how it came about.
    pub fn ending(&self) -> Option<Ending> {
        let reason = self.reason.as_deref()?;
        // Records used to call a loss on time a resignation, and to tell the two apart by this tag.
        let was_time = reason == "resign" && self.tag("Termination") == Some("time");
        Ending::new(self.result, if was_time { "time" } else { reason })
    }

    /// Claims this ending, or none.
    pub fn set_ending(&mut self, ending: Option<&Ending>) {
        self.result = ending.and_then(Ending::outcome);
        self.reason = ending.map(|ending| ending.code().into());
    }

    /// Variations within variations are read this deep and no deeper, in every format: what one can
    /// hold, all can.
    pub const DEEPEST: usize = 40;

    /// Reads the text form of one game. Blanks and line breaks mean nothing, names of tags may have
    /// any case.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        reader::read_one(text)
    }

    /// Reads the text form of a file: one game or several, one after the other.
    pub fn read_all(text: &str) -> Result<Vec<Self>, ParseError> {
        reader::read_all(text)
    }
}

/// The tags of the text form that are read for what they mean, in lower case.
const RESERVED: [&str; 4] = ["game", "position", "result", "reason"];

#[cfg(test)]
mod tests;
