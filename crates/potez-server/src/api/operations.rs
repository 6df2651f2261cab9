//! For whoever runs the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use super::ErrorBody;
use super::reports::SANDBOX;
use crate::app::AppState;
use crate::error::ApiError;
use crate::fleet_page;
use crate::games::Health;
use crate::requests::RequestLang;

/// Whether the server is well and its storage takes what is written to it; `full` where moves are taken and new games
/// are not.
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, description = "`ok`, or `full`"), (status = 503, body = ErrorBody)))]
pub(crate) async fn health(State(app): State<Arc<AppState>>) -> Result<Response, ApiError> {
    Ok(json(Bytes::from_static(match app.check_health().await? {
        Health::Well => b"{\"status\":\"ok\"}",
        // Still 200: every other server on the same storage is as full, and games that are under way need one.
        Health::Full => b"{\"status\":\"full\"}",
    })))
}

/// Numbers in the text form of Prometheus: for this machine alone, unless they have an address of
/// their own.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, body = String), (status = 404, body = ErrorBody)))]
pub(crate) async fn metrics(State(app): State<Arc<AppState>>) -> Result<Response, ApiError> {
    if app.open_metrics { Ok(numbers(State(app)).await) } else { Err(ApiError::not_found()) }
}

/// The same at an address of its own.
pub(super) async fn numbers(State(app): State<Arc<AppState>>) -> Response {
    let page = app.metrics.page(&app.gauges().await);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], page).into_response()
}

/// The state of the fleet as a page, where numbers may be read too.
pub(crate) async fn fleet(state: State<Arc<AppState>>, lang: RequestLang) -> Result<Response, ApiError> {
    if state.open_metrics { fleet_page(state, lang).await } else { Err(ApiError::not_found()) }
}

/// The same at an address of its own.
pub(super) async fn fleet_page(
    State(app): State<Arc<AppState>>,
    RequestLang(lang): RequestLang,
) -> Result<Response, ApiError> {
    let fleet = app.fleet.as_ref().ok_or_else(ApiError::not_found)?;
    let page = fleet_page::page(fleet.status().as_deref(), app.words(lang));
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, SANDBOX)];
    Ok((headers, page).into_response())
}

/// JSON that is ready.
pub(super) fn json(body: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}
