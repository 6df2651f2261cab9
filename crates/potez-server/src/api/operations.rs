//! For whoever runs the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use super::ErrorBody;
use crate::app::AppState;
use crate::error::ApiError;

/// Whether the server and its storage are well.
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, description = "All is well"), (status = 500, body = ErrorBody)))]
pub(crate) async fn health(State(app): State<Arc<AppState>>) -> Result<Response, ApiError> {
    app.storage.check().await?;
    Ok(json(Bytes::from_static(b"{\"status\":\"ok\"}")))
}

/// Numbers in the text form of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses((status = 200, body = String)))]
pub(crate) async fn metrics(State(app): State<Arc<AppState>>) -> Response {
    let page = app.metrics.page(&app.gauges());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], page).into_response()
}

/// JSON that is ready.
pub(super) fn json(body: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}
