//! Reports of the match runner.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::reports;
use crate::requests::{Name, RequestLang};
use crate::wire::{ReportList, ReportPage};

/// A page of the runner brings its own styles; it may run nothing and reach nothing.
const SANDBOX: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";
/// What a list costs: the first line of many files is read.
const LIST_PRICE: f64 = 4.0;
/// What a megabyte costs.
const MEGABYTE_PRICE: f64 = 2.0;
/// Bytes that are read at once.
const PIECE: u64 = 64 * 1024;

fn folder(app: &AppState) -> Result<PathBuf, ApiError> {
    app.settings.reports.clone().ok_or_else(ApiError::not_found)
}

fn price(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20) * MEGABYTE_PRICE
}

/// The match runner's reports.
#[utoipa::path(get, path = "/api/reports", tag = "texts", responses((status = 200, body = ReportList)))]
pub(crate) async fn list(State(app): State<Arc<AppState>>, client: Client) -> Result<Json<ReportList>, ApiError> {
    let Some(folder) = app.settings.reports.clone() else {
        return Ok(Json(ReportList { enabled: false, reports: Vec::new() }));
    };
    app.clients.pay(client, LIST_PRICE)?;
    let list = move || Ok(Json(ReportList { enabled: true, reports: reports::list(&folder) }));
    app.readings.run(client, list).await
}

/// A report: who played, and the games.
#[utoipa::path(get, path = "/api/reports/{name}", tag = "texts", params(("name" = String, Path)),
    responses((status = 200, body = ReportPage), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn report(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(name): Name,
) -> Result<Json<ReportPage>, ApiError> {
    let folder = folder(&app)?;
    app.clients.pay(client, price(reports::size(&folder, &name)?))?;
    let texts = Arc::clone(&app);
    app.readings.run(client, move || reports::read(&folder, &name, texts.words(lang)).map(Json)).await
}

/// The page of a report as the runner wrote it, piece by piece.
pub(super) async fn page(
    State(app): State<Arc<AppState>>,
    client: Client,
    Name(name): Name,
) -> Result<Response, ApiError> {
    let (file, bytes) = reports::page(&folder(&app)?, &name)?;
    app.clients.pay(client, price(bytes))?;
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_string()),
        (CONTENT_SECURITY_POLICY, SANDBOX.to_string()),
        (CONTENT_LENGTH, bytes.to_string()),
    ];
    Ok((headers, streamed(file, bytes)).into_response())
}

/// The first bytes of a file; no more of it than a piece is in memory at a time.
fn streamed(file: File, bytes: u64) -> Body {
    Body::from_stream(stream::try_unfold((file, bytes), |(mut file, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::new();
            (&mut file).take(left.min(PIECE)).read_to_end(&mut piece)?;
            Ok::<_, io::Error>((file, piece))
        });
        let (file, piece) = read.await.map_err(io::Error::other)??;
        if piece.is_empty() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
        }
        let left = left - piece.len() as u64;
        Ok(Some((Bytes::from(piece), (file, left))))
    }))
}
