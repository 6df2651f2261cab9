//! Reports of the match runner.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::ErrorBody;
use crate::app::AppState;
use crate::error::ApiError;
use crate::reports;
use crate::requests::Name;
use crate::wire::{ReportList, ReportPage};

/// A page of the runner brings its own styles; it may run nothing and reach nothing.
const SANDBOX: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/// The match runner's reports.
#[utoipa::path(get, path = "/api/reports", tag = "texts", responses((status = 200, body = ReportList)))]
pub(crate) async fn list(State(app): State<Arc<AppState>>) -> Result<Json<ReportList>, ApiError> {
    app.calculate(|app| {
        let folder = app.settings.reports.as_deref();
        let reports = folder.map(reports::list).unwrap_or_default();
        Ok(Json(ReportList { enabled: folder.is_some(), reports }))
    })
    .await
}

/// A report: who played, and the games.
#[utoipa::path(get, path = "/api/reports/{name}", tag = "texts", params(("name" = String, Path)),
    responses((status = 200, body = ReportPage), (status = 404, body = ErrorBody)))]
pub(crate) async fn report(State(app): State<Arc<AppState>>, Name(name): Name) -> Result<Json<ReportPage>, ApiError> {
    app.calculate(move |app| {
        let folder = app.settings.reports.as_deref().ok_or_else(ApiError::not_found)?;
        reports::read(folder, &name).map(Json)
    })
    .await
}

/// The page of a report as the runner wrote it.
pub(super) async fn page(State(app): State<Arc<AppState>>, Name(name): Name) -> Result<Response, ApiError> {
    app.calculate(move |app| {
        let folder = app.settings.reports.as_deref().ok_or_else(ApiError::not_found)?;
        let page = reports::page(folder, &name)?;
        let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, SANDBOX)];
        Ok((headers, page).into_response())
    })
    .await
}
