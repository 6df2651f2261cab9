use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use potez_engine::records;

use super::FailureBody;
use super::thinking::within;
use crate::app::App;
use crate::bounds;
use crate::clients::Client;
use crate::failure::Failure;
use crate::requests::{Body, Name, Tongue};
use crate::wire::{ReviewRequest, ReviewStarted, ReviewState};

/// Begins to review a game in the background.
#[utoipa::path(post, path = "/api/reviews", tag = "thinking", request_body = ReviewRequest,
    responses((status = 202, body = ReviewStarted), (status = 422, body = FailureBody), (status = 503, body = FailureBody)))]
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<ReviewRequest>,
) -> Result<(StatusCode, Json<ReviewStarted>), Failure> {
    let usual = bounds::REVIEW_MOVE.as_millis() as u64;
    let most = bounds::REVIEW_MOVE_MOST.as_millis() as u64;
    let time = Duration::from_millis(within("timeMs", request.time_ms.unwrap_or(usual), 10, most)?);
    let table = match (request.record, request.game_id) {
        (Some(record), None) => {
            app.calculate(move |_| {
                let transcript = records::read(&record.to_string())?;
                Ok(records::replay(&transcript)?.table)
            })
            .await?
        }
        (None, Some(id)) => app.table_of(&*app.games.find(&id, client).await?).await,
        _ => return Err(Failure::unfit("server-record-or-game")),
    };
    let id = app.reviews.take_on(client, table, time)?;
    Ok((StatusCode::ACCEPTED, Json(ReviewStarted { id })))
}

/// How a review is doing, and the review itself when it is ready.
#[utoipa::path(get, path = "/api/reviews/{id}", tag = "thinking", params(("id" = String, Path)),
    responses((status = 200, body = ReviewState), (status = 404, body = FailureBody)))]
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    Tongue(lang): Tongue,
    Name(id): Name,
) -> Result<Json<ReviewState>, Failure> {
    app.calculate(move |app| app.reviews.state(&id, app.words(lang)).map(Json)).await
}

/// Calls a review off.
#[utoipa::path(delete, path = "/api/reviews/{id}", tag = "thinking", params(("id" = String, Path)),
    responses((status = 200, body = ReviewState), (status = 404, body = FailureBody)))]
pub(crate) async fn cancel(
    State(app): State<Arc<App>>,
    Tongue(lang): Tongue,
    Name(id): Name,
) -> Result<Json<ReviewState>, Failure> {
    app.reviews.cancel(&id)?;
    app.reviews.state(&id, app.words(lang)).map(Json)
}
