//! Questions that need no thought: games, positions, parts of moves, perft, records.

use potez_table::{BlockedPart, MovePart, Table, games, records};
use potez_words::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::move_json;
use crate::request::{Fault, Place};

/// The games with their options, and the version of the engine.
pub(crate) fn list(words: &Words) -> Value {
    let game = |game: &potez_table::Registered| {
        let description = game.description;
        let mut said = json!(description);
        said["name"] = json!(words.game_name(description));
        said["bots"] = potez_table::open(description.id, None).map_or(Value::Null, |table| {
            json!(table.bots().iter().map(|bot| json!({ "name": bot.name, "keys": bot.keys })).collect::<Vec<_>>())
        });
        said
    };
    json!({ "version": env!("CARGO_PKG_VERSION"), "games": games().iter().map(game).collect::<Vec<_>>() })
}

/// How a game stands.
pub(crate) fn state(table: &dyn Table, words: &Words) -> Value {
    let ending = table.ending();
    let said = ending.as_ref().map(|ending| words.ending(ending.outcome(), ending.code()));
    json!({
        "game": table.game(),
        "start": table.start(),
        "position": table.position(),
        "turn": table.turn(),
        "ply": table.ply(),
        "moves": table.played().iter().map(move_json).collect::<Vec<_>>(),
        "legal": table.legal(),
        "view": table.view(),
        "outcome": table.outcome().map(|outcome| outcome.to_string()),
        "reason": table.reason(),
        "words": said,
    })
}

#[derive(Deserialize)]
pub(crate) struct Step {
    #[serde(flatten)]
    at: Place,
    #[serde(default)]
    parts: Vec<MovePart>,
    /// A text that is being typed, instead of parts.
    typed: Option<String>,
}

/// What can come next in a move, and what the rules forbid.
pub(crate) fn step(request: &Step, words: &Words) -> Result<Value, Fault> {
    let table = request.at.table()?;
    let step = match &request.typed {
        Some(text) => table.step_typed(text),
        None => table.step(&request.parts),
    };
    let forbidden = |blocked: &BlockedPart| {
        let message = &blocked.message;
        json!({ "part": blocked.part, "code": message.code, "message": words.message(message) })
    };
    let blocked: Vec<Value> = table.blocked(&step).iter().map(forbidden).collect();
    Ok(json!({
        "chosen": step.chosen,
        "text": step.text,
        "complete": step.complete,
        "choices": step.choices,
        "blocked": blocked,
    }))
}

#[derive(Deserialize)]
pub(crate) struct Perft {
    #[serde(flatten)]
    at: Place,
    depth: u32,
    #[serde(default)]
    divide: bool,
}

/// Move sequences of a length. They are counted one after the other: a module has one thread.
pub(crate) fn perft(request: &Perft) -> Result<Value, Fault> {
    let table = request.at.table()?;
    if request.divide && request.depth > 0 {
        let moves = table.divide(request.depth, 1);
        let nodes: u64 = moves.iter().map(|(_, nodes)| nodes).sum();
        return Ok(json!({ "depth": request.depth, "nodes": nodes, "moves": moves }));
    }
    Ok(json!({ "depth": request.depth, "nodes": table.perft(request.depth, 1) }))
}

/// The checksum of behaviour that `potez bench` prints.
pub(crate) fn signature(at: &Place) -> Result<Value, Fault> {
    let table = at.table()?;
    Ok(json!({ "game": table.game(), "signature": table.signature() }))
}

#[derive(Deserialize)]
pub(crate) struct Record {
    text: String,
    /// The format to write it in; the canonical text if there is none.
    to: Option<String>,
}

/// A record in any format, played through: where it ends, and the same in another format.
pub(crate) fn record(request: &Record, words: &Words) -> Result<Value, Fault> {
    let replayed = records::replay(&records::read(&request.text)?)?;
    let format = request.to.as_deref().unwrap_or("text");
    let Some(format) = records::format(format) else {
        return Err(Fault::bad_request(format!("unknown format `{format}`")));
    };
    let written = records::write(&replayed.transcript, &format)?;
    Ok(json!({ "state": state(replayed.table.as_ref(), words), "format": format.id, "text": written }))
}
