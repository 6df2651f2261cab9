//! What all games of Potez have in common.
//!
//! A [`Position`] is everything the rules need to go on; a [`Game`] is a rule set with its knobs chosen; a
//! [`Record`] is a position with its past. Rules know nothing of search, and nothing here knows a particular game.

mod game;
mod message;
pub mod notation;
mod paint;
pub mod perft;
mod player;
mod position;
mod record;
#[cfg(feature = "testing")]
pub mod testing;
mod transcript;
mod view;

pub use game::{Family, Game, Knob, MoveError, Style};
pub use message::{Explain, Kind, Message, Remark};
pub use notation::{ParseError, PositionError, SpecError};
pub use paint::{Ink, Paint};
pub use player::{Outcome, Player};
pub use position::{Position, Unplayable};
pub use record::{PlayError, Record};
pub use transcript::{Entry, Transcript};
pub use view::{Area, Mark, Piece, Shape, View, WallView};
