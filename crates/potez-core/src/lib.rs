//! What all games of Potez have in common.
//!
//! A [`Position`] is everything the rules need to go on; a [`Game`] is a rule set with its options
//! chosen; a [`Record`] is a position with its past. Rules know nothing of search, and nothing here
//! knows a particular game.

mod actions;
mod description;
mod ending;
mod game;
mod message;
pub mod notation;
mod paint;
pub mod parts;
pub mod perft;
mod player;
mod position;
mod record;
mod setup;
#[cfg(feature = "testing")]
pub mod testing;
mod transcript;
mod view;

pub use actions::{ActionSpace, PartRange};
pub use description::{ClassicGlyph, Description, EditorTool, GameOption, Preset, RecordFormat, Sample};
pub use ending::Ending;
pub use game::{Game, MoveError, PictureOptions, Style};
pub use message::{Explain, Kind, Message, Moment, Remark};
pub use notation::{ParseError, PositionError, SpecError};
pub use paint::{Ink, Paint};
pub use parts::{BlockedPart, CellRef, MovePart, MoveParts, MoveStep, PartChoice, WallAxis, WallColour, WallRef};
pub use player::{Outcome, Player};
pub use position::{Position, Unplayable};
pub use record::{PlayError, Record};
pub use setup::{Setup, SetupCell};
pub use transcript::{Entry, Transcript};
pub use view::{CellView, Labels, Mark, PathView, Piece, Shape, View, WallView};
