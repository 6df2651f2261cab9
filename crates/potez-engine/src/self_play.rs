//! Games of a player against itself, for training: what they are played by, and why one cannot be.

use potez_core::{Explain, Kind, Message};

/// How one game is played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlaySettings<'a> {
    /// Simulations or nodes per move.
    pub nodes: u64,
    /// The seed of this game.
    pub seed: u64,
    /// The file of the net that plays; without one the game's own way of evaluating.
    pub net: Option<&'a [u8]>,
}

/// Why a game cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// Nothing is trained by games of this kind.
    #[error("{game} has no self-play")]
    Unknown {
        /// The game spec.
        game: String,
    },
    /// The bytes are not a net of this game.
    #[error("these weights are not a net of {game}")]
    Weights {
        /// The game spec.
        game: String,
    },
}

impl Explain for SelfPlayError {
    fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "self-play-unknown",
            Self::Weights { .. } => "self-play-weights",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        let (Self::Unknown { game } | Self::Weights { game }) = self;
        vec![("game", game.clone())]
    }
}

impl From<SelfPlayError> for Message {
    fn from(error: SelfPlayError) -> Self {
        Self::new(Kind::BadRequest, &error)
    }
}
