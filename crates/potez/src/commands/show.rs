//! `potez show` and `potez moves`: a board, and what can be played on it.

use std::io::{self, Write};

use potez_words::Words;

use super::board::BoardPrinter;
use super::set_up;
use crate::cli::{BoardArgs, PositionArgs};

/// `potez show`
pub(super) fn board(place: &PositionArgs, board: &BoardArgs, words: &Words) -> anyhow::Result<()> {
    let table = set_up(place)?;
    let printer = BoardPrinter::new(table.as_ref(), board)?;
    printer.check_paths(table.as_ref())?;
    printer.print(&mut io::stdout().lock(), table.as_ref(), words)?;
    Ok(())
}

/// `potez moves`
pub(super) fn moves(place: &PositionArgs) -> anyhow::Result<()> {
    let table = set_up(place)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for mv in table.legal() {
        writeln!(out, "{mv}")?;
    }
    out.flush()?;
    Ok(())
}
