//! The puzzles that come with the games, and those of files.

use std::sync::OnceLock;

use potez_core::{Kind, Message};

use super::{Puzzle, PuzzleError};

/// Reads puzzles, one per line; empty lines and lines that begin with `#` are skipped.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(str::parse).collect()
}

/// The puzzles of a game by its name.
type OfGame = (&'static str, Result<Vec<Puzzle>, Message>);

/// The puzzles of every game, read once: the registry of games is the process's own too.
static SHIPPED: OnceLock<Vec<OfGame>> = OnceLock::new();

fn shipped() -> &'static [OfGame] {
    let of = |id: &str| {
        let table = crate::open(id, None)?;
        read(table.shipped_puzzles()).map_err(|error| Message::new(Kind::BadRequest, &error))
    };
    let all = || crate::games().iter().map(|game| (game.description.id, of(game.description.id))).collect();
    SHIPPED.get_or_init(all)
}

/// The puzzles that come with a game, of all its boards, whatever the options of the spec.
pub fn of(game: &str) -> Result<&'static [Puzzle], Message> {
    let name = game.split(':').next().unwrap_or_default().trim();
    match shipped().iter().find(|(id, _)| id.eq_ignore_ascii_case(name)) {
        Some((_, Ok(puzzles))) => Ok(puzzles),
        Some((_, Err(message))) => Err(message.clone()),
        // The registry knows how to say that there is no such game.
        None => crate::open(name, None).map(|_| &[][..]),
    }
}

/// The puzzle with this id, of whichever game.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    shipped().iter().filter_map(|(_, puzzles)| puzzles.as_ref().ok()).flatten().find(|puzzle| puzzle.id == id)
}

/// The puzzle of a day, counted from any day: the same for everybody, and none again before all have
/// had their turn. `None` if there are no puzzles.
pub fn daily(puzzles: &[Puzzle], day: u64) -> Option<&Puzzle> {
    let mut order: Vec<&Puzzle> = puzzles.iter().collect();
    // Neighbours in the data are alike: the days take them in an order of their own.
    order.sort_by(|a, b| a.id.chars().rev().cmp(b.id.chars().rev()));
    order.get(usize::try_from(day % (order.len().max(1) as u64)).unwrap_or_default()).copied()
}

/// What puzzles are about, with how many of them are, as the easiest come to it.
pub fn themes(puzzles: &[Puzzle]) -> Vec<(&str, usize)> {
    let mut themes: Vec<(&str, usize)> = Vec::new();
    for theme in puzzles.iter().flat_map(|puzzle| &puzzle.themes) {
        match themes.iter_mut().find(|(known, _)| known == theme) {
            Some((_, count)) => *count += 1,
            None => themes.push((theme, 1)),
        }
    }
    themes
}
