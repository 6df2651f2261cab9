//! Leagues of bots: made, run, looked at, played in.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use potez_arena::league::{League, LeagueEvent, LeagueTerms, LeagueTermsError};
use potez_words::Arg;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;
use utoipa::IntoParams;

use super::ErrorBody;
use crate::app::{AppState, LeagueMakers};
use crate::clients::Client;
use crate::error::ApiError;
use crate::league::wire::{
    LeagueAct, LeagueBotView, LeagueCreated, LeagueDone, LeagueList, LeagueTermsView, LeagueUploadView, LeagueView,
    NextRequest, TurnView,
};
use crate::league::{
    BotFault, BotMove, Contact, Delivery, ExportFormat, KnownBot, LiveLeague, UploadedProgram, check_games,
    check_program, check_size, export, upload_view,
};
use crate::requests::{Asked, Body, Name, RequestLang, bearer};
use crate::{limits, names};

/// What a league costs, measured in requests; it stays on disk.
const PRICE: f64 = 20.0;
/// What a program that is handed in costs.
const UPLOAD_PRICE: f64 = 20.0;
/// What an export costs.
const EXPORT_PRICE: f64 = 10.0;

fn checked(terms: LeagueTermsView) -> Result<LeagueTerms, ApiError> {
    if terms.game.len() > limits::SPEC_BYTES {
        return Err(ApiError::too_large(limits::SPEC_BYTES));
    }
    let name = names::read(Some(&terms.name))?.ok_or_else(|| ApiError::unfit("server-name-bad"))?;
    LeagueTerms { name, ..terms.into() }.checked().map_err(|error| match error {
        LeagueTermsError::Game(message) => ApiError::rules(message),
        LeagueTermsError::Time => ApiError::unfit("server-league-time"),
        LeagueTermsError::Range { name, low, high } => {
            let args = vec![
                ("name", Arg::from(name.to_string())),
                ("low", Arg::from(low.to_string())),
                ("high", Arg::from(high.to_string())),
            ];
            ApiError::unfit_with("server-range", args)
        }
    })
}

/// Makes a league.
#[utoipa::path(post, path = "/api/leagues", operation_id = "make_league", tag = "leagues",
    request_body = LeagueTermsView,
    responses((status = 201, body = LeagueCreated), (status = 403, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(crate) async fn make(
    State(app): State<Arc<AppState>>,
    client: Client,
    Body(terms): Body<LeagueTermsView>,
) -> Result<(StatusCode, Json<LeagueCreated>), ApiError> {
    let may = match app.settings.league_makers {
        LeagueMakers::Nobody => false,
        // Behind a proxy everybody may seem to come from this machine.
        LeagueMakers::Local => client.is_local() && !app.settings.behind_proxy,
        LeagueMakers::Everybody => true,
    };
    if !may {
        return Err(ApiError::league_makers());
    }
    app.clients.pay(client, PRICE)?;
    let terms = app.calculate(client, move |_| checked(terms)).await?;
    let (live, key) = app.leagues.make(terms).await?;
    Ok((StatusCode::CREATED, Json(LeagueCreated { id: live.id.clone(), key })))
}

/// All leagues.
#[utoipa::path(get, path = "/api/leagues", operation_id = "leagues", tag = "leagues",
    responses((status = 200, body = LeagueList)))]
pub(crate) async fn list(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
) -> Result<Json<LeagueList>, ApiError> {
    app.calculate(client, move |app| {
        let words = app.words(lang);
        Ok(Json(LeagueList { leagues: app.leagues.all().iter().map(|live| live.brief(words)).collect() }))
    })
    .await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SinceQuery {
    /// The version that is known: the answer comes when there is another one, or after some time.
    since: Option<u64>,
}

/// A league as it stands, now or when it has changed.
#[utoipa::path(get, path = "/api/leagues/{id}/live", operation_id = "league", tag = "leagues",
    params(("id" = String, Path), SinceQuery),
    responses((status = 200, body = LeagueView), (status = 404, body = ErrorBody)))]
pub(crate) async fn live(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Name(id): Name,
    Asked(query): Asked<SinceQuery>,
) -> Result<Json<LeagueView>, ApiError> {
    let live = app.leagues.find(&id)?;
    let mut version = live.version.subscribe();
    if let Some(since) = query.since {
        // When nothing has changed for long, the same is told once more.
        let _ = timeout(limits::LEAGUE_POLL / 2, version.wait_for(|version| *version != since)).await;
    }
    app.calculate(client, move |app| Ok(Json(live.view(&app.leagues, app.words(lang))))).await
}

