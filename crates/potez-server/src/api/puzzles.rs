//! Puzzles: lists, moves and solutions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_table::puzzles::{Attempt, find};

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::{Asked, Body, Name, RequestLang};
use crate::wire::{AttemptRequest, PuzzleList, SolutionView, VerdictView};
use crate::{puzzles, tables};

/// The puzzles of a game, without their solutions.
#[utoipa::path(get, path = "/api/puzzles/{game}", operation_id = "puzzles", tag = "positions",
    params(("game" = String, Path)), responses((status = 200, body = PuzzleList), (status = 404, body = ErrorBody)))]
pub(crate) async fn list(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(game): Name,
) -> Result<Json<PuzzleList>, ApiError> {
    let game = potez_table::find(&game).ok_or_else(ApiError::not_found)?.description.id;
    let day = app.now() / 86_400_000;
    app.calculate(client, move |app| puzzles::list(game, day, app.words(lang)).map(Json)).await
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
    let puzzle = find(&id).ok_or_else(ApiError::not_found)?;
    let (attempt, mv) = app
        .calculate(client, move |_| {
            tables::check_move(&request.mv)?;
            let attempt = Attempt::after(puzzle.clone(), request.found).map_err(ApiError::rules)?;
            let mv = tables::play(attempt.table().fork().as_mut(), &request.mv).map_err(ApiError::rules)?;
            Ok((attempt, mv))
        })
        .await?;
    let verdict = puzzles::judge(&app.queue, client, attempt, mv).await?;
    Ok(Json(puzzles::said(&verdict, app.words(lang))))
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
    let puzzle = find(&id).ok_or_else(ApiError::not_found)?;
    app.calculate(client, move |_| Ok(Json(SolutionView { line: puzzles::solution(puzzle, progress.found)? }))).await
}
