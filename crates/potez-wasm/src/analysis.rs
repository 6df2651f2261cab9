//! What the engine thinks of a position, in the form that the page knows from its server.

use potez_table::{Report, Table, TableMove};
use potez_wire::{MoveView, analyses};
use potez_words::Words;
use serde_json::{Value, json};

/// A move: its text and its parts.
pub(crate) fn move_json(mv: &TableMove) -> Value {
    json!(MoveView::from(mv))
}

/// A report on what stands at the table, its remarks in the language of the words.
pub(crate) fn analysis(table: &dyn Table, report: &Report<TableMove>, words: &Words) -> Value {
    json!(analyses::once(table, report, words))
}
