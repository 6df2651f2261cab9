//! Why something cannot be done.

use potez_core::{Explain, Kind, Message, Player};

/// Why something cannot be done; the session stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid the move, or it cannot be read.
    #[error("{0}")]
    Rules(Message),
    /// The game is over.
    #[error("{0}")]
    Over(Message),
    /// It was meant for another moment of the game.
    #[error("the game has moved on: {now} moves were made, not {seen}")]
    Stale {
        /// How many moves there were for whoever asked.
        seen: usize,
        /// How many there are.
        now: usize,
    },
    /// The other player is to move.
    #[error("it is the turn of {0}")]
    NotYourTurn(Player),
    /// The time is up, though nobody has ended the game yet.
    #[error("{0} has run out of time")]
    TimeUp(Player),
    /// There is no move to take back.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    /// No move was taken back.
    #[error("there is nothing to play again")]
    NothingToReplay,
    /// The other player has offered nothing of the kind.
    #[error("nothing of the kind is offered")]
    NotOffered,
    /// It is not allowed in this game, or not any more.
    #[error("that cannot be done now")]
    NotAllowed,
}

impl Explain for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::Rules(message) | Self::Over(message) => message.code,
            Self::Stale { .. } => "session-stale",
            Self::NotYourTurn(_) => "session-not-your-turn",
            Self::TimeUp(_) => "session-time-up",
            Self::NothingToTakeBack => "session-nothing-to-take-back",
            Self::NothingToReplay => "session-nothing-to-replay",
            Self::NotOffered => "session-not-offered",
            Self::NotAllowed => "session-not-allowed",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Rules(message) | Self::Over(message) => message.args.clone(),
            Self::Stale { seen, now } => vec![("seen", seen.to_string()), ("now", now.to_string())],
            Self::NotYourTurn(player) | Self::TimeUp(player) => vec![("player", player.to_string())],
            _ => Vec::new(),
        }
    }
}

impl From<Refusal> for Message {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Rules(message) | Refusal::Over(message) => message,
            other => Self::new(Kind::BadRequest, &other),
        }
    }
}
