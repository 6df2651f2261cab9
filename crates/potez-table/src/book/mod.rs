//! Opening books: what is known of the moves of a position, and how a book is made.
//!
//! [`moves`] looks a position up; [`BookMaker`] grows a book search by search and game by game, and
//! [`first_moves()`] judges all first moves of a board.

mod first_moves;
mod graph;
mod maker;

use std::collections::HashMap;

use potez_core::{Outcome, Player};
use potez_search::Proof;

use crate::{Table, TableMove};

pub use first_moves::{FirstMove, first_moves};
pub use maker::{BookBots, BookMaker, BookSettings, MakeError};
pub use potez_engine::{Book, BookEntry, BookError, GameScore};

/// What a book knows of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct BookMove {
    /// The move; of moves that a symmetry of the board maps onto each other, the first by its text.
    pub mv: TableMove,
    /// The others, to which all of this applies too.
    pub images: Vec<String>,
    /// Nodes of searches of the positions that it leads to.
    pub visits: u32,
    /// The chance of whoever plays it to win, 0 to 1, draws counted half.
    pub win_chance: f64,
    /// Whether the position after it was searched by itself.
    pub is_searched: bool,
    /// Games that came this way, and their results.
    pub score: GameScore,
    /// The result for whoever plays it, where it is proven.
    pub proven: Option<Proof>,
}

/// What the book of the game on the table knows of its moves, the best first. Nothing where the position is
/// not in it, or the book is about another board.
pub fn moves(table: &dyn Table) -> Vec<BookMove> {
    match Book::read(table.shipped_book()) {
        Ok(book) => moves_of(&book, table),
        // A test has read it: it is right for every user or for none.
        Err(_) => Vec::new(),
    }
}

/// What a book knows of the moves on the table, the best first.
pub fn moves_of(book: &Book, table: &dyn Table) -> Vec<BookMove> {
    let is_known = book.entry(table.canonical_key()).is_some_and(|entry| entry.is_searched);
    if book.game() != table.game() || !is_known || table.ending().is_some() {
        return Vec::new();
    }
    let turn = table.turn();
    let mut found: Vec<BookMove> = Vec::new();
    for (key, same) in by_key(table.moves_to(&|key| book.entry(key).is_some())) {
        let (Some(entry), Some((mv, images))) = (book.entry(key), same.split_first()) else { continue };
        found.push(BookMove {
            mv: mv.clone(),
            images: images.iter().map(|mv| mv.text.clone()).collect(),
            visits: entry.visits,
            win_chance: entry.chance(turn),
            is_searched: entry.is_searched,
            score: entry.score,
            proven: entry.proven.map(|outcome| Proof::of_outcome(outcome, turn)),
        });
    }
    found.sort_by(|a, b| b.win_chance.total_cmp(&a.win_chance).then_with(|| a.mv.text.cmp(&b.mv.text)));
    found
}

/// Moves by the position that they lead to, each group sorted by text.
pub fn by_key(moves: Vec<(TableMove, u64)>) -> Vec<(u64, Vec<TableMove>)> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut groups: Vec<(u64, Vec<TableMove>)> = Vec::new();
    let mut moves = moves;
    moves.sort_by(|(a, _), (b, _)| a.text.cmp(&b.text));
    for (mv, key) in moves {
        let at = *places.entry(key).or_insert(groups.len());
        if at == groups.len() {
            groups.push((key, Vec::new()));
        }
        groups[at].1.push(mv);
    }
    groups
}

/// The outcome that a proof of the player to move is.
fn outcome_of(proof: Proof, turn: Player) -> Outcome {
    match proof {
        Proof::Win => Outcome::Win(turn),
        Proof::Loss => Outcome::Win(!turn),
        Proof::Draw => Outcome::Draw,
    }
}
