//! Havannah: rules, geometry and notation.
//!
//! ```text
//!         1 2 3           The board of size 3 in canonical coordinates: a letter for the
//!     a  . . .  4         row, a number for the diagonal column. `a1`, `a3`, `c5`, `e5`,
//!    b  . . . .  5        `e3` and `c1` are the corners; between two of them lies an edge.
//!   c  . . . . .
//!    d  . . . .           Every cell (x, y) has the neighbours (x−1, y−1), (x, y−1),
//!     e  . . .            (x+1, y), (x+1, y+1), (x, y+1) and (x−1, y).
//! ```
//!
//! [`Rules`] are the options; a [`Game`] plays them on a board of a compile-time [`Class`] of
//! sizes, so that small boards copy little. [`Board`] is the stone-by-stone layer below
//! [`Position`], and [`Playout`] plays it to the end at random.

mod board;
mod cell;
mod chains;
mod class;
mod classic;
mod connections;
mod coordinates;
mod description;
mod diagram;
mod game;
mod geometry;
mod learning;
mod moves;
mod parts;
mod picture;
mod playout;
mod position;
mod rings;
mod rules;
mod setup;
pub mod sgf;
mod structures;
mod symmetry;
mod view;
mod zobrist;

pub use board::Board;
pub use cell::Cell;
pub use class::{Class, Sizes, Upto5, Upto8, Upto10, Upto15};
pub use coordinates::Coordinates;
pub use description::DESCRIPTION;
pub use game::Game;
pub use geometry::Geometry;
pub use moves::{Illegal, Move};
pub use playout::Playout;
pub use position::Position;
pub use rules::Rules;
pub use structures::{Marks, Structures};
pub use symmetry::Symmetry;
