//! A choice of many puzzles: none twice, and as many kinds as there are.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::Puzzle;

/// A line that takes longer is a game, not a puzzle.
const LONGEST: usize = 25;
/// Of a hundred puzzles at most this many are over with their first move.
const SHORTEST_PERCENT: usize = 3;

/// Chooses up to `count` puzzles: in turn one of every kind, where a kind is a board, a first theme
/// and a difficulty; within a kind those with most moves to find first.
pub fn select(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut ids = HashSet::new();
    let mut kinds: BTreeMap<(String, String, u8), Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        if puzzle.plies() > LONGEST || !ids.insert(puzzle.id.clone()) {
            continue;
        }
        let theme = puzzle.themes.first().cloned().unwrap_or_default();
        kinds.entry((puzzle.game.clone(), theme, puzzle.difficulty)).or_default().push(puzzle);
    }
    let mut kinds: Vec<VecDeque<Puzzle>> = kinds
        .into_values()
        .map(|mut kind| {
            kind.sort_by_key(|puzzle| (usize::MAX - puzzle.asked, puzzle.plies() == 1, puzzle.id.clone()));
            kind.into()
        })
        .collect();
    let mut chosen: Vec<Puzzle> = Vec::new();
    let mut shortest = 0;
    while chosen.len() < count && kinds.iter().any(|kind| !kind.is_empty()) {
        for kind in &mut kinds {
            let Some(puzzle) = kind.pop_front() else { continue };
            let is_shortest = puzzle.plies() == 1;
            if chosen.len() < count && !(is_shortest && shortest >= count * SHORTEST_PERCENT / 100) {
                shortest += usize::from(is_shortest);
                chosen.push(puzzle);
            }
        }
    }
    chosen.sort_by(|a, b| (a.difficulty, &a.id).cmp(&(b.difficulty, &b.id)));
    chosen
}
