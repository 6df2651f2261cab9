//! What a move does, in the game's own terms.

use potez_table::review::{Explanation, KnownLine, explain};
use potez_table::{Line, MovePart, Remark, Table, TableMove};
use potez_words::Words;

use crate::wire::{ExplanationView, RemarkView};

/// The remarks on a move at a table; none where the move is not legal.
pub(crate) fn on(table: &dyn Table, mv: &[MovePart], words: &Words) -> Vec<RemarkView> {
    table.remarks(mv).unwrap_or_default().into_iter().map(|remark| said(remark, words)).collect()
}

/// A remark in words.
pub(crate) fn said(remark: Remark, words: &Words) -> RemarkView {
    RemarkView { words: words.remark(&remark), code: remark.code, args: remark.args.into_iter().collect() }
}

/// An explanation in words.
pub(crate) fn explained(why: Explanation, words: &Words) -> ExplanationView {
    let say = |remarks: Vec<Remark>| remarks.into_iter().map(|remark| said(remark, words)).collect();
    ExplanationView { punished: say(why.punished), gained: say(why.gained) }
}

/// What is to be said of a candidate beside the others: of the best what the second lacks, of every
/// other what it gives away by comparison with the best; and what it does, where nothing differs.
pub(crate) fn compared(table: &dyn Table, lines: &[Line<TableMove>], at: usize) -> Vec<Remark> {
    let own = |line: &Line<TableMove>| table.remarks(&line.pv[0].parts).unwrap_or_default();
    let (Some(best), Some(line)) = (lines.first(), lines.get(at)) else { return Vec::new() };
    let why = |worse: &Line<TableMove>| {
        let known = |line: &Line<TableMove>| (line.pv.clone(), line.proof);
        let [(played, lost), (better, won)] = [known(worse), known(best)];
        let lines = [KnownLine { line: &played, proof: lost }, KnownLine { line: &better, proof: won }];
        explain(table, lines[0], lines[1]).unwrap_or_default()
    };
    let told = match (at, lines.get(1)) {
        (0, None) => return own(line),
        (0, Some(second)) => why(second).gained,
        _ => why(line).punished,
    };
    if !told.is_empty() {
        return told;
    }
    // What every candidate does tells none of them from the others.
    let others: Vec<Remark> =
        lines.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, line)| own(line)).collect();
    own(line).into_iter().filter(|remark| !others.contains(remark)).collect()
}
