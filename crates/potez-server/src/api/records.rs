//! Records in and out.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_wire::records;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::{Body, RequestLang};
use crate::wire::{ExportRequest, Exported, ImportRequest, Imported};

/// Reads a record in any format and plays it through.
#[utoipa::path(post, path = "/api/import", tag = "records", request_body = ImportRequest,
    responses((status = 200, body = Imported), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn import(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<ImportRequest>,
) -> Result<Json<Imported>, ApiError> {
    app.calculate(client, move |app| records::import(&request, app.words(lang)).map(Json)).await
}

/// Writes a record in a format.
#[utoipa::path(post, path = "/api/export", tag = "records", request_body = ExportRequest,
    responses((status = 200, body = Exported), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn export(
    State(app): State<Arc<AppState>>,
    client: Client,
    Body(request): Body<ExportRequest>,
) -> Result<Json<Exported>, ApiError> {
    app.calculate(client, move |_| records::export(&request).map(Json)).await
}
