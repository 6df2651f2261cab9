//! Every game behind one object: the registry, the [`Table`], record formats and the review of
//! games.
//!
//! Interfaces depend on this crate, so what they need of the crates below is named here again.

mod batch;
pub mod bench;
pub mod book;
mod bot;
pub mod explain;
mod keys;
mod learning;
mod move_list;
pub mod pattern;
pub mod proofs;
pub mod puzzles;
pub mod records;
mod registry;
pub mod review;
mod table;
mod typed;
mod whole_file;

pub use potez_core::notation::{spec_pairs, spec_value};
pub use potez_core::{
    BlockedPart, CellRef, CellView, ClassicGlyph, Description, EditorTool, Ending, Entry, Explain, GameOption, Ink,
    Kind, Labels, Mark, Message, MovePart, MoveParts, MoveStep, Outcome, ParseError, PartChoice, PathView,
    PictureOptions, Piece, Player, Preset, RecordFormat, Remark, Setup, SetupCell, Shape, Style, Transcript, View,
    WallAxis, WallColour, WallRef, WallView,
};
pub use potez_engine::proving::{LeafChild, LeafFindings, LeafLimits, LeafProver};
pub use potez_engine::{A_TIME, BotError, BotSpec, Contrast, LEVELS, LevelScore, SelfPlaySettings, Solution, duration};
pub use potez_search::trace::Technique;
pub use potez_search::{Clock, Limits, Line, Proof, Report, Score, Stop, TimeSource};

pub use batch::{Batch, BatchError};
pub use bot::{BotDescription, DynBot, DynProver};
pub use keys::{position_key, position_keys};
pub use learning::Learning;
pub use move_list::{MoveListError, play_list};
pub use registry::{OpenTable, Registered, find, games, open, register, set_up};
pub use table::{Advice, Diagnostics, MoveEntry, Table, TableMove};
pub use typed::{Start, TypedTable};
pub use whole_file::write_whole;
