//! What the engine thinks of a position, in the form that the page knows from its server.

use potez_table::review::compared;
use potez_table::{Line, Player, Proof, Report, Table, TableMove};
use potez_words::Words;
use serde_json::{Map, Value, json};

/// Four digits are more than the engine knows.
fn round(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

/// How a candidate compares with the best.
fn quality(lost: f64) -> &'static str {
    match lost {
        lost if lost < 0.02 => "best",
        lost if lost < 0.06 => "good",
        lost if lost < 0.12 => "fair",
        lost if lost < 0.25 => "poor",
        _ => "bad",
    }
}

/// A move: its text and its parts.
pub(crate) fn move_json(mv: &TableMove) -> Value {
    json!({ "text": mv.text, "parts": mv.parts })
}

/// A report on what stands at the table, its remarks in the language of the words.
pub fn analysis(table: &dyn Table, report: &Report<TableMove>, words: &Words) -> Value {
    let turn = table.turn();
    let for_x = |chance: f64| round(if turn == Player::X { chance } else { 1.0 - chance });
    let best = report.lines.first().map_or(0.5, |line| line.win_chance);
    let lines = report.lines.iter().enumerate().map(|(at, line): (usize, &Line<TableMove>)| {
        json!({
            "move": move_json(&line.mv()),
            "score": line.score.raw(),
            "winChance": round(line.win_chance),
            "chanceX": for_x(line.win_chance),
            "proven": line.proof.map(Proof::word),
            "pv": line.pv.iter().map(move_json).collect::<Vec<_>>(),
            "depth": line.depth,
            "visits": line.visits,
            "remarks": remarks(table, &report.lines, at, words),
            "quality": quality(best - line.win_chance),
        })
    });
    json!({
        "ply": table.ply(),
        "turn": turn,
        "depth": report.depth,
        "nodes": report.nodes,
        "timeMs": report.time.as_millis() as u64,
        "lines": lines.collect::<Vec<_>>(),
        "chanceX": for_x(best),
        "proven": report.lines.first().and_then(|line| line.proof).map(Proof::word),
    })
}

fn remarks(table: &dyn Table, lines: &[Line<TableMove>], at: usize, words: &Words) -> Vec<Value> {
    let said = compared(table, lines, at).into_iter().map(|remark| {
        let text = words.remark(&remark);
        let args: Map<String, Value> = remark.args.into_iter().map(|(key, value)| (key.into(), json!(value))).collect();
        json!({ "code": remark.code, "args": args, "words": text })
    });
    said.collect()
}
