//! For whoever runs the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use super::ErrorBody;
use crate::app::AppState;
use crate::error::ApiError;

/// Whether the server is well and its storage takes what is written to it.
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, description = "All is well"), (status = 503, body = ErrorBody)))]
pub(crate) async fn health(State(app): State<Arc<AppState>>) -> Result<Response, ApiError> {
    app.check_health().await?;
    Ok(json(Bytes::from_static(b"{\"status\":\"ok\"}")))
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

/// JSON that is ready.
pub(super) fn json(body: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}
