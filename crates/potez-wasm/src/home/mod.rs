//! A home for the page without a server: the same requests, answered from here.
//!
//! A request is what the page would send to a server: method, path, parameters, body. Games are not
//! kept here: whoever asks stores them, sends those that a request names along with it, and stores
//! what has changed before the page hears of it. So a thread may end at any moment, and two windows
//! may play one game.

mod duties;
mod live;
mod stored;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use potez_table::proofs::prove_moves;
use potez_table::{Limits, Report, Table, TableMove, records};
use potez_wire::error::ApiError;
use potez_wire::positions::PositionFacts;
use potez_wire::{
    HintRequest, HintStep, HintView, JudgementView, PathsView, PositionRequest, PositionSpec, PositionView, ProofsView,
    ReviewRequest, ReviewView, StepRequest, StepView, WhyRequest, WhyView, bots, hints, judgements, limits, puzzles,
    reviews, steps, tables, thinking,
};
use potez_words::Words;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::duties::KeptBots;
use self::stored::StoredGame;
use crate::Host;
use crate::host::HostStop;

/// The names of paths are below this.
const ROOT: &str = "/api/";

/// What the page asks of its home.
#[derive(Deserialize)]
pub(crate) struct Call {
    method: String,
    path: String,
    #[serde(default)]
    params: BTreeMap<String, String>,
    #[serde(default)]
    body: Value,
    #[serde(flatten)]
    at: Moment,
}

/// When something is asked, and which games it is about.
#[derive(Deserialize)]
pub(crate) struct Moment {
    /// Milliseconds since 1970.
    now: u64,
    /// When the page came up: no clock ran before.
    #[serde(default)]
    since: u64,
    #[serde(default)]
    games: Vec<StoredGame>,
}

/// What a request comes to.
struct Reply {
    status: u16,
    body: Value,
    /// Games to be stored before the page hears of this.
    changed: Vec<StoredGame>,
    /// What follows from how the games stand.
    duties: Vec<Value>,
}

impl Reply {
    fn ok(body: &impl Serialize) -> Result<Self, ApiError> {
        let body = serde_json::to_value(body).map_err(|_| ApiError::internal())?;
        Ok(Self { status: 200, body, changed: Vec::new(), duties: Vec::new() })
    }

    fn refusal(error: &ApiError, words: &Words) -> Self {
        let body = json!({ "error": error.json(words) });
        Self { status: error.status.as_u16(), body, changed: Vec::new(), duties: Vec::new() }
    }

    fn json(self) -> Value {
        json!({ "status": self.status, "body": self.body, "changed": self.changed, "duties": self.duties })
    }
}

fn read<T: DeserializeOwned>(body: Value) -> Result<T, ApiError> {
    serde_json::from_value(body).map_err(|error| ApiError::bad_request(error.to_string()))
}

/// What of a home outlives a request: it may be lost without harm.
#[derive(Default)]
pub(crate) struct Home {
    bots: KeptBots,
    /// The position of the last hint, and what was found there.
    hint: Option<(String, Report<TableMove>)>,
}

/// Who thinks for a request, and who hears of it.
pub(crate) struct Thinker<'a> {
    pub(crate) host: &'a Arc<dyn Host>,
    pub(crate) id: &'a Value,
    pub(crate) words: &'a Words,
}

impl Home {
    /// Answers a request of the page.
    pub(crate) fn call(&mut self, call: Call, thinker: &Thinker<'_>) -> Value {
        let reply = self.route(call, thinker);
        reply.unwrap_or_else(|error| Reply::refusal(&error, thinker.words)).json()
    }

