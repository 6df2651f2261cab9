//! The JSON protocol: one object a line in, one a line out.
//!
//! `state` queries are answered at once; `analyze` queries wait their turn in a queue and answer
//! while they think, so answers may come out of order and carry the request's `id`. A bad line gets
//! an `error` object and the session goes on.

mod analysis;

use std::sync::Arc;

use potez_table::Table;
use potez_table::{Kind, Message};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use analysis::{Analyses, Job};

/// Where answers go. It is called from several threads, one whole line a call, without the line's
/// end.
pub type Sink = Arc<dyn Fn(String) + Send + Sync>;

/// A conversation with one client.
pub struct Session {
    sink: Sink,
    analyses: Analyses,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    #[serde(default)]
    id: Value,
    query: Option<String>,
    game: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    trace: bool,
    #[serde(flatten)]
    analyze: analysis::Request,
    target: Option<Value>,
}

/// What went wrong with a request: a message, and the index of the move at fault.
struct Fault {
    message: Message,
    ply: Option<usize>,
}

impl From<Message> for Fault {
    fn from(message: Message) -> Self {
        Self { message, ply: None }
    }
}

fn bad_request(english: impl Into<String>) -> Fault {
    Message { kind: Kind::BadRequest, code: "bad-request", args: Vec::new(), english: english.into() }.into()
}

impl Session {
    /// A session that answers into `sink`; an analysis uses `threads` threads unless its request
    /// says otherwise.
    pub fn new(sink: Sink, threads: usize) -> Self {
        Self { analyses: Analyses::new(sink.clone(), threads), sink }
    }

    /// Takes one line. Blank lines are passed over.
    pub fn line(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        // The id is read on its own first, so that a request with another defect is still answered
        // under its name.
        let value: Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => return self.fail(&Value::Null, &bad_request(format!("not JSON: {error}"))),
        };
        let id = value.get("id").cloned().unwrap_or_default();
        if let Err(fault) = self.answer(value) {
            self.fail(&id, &fault);
        }
    }

    /// The client has said its last word: finishes what has limits, stops what has none, and waits
    /// for the answers.
    pub fn finish(self) {
        self.analyses.finish();
    }

    fn say(&self, answer: &Value) {
        (self.sink)(answer.to_string());
    }

    fn fail(&self, id: &Value, fault: &Fault) {
        let mut error = Map::from_iter([("code".to_string(), json!(fault.message.kind.code()))]);
        if let Some(ply) = fault.ply {
            error.insert("ply".into(), json!(ply));
        }
        error.insert("message".into(), json!(fault.message.english));
        self.say(&json!({ "id": id, "error": error }));
    }

    fn answer(&mut self, value: Value) -> Result<(), Fault> {
        if !value.is_object() {
            return Err(bad_request("a request is a JSON object"));
        }
        let request: Request =
            serde_json::from_value(value).map_err(|error| bad_request(format!("bad request: {error}")))?;
        match request.query.as_deref() {
            Some("state") => {
                let answer = state(&request)?;
                self.say(&answer);
                Ok(())
            }
            Some("analyze") => {
                let (table, _) = set_up(&request)?;
                self.analyses.start(Job::new(request.id, table, request.analyze)?);
                Ok(())
            }
            Some("stop") => {
                let target = request.target.ok_or_else(|| bad_request("`stop` needs the `target` it should stop"))?;
                if !self.analyses.stop(&target) {
                    return Err(bad_request(format!("no analysis {target} is under way")));
                }
                Ok(())
            }
            Some(other) => Err(bad_request(format!("unknown query `{other}`: the queries are state, analyze, stop"))),
            None => Err(bad_request("the key `query` is missing: state, analyze or stop")),
        }
    }
}

/// The table after the request's moves, and the number of legal moves at each ply where a trace is
/// asked for.
fn set_up(request: &Request) -> Result<(Box<dyn Table>, Vec<u64>), Fault> {
    let game = request.game.as_deref().ok_or_else(|| bad_request("the key `game` is missing"))?;
    let mut table = potez_table::open(game, request.position.as_deref())?;
    let mut counts = Vec::new();
    for (ply, mv) in request.moves.iter().enumerate() {
        if request.trace {
            counts.push(table.count_legal());
        }
        table.play(mv).map_err(|message| Fault { message, ply: Some(ply) })?;
    }
    if request.trace {
        counts.push(table.count_legal());
    }
    Ok((table, counts))
}

fn state(request: &Request) -> Result<Value, Fault> {
    let (table, counts) = set_up(request)?;
    let mut answer = json!({
        "id": request.id,
        "turn": table.turn().letter().to_string(),
        "ply": table.ply(),
        "legal": table.legal(),
        "outcome": table.outcome().map(|outcome| outcome.to_string()),
        "reason": table.reason(),
        "position": table.position(),
    });
    if request.trace {
        answer["legalCounts"] = json!(counts);
    }
    Ok(answer)
}
