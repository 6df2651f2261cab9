//! Moves of live games: what can come next, why something cannot, and what would be good.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_table::MovePart;
use serde::Deserialize;
use utoipa::IntoParams;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::{Asked, AtGame, OfGame, RequestLang};
use crate::wire::{HintView, SentMove, StepView, WhyView};
use crate::{hints, limits, steps, tables};

/// Parts of a move in a query.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PartsQuery {
    /// The parts chosen so far, as a JSON array such as `[{"kind":"piece","row":3,"col":3}]`; none
    /// if it is missing.
    parts: Option<String>,
}

impl PartsQuery {
    fn read(&self) -> Result<Vec<MovePart>, ApiError> {
        let Some(text) = &self.parts else { return Ok(Vec::new()) };
        if text.len() > limits::PARTS_BYTES {
            return Err(ApiError::too_large(limits::PARTS_BYTES));
        }
        let parts: Vec<MovePart> =
            serde_json::from_str(text).map_err(|error| ApiError::bad_request(error.to_string()))?;
        tables::check_parts(&parts)?;
        Ok(parts)
    }
}

/// What can come next in a move of a game.
#[utoipa::path(get, path = "/api/games/{id}/step", operation_id = "game_step", tag = "games",
    params(("id" = String, Path), PartsQuery),
    responses((status = 200, body = StepView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn step(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    OfGame(live): OfGame,
    Asked(query): Asked<PartsQuery>,
) -> Result<Json<StepView>, ApiError> {
    let parts = query.read()?;
    let table = app.table_of(&live).await;
    app.calculate(client, move |app| Ok(Json(steps::step(table.as_ref(), &parts, app.words(lang))))).await
}

/// Whether a move of a game is legal, and why not.
#[utoipa::path(get, path = "/api/games/{id}/why", operation_id = "game_why", tag = "games",
    params(("id" = String, Path), PartsQuery),
    responses((status = 200, body = WhyView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn why(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    OfGame(live): OfGame,
    Asked(query): Asked<PartsQuery>,
) -> Result<Json<WhyView>, ApiError> {
    let mv = SentMove::Parts { parts: query.read()? };
    let mut table = app.table_of(&live).await;
    app.calculate(client, move |app| Ok(Json(tables::explained(table.as_mut(), &mv, app.words(lang))))).await
}

/// A hint for whoever is to move: where to look, and when asked again, what to play.
#[utoipa::path(post, path = "/api/games/{id}/hint", operation_id = "game_hint", tag = "games",
    params(("id" = String, Path)),
    responses((status = 200, body = HintView), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub(crate) async fn hint(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    AtGame { live, you, .. }: AtGame,
) -> Result<Json<HintView>, ApiError> {
    let you = you.ok_or_else(ApiError::forbidden)?;
    hints::hint_in_game(&app, &live, you, client, app.words(lang)).await.map(Json)
}
