use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::{Explain, Ink, Kind, Message, ParseError, Position, PositionError, SpecError, View};

/// A game with its knobs chosen, such as `havannah:size=8,swap=on`. Cold: search never sees it.
///
/// `Display` writes the shortest spec that reads back to the same game.
pub trait Game: Clone + Debug + Display + FromStr<Err = SpecError> + Send + Sync + 'static {
    /// The positions of this game.
    type Position: Position;

    /// The position at the start.
    fn start(&self) -> Self::Position;

    /// Reads a move in any accepted notation. The syntax is checked here, and what only notation can get wrong (the
    /// letter of the player not on turn, a pawn that does not exist); legality is [`Position::check`]'s.
    fn read_move(
        &self,
        pos: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, MoveError<<Self::Position as Position>::Illegal>>;

    /// Reads a position in this game's notation and checks that the rules allow it.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Why the game is over, as in protocols: `goal`, `bridge+ring`, `majority`, …
    fn reason(&self, pos: &Self::Position) -> Option<String>;

    /// The board in text: modern or as the seeds drew it. `last` is marked where the style can mark it.
    fn picture(
        &self,
        pos: &Self::Position,
        last: Option<<Self::Position as Position>::Move>,
        style: Style,
        ink: Ink,
    ) -> String;

    /// The board as data, one schema for all games and all interfaces that draw.
    fn view(&self, pos: &Self::Position, last: Option<<Self::Position as Position>::Move>) -> View;

    /// The images of a position under the symmetries of the board, itself first. Two openings are the same when one's
    /// key is among the other's images.
    fn images(&self, pos: &Self::Position) -> Vec<Self::Position>;
}

/// How a board is drawn in text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// The project's own drawing.
    #[default]
    Modern,
    /// The drawing of the seed programs, glyph for glyph.
    Classic,
}

/// What a game is called and which knobs it has, before any are chosen.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Family {
    /// The name in specs, such as `byte`.
    pub id: &'static str,
    /// One line on the game.
    pub about: &'static str,
    /// The knobs in the order of the spec.
    pub knobs: &'static [Knob],
}

/// One key of a game spec.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Knob {
    /// The key, such as `size`.
    pub key: &'static str,
    /// What values it takes, such as `8|10|16` or `5..=22`.
    pub values: &'static str,
    /// The value when the key is not given.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// A move text that cannot be read, or that names what the rules forbid.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MoveError<I: Explain + std::error::Error + 'static> {
    /// The text does not have the form of a move.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// The text is a move, but not one for here and now.
    #[error("{0}")]
    Illegal(I),
}

impl<I: Explain + std::error::Error> MoveError<I> {
    /// The message for an interface.
    pub fn message(&self) -> Message {
        match self {
            Self::Syntax(error) => Message::new(Kind::BadMove, error),
            Self::Illegal(error) => Message::new(Kind::IllegalMove, error),
        }
    }
}
