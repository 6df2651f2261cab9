//! Sentences on their way to a user: a code with arguments, and English.

use std::fmt;

/// The broad class of an error, as protocols report it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The request itself makes no sense.
    BadRequest,
    /// No such game, or a game spec that is not allowed.
    UnknownGame,
    /// A position text that cannot be read or breaks the rules.
    BadPosition,
    /// A move text that cannot be read.
    BadMove,
    /// A move that the rules forbid here.
    IllegalMove,
    /// The game is over: no move is possible any more.
    GameOver,
}

impl Kind {
    /// The code of the JSON protocol.
    pub const fn code(self) -> &'static str {
        match self {
            Self::BadRequest => "bad-request",
            Self::UnknownGame => "unknown-game",
            Self::BadPosition => "bad-position",
            Self::BadMove => "bad-move",
            Self::IllegalMove => "illegal-move",
            Self::GameOver => "game-over",
        }
    }
}

/// An error or a reason that can be said in any language: a code with its arguments, and English by
/// `Display`.
pub trait Explain: fmt::Display {
    /// A stable name such as `wall-overlaps`, the key of its translations.
    fn code(&self) -> &'static str;

    /// What the sentence names, such as `("wall", "Be5")`.
    fn args(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// A sentence on its way to a user: what [`Explain`] says, detached from its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The broad class.
    pub kind: Kind,
    /// The stable name of the sentence.
    pub code: &'static str,
    /// What the sentence names.
    pub args: Vec<(&'static str, String)>,
    /// The sentence in English.
    pub english: String,
}

impl Message {
    /// The message of an error.
    pub fn new(kind: Kind, what: &(impl Explain + ?Sized)) -> Self {
        Self { kind, code: what.code(), args: what.args(), english: what.to_string() }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl std::error::Error for Message {}

/// Something to say about a move, in the terms of its game: a code with its arguments, and English.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Remark {
    /// The stable name of the sentence.
    pub code: &'static str,
    /// What the sentence names.
    #[cfg_attr(feature = "serde", serde(serialize_with = "object"))]
    pub args: Vec<(&'static str, String)>,
    /// The sentence in English.
    #[cfg_attr(feature = "serde", serde(rename = "text"))]
    pub english: String,
    /// Where in a line it is true, if it is not said of a move itself or of a line as a whole.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub after: Option<Moment>,
}

/// A position of a line, by what has been played before it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Moment {
    /// The moves of the line.
    pub plies: usize,
    /// The last of them.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

#[cfg(feature = "serde")]
fn object<S: serde::Serializer>(args: &[(&'static str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(args.iter().map(|(name, value)| (name, value)))
}
