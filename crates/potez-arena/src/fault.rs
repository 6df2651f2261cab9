//! What a player can do wrong, and how it is told.

use std::fmt;

use potez_table::{Ending, Player};
use serde::{Deserialize, Serialize};

/// What a player did that cost it the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Which kind of misbehaviour.
    pub kind: FaultKind,
    /// Who misbehaved: `x` or `o`.
    pub player: char,
    /// What happened, in a sentence.
    pub message: String,
    /// The last lines to (`>`), from (`<`) and beside (`!`, standard error) an external engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub io: Vec<String>,
}

impl Fault {
    pub(crate) fn of(player: Player, trouble: Trouble, io: Vec<String>) -> Self {
        Self { kind: trouble.kind, player: player.letter(), message: trouble.message, io }
    }
}

/// The kinds of misbehaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that the rules forbid, or a text that is no move.
    IllegalMove,
    /// The bot panicked, the program could not be started, ended, or does not speak its protocol.
    Crash,
    /// The move came too late.
    Time,
    /// The move came too late and the engine did not even answer `stop`.
    Hang,
}

impl FaultKind {
    /// The word of reasons: `illegal-move`, `crash`, `time`, `hang`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal-move",
            Self::Crash => "crash",
            Self::Time => "time",
            Self::Hang => "hang",
        }
    }
}

impl FaultKind {
    /// The end of a game in which this player misbehaved so.
    pub(crate) fn ending(self, culprit: Player) -> Ending {
        match self {
            Self::IllegalMove => Ending::IllegalMove(culprit),
            Self::Crash => Ending::Crash(culprit),
            Self::Time => Ending::Time(culprit),
            Self::Hang => Ending::Hang(culprit),
        }
    }
}

/// A fault before it is known whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trouble {
    pub(crate) kind: FaultKind,
    pub(crate) message: String,
}

impl Trouble {
    pub(crate) fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn crash(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Crash, message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), self.message)
    }
}
