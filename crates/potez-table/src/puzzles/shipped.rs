//! The puzzles that come with the games, and those of files.

use potez_core::Message;

use super::{Puzzle, PuzzleError};

/// Reads puzzles, one per line; empty lines and lines that begin with `#` are skipped.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(str::parse).collect()
}

/// The puzzles that come with a game, whatever the options of the spec.
pub fn of(game: &str) -> Result<Vec<Puzzle>, Message> {
    let name = game.split(':').next().unwrap_or_default();
    let table = crate::open(name, None)?;
    read(table.shipped_puzzles()).map_err(|error| Message::new(potez_core::Kind::BadRequest, &error))
}

/// The puzzle with this id, of whichever game.
pub fn find(id: &str) -> Option<Puzzle> {
    crate::games().iter().find_map(|game| of(game.description.id).ok()?.into_iter().find(|puzzle| puzzle.id == id))
}
