//! Puzzles: lists, moves and solutions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_wire::puzzles as shared;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::puzzles;
use crate::requests::{Asked, Body, Name, RequestLang};
use crate::wire::{AttemptRequest, PuzzleList, SolutionView, VerdictView};

/// The puzzles of a game, without their solutions.
#[utoipa::path(get, path = "/api/puzzles/{game}", operation_id = "puzzles", tag = "positions",
    params(("game" = String, Path)), responses((status = 200, body = PuzzleList), (status = 404, body = ErrorBody)))]
pub(crate) async fn list(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(game): Name,
) -> Result<Json<PuzzleList>, ApiError> {
    app.calculate(client, move |app| shared::list(&game, app.now(), app.words(lang)).map(Json)).await
}

/// What becomes of a move of a puzzle: right, with the answer that resists most, or refuted.
#[utoipa::path(post, path = "/api/puzzle/{id}", tag = "positions", params(("id" = String, Path)),
    request_body = AttemptRequest,
    responses((status = 200, body = VerdictView), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn attempt(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(id): Name,
    Body(request): Body<AttemptRequest>,
) -> Result<Json<VerdictView>, ApiError> {
    let puzzle = shared::find(&id)?;
    let (attempt, mv) = app.calculate(client, move |_| shared::begin(puzzle, &request)).await?;
    let verdict = puzzles::judge(&app.queue, client, attempt, mv).await?;
    Ok(Json(shared::said(&verdict, app.words(lang))))
}

/// How far somebody has come.
#[derive(serde::Deserialize)]
pub(crate) struct Progress {
    #[serde(default)]
    found: usize,
}

/// The solution of a puzzle, from where somebody gives up.
#[utoipa::path(get, path = "/api/puzzle/{id}", tag = "positions",
    params(("id" = String, Path), ("found" = usize, Query)),
    responses((status = 200, body = SolutionView), (status = 404, body = ErrorBody)))]
pub(crate) async fn solution(
    State(app): State<Arc<AppState>>,
    client: Client,
    Name(id): Name,
    Asked(progress): Asked<Progress>,
) -> Result<Json<SolutionView>, ApiError> {
    let puzzle = shared::find(&id)?;
    app.calculate(client, move |_| shared::solution(puzzle, progress.found).map(Json)).await
}
