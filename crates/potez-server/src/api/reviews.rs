//! Reviews of games in the background.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use potez_table::records;
use potez_wire::thinking::review_time;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::{Body, Name, RequestLang};
use crate::wire::{ReviewRequest, ReviewStarted, ReviewState};

/// Begins to review a game in the background.
#[utoipa::path(post, path = "/api/reviews", tag = "thinking", request_body = ReviewRequest,
    responses((status = 202, body = ReviewStarted), (status = 422, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub(crate) async fn start(
    State(app): State<Arc<AppState>>,
    client: Client,
    Body(request): Body<ReviewRequest>,
) -> Result<(StatusCode, Json<ReviewStarted>), ApiError> {
    let time = review_time(request.time_ms)?;
    let table = match (request.record, request.game_id) {
        (Some(record), None) => {
            app.calculate(client, move |_| {
                let transcript = records::read(&record.to_string())?;
                Ok(records::replay(&transcript)?.table)
            })
            .await?
        }
        (None, Some(id)) => app.table_of(&*app.games.find(&id, client).await?).await,
        _ => return Err(ApiError::unfit("server-record-or-game")),
    };
    let id = app.reviews.take_on(client, table, time)?;
    Ok((StatusCode::ACCEPTED, Json(ReviewStarted { id })))
}

/// How a review is doing, and the review itself when it is ready.
#[utoipa::path(get, path = "/api/reviews/{id}", operation_id = "review_state", tag = "thinking",
    params(("id" = String, Path)),
    responses((status = 200, body = ReviewState), (status = 404, body = ErrorBody)))]
pub(crate) async fn state(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(id): Name,
) -> Result<Json<ReviewState>, ApiError> {
    app.calculate(client, move |app| app.reviews.state(&id, app.words(lang)).map(Json)).await
}

/// Calls a review off.
#[utoipa::path(delete, path = "/api/reviews/{id}", tag = "thinking", params(("id" = String, Path)),
    responses((status = 200, body = ReviewState), (status = 404, body = ErrorBody)))]
pub(crate) async fn cancel(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(id): Name,
) -> Result<Json<ReviewState>, ApiError> {
    app.reviews.cancel(&id)?;
    app.calculate(client, move |app| app.reviews.state(&id, app.words(lang)).map(Json)).await
}
