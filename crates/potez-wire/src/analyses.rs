//! What the engine thinks of a position, as the wire has it.

use potez_table::review::compared;
use potez_table::{Line, Player, Proof, Report, Table, TableMove};
use potez_words::Words;

use crate::json::{Analysis, CandidateLine, MoveView, Quality, RemarkView};
use crate::remarks;

/// A chance seen by X.
pub fn for_x(turn: Player, chance: f64) -> f64 {
    round(if turn == Player::X { chance } else { 1.0 - chance })
}

/// Four digits are more than the engine knows.
pub fn round(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

fn quality(best: f64, chance: f64) -> Quality {
    match best - chance {
        lost if lost < 0.02 => Quality::Best,
        lost if lost < 0.06 => Quality::Good,
        lost if lost < 0.12 => Quality::Fair,
        lost if lost < 0.25 => Quality::Poor,
        _ => Quality::Bad,
    }
}

/// Says what there is to say of the candidate at this place among the lines.
pub type Commentator<'a> = dyn FnMut(&[Line<TableMove>], usize) -> Vec<RemarkView> + 'a;

/// A report as the wire has it; the remarks on each candidate are looked up or made.
pub fn analysis(table: &dyn Table, report: &Report<TableMove>, remarks: &mut Commentator<'_>) -> Analysis {
    let turn = table.turn();
    let best = report.lines.first().map_or(0.5, |line| line.win_chance);
    let candidate = |line: &Line<TableMove>, remarks: Vec<RemarkView>| CandidateLine {
        mv: line.mv().into(),
        score: line.score.raw(),
        win_chance: round(line.win_chance),
        chance_x: for_x(turn, line.win_chance),
        proven: line.proof.map(Proof::word),
        pv: line.pv.iter().map(MoveView::from).collect(),
        depth: line.depth,
        visits: line.visits,
        remarks,
        quality: quality(best, line.win_chance),
    };
    Analysis {
        ply: table.ply(),
        turn,
        depth: report.depth,
        nodes: report.nodes,
        time_ms: report.time.as_millis() as u64,
        lines: report.lines.iter().enumerate().map(|(at, line)| candidate(line, remarks(&report.lines, at))).collect(),
        chance_x: for_x(turn, best),
        proven: report.lines.first().and_then(|line| line.proof).map(Proof::word),
    }
}

/// What is said of a candidate beside the others.
pub fn candidate_remarks(table: &dyn Table, lines: &[Line<TableMove>], at: usize, words: &Words) -> Vec<RemarkView> {
    compared(table, lines, at).into_iter().map(|remark| remarks::said(remark, words)).collect()
}

/// What decides the remarks on a candidate: the lines that it is compared by.
pub fn compared_by(lines: &[Line<TableMove>], at: usize) -> String {
    let line =
        |at: usize| lines.get(at).map(|line| line.pv.iter().take(8).map(ToString::to_string).collect::<Vec<_>>());
    format!("{at} {:?} {:?} {:?} {:?}", line(0), line(1), line(at), lines.get(at).map(|line| line.proof))
}

/// The analysis of a single report.
pub fn once(table: &dyn Table, report: &Report<TableMove>, words: &Words) -> Analysis {
    analysis(table, report, &mut |lines, at| candidate_remarks(table, lines, at, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_turned_towards_x() {
        assert!((for_x(Player::X, 0.7) - 0.7).abs() < 1e-9);
        assert!((for_x(Player::O, 0.7) - 0.3).abs() < 1e-9);
    }
}
