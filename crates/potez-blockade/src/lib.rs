//! Blockade: rules, geometry and notation.
//!
//! ```text
//!     1   2   3   4   5
//!   +---+---+---+---+---+     Squares are row letter and column number: X1 stands on b2.
//! a |   |   |   |   |   |     The wall Bb3 is blue and horizontal, below b3 and b4;
//!   +---+---+---+---+---+     Gc1 is green and vertical, to the right of c1 and d1.
//! b |   |X1 |   |   |   |     A wall is named by the top-left of the four squares around
//!   +---+---+===+===+---+     its middle, so on R rows and C columns there are
//! c |   ‖   |   |   |   |     (R - 1) (C - 1) slots of each colour.
//!   +---+---+---+---+---+
//! d |   ‖   |   |   |   |     Sets of squares are bitboards with whole rows in a word and an
//!   +---+---+---+---+---+     empty column between rows; see [`Bits`].
//! ```
//!
//! [`Rules`] are the options, [`Game`] puts them on a board of [`SMALL`] or [`LARGE`] words,
//! [`Position`] is where a game stands. Rule numbers in this crate are those of
//! `docs/rules/blockade.md`.

mod bits;
pub mod classic;
mod description;
mod edges;
mod game;
mod generation;
mod illegal;
mod keys;
mod lattice;
mod learning;
mod moves;
mod notation;
mod parts;
mod paths;
mod pawns;
mod picture;
mod position;
mod random;
mod rules;
mod setup;
mod square;
mod symmetry;
mod verdict;
mod view;
mod walls;

pub use bits::{Bits, LARGE, SMALL};
pub use description::DESCRIPTION;
pub use edges::Edges;
pub use game::Game;
pub use illegal::Illegal;
pub use moves::Move;
pub use paths::{DistanceMap, UNREACHABLE};
pub use position::{Position, WinReason};
pub use rules::{Goal, Rules, Step, Turn};
pub use square::{Axis, Square, Wall};
pub use symmetry::Symmetry;
pub use walls::CutOff;
