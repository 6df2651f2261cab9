use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use potez_engine::records::{self, Format};
use potez_words::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

use super::FailureBody;
use super::records::exported;
use crate::app::App;
use crate::clients::Client;
use crate::failure::Failure;
use crate::games::{Next, holder};
use crate::live::Live;
use crate::requests::{Asked, Body, Name, Token, Tongue};
use crate::wire::{
    Act, Brief, Briefs, BriefsRequest, Create, Created, Exported, MoveRequest, NameRequest, Side, State as GameState,
    Step, You,
};
use crate::{bounds, choices, invitations, tables};

/// What a new game costs; it stays on disk.
const PRICE: f64 = 4.0;

fn state_for(app: &App, live: &Live, you: Option<You>, lang: Lang) -> Json<GameState> {
    Json(live.snapshot().state(live, you, app.words(lang), app.now()))
}

/// Makes a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = Create,
    responses((status = 201, body = Created), (status = 422, body = FailureBody), (status = 429, body = FailureBody)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Body(request): Body<Create>,
) -> Result<(StatusCode, Json<Created>), Failure> {
    app.clients.pay(client, PRICE)?;
    let permit = app.clients.game(client)?;
    let made = app.calculate(move |_| invitations::make(&request)).await?;
    let live = app.games.add(made.head, made.table, Some(permit), client).await?;
    let Json(state) = state_for(&app, &live, made.you, lang);
    let created = Created { id: live.id.clone(), you: made.you, token: made.token, friend: made.friend, state };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Several games in a few words.
#[utoipa::path(post, path = "/api/games/brief", tag = "games", request_body = BriefsRequest,
    responses((status = 200, body = Briefs)))]
pub(crate) async fn briefs(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Body(request): Body<BriefsRequest>,
) -> Result<Json<Briefs>, Failure> {
    let mut games = Vec::new();
    for id in request.ids.iter().take(bounds::BRIEFS) {
        match app.games.find(id, client).await {
            Ok(live) => games.push(brief(&app, &live, lang)),
            Err(failure) if failure.code == "not-found" => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(Json(Briefs { games }))
}

fn brief(app: &App, live: &Live, lang: Lang) -> Brief {
    let snapshot = live.snapshot();
    let name = |side: Side| {
        let seat = snapshot.head.seat(side);
        seat.name.clone().or_else(|| seat.bot.clone()).unwrap_or_default()
    };
    Brief {
        id: live.id.clone(),
        game: snapshot.facts.game.clone(),
        family: tables::family(&snapshot.facts.game).to_string(),
        x: name(Side::X),
        o: name(Side::O),
        ply: snapshot.facts.moves.len(),
        turn: snapshot.facts.turn,
        outcome: snapshot.facts.result.as_ref().map(|result| result.ending(app.words(lang))),
        updated: snapshot.updated,
    }
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), (status = 403, body = FailureBody), (status = 404, body = FailureBody)))]
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Token(token): Token,
    Name(id): Name,
) -> Result<Json<GameState>, Failure> {
    let live = app.games.find(&id, client).await?;
    let you = holder(&live, token.as_deref())?;
    app.games.arrive(&live, you).await?;
    Ok(state_for(&app, &live, you, lang))
}

/// Plays a move. The answer comes when the move is on disk.
#[utoipa::path(post, path = "/api/games/{id}/move", tag = "games", params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = GameState), (status = 403, body = FailureBody), (status = 409, body = FailureBody),
        (status = 422, body = FailureBody)))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Token(token): Token,
    Name(id): Name,
    Body(request): Body<MoveRequest>,
) -> Result<Json<GameState>, Failure> {
    let live = app.games.find(&id, client).await?;
    let you = holder(&live, token.as_deref())?;
    app.games.play(&live, you, request, client).await?;
    Ok(state_for(&app, &live, you, lang))
}

/// Does something that is not a move.
#[utoipa::path(post, path = "/api/games/{id}/action", tag = "games", params(("id" = String, Path)), request_body = Act,
    responses((status = 200, body = GameState), (status = 403, body = FailureBody), (status = 409, body = FailureBody)))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Token(token): Token,
    Name(id): Name,
    Body(act): Body<Act>,
) -> Result<Json<GameState>, Failure> {
    let live = app.games.find(&id, client).await?;
    let you = holder(&live, token.as_deref())?;
    app.games.act(&live, you, act, client).await?;
    // The sides may have been exchanged.
    let you = holder(&live, token.as_deref())?;
    Ok(state_for(&app, &live, you, lang))
}

/// Gives a player a name.
#[utoipa::path(post, path = "/api/games/{id}/name", tag = "games", params(("id" = String, Path)), request_body = NameRequest,
    responses((status = 200, body = GameState), (status = 403, body = FailureBody), (status = 422, body = FailureBody)))]
pub(crate) async fn name(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Token(token): Token,
    Name(id): Name,
    Body(request): Body<NameRequest>,
) -> Result<Json<GameState>, Failure> {
    let live = app.games.find(&id, client).await?;
    let you = holder(&live, token.as_deref())?.ok_or_else(Failure::forbidden)?;
    let name = invitations::name(Some(&request.name))?;
    let side = you.only().or(request.side);
    app.games
        .task(&live, move |games, live| async move {
            let mut inner = live.inner.lock().await;
            let mut head = inner.head.clone();
            for side in Side::BOTH.into_iter().filter(|&other| side.is_none_or(|side| side == other)) {
                head.seats[side.index()].name.clone_from(&name);
            }
            games.commit(&live, &mut inner, Next::head(head)).await
        })
        .await?;
    Ok(state_for(&app, &live, Some(you), lang))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StepQuery {
    /// The move so far.
    #[serde(default)]
    partial: String,
}

/// What can come next in a move of a game.
#[utoipa::path(get, path = "/api/games/{id}/step", tag = "games", params(("id" = String, Path), StepQuery),
    responses((status = 200, body = Step), (status = 404, body = FailureBody)))]
pub(crate) async fn step(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    Name(id): Name,
    Asked(query): Asked<StepQuery>,
) -> Result<Json<Step>, Failure> {
    tables::check_length(&query.partial)?;
    let live = app.games.find(&id, client).await?;
    let table = app.table_of(&live).await;
    app.calculate(move |app| Ok(Json(choices::step(table.as_ref(), &query.partial, app.words(lang))))).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// `text`, `json`, `sgf` or `lg`.
    format: Option<String>,
}

/// The record of a game.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(("id" = String, Path), FormatQuery),
    responses((status = 200, body = Exported), (status = 404, body = FailureBody), (status = 422, body = FailureBody)))]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    client: Client,
    Name(id): Name,
    Asked(query): Asked<FormatQuery>,
) -> Result<Json<Exported>, Failure> {
    let format: Format = super::records::format(query.format.as_deref().unwrap_or("text"))?;
    let live = app.games.find(&id, client).await?;
    let (table, snapshot) = (app.table_of(&live).await, live.snapshot());
    let mut tags = Vec::new();
    for (key, side) in [("X", Side::X), ("O", Side::O)] {
        let seat = snapshot.head.seat(side);
        tags.extend(seat.name.clone().or_else(|| seat.bot.clone()).map(|name| (key.to_string(), name)));
    }
    let mut transcript = records::transcript(table.as_ref(), tags);
    if let (None, Some(result)) = (transcript.result, &snapshot.facts.result) {
        transcript.result = result.winner.map(|side| potez_engine::Outcome::Win(side.into()));
        transcript.reason = transcript.result.map(|_| result.reason.clone());
    }
    exported(&transcript, format).map(Json)
}
