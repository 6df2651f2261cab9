//! Sentences for the client.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use potez_words::Lang;
use sha2::{Digest, Sha256};

use super::ErrorBody;
use crate::app::AppState;
use crate::error::ApiError;
use crate::requests::Name;
use crate::seats::hex;

/// Every sentence of a language, before names are filled in.
#[utoipa::path(get, path = "/api/texts/{lang}", tag = "texts", params(("lang" = String, Path)),
    responses((status = 200, description = "The sentences by their keys"), (status = 404, body = ErrorBody)))]
pub(crate) async fn texts(
    State(app): State<Arc<AppState>>,
    Name(lang): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let lang = Lang::named(&lang).ok_or_else(ApiError::not_found)?;
    let body = app.translations.sentences(lang);
    let tag = format!("\"{}\"", hex(&Sha256::digest(&body)[..12]));
    let caching = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_string())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    Ok((caching, [(CONTENT_TYPE, "application/json")], body).into_response())
}