    fn route(&mut self, call: Call, thinker: &Thinker<'_>) -> Result<Reply, ApiError> {
        let words = thinker.words;
        let Call { method, path, params, body, at } = call;
        let path: Vec<&str> = path.strip_prefix(ROOT).unwrap_or_default().split('/').collect();
        match (method.as_str(), path.as_slice()) {
            ("POST", ["position"]) => Reply::ok(&position(&read(body)?, words)?),
            ("POST", ["paths"]) => Reply::ok(&paths(&read(body)?, words)?),
            ("POST", ["step"]) => Reply::ok(&step(&read(body)?, words)?),
            ("POST", ["why"]) => Reply::ok(&why(&read(body)?, words)?),
            ("POST", ["import"]) => Reply::ok(&potez_wire::records::import(&read(body)?, words)?),
            ("POST", ["export"]) => Reply::ok(&potez_wire::records::export(&read(body)?)?),
            ("POST", ["hint"]) => {
                let HintRequest { at, step } = read(body)?;
                let table = thinking::running(&at)?;
                Reply::ok(&self.hint(table.as_ref(), Some(step), thinker)?)
            }
            ("POST", ["judge"]) => Reply::ok(&judge(&read(body)?, thinker)?),
            ("POST", ["reviews"]) => Reply::ok(&review(read(body)?, &at, thinker)?),
            ("POST", ["proofs"]) => Reply::ok(&proofs(&read(body)?, thinker)?),
            ("GET", ["puzzles", game]) => Reply::ok(&puzzles::list(game, at.now, words)?),
            ("GET", ["puzzle", id]) => {
                let found = params.get("found").and_then(|found| found.parse().ok()).unwrap_or_default();
                Reply::ok(&puzzles::solution(puzzles::find(id)?, found)?)
            }
            ("POST", ["puzzle", id]) => Reply::ok(&crate::puzzles::attempt(id, &read(body)?, thinker.host, words)?),
            ("POST", ["games"]) => live::create(&read(body)?, &at, words),
            ("POST", ["games", "brief"]) => live::briefs(&at, words),
            (_, ["games", id, rest @ ..]) => {
                let mut game = live::LiveGame::find(id, &at)?;
                if (method.as_str(), rest) == ("POST", &["hint"]) {
                    let table = game.to_hint()?;
                    return Reply::ok(&self.hint(table.as_ref(), None, thinker)?);
                }
                game.answer(&method, rest, &params, body, words)
            }
            _ => Err(ApiError::not_found()),
        }
    }

    /// A hint: where first, what when it is asked for again in the same position.
    fn hint(&mut self, table: &dyn Table, step: Option<HintStep>, thinker: &Thinker<'_>) -> Result<HintView, ApiError> {
        let key = format!("{} {}", table.game(), table.position());
        let known = self.hint.take().filter(|(known, _)| *known == key);
        let usual = if known.is_some() { HintStep::What } else { HintStep::Where };
        let report = match known {
            Some((_, report)) => report,
            None => search(table, Limits::time(limits::HINT), thinker.host)?,
        };
        let hint = hints::said(table, &report, step.unwrap_or(usual), thinker.words);
        self.hint = Some((key, report));
        hint
    }

    /// Does what follows from how a game stands: the bot moves, or the teacher judges. The outcome is
    /// for [`Home::settle`].
    pub(crate) fn duty(&mut self, at: Moment, thinker: &Thinker<'_>) -> Value {
        let outcome = duties::carry_out(&mut self.bots, at, thinker);
        outcome.unwrap_or_else(|error| json!({ "error": error.json(thinker.words) }))
    }

    /// Applies the outcome of a duty, or the time that has passed.
    pub(crate) fn settle(at: &Moment, outcome: Option<duties::Outcome>, words: &Words) -> Value {
        let settled = live::settle(at, outcome, words);
        settled.unwrap_or_else(|error| Reply::refusal(&error, words)).json()
    }
}

pub(crate) use self::duties::Outcome;

fn position(request: &PositionRequest, words: &Words) -> Result<PositionView, ApiError> {
    let table = match &request.setup {
        Some(setup) => tables::set_up(&request.at.game, setup, &request.at.moves)?,
        None => tables::at(&request.at)?,
    };
    let mut position = PositionFacts::of(table.as_ref()).say(words);
    position.step = request.step.then(|| steps::step(table.as_ref(), &[], words));
    Ok(position)
}

