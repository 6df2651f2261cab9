//! Positions and moves without a game: the analysis board, the editor, diagrams.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::positions::PositionFacts;
use crate::requests::{Body, RequestLang};
use crate::wire::{PathsView, PositionRequest, PositionSpec, PositionView, StepRequest, StepView, WhyRequest, WhyView};
use crate::{steps, tables};

/// A position: from the start, from a text or from an edited board, after some moves.
#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = PositionView), (status = 422, body = ErrorBody)))]
pub(crate) async fn position(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionView>, ApiError> {
    app.calculate(client, move |app| {
        let words = app.words(lang);
        let table = match &request.setup {
            Some(setup) => tables::set_up(&request.at.game, setup, &request.at.moves)?,
            None => tables::at(&request.at)?,
        };
        let mut position = PositionFacts::of(table.as_ref()).say(words);
        position.step = request.step.then(|| steps::step(table.as_ref(), &[], words));
        Ok(Json(position))
    })
    .await
}

/// The shortest paths of all pieces.
#[utoipa::path(post, path = "/api/paths", tag = "positions", request_body = PositionSpec,
    responses((status = 200, body = PathsView), (status = 422, body = ErrorBody)))]
pub(crate) async fn paths(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<PositionSpec>,
) -> Result<Json<PathsView>, ApiError> {
    app.calculate(client, move |app| {
        let paths = tables::at(&request)?.paths().unwrap_or_default();
        let words = paths.iter().map(|path| app.words(lang).path(path)).collect();
        Ok(Json(PathsView { paths, words }))
    })
    .await
}

/// What can come next in a move of a position.
#[utoipa::path(post, path = "/api/step", tag = "positions", request_body = StepRequest,
    responses((status = 200, body = StepView), (status = 422, body = ErrorBody)))]
pub(crate) async fn step(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<StepRequest>,
) -> Result<Json<StepView>, ApiError> {
    app.calculate(client, move |app| {
        tables::check_parts(&request.parts)?;
        let table = tables::at(&request.at)?;
        Ok(Json(steps::step(table.as_ref(), &request.parts, app.words(lang))))
    })
    .await
}

/// Whether a move is legal, and why not.
#[utoipa::path(post, path = "/api/why", tag = "positions", request_body = WhyRequest,
    responses((status = 200, body = WhyView), (status = 422, body = ErrorBody)))]
pub(crate) async fn why(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<WhyRequest>,
) -> Result<Json<WhyView>, ApiError> {
    app.calculate(client, move |app| {
        tables::check_move(&request.mv)?;
        let mut table = tables::at(&request.at)?;
        Ok(Json(tables::explained(table.as_mut(), &request.mv, app.words(lang))))
    })
    .await
}
