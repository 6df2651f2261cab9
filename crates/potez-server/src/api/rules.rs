//! The rules and guides of the games for readers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use potez_words::{Course, Lang};

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::lessons::{self, CoursePage};
use crate::requests::{Name, RequestLang};

/// The rules of a game for readers.
#[utoipa::path(get, path = "/api/rules/{game}", tag = "texts", params(("game" = String, Path)),
    responses((status = 200, body = CoursePage), (status = 404, body = ErrorBody)))]
pub(crate) async fn rules(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(game): Name,
) -> Result<Response, ApiError> {
    course(app, client, lang, &game, Course::Rules).await
}

/// How a game is played well, one section per lesson; none where nobody has written any.
#[utoipa::path(get, path = "/api/guide/{game}", tag = "texts", params(("game" = String, Path)),
    responses((status = 200, body = CoursePage), (status = 404, body = ErrorBody)))]
pub(crate) async fn guide(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(game): Name,
) -> Result<Response, ApiError> {
    course(app, client, lang, &game, Course::Guide).await
}

async fn course(
    app: Arc<AppState>,
    client: Client,
    lang: Lang,
    game: &str,
    course: Course,
) -> Result<Response, ApiError> {
    let game = potez_table::find(game).ok_or_else(ApiError::not_found)?;
    app.calculate(client, move |app| {
        let page = lessons::page(course, game.description, app.words(lang)).map_err(|error| {
            tracing::error!(game = game.description.id, %error, "a course of a game cannot be read");
            ApiError::internal()
        })?;
        Ok(Json(page).into_response())
    })
    .await
}
