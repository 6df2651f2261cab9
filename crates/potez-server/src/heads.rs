//! Everything about a live game that is not a move: who plays, how, and what is offered.

use serde::{Deserialize, Serialize};

use crate::clocks::Clock;
use crate::seats::{self, Lock};
use crate::wire::{Offers, Side, Takeback, You};

/// The part of a game that is stored beside its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Head {
    /// The game spec.
    pub(crate) game: String,
    /// Where it begins, if not at the game's own start.
    pub(crate) start: Option<String>,
    /// How many moves were there from the beginning; they are never taken back.
    pub(crate) given: usize,
    /// Who plays X and O.
    pub(crate) seats: [Seat; 2],
    pub(crate) clock: Option<Clock>,
    pub(crate) takeback: Takeback,
    pub(crate) teaching: bool,
    /// How the game ended, if not by the rules.
    pub(crate) ending: Option<Verdict>,
    pub(crate) offers: Offers,
    /// The game that follows.
    pub(crate) next: Option<String>,
    /// The move that was taken back for being bad.
    pub(crate) lesson: Option<Taught>,
    /// How many moves the teacher has let pass.
    pub(crate) judged: usize,
}

/// A player's place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Seat {
    pub(crate) name: Option<String>,
    /// The spec of the bot that plays; a person if there is none.
    pub(crate) bot: Option<String>,
    /// What a person's token opens.
    pub(crate) lock: Option<Lock>,
    /// Whether the person has ever been here.
    pub(crate) joined: bool,
}

/// How a game ended other than by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub(crate) winner: Option<Side>,
    pub(crate) reason: String,
}

/// A bad move with what it costs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Taught {
    pub(crate) mv: String,
    pub(crate) by: Side,
    pub(crate) before: f64,
    pub(crate) after: f64,
}

impl Head {
    /// What a token is good for.
    pub(crate) fn holder(&self, token: Option<&str>) -> Option<You> {
        seats::holder([self.seats[0].lock.as_ref(), self.seats[1].lock.as_ref()], token)
    }

    pub(crate) fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Whether a bot plays this side.
    pub(crate) fn is_engine(&self, side: Side) -> bool {
        self.seat(side).bot.is_some()
    }

    /// Whether two people play at two screens.
    pub(crate) fn has_friend(&self) -> bool {
        let [x, o] = &self.seats;
        x.lock.is_some() && o.lock.is_some() && x.lock != o.lock
    }
}
