//! Hints: first where, then what.

use potez_table::{Line, Proof, Report, Table, TableMove};
use potez_words::{Arg, Words};

use crate::error::ApiError;
use crate::json::{HintStep, HintView, MoveView};
use crate::phrases::cell_name;
use crate::{analyses, remarks};

/// A report as a hint that gives away as much as it should.
pub fn said(
    table: &dyn Table,
    report: &Report<TableMove>,
    step: HintStep,
    words: &Words,
) -> Result<HintView, ApiError> {
    let line = report.lines.first().ok_or_else(ApiError::internal)?;
    let best = line.pv.first().ok_or_else(ApiError::internal)?;
    Ok(match step {
        HintStep::Where => place(table, best, words),
        HintStep::What => whole(table, line, best, words),
    })
}

/// Where to look: the first cell of the move alone, and not what to do there.
fn place(table: &dyn Table, best: &TableMove, words: &Words) -> HintView {
    let first = best.parts.iter().find_map(|part| part.cell());
    let name = first.and_then(|cell| cell_name(&table.view(), cell));
    let said = match name {
        Some(cell) => words.say("hint-where", &[("cells", Arg::from(cell))]),
        None => words.say("hint-word", &[]),
    };
    HintView {
        step: HintStep::Where,
        cells: first.into_iter().collect(),
        mv: None,
        pv: Vec::new(),
        chance_x: None,
        proven: None,
        remarks: Vec::new(),
        words: said,
    }
}

/// The move itself.
fn whole(table: &dyn Table, line: &Line<TableMove>, best: &TableMove, words: &Words) -> HintView {
    HintView {
        step: HintStep::What,
        cells: best.parts.iter().filter_map(|part| part.cell()).collect(),
        words: words.say("hint-what", &[("move", Arg::from(best.text.as_str()))]),
        remarks: remarks::on(table, &best.parts, words),
        mv: Some(MoveView::from(best)),
        pv: line.pv.iter().map(MoveView::from).collect(),
        chance_x: Some(analyses::for_x(table.turn(), line.win_chance)),
        proven: line.proof.map(Proof::word),
    }
}
