//! Hints, analyses and judgements.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use potez_table::{Limits, Table};
use potez_words::Arg;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::judgements::Effort;
use crate::requests::{Body, RequestLang};
use crate::wire::{Analysis, HintRequest, HintView, JudgementView, PositionSpec, ThinkRequest, WhyRequest};
use crate::{analyses, bots, engine_jobs, hints, judgements, limits, tables};

/// A number within its range, or the error that names both.
pub(crate) fn within(name: &'static str, value: u64, low: u64, high: u64) -> Result<u64, ApiError> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let text = |number: u64| Arg::from(number.to_string());
    Err(ApiError::unfit_with("server-range", vec![("name", Arg::from(name)), ("low", text(low)), ("high", text(high))]))
}

/// The number of candidates and the time that a request asks for.
pub(crate) fn terms(request: &ThinkRequest, usual: Duration, most: Duration) -> Result<(usize, Duration), ApiError> {
    let multipv = within("multipv", request.multipv.unwrap_or(1) as u64, 1, limits::MULTIPV as u64)?;
    let usual = usual.as_millis() as u64;
    let time = within("timeMs", request.time_ms.unwrap_or(usual), 10, most.as_millis() as u64)?;
    Ok((multipv as usize, Duration::from_millis(time)))
}

/// The table of a position that is not the end of its game.
pub(crate) fn running(at: &PositionSpec) -> Result<Box<dyn Table>, ApiError> {
    let table = tables::at(at)?;
    table.check_running().map_err(ApiError::rules)?;
    Ok(table)
}

/// A hint: where to look, then what to play.
#[utoipa::path(post, path = "/api/hint", tag = "thinking", request_body = HintRequest,
    responses((status = 200, body = HintView), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn hint(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<HintRequest>,
) -> Result<Json<HintView>, ApiError> {
    hints::hint(&app, client, request, app.words(lang)).await.map(Json)
}

/// The best moves of a position, after some thought.
#[utoipa::path(post, path = "/api/analyse", tag = "thinking", request_body = ThinkRequest,
    responses((status = 200, body = Analysis), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn analyse(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<ThinkRequest>,
) -> Result<Json<Analysis>, ApiError> {
    let (multipv, time) = terms(&request, limits::HINT, limits::ANALYSIS_AT_ONCE)?;
    let table = app.calculate(client, move |_| running(&request.at)).await?;
    let (spec, limits) = (bots::judge(multipv), Limits::time(time));
    let report = engine_jobs::think(&app.queue, client, table.fork(), spec, limits, time).await?;
    Ok(Json(analyses::once(table.as_ref(), &report, app.words(lang))))
}

/// What a move is worth.
#[utoipa::path(post, path = "/api/judge", tag = "thinking", request_body = WhyRequest,
    responses((status = 200, body = JudgementView), (status = 422, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub(crate) async fn judge(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<WhyRequest>,
) -> Result<Json<JudgementView>, ApiError> {
    let WhyRequest { at, mv } = request;
    let table = app.calculate(client, move |_| tables::at(&at)).await?;
    let judged = judgements::judge_move(&app.queue, client, table.fork(), &mv, Effort::within(limits::HINT)).await?;
    Ok(Json(judged.judgement(table.as_ref(), app.words(lang))))
}
