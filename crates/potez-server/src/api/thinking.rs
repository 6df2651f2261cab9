//! Hints, analyses and judgements.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_table::proofs::prove_moves;
use potez_table::{Limits, Stop};
use potez_wire::proofs as shared;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::judgements::Effort;
use crate::requests::{Body, RequestLang};
use crate::wire::{Analysis, HintRequest, HintView, JudgementView, PositionSpec, ProofsView, ThinkRequest, WhyRequest};
use crate::{analyses, bots, engine_jobs, hints, judgements, limits, tables};

pub(crate) use potez_wire::thinking::{running, terms};

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

/// What is proven of the moves of a position.
#[utoipa::path(post, path = "/api/proofs", tag = "thinking", request_body = PositionSpec,
    responses((status = 200, body = ProofsView), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn proofs(
    State(app): State<Arc<AppState>>,
    client: Client,
    Body(at): Body<PositionSpec>,
) -> Result<Json<ProofsView>, ApiError> {
    let table = app.calculate(client, move |_| running(&at)).await?;
    let own = table.fork();
    let prove = move |stop: &Stop| prove_moves(own.as_ref(), shared::search_limits(), stop);
    let found = engine_jobs::calculate(&app.queue, client, 2 * limits::PROOFS, prove).await?;
    Ok(Json(shared::said(table.as_ref(), &found.map_err(ApiError::rules)?)))
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
