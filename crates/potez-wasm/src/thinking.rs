//! Questions that take time: analysis, a bot's move, proofs, reviews.

use std::sync::Arc;
use std::time::Duration;

use potez_table::review::{self, Progress, Settings};
use potez_table::{BotSpec, Message, Proof, Table};
use potez_words::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Host;
use crate::analysis::{analysis, move_json};
use crate::host::HostStop;
use crate::request::{Fault, Place, Terms};

/// How often an analysis speaks, unless the request says otherwise.
const EVERY_MS: u64 = 200;

/// Lines that an analysis may have.
const MOST_LINES: usize = 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Analyse {
    #[serde(flatten)]
    at: Place,
    #[serde(default)]
    limits: Terms,
    multipv: Option<usize>,
    bot: Option<String>,
    report_every_ms: Option<u64>,
}

/// Reads a bot spec. A module has one thread, so that no bot has more.
pub(crate) fn bot_spec(table: &dyn Table, text: &str) -> Result<BotSpec, Fault> {
    let mut spec: BotSpec = text.parse().map_err(Message::from)?;
    spec.threads = spec.threads.map(|_| 1);
    table.check_bot(&spec)?;
    Ok(spec)
}

/// The best moves of a position; while it thinks it tells the host what it has.
pub(crate) fn analyse(request: &Analyse, host: &Arc<dyn Host>, id: &Value, words: &Words) -> Result<Value, Fault> {
    let table = request.at.table()?;
    table.check_running()?;
    let mut spec = bot_spec(table.as_ref(), request.bot.as_deref().unwrap_or("potez"))?;
    if let Some(multipv) = request.multipv {
        if !(1..=MOST_LINES).contains(&multipv) {
            return Err(Fault::bad_request(format!("`multipv` is a number from 1 to {MOST_LINES}")));
        }
        spec.multipv = Some(multipv);
    }
    let every = Duration::from_millis(request.report_every_ms.unwrap_or(EVERY_MS));
    let stop = HostStop::new(host);
    let mut told = host.now();
    let report = table.bot(&spec)?.think(table.as_ref(), request.limits.limits(), stop.flag(), &mut |report| {
        if report.lines.is_empty() || host.now().saturating_sub(told) < every {
            return;
        }
        told = host.now();
        let mut answer = analysis(table.as_ref(), report, words);
        answer["id"] = id.clone();
        answer["partial"] = json!(true);
        host.tell(&answer.to_string());
    })?;
    Ok(analysis(table.as_ref(), &report, words))
}

#[derive(Deserialize)]
pub(crate) struct Solve {
    #[serde(flatten)]
    at: Place,
    #[serde(default)]
    limits: Terms,
}

/// Tries to prove who wins.
pub(crate) fn solve(request: &Solve, host: &Arc<dyn Host>) -> Result<Value, Fault> {
    let table = request.at.table()?;
    let stop = HostStop::new(host);
    let found = table.solve(request.limits.limits(), stop.flag());
    Ok(json!({
        "proven": found.proof.map(Proof::word),
        "pv": found.pv.iter().map(move_json).collect::<Vec<_>>(),
        "plies": found.plies,
        "nodes": found.nodes,
        "timeMs": found.time.as_millis() as u64,
    }))
}

#[derive(Deserialize)]
pub(crate) struct Review {
    #[serde(flatten)]
    at: Place,
    /// What each search may cost.
    #[serde(default)]
    limits: Terms,
}

/// What a search of a review takes, unless the request says otherwise.
const REVIEW_TERMS: Terms = Terms::time_ms(300);

/// Judges every move of a game; on the way it tells how far it has come.
pub(crate) fn review(request: &Review, host: &Arc<dyn Host>, id: &Value) -> Result<Value, Fault> {
    let table = request.at.table()?;
    let terms = if request.limits.is_given() { request.limits } else { REVIEW_TERMS };
    let stop = HostStop::new(host);
    let mut on_progress = |Progress { done, total }: Progress| {
        host.tell(&json!({ "id": id, "partial": true, "done": done, "total": total }).to_string());
    };
    let so_far = review::review_so_far(table.as_ref(), &Settings::new(terms.limits()), stop.flag(), &mut on_progress)?;
    Ok(json!({ "whole": so_far.is_whole, "review": so_far.review }))
}
