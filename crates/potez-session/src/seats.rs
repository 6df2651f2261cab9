//! Who sits at the table.

use potez_core::Player;
use serde::{Deserialize, Serialize};

/// The seat of one player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seat {
    /// The name to be shown, if one was given.
    pub name: Option<String>,
    /// The spec of the bot that plays; a person if there is none.
    pub bot: Option<String>,
}

impl Seat {
    /// A seat for a person without a name.
    pub const PERSON: Self = Self { name: None, bot: None };

    /// A seat for a bot, by its spec.
    pub fn bot(spec: impl Into<String>) -> Self {
        Self { name: None, bot: Some(spec.into()) }
    }

    /// Whether a bot sits here.
    pub fn is_bot(&self) -> bool {
        self.bot.is_some()
    }
}

/// The sides that somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// X.
    X,
    /// O.
    O,
    /// Both, at one screen.
    Both,
}

impl Sides {
    /// Whether this player is among them.
    pub fn plays(self, player: Player) -> bool {
        self.only().is_none_or(|only| only == player)
    }

    /// The one player, if it is one.
    pub const fn only(self) -> Option<Player> {
        match self {
            Self::X => Some(Player::X),
            Self::O => Some(Player::O),
            Self::Both => None,
        }
    }

    /// The sides of the people at one screen: those without a bot. Whoever watches two bots acts
    /// for both.
    pub fn of_people(seats: &[Seat; 2]) -> Self {
        match seats.each_ref().map(Seat::is_bot) {
            [false, true] => Self::X,
            [true, false] => Self::O,
            _ => Self::Both,
        }
    }
}

impl From<Player> for Sides {
    fn from(player: Player) -> Self {
        match player {
            Player::X => Self::X,
            Player::O => Self::O,
        }
    }
}
