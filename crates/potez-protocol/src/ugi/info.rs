//! What is said while thinking and at the end.

use potez_table::{Line, Proof, Report, TableMove};

use crate::Sink;

/// The answer of a finished game.
pub(super) const NO_MOVE: &str = "bestmove none";

/// One `info` line for each line of the report.
pub(super) fn say(sink: &Sink, report: &Report<TableMove>) {
    for (index, line) in report.lines.iter().enumerate() {
        sink(text(report, index + 1, line));
    }
}

/// The last word of a search.
pub(super) fn answer(sink: &Sink, report: Option<&Report<TableMove>>) {
    if let Some(report) = report {
        say(sink, report);
    } else {
        sink("info string error the bot failed".into());
    }
    let best = report.and_then(Report::best);
    sink(best.map_or(NO_MOVE.into(), |mv| format!("bestmove {mv}")));
}

fn text(report: &Report<TableMove>, rank: usize, line: &Line<TableMove>) -> String {
    let pv: Vec<&str> = line.pv.iter().map(|mv| mv.text.as_str()).collect();
    format!(
        "info depth {} multipv {rank} nodes {} time {} nps {} score {} wdl {} pv {}",
        line.depth,
        report.nodes,
        report.time.as_millis(),
        report.speed(),
        score(line),
        chances(line),
        pv.join(" ")
    )
}

/// `cp N`, or `mate N` in plies where the end is proven and its distance known.
fn score(line: &Line<TableMove>) -> String {
    match line.score.plies() {
        Some(plies) if line.score.is_win() => format!("mate {plies}"),
        Some(plies) => format!("mate -{plies}"),
        None => format!("cp {}", line.score.raw()),
    }
}

/// Chances of a win, a draw and a loss in thousandths. A draw is only told apart where it is
/// proven.
fn chances(line: &Line<TableMove>) -> String {
    if line.proof == Some(Proof::Draw) {
        return "0 1000 0".into();
    }
    let wins = (line.win_chance * 1000.0).round().clamp(0.0, 1000.0) as u32;
    format!("{wins} 0 {}", 1000 - wins)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use potez_table::{MoveParts, Score};

    use super::*;

    fn line(score: Score, win_chance: f64, proof: Option<Proof>) -> String {
        let mv = |text: &str| TableMove { text: text.into(), parts: MoveParts::default() };
        let pv = vec![mv("d2-c3"), mv("a3-b2")];
        let line = Line { score, win_chance, proof, pv, depth: 4, visits: 0 };
        let report = Report { lines: vec![line.clone()], depth: 4, nodes: 500, time: Duration::from_millis(250) };
        text(&report, 1, &line)
    }

    #[test]
    fn estimates_proofs_and_draws_have_their_own_words() {
        assert_eq!(
            line(Score::estimate(-35), 0.4213, None),
            "info depth 4 multipv 1 nodes 500 time 250 nps 2000 score cp -35 wdl 421 0 579 pv d2-c3 a3-b2"
        );
        assert!(line(Score::win_in(5), 1.0, Some(Proof::Win)).contains("score mate 5 wdl 1000 0 0"));
        assert!(line(Score::loss_in(2), 0.0, Some(Proof::Loss)).contains("score mate -2 wdl 0 0 1000"));
        assert!(line(Score::DRAW, 0.5, Some(Proof::Draw)).contains("score cp 0 wdl 0 1000 0"));
    }
}
