//! Knowledge that needs both a game and a search: players, levels, the registry of games, the table.
//!
//! Interfaces depend on this crate alone, so what they need of the crates below is named here again.

pub mod bench;
mod blockade;
mod bots;
mod byte;
pub mod choices;
mod classic;
mod expert;
mod havannah;
mod levels;
mod minds;
pub mod records;
mod registry;
mod remarks;
pub mod review;
mod table;

pub use potez_core::{
    Entry, Explain, Family, Ink, Kind, Knob, Mark, Message, Outcome, ParseError, Player, Remark, Shape, Style,
    Transcript, View,
};
pub use potez_havannah::{Coordinates, Geometry};
pub use potez_search::{Clock, Limits, Line, Proof, Report, Score, Stop};

pub use blockade::tuner as blockade_tuner;
pub use bots::{BotError, BotSpec, duration};
pub use expert::{Expert, Solution};
pub use havannah::net::tuner as havannah_tuner;
pub use levels::LEVELS;
pub use registry::{GAMES, Registered, open};
pub use table::{Bot, Mind, Table};
