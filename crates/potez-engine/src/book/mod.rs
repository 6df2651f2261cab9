//! Opening books: what long searches and games say of the first positions of a game.
//!
//! A book knows positions, not moves: what it says of a move is what it says of the position after
//! it. So transpositions are one entry, and so are images under the symmetries of the board, since a
//! position is found by the least key of its images ([`Game::canonical_key`]).
//!
//! [`Game::canonical_key`]: potez_core::Game::canonical_key

mod data;
mod player;

pub use data::{Book, BookEntry, BookError, GameScore};
pub(crate) use player::{KEY, configure};