/// A participant of a league: its faults, its games, those it lost.
#[utoipa::path(get, path = "/api/leagues/{id}/bots/{bot}", operation_id = "league_bot", tag = "leagues",
    params(("id" = String, Path), ("bot" = usize, Path)),
    responses((status = 200, body = LeagueBotView), (status = 404, body = ErrorBody)))]
pub(crate) async fn bot(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    path: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<LeagueBotView>, ApiError> {
    let Path((id, bot)) = path.map_err(|_| ApiError::not_found())?;
    let live = app.leagues.find(&id)?;
    app.calculate(client, move |app| live.bot_view(&app.leagues, bot, app.words(lang)).map(Json)).await
}

/// Does something that only whoever has the key of a league may do.
#[utoipa::path(post, path = "/api/leagues/{id}/act", operation_id = "run_league", tag = "leagues",
    params(("id" = String, Path)), request_body = LeagueAct,
    responses((status = 200, body = LeagueDone), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn act(
    State(app): State<Arc<AppState>>,
    client: Client,
    headers: HeaderMap,
    Name(id): Name,
    Body(act): Body<LeagueAct>,
) -> Result<Json<LeagueDone>, ApiError> {
    let live = app.leagues.for_keeper(&id, bearer(&headers))?;
    let games = &app.games;
    match act {
        LeagueAct::Add { name } => {
            let name = names::read(Some(&name))?.ok_or_else(|| ApiError::unfit("server-name-bad"))?;
            let (bot, token) = app.leagues.add_bot(&live, name).await?;
            return Ok(Json(LeagueDone { bot: Some(bot), token: Some(token) }));
        }
        LeagueAct::Token { bot, hosted } => {
            let token = app.leagues.renew_token(&live, bot, hosted).await?;
            return Ok(Json(LeagueDone { bot: Some(bot), token: Some(token) }));
        }
        LeagueAct::Start => live.record_now(games, LeagueEvent::Started, League::is_started).await?,
        LeagueAct::Pause => live.record_now(games, LeagueEvent::Paused, |league| !league.is_started()).await?,
        LeagueAct::Exclude { bot } => {
            known(&live, bot)?;
            live.record_now(games, LeagueEvent::Excluded { bot }, |league| league.bots()[bot].is_excluded).await?;
        }
        LeagueAct::Readmit { bot } => {
            known(&live, bot)?;
            live.record_now(games, LeagueEvent::Readmitted { bot }, |league| !league.bots()[bot].is_excluded).await?;
        }
        LeagueAct::Repeat { round } => {
            let rounds = live.read(League::rounds);
            let round = round.checked_sub(1).filter(|&round| round < rounds).ok_or_else(ApiError::not_found)?;
            let before = live.read(|league| league.games().len());
            let of_round = live.read(|league| league.games().iter().filter(|game| game.round == round).count());
            check_games(before + of_round)?;
            let event = LeagueEvent::Repeated { round };
            live.record_now(games, event, |league| league.games().len() > before).await?;
        }
        LeagueAct::Terms { terms } => {
            let terms = app.calculate(client, move |_| checked(terms)).await?;
            live.read(|league| check_size(league, &terms, league.bots().len()))?;
            let event = LeagueEvent::Terms { terms: terms.clone(), lock: None, at: app.now() };
            live.record_now(games, event, |league| *league.terms() == terms).await?;
        }
    }
    Ok(Json(LeagueDone::default()))
}

fn known(live: &LiveLeague, bot: usize) -> Result<(), ApiError> {
    if live.read(|league| bot < league.bots().len()) { Ok(()) } else { Err(ApiError::not_found()) }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// `json`, `csv` (the standings), `games` (the games as CSV) or `html`.
    #[serde(default)]
    #[param(inline)]
    format: ExportFormat,
}

/// A whole league to take away.
#[utoipa::path(get, path = "/api/leagues/{id}/export", operation_id = "export_league", tag = "leagues",
    params(("id" = String, Path), ExportQuery),
    responses((status = 200, body = String), (status = 404, body = ErrorBody)))]
