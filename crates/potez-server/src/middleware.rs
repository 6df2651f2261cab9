//! The outermost layer: who may ask, how often, and what every answer says about itself.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST,
    HeaderName, ORIGIN, REFERRER_POLICY, RETRY_AFTER, UPGRADE, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::app::AppState;
use crate::assets::{compressed, takes_gzip};
use crate::bound_task::BoundTask;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::{client_of, lang_of};

/// Only what the server itself sends is loaded, and nothing runs that stands inside a page.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The same for a page that has one script inside: that one and no other, by the hash of its text.
pub(crate) fn content_policy_with(script: &str) -> String {
    CONTENT_POLICY
        .replace("script-src 'self'", &format!("script-src 'self' 'sha256-{}'", base64(&Sha256::digest(script))))
}

/// For a page that has everything inside, which needs nothing from anywhere: its one script, its
/// styles, and a form that asks the server for another.
pub(crate) fn content_policy_self_contained(script: &str) -> String {
    let hash = base64(&Sha256::digest(script));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    )
}

/// The same for a script that compiles WebAssembly: the engine's own thread.
pub(crate) fn content_policy_compiling() -> String {
    CONTENT_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
}

/// Bytes as base64, as policies have their hashes.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| {
        let bits = (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(chunk.get(at).copied().unwrap_or_default()));
        let digit = |at: usize| if at > chunk.len() { '=' } else { char::from(DIGITS[bits >> (18 - 6 * at) & 63]) };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// What a file costs, measured in requests.
const FILE_PRICE: f64 = 0.25;

/// Lets a request through, or answers for it.
pub(crate) async fn handle(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let lang = lang_of(request.uri().query(), request.headers());
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let began = std::time::Instant::now();
    let response = match admit(&app, &request) {
        Ok(client) => carry_out(&app, client, request, next).await,
        Err(error) => error.into_response(),
    };
    let mut response = with_body(response, |error| error.json(app.words(lang)));
    protect(response.headers_mut(), path.starts_with("/api/"));
    let status = response.status().as_u16();
    app.metrics.answered(status);
    // Neither query nor headers: they may hold what is nobody's business.
    tracing::debug!(%method, path, status, ms = began.elapsed().as_millis() as u64, "request");
    response
}

/// Carries a request out when it is its client's turn.
///
/// It has a task of its own, so that nothing that requests share, such as a place in a queue, is
/// ever held by a connection that waits for its turn; and compressing the answer is a part of it, not
/// of the connection's step.
async fn carry_out(app: &AppState, client: Client, request: Request, next: Next) -> Response {
    let is_short = !waits_for_engine(request.uri().path());
    let turn = if is_short { app.request_turns.wait(client).await } else { None };
    let gzip = takes_gzip(request.headers());
    let response = BoundTask::spawn(async move {
        let response = next.run(request).await;
        if gzip { compress(response).await } else { response }
    });
    let response = response.await;
    drop(turn);
    response.unwrap_or_else(|_| ApiError::internal().into_response())
}

/// Whether a request waits for the engine, where clients have their turns by themselves, or for what happens in a
/// league.
fn waits_for_engine(path: &str) -> bool {
    let last = path.rsplit('/').next();
    last.is_some_and(|last| matches!(last, "hint" | "analyse" | "judge" | "explain" | "next" | "live"))
}

fn admit(app: &AppState, request: &Request) -> Result<Client, ApiError> {
    if *app.stopping.borrow() {
        return Err(ApiError::stopping());
    }
    let headers = request.headers();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !is_ours(host, &app.settings.hosts) {
        return Err(ApiError::wrong_host());
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (!is_read || headers.contains_key(UPGRADE)) && !is_same_site(headers, host) {
        return Err(ApiError::cross_site());
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let ConnectInfo(peer) = peer.ok_or_else(ApiError::internal)?;
    // A page is made of many files.
    let price = if request.uri().path().starts_with("/api/") { 1.0 } else { FILE_PRICE };
    let client = client_of(app, headers, *peer);
    app.clients.pay(client, price)?;
    Ok(client)
}

/// A name that somebody else's page could point at this machine is no name of ours.
fn is_ours(host: &str, names: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Whether a request comes from our own pages, or from no page at all.
fn is_same_site(headers: &HeaderMap, host: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    match text(ORIGIN) {
        None => true,
        Some(origin) => origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host)),
    }
}

/// Gives a error its body. Answers of the framework itself become failures of ours first.
fn with_body(response: Response, json: impl Fn(&ApiError) -> serde_json::Value) -> Response {
    let error = response.extensions().get::<ApiError>().cloned().or_else(|| match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => Some(ApiError::method()),
        StatusCode::REQUEST_TIMEOUT => Some(ApiError::timeout()),
        _ => None,
    });
    let Some(error) = error else { return response };
    let allow = response.headers().get(ALLOW).cloned();
    let body = json!({ "error": json(&error) }).to_string();
    let mut response = (error.status, Body::from(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.extend(allow.map(|allow| (ALLOW, allow)));
    if error.status == StatusCode::TOO_MANY_REQUESTS {
        // Whatever else was sent along is not read.
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    headers.extend(error.retry_after().map(|seconds| (RETRY_AFTER, HeaderValue::from(seconds))));
    response
}

/// Less than this is sent as it is.
const WORTH_COMPRESSING: u64 = 1024;

/// JSON becomes a fifth of its size: boards, catalogues and rules are long lists of the same words.
async fn compress(response: Response) -> Response {
    let headers = response.headers();
    let is_json = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let size = response.body().size_hint().exact().unwrap_or_default();
    if !is_json || size < WORTH_COMPRESSING || headers.contains_key(CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The size is known, so the whole of it is there.
    let Ok(body) = to_bytes(body, usize::MAX).await else { return ApiError::internal().into_response() };
    let Some(gzip) = compressed(&body) else { return Response::from_parts(parts, Body::from(body)) };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, Body::from(gzip))
}

fn protect(headers: &mut HeaderMap, is_api: bool) {
    let fixed = |text: &'static str| HeaderValue::from_static(text);
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(fixed(CONTENT_POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, fixed("nosniff"));
    headers.insert(X_FRAME_OPTIONS, fixed("DENY"));
    headers.insert(REFERRER_POLICY, fixed("no-referrer"));
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), fixed("same-origin"));
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), fixed("same-origin"));
    if is_api {
        headers.entry(CACHE_CONTROL).or_insert(fixed("no-store"));
    }
}

#[cfg(test)]
mod tests;
