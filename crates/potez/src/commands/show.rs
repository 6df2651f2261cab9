//! `potez show` and `potez moves`: a board, and what can be played on it.

use std::io::{self, Write};

use potez_table::Style;

use super::set_up;
use crate::cli::PositionArgs;
use crate::exit::UsageError;
use crate::screen;

/// `potez show`
pub(super) fn board(place: &PositionArgs, classic: bool, paths: bool) -> anyhow::Result<()> {
    let table = set_up(place)?;
    let style = if classic { Style::Classic } else { Style::Modern };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", table.picture(style, screen::ink()).trim_end())?;
    if paths {
        let ways = table.ways().ok_or_else(|| UsageError(format!("--paths: {} has no paths to show", table.game())))?;
        writeln!(out)?;
        for way in ways {
            writeln!(out, "{way}")?;
        }
    }
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
