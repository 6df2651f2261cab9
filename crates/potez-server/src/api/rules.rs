//! The rules of the games for readers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::lessons::{self, RulesPage};
use crate::requests::{Name, RequestLang};

/// The rules of a game for readers.
#[utoipa::path(get, path = "/api/rules/{game}", tag = "texts", params(("game" = String, Path)),
    responses((status = 200, body = RulesPage), (status = 404, body = ErrorBody)))]
pub(crate) async fn rules(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(game): Name,
) -> Result<Response, ApiError> {
    let game = potez_table::find(&game).ok_or_else(ApiError::not_found)?;
    app.calculate(client, move |app| {
        let page = lessons::page(game.description, app.words(lang)).map_err(|error| {
            tracing::error!(game = game.description.id, %error, "the lessons of a game cannot be read");
            ApiError::internal()
        })?;
        Ok(Json(page).into_response())
    })
    .await
}
