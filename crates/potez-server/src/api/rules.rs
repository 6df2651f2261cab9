use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::FailureBody;
use crate::app::App;
use crate::failure::Failure;
use crate::lessons::{self, Lessons};
use crate::requests::{Name, Tongue};

/// The rules of a game for readers.
#[utoipa::path(get, path = "/api/rules/{game}", tag = "texts", params(("game" = String, Path)),
    responses((status = 200, body = Lessons), (status = 404, body = FailureBody)))]
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    Tongue(lang): Tongue,
    Name(game): Name,
) -> Result<Json<Lessons>, Failure> {
    lessons::page(&game, app.words(lang)).map(Json).ok_or_else(Failure::not_found)
}
