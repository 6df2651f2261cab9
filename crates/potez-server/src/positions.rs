//! Positions as the wire has them.

use potez_engine::Table;
use potez_words::Words;

use crate::sayings::{Result, Said};
use crate::tables;
use crate::wire::{Position, Side, View};

/// What there is to say about a position before a language is chosen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Facts {
    pub(crate) game: String,
    pub(crate) start: Option<String>,
    pub(crate) position: String,
    pub(crate) moves: Vec<String>,
    pub(crate) turn: Side,
    pub(crate) view: View,
    pub(crate) legal: u64,
    pub(crate) result: Option<Result>,
    pub(crate) last: Option<Said>,
    pub(crate) can_swap: bool,
    pub(crate) must_pass: bool,
}

impl Facts {
    /// The facts of what stands on a table.
    pub(crate) fn of(table: &dyn Table) -> Self {
        let legal = table.count_legal();
        let allows = |word: &str| legal > 0 && table.fork().play(word).is_ok();
        Self {
            game: table.game(),
            start: table.start(),
            position: table.position(),
            moves: table.moves(),
            turn: table.turn().into(),
            view: table.view().into(),
            legal,
            result: Result::of(table),
            last: Said::last(table),
            // Only a second ply can be a swap, and only a single move a pass: no need to ask otherwise.
            can_swap: table.ply() <= 1 && allows("swap"),
            must_pass: legal == 1 && allows("pass"),
        }
    }

    /// The facts in a language.
    pub(crate) fn say(&self, words: &Words) -> Position {
        Position {
            family: tables::family(&self.game).to_string(),
            game: self.game.clone(),
            start: self.start.clone(),
            text: self.position.clone(),
            ply: self.moves.len(),
            moves: self.moves.clone(),
            turn: self.turn,
            view: self.view.clone(),
            legal: self.legal,
            outcome: self.result.as_ref().map(|result| result.ending(words)),
            last: self.last.as_ref().map(|last| crate::wire::Last {
                mv: last.mv.clone(),
                by: last.by,
                words: last.words(words),
            }),
            can_swap: self.can_swap,
            must_pass: self.must_pass,
            step: None,
        }
    }
}
