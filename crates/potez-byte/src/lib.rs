//! Byte: rules, geometry and notation.
//!
//! Checkers stand on the dark squares of a board; stacks merge and wander towards each other, a
//! stack of eight leaves the board and scores for the owner of its top checker, and more than half
//! of the stacks win.
//!
//! ```
//! use potez_byte::{Eight, Game};
//! use potez_core::{Game as _, Position as _};
//!
//! let game: Game<Eight> = "byte".parse()?;
//! let mut pos = game.start();
//! assert_eq!(pos.count_moves(), 35);
//! let mv = game.read_move(&pos, "d2-c3")?;
//! pos.try_play(mv)?;
//! assert_eq!(pos.to_string(), "-,-,-,-/o,o,o,o/x,x,x,x/o,o,o,o/x,x,x,x/o,ox,o,o/x,-,x,x/-,-,-,- o 0-0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod classic;
mod description;
mod game;
mod generate;
mod illegal;
mod learning;
mod legality;
mod moves;
mod notation;
mod parts;
mod picture;
mod position;
mod rules;
mod setup;
mod square;
mod stack;
mod symmetry;
mod word;

pub use board::{Board, Direction, Eight, Sixteen, Ten};
pub use description::DESCRIPTION;
pub use game::Game;
pub use generate::Mobility;
pub use illegal::Illegal;
pub use moves::Move;
pub use position::Position;
pub use rules::{Rules, Variant};
pub use square::Square;
pub use stack::Stack;
pub use symmetry::Symmetry;
pub use word::Word;
