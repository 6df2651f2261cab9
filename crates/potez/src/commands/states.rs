//! `potez states`: every state that a move leads to, as the original programs list them.

use std::io::{self, Write};

use potez_table::{Ink, Style};
use serde_json::json;

use super::set_up;
use crate::cli::PositionArgs;

/// `potez states`
pub(super) fn run(place: &PositionArgs, boards: bool, json: bool) -> anyhow::Result<()> {
    let mut table = set_up(place)?;
    // Line by line: a reader sees the first state at once, however many there are.
    let mut out = io::stdout().lock();
    let moves = table.legal();
    for (number, mv) in (1..).zip(&moves) {
        table.play(mv)?;
        let board = boards.then(|| table.picture(Style::Classic, Ink::Plain));
        if json {
            let mut state = json!({ "number": number, "move": mv, "position": table.position() });
            if let Some(board) = board {
                state["board"] = json!(board);
            }
            writeln!(out, "{state}")?;
        } else {
            writeln!(out, "{number} {mv} {}", table.position())?;
            if let Some(board) = board {
                writeln!(out, "{}\n", board.trim_end())?;
            }
        }
        table.undo();
    }
    if !json {
        writeln!(out, "{} {}", moves.len(), if moves.len() == 1 { "state" } else { "states" })?;
    }
    Ok(())
}
