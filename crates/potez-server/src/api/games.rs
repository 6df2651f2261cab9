//! Live games: made, read, played, recorded.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use potez_session::Sides;
use potez_table::records;
use potez_words::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::games::holder;
use crate::live_game::LiveGame;
use crate::requests::{Asked, AtGame, Body, OfGame, RequestLang};
use crate::wire::{
    Act, Brief, Briefs, BriefsRequest, CreateRequest, Created, Exported, GameReplay, GameView, MoveRequest, NameRequest,
};
use crate::{invitations, limits, metadata, names, replays, steps};

/// What a new game costs; it stays on disk.
const PRICE: f64 = 4.0;

fn state_for(app: &AppState, live: &LiveGame, you: Option<Sides>, lang: Lang) -> Json<GameView> {
    Json(live.snapshot().view(live, you, app.words(lang), app.now()))
}

/// Makes a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = CreateRequest,
    responses((status = 201, body = Created), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<CreateRequest>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    app.clients.pay(client, PRICE)?;
    let permit = app.clients.game(client)?;
    let made = app.calculate(client, move |_| invitations::make(&request)).await?;
    let live = app.games.add(made.session, made.access, Some(permit), client).await?;
    let Json(state) = state_for(&app, &live, made.you, lang);
    let created = Created { id: live.id.clone(), you: made.you, token: made.token, friend: made.friend, state };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Several games in a few words.
#[utoipa::path(post, path = "/api/games/brief", tag = "games", request_body = BriefsRequest,
    responses((status = 200, body = Briefs)))]
pub(crate) async fn briefs(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<BriefsRequest>,
) -> Result<Json<Briefs>, ApiError> {
    let mut games = Vec::new();
    for (place, id) in request.ids.iter().take(limits::BRIEFS).enumerate() {
        let token = request.tokens.get(place).and_then(Option::as_deref);
        match app.games.find(id, client).await {
            Ok(live) => games.push(brief(&app, &live, token, lang)),
            // A game that is not there, or that nobody can read any more, is no reason to hide the rest.
            Err(error) if matches!(error.code, "not-found" | "damaged") => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Json(Briefs { games }))
}

fn brief(app: &AppState, live: &LiveGame, token: Option<&str>, lang: Lang) -> Brief {
    let snapshot = live.snapshot();
    let you = metadata::holder(&snapshot.access, token);
    snapshot.game.brief(&live.id, you, snapshot.updated, app.words(lang))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StateQuery {
    /// Whether what can be chosen first is wanted, too, where the reader is to move.
    #[serde(default)]
    steps: bool,
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path), StateQuery),
    responses((status = 200, body = GameView), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn state(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    AtGame { live, you, .. }: AtGame,
    Asked(query): Asked<StateQuery>,
) -> Result<Json<GameView>, ApiError> {
    app.games.try_arrive(&live, you).await?;
    let Json(mut state) = state_for(&app, &live, you, lang);
    if query.steps {
        steps::add_first(&app, client, &live, &mut state, lang).await;
    }
    Ok(Json(state))
}

/// Every position of a game, from its start to how it stands.
#[utoipa::path(get, path = "/api/games/{id}/replay", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameReplay), (status = 404, body = ErrorBody)))]
pub(crate) async fn replay(
    State(app): State<Arc<AppState>>,
    client: Client,
    OfGame(live): OfGame,
) -> Result<Json<GameReplay>, ApiError> {
    let table = app.table_of(&live).await;
    app.calculate(client, move |_| Ok(Json(replays::replay(table)))).await
}

/// Plays a move. The answer comes when the move is on disk.
#[utoipa::path(post, path = "/api/games/{id}/move", tag = "games", params(("id" = String, Path)),
    request_body = MoveRequest,
    responses((status = 200, body = GameView), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(crate) async fn play(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    AtGame { live, you, .. }: AtGame,
    Body(request): Body<MoveRequest>,
) -> Result<Json<GameView>, ApiError> {
    app.games.play(&live, you, request, client).await?;
    Ok(state_for(&app, &live, you, lang))
}

/// Does something that is not a move.
#[utoipa::path(post, path = "/api/games/{id}/action", tag = "games", params(("id" = String, Path)), request_body = Act,
    responses((status = 200, body = GameView), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn act(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    AtGame { live, you, token }: AtGame,
    Body(act): Body<Act>,
) -> Result<Json<GameView>, ApiError> {
    app.games.act(&live, you, act, client).await?;
    // The sides may have been exchanged.
    let you = holder(&live, token.as_deref())?;
    Ok(state_for(&app, &live, you, lang))
}

/// Gives a player a name.
#[utoipa::path(post, path = "/api/games/{id}/name", tag = "games", params(("id" = String, Path)),
    request_body = NameRequest,
    responses((status = 200, body = GameView), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn name(
    State(app): State<Arc<AppState>>,
    RequestLang(lang): RequestLang,
    AtGame { live, you, .. }: AtGame,
    Body(request): Body<NameRequest>,
) -> Result<Json<GameView>, ApiError> {
    let you = you.ok_or_else(ApiError::forbidden)?;
    let name = names::read(Some(&request.name))?;
    let side = you.only().or(request.side);
    app.games.rename(&live, side, name).await?;
    Ok(state_for(&app, &live, Some(you), lang))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// `text`, `json`, `sgf` or `lg`.
    format: Option<String>,
}

/// The record of a game.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(("id" = String, Path), FormatQuery),
    responses((status = 200, body = Exported), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn record(
    State(app): State<Arc<AppState>>,
    OfGame(live): OfGame,
    Asked(query): Asked<FormatQuery>,
) -> Result<Json<Exported>, ApiError> {
    let format = potez_wire::records::format(query.format.as_deref().unwrap_or("text"))?;
    let table = app.table_of(&live).await;
    let transcript = records::transcript(table.as_ref(), live.snapshot().game.tags());
    potez_wire::records::exported(&transcript, &format).map(Json)
}
