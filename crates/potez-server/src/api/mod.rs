//! The routes, one file per subject, and their description for machines.

pub(crate) mod catalogue;
mod company;
mod explain;
mod explorer;
mod games;
mod leagues;
mod moves;
mod operations;
mod positions;
mod puzzles;
mod records;
mod reports;
mod reviews;
mod rules;
mod texts;
pub(crate) mod thinking;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use serde::Serialize;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::app::AppState;
use crate::error::ApiError;
use crate::{assets, league, limits, middleware, socket};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Potez",
        description = "Play, analyse and review board games. Live games, presence and streamed analysis go \
            over the WebSocket at `/api/ws`; docs/operations.md describes its messages."
    ),
    tags(
        (name = "games", description = "live games"),
        (name = "positions", description = "positions and moves without a game"),
        (name = "thinking", description = "hints, analysis, review"),
        (name = "records", description = "records in every format"),
        (name = "texts", description = "what can be chosen, sentences, rules, reports"),
        (name = "leagues", description = "leagues of bots"),
        (name = "operations", description = "for whoever runs the server")
    )
)]
struct ApiDoc;

/// What is answered when something cannot be done.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorBody {
    /// The error.
    error: ErrorFields,
}

/// Why something cannot be done.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorFields {
    /// A stable name such as `illegal-move`.
    code: String,
    /// A sentence in the reader's language.
    message: String,
    /// The number of the wrong move, from 1.
    ply: Option<usize>,
    /// The rules' own name for it.
    detail: Option<String>,
    /// Milliseconds to wait before another try.
    retry_after_ms: Option<u64>,
}

/// The whole application.
pub(crate) fn router(app: &Arc<AppState>) -> Router {
    let (router, description) = described().split_for_parts();
    let description = bytes::Bytes::from(description.to_json().unwrap_or_default());
    let panics = app.metrics.clone();
    router
        .route("/api/openapi.json", get(move || std::future::ready(operations::json(description.clone()))))
        .route("/api/ws", any(socket::connect))
        .route("/api/league/ws", any(league::connect))
        .route("/reports/{name}", get(reports::page))
        .route("/explain", get(explain::page))
        .route("/fleet", get(operations::fleet))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits::REQUEST))
        .layer(CatchPanicLayer::custom(move |_: Box<dyn std::any::Any + Send>| -> Response {
            panics.panics.add(1);
            ApiError::internal().into_response()
        }))
        .layer(from_fn_with_state(app.clone(), middleware::handle))
        .with_state(app.clone())
}

/// What whoever runs the server reads at an address of its own.
pub(crate) fn numbers(app: &Arc<AppState>) -> Router {
    Router::new()
        .route("/metrics", get(operations::numbers))
        .route("/healthz", get(operations::health))
        .route("/fleet", get(operations::fleet_page))
        .with_state(app.clone())
}

fn described() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(positions::position))
        .routes(routes!(positions::paths))
        .routes(routes!(positions::step))
        .routes(routes!(positions::why))
        .routes(routes!(explorer::explore))
        .routes(routes!(explorer::archive))
        .routes(routes!(explorer::pattern))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::attempt, puzzles::solution))
        .routes(routes!(games::create))
        .routes(routes!(games::briefs))
        .routes(routes!(games::state))
        .routes(routes!(games::replay))
        .routes(routes!(games::play))
        .routes(routes!(games::act))
        .routes(routes!(games::name))
        .routes(routes!(company::lobby))
        .routes(routes!(company::join))
        .routes(routes!(company::carry))
        .routes(routes!(company::carried))
        .routes(routes!(company::phrase))
        .routes(routes!(moves::step))
        .routes(routes!(moves::why))
        .routes(routes!(moves::hint))
        .routes(routes!(games::record))
        .routes(routes!(thinking::hint))
        .routes(routes!(thinking::analyse))
        .routes(routes!(thinking::judge))
        .routes(routes!(thinking::proofs))
        .routes(routes!(reviews::start))
        .routes(routes!(reviews::state, reviews::cancel))
        .routes(routes!(records::import))
        .routes(routes!(records::export))
        .routes(routes!(texts::texts))
        .routes(routes!(rules::rules))
        .routes(routes!(rules::guide))
        .routes(routes!(reports::list))
        .routes(routes!(reports::report))
        .routes(routes!(leagues::list, leagues::make))
        .routes(routes!(leagues::live))
        .routes(routes!(leagues::bot))
        .routes(routes!(leagues::act))
        .routes(routes!(leagues::take_away))
        .routes(routes!(leagues::next))
        .routes(routes!(leagues::play))
        .routes(routes!(leagues::fault))
        .routes(routes!(leagues::upload).layer(DefaultBodyLimit::max(limits::LEAGUE_UPLOAD_BODY)))
        .routes(routes!(leagues::program))
        .routes(routes!(operations::health))
        .routes(routes!(operations::metrics))
}

/// The description of the interface.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    described().into_openapi()
}
