//! Puzzles without a server: the same data, judged by the same table.

use std::sync::Arc;

use potez_table::puzzles::{self, Attempt};
use potez_table::{Kind, Limits, Message};
use potez_words::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Host;
use crate::analysis::move_json;
use crate::host::HostStop;
use crate::request::Fault;

/// Nodes of a refutation.
const REFUTATION_NODES: u64 = 200_000;

#[derive(Deserialize)]
pub(crate) struct ListRequest {
    game: String,
    /// Days since 1970, for the puzzle of the day.
    #[serde(default)]
    day: u64,
}

/// The puzzles of a game without their solutions, their themes, and the id of today's.
pub(crate) fn list(request: &ListRequest, words: &Words) -> Result<Value, Fault> {
    let all = puzzles::of(&request.game)?;
    let view = |puzzle: &puzzles::Puzzle| {
        json!({
            "id": puzzle.id, "game": puzzle.game, "position": puzzle.position, "goal": puzzle.goal.word(),
            "asked": puzzle.asked, "themes": puzzle.themes, "difficulty": puzzle.difficulty,
        })
    };
    let name = |theme: &str| words.say_or(&format!("puzzle-theme-{theme}"), theme);
    let themes = puzzles::themes(all);
    Ok(json!({
        "puzzles": all.iter().map(view).collect::<Vec<_>>(),
        "themes": themes.iter().map(|(id, count)| json!({ "id": id, "name": name(id), "count": count }))
            .collect::<Vec<_>>(),
        "daily": puzzles::daily(all, request.day).map(|puzzle| &puzzle.id),
    }))
}

#[derive(Deserialize)]
pub(crate) struct AttemptRequest {
    /// The id of the puzzle; `id` is the request's own.
    puzzle: String,
    #[serde(default)]
    found: usize,
    /// The move; without one the rest of the solution is the answer.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// What becomes of a move of a puzzle.
pub(crate) fn attempt(request: &AttemptRequest, host: &Arc<dyn Host>, words: &Words) -> Result<Value, Fault> {
    let Some(puzzle) = puzzles::find(&request.puzzle) else {
        let english = format!("there is no puzzle `{}`", request.puzzle);
        let args = vec![("id", request.puzzle.clone())];
        return Err(Message { kind: Kind::BadRequest, code: "puzzle-unknown", args, english }.into());
    };
    let mut attempt = Attempt::after(puzzle.clone(), request.found)?;
    let Some(mv) = &request.mv else {
        let line = puzzle.line()?;
        return Ok(json!({ "line": line.iter().skip(2 * request.found).map(move_json).collect::<Vec<_>>() }));
    };
    let mv = attempt.table().read_move(mv)?;
    let stop = HostStop::new(host);
    let verdict = attempt.play(&mv, Limits::nodes(REFUTATION_NODES), stop.flag())?;
    Ok(json!({
        "verdict": verdict.word(),
        "words": words.remark(&verdict.remark()),
        "line": verdict.line().iter().map(move_json).collect::<Vec<_>>(),
    }))
}
