use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use potez_engine::Limits;
use potez_words::Arg;

use super::FailureBody;
use crate::app::App;
use crate::clients::Client;
use crate::failure::Failure;
use crate::requests::{Body, Tongue};
use crate::wire::{Analysis, Hint, HintRequest, Judgement, ThinkRequest, WhyRequest};
use crate::{analyses, bots, bounds, hints, judgements, tables, thoughts};

/// A number within its range, or the failure that names both.
pub(crate) fn within(name: &'static str, value: u64, low: u64, high: u64) -> Result<u64, Failure> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let text = |number: u64| Arg::from(number.to_string());
    Err(Failure::unfit_with("server-range", vec![("name", Arg::from(name)), ("low", text(low)), ("high", text(high))]))
}

/// The number of candidates and the time that a request asks for.
pub(crate) fn terms(request: &ThinkRequest, usual: Duration, most: Duration) -> Result<(usize, Duration), Failure> {
    let multipv = within("multipv", request.multipv.unwrap_or(1) as u64, 1, bounds::MULTIPV as u64)?;
    let usual = usual.as_millis() as u64;
    let time = within("timeMs", request.time_ms.unwrap_or(usual), 10, most.as_millis() as u64)?;
    Ok((multipv as usize, Duration::from_millis(time)))
}

/// A hint: where to look, then what to play.
#[utoipa::path(post, path = "/api/hint", tag = "thinking", request_body = HintRequest,
    responses((status = 200, body = Hint), (status = 422, body = FailureBody), (status = 503, body = FailureBody)))]
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Body(request): Body<HintRequest>,
) -> Result<Json<Hint>, Failure> {
    hints::hint(&app, client, &request, app.words(lang)).await.map(Json)
}

/// The best moves of a position, after some thought.
#[utoipa::path(post, path = "/api/analyse", tag = "thinking", request_body = ThinkRequest,
    responses((status = 200, body = Analysis), (status = 422, body = FailureBody), (status = 503, body = FailureBody)))]
pub(crate) async fn analyse(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Body(request): Body<ThinkRequest>,
) -> Result<Json<Analysis>, Failure> {
    let (multipv, time) = terms(&request, bounds::HINT, bounds::ANALYSIS_AT_ONCE)?;
    let table = tables::at(&request.place)?;
    table.check_running().map_err(Failure::rules)?;
    let (spec, limits) = (bots::judge(multipv), Limits::time(time));
    let report = thoughts::think(&app.queue, client, table.fork(), spec, limits, time).await?;
    Ok(Json(analyses::once(table.as_ref(), &report, app.words(lang))))
}

/// What a move is worth.
#[utoipa::path(post, path = "/api/judge", tag = "thinking", request_body = WhyRequest,
    responses((status = 200, body = Judgement), (status = 422, body = FailureBody), (status = 503, body = FailureBody)))]
pub(crate) async fn judge(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Body(request): Body<WhyRequest>,
) -> Result<Json<Judgement>, Failure> {
    let table = tables::at(&request.place)?;
    let weighed = judgements::weigh(&app.queue, client, table.fork(), &request.mv, bounds::HINT).await?;
    Ok(Json(weighed.judgement(table.as_ref(), app.words(lang))))
}