fn paths(at: &PositionSpec, words: &Words) -> Result<PathsView, ApiError> {
    let paths = tables::at(at)?.paths().unwrap_or_default();
    let said = paths.iter().map(|path| words.path(path)).collect();
    Ok(PathsView { paths, words: said })
}

fn step(request: &StepRequest, words: &Words) -> Result<StepView, ApiError> {
    tables::check_parts(&request.parts)?;
    Ok(steps::step(tables::at(&request.at)?.as_ref(), &request.parts, words))
}

fn why(request: &WhyRequest, words: &Words) -> Result<WhyView, ApiError> {
    tables::check_move(&request.mv)?;
    Ok(tables::explained(tables::at(&request.at)?.as_mut(), &request.mv, words))
}

/// What the strongest bot finds at a table.
fn search(table: &dyn Table, limits: Limits, host: &Arc<dyn Host>) -> Result<Report<TableMove>, ApiError> {
    let mut bot = table.bot(&bots::judge(1)).map_err(ApiError::rules)?;
    let stop = HostStop::new(host);
    bot.think(table, limits, stop.flag(), &mut |_| {}).map_err(ApiError::rules)
}

/// Judges a move within a time, a third of it for each of the searches.
fn judge_within(
    time: Duration,
    table: &dyn Table,
    mv: &potez_wire::SentMove,
    host: &Arc<dyn Host>,
) -> Result<judgements::JudgedMove, ApiError> {
    let think = |table: Box<dyn Table>| std::future::ready(search(table.as_ref(), Limits::time(time / 3), host));
    at_once(judgements::judge_move(table.fork(), mv, think)).unwrap_or_else(|| Err(ApiError::internal()))
}

/// What a future that never waits gives.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Some(done),
        Poll::Pending => None,
    }
}

fn judge(request: &WhyRequest, thinker: &Thinker<'_>) -> Result<JudgementView, ApiError> {
    let table = tables::at(&request.at)?;
    let judged = judge_within(limits::HINT, table.as_ref(), &request.mv, thinker.host)?;
    Ok(judged.judgement(table.as_ref(), thinker.words))
}

/// What is proven of the moves of a position.
pub(crate) fn proofs(at: &PositionSpec, thinker: &Thinker<'_>) -> Result<ProofsView, ApiError> {
    let table = thinking::running(at)?;
    let stop = HostStop::new(thinker.host);
    let found = prove_moves(table.as_ref(), potez_wire::proofs::search_limits(), stop.flag());
    Ok(potez_wire::proofs::said(table.as_ref(), &found.map_err(ApiError::rules)?))
}

/// A review; on the way it tells how far it has come.
fn review(request: ReviewRequest, at: &Moment, thinker: &Thinker<'_>) -> Result<ReviewView, ApiError> {
    let time = thinking::review_time(request.time_ms)?;
    let table = match (request.record, request.game_id) {
        (Some(record), None) => records::replay(&records::read(&record.to_string())?)?.table,
        (None, Some(id)) => live::LiveGame::find(&id, at)?.session.table().fork(),
        _ => return Err(ApiError::unfit("server-record-or-game")),
    };
    let mut run = reviews::begin(table.as_ref(), time)?;
    let stop = HostStop::new(thinker.host);
    let done = run.go_on(stop.flag(), &mut |progress| {
        let told = json!({ "id": thinker.id, "partial": true, "done": progress.done, "total": progress.total });
        thinker.host.tell(&told.to_string());
    });
    let review = done.map_err(ApiError::rules)?.ok_or_else(ApiError::stopping)?;
    Ok(reviews::said(&review, table.as_ref(), thinker.words))
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_never_waits_is_there_at_once() {
        assert_eq!(super::at_once(async { 7 }), Some(7));
        assert_eq!(super::at_once(std::future::pending::<u8>()), None);
    }
}
