//! What can be wrong with a bot spec.

use potez_core::{Explain, Kind, Message};

/// A bot spec that names something that does not exist or is out of range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BotError {
    /// No bot of that name plays this game.
    #[error("no bot `{name}` plays {game}: the bots are {bots}")]
    Unknown {
        /// What was written.
        name: String,
        /// The game.
        game: String,
        /// The bots that exist.
        bots: String,
    },
    /// The bot has no such parameter.
    #[error("`{name}` has no parameter `{key}`: it takes {keys}")]
    UnknownKey {
        /// The bot.
        name: String,
        /// What was written.
        key: String,
        /// The parameters that exist.
        keys: String,
    },
    /// A part without `=`.
    #[error("`{name}`: expected `key=value`, found `{part}`")]
    NotAPair {
        /// The bot.
        name: String,
        /// What was written.
        part: String,
    },
    /// The value is not allowed.
    #[error("`{name}`: `{key}={value}` is not allowed: {key} is {allowed}")]
    BadValue {
        /// The bot.
        name: String,
        /// The key.
        key: String,
        /// What was written.
        value: String,
        /// What would be right.
        allowed: String,
    },
}

impl Explain for BotError {
    fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "bot-unknown",
            Self::UnknownKey { .. } => "bot-unknown-key",
            Self::NotAPair { .. } => "bot-not-a-pair",
            Self::BadValue { .. } => "bot-bad-value",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Unknown { name, game, bots } => {
                vec![("name", name.clone()), ("game", game.clone()), ("bots", bots.clone())]
            }
            Self::UnknownKey { name, key, keys } => {
                vec![("name", name.clone()), ("key", key.clone()), ("keys", keys.clone())]
            }
            Self::NotAPair { name, part } => vec![("name", name.clone()), ("part", part.clone())],
            Self::BadValue { name, key, value, allowed } => vec![
                ("name", name.clone()),
                ("key", key.clone()),
                ("value", value.clone()),
                ("allowed", allowed.clone()),
            ],
        }
    }
}

impl From<BotError> for Message {
    fn from(error: BotError) -> Self {
        Self::new(Kind::BadRequest, &error)
    }
}