pub(crate) async fn take_away(
    State(app): State<Arc<AppState>>,
    client: Client,
    Name(id): Name,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, ApiError> {
    app.clients.pay(client, EXPORT_PRICE)?;
    let live = app.leagues.find(&id)?;
    let text = export(&app, client, &live, query.format).await?;
    let ending = match query.format {
        ExportFormat::Json => "json",
        ExportFormat::Csv | ExportFormat::Games => "csv",
        ExportFormat::Html => "html",
    };
    let name = format!("attachment; filename=\"league.{ending}\"");
    Ok(([(CONTENT_TYPE, query.format.media_type().to_string()), (CONTENT_DISPOSITION, name)], text).into_response())
}

fn participant(app: &AppState, headers: &HeaderMap) -> Result<KnownBot, ApiError> {
    bearer(headers).and_then(|token| app.leagues.bot(token)).ok_or_else(ApiError::league_token)
}

/// A bot waits for its next move: `turn` with a question, `over` when a game has ended, or `wait`
/// when it may ask again.
#[utoipa::path(post, path = "/api/league/next", operation_id = "league_next", tag = "leagues",
    request_body = NextRequest,
    responses((status = 200, body = TurnView), (status = 403, body = ErrorBody)))]
pub(crate) async fn next(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    Body(request): Body<NextRequest>,
) -> Result<Json<Value>, ApiError> {
    let bot = participant(&app, &headers)?;
    if bot.league.is_elsewhere(&app.games.nodes) {
        return Err(ApiError::league_elsewhere());
    }
    let presence = bot.line.enter(Contact::Poll);
    bot.league.stir();
    let mut stopping = app.stopping.subscribe();
    let delivery = tokio::select! {
        delivery = bot.line.next(None, Contact::Poll) => Some(delivery),
        () = tokio::time::sleep(limits::LEAGUE_POLL) => None,
        _ = stopping.wait_for(|stopping| *stopping) => return Err(ApiError::stopping()),
    };
    let answer = match delivery {
        None => json!({ "t": "wait" }),
        Some(Delivery::Over(over)) => json!(over),
        Some(Delivery::Asked(asked)) => json!(bot.question(&app, &asked, request.legal).await?),
    };
    drop(presence);
    Ok(Json(answer))
}

/// A bot makes the move that it was asked for. One that the rules forbid costs the game.
#[utoipa::path(post, path = "/api/league/move", operation_id = "league_move", tag = "leagues", request_body = BotMove,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn play(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    Body(sent): Body<BotMove>,
) -> Result<StatusCode, ApiError> {
    participant(&app, &headers)?.play(&app.leagues, &sent).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A bot, or whoever has started it, says that it has failed: that costs the game.
#[utoipa::path(post, path = "/api/league/fault", operation_id = "league_fault", tag = "leagues",
    request_body = BotFault,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn fault(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    Body(sent): Body<BotFault>,
) -> Result<StatusCode, ApiError> {
    participant(&app, &headers)?.fail(&app.leagues, &sent).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A participant hands in a program, which whoever runs the league may let play. It is checked and kept, and never
/// started by the server.
#[utoipa::path(post, path = "/api/league/upload", operation_id = "league_upload", tag = "leagues",
    request_body = UploadedProgram,
    responses((status = 200, body = LeagueUploadView), (status = 403, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn upload(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    sent: Result<Json<UploadedProgram>, JsonRejection>,
) -> Result<Json<LeagueUploadView>, ApiError> {
    let bot = participant(&app, &headers)?;
    app.clients.pay(bot.client, UPLOAD_PRICE)?;
    let Json(program) = sent.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::too_large(limits::LEAGUE_UPLOAD_BODY),
        _ => ApiError::bad_request(rejection.body_text()),
    })?;
    let checked = app.calculate(bot.client, move |_| check_program(&program).map(|bytes| (program, bytes)));
    let (program, bytes) = checked.await?;
    let upload = bot.hand_in(&app.leagues, program, &bytes).await?;
    Ok(Json(upload_view(&upload)))
}

/// The program that a participant has handed in last, for whoever has the key of the league.
#[utoipa::path(get, path = "/api/leagues/{id}/programs/{bot}", operation_id = "league_program", tag = "leagues",
    params(("id" = String, Path), ("bot" = usize, Path)),
    responses((status = 200, body = UploadedProgram), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub(crate) async fn program(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    path: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<UploadedProgram>, ApiError> {
    let Path((id, bot)) = path.map_err(|_| ApiError::not_found())?;
    let live = app.leagues.for_keeper(&id, bearer(&headers))?;
    live.program(&app.leagues, bot).await.map(Json)
}
