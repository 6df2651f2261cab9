//! The page of a recorded search: a form, and the search that it asks for.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use potez_table::Table;
use potez_wire::thinking::within;
use serde::Deserialize;

use crate::app::AppState;
use crate::assets::{ExplainForm, ExplainPage, page_of_search};
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::{Asked, RequestLang};
use crate::{bots, explanations, limits, tables};

/// What a recorded search costs, measured in requests.
const PRICE: f64 = 10.0;
/// The bot where the address names none.
const BOT: &str = "potez";

/// The search that an address asks for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct ExplainQuery {
    game: Option<String>,
    position: Option<String>,
    moves: Option<String>,
    bot: Option<String>,
    nodes: Option<u64>,
}

/// The page; what cannot be searched is said on it.
pub(super) async fn page(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Asked(query): Asked<ExplainQuery>,
) -> Result<Response, ApiError> {
    let filled = |text: &Option<String>| text.as_deref().map(str::trim).unwrap_or_default().to_string();
    let mut form = ExplainForm {
        game: filled(&query.game),
        position: filled(&query.position),
        moves: filled(&query.moves),
        bot: Some(filled(&query.bot)).filter(|bot| !bot.is_empty()).unwrap_or_else(|| BOT.into()),
        nodes: query.nodes,
        most: limits::EXPLAIN_NODES,
        bots: Vec::new(),
        games: potez_table::games().iter().map(|game| game.description.id.to_string()).collect(),
    };
    let found = if form.game.is_empty() { Ok(None) } else { search(&app, client, &mut form).await.map(Some) };
    let words = app.words(lang);
    let (status, sentence) = match &found {
        Ok(_) => (axum::http::StatusCode::OK, String::new()),
        Err(error) => (error.status, error.words(words)),
    };
    let built = app.calculate(client, move |_| {
        let shown = found.as_ref().map(Option::as_ref).map_err(|_| sentence.as_str());
        page_of_search(shown, Some(&form), lang).map_err(|error| {
            tracing::error!(%error, "the page of a search");
            ApiError::internal()
        })
    });
    let ExplainPage { text, policy } = built.await?;
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_string()),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, "no-store".to_string()),
    ];
    Ok((status, headers, text).into_response())
}

async fn search(
    app: &Arc<AppState>,
    client: Client,
    form: &mut ExplainForm,
) -> Result<potez_table::explain::Explanation, ApiError> {
    let nodes = form.nodes.map(|nodes| within("nodes", nodes, 1, limits::EXPLAIN_NODES)).transpose()?;
    if form.moves.len() > limits::EXPLAIN_MOVES_BYTES {
        return Err(ApiError::too_large(limits::EXPLAIN_MOVES_BYTES));
    }
    app.clients.pay(client, PRICE)?;
    let spec = bots::parse(&form.bot)?;
    let (game, position, moves) = (form.game.clone(), form.position.clone(), form.moves.clone());
    let set_up = app.calculate(client, move |_| -> Result<Box<dyn Table>, ApiError> {
        let mut table = tables::open(&game, Some(position.as_str()).filter(|position| !position.is_empty()))?;
        potez_table::play_list(table.as_mut(), &moves).map_err(|error| ApiError::bad_request(error.to_string()))?;
        table.check_running().map_err(ApiError::rules)?;
        Ok(table)
    });
    let table = set_up.await?;
    form.bots = table.bots().into_iter().map(|bot| bot.name).collect();
    table.check_bot(&spec).map_err(ApiError::rules)?;
    let explanation = explanations::explain(&app.queue, client, table, spec, nodes).await?;
    form.nodes = form.nodes.or(explanation.runs[0].node_limit);
    Ok(explanation)
}
