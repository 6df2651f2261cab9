//! Playing with others: open names, seats carried elsewhere, set phrases.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_session::Sides;
use potez_table::Player;
use potez_words::Lang;

use super::ErrorBody;
use super::catalogue::clock_name;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::games::is_waiting;
use crate::live_game::LiveGame;
use crate::requests::{AtGame, Body, Name, OfGame, RequestLang};
use crate::wire::{CarryCode, JoinRequest, LobbyView, OpenInvitation, PhraseRequest, SeatTicket};
use crate::{limits, names};

/// The open invitations: of those who are here, and to games in which nobody need be here.
#[utoipa::path(get, path = "/api/lobby", tag = "games", responses((status = 200, body = LobbyView)))]
pub(crate) async fn lobby(State(app): State<Arc<AppState>>, RequestLang(lang): RequestLang) -> Json<LobbyView> {
    app.games.gather_open(Client::SERVER).await;
    let mut invitations: Vec<OpenInvitation> =
        app.games.all().iter().filter_map(|live| invitation(&app, live, lang)).collect();
    invitations.sort_by_key(|each| std::cmp::Reverse(each.created));
    invitations.truncate(limits::LOBBY);
    Json(LobbyView { invitations })
}

fn invitation(app: &AppState, live: &LiveGame, lang: Lang) -> Option<OpenInvitation> {
    let snapshot = live.snapshot();
    let side = snapshot.open_seat()?;
    let online = live.is_here(!side);
    let clock = snapshot.game.session.clock.and_then(|clock| clock.control(Player::X));
    (online || is_waiting(&snapshot)).then(|| OpenInvitation {
        id: live.id.clone(),
        game: snapshot.game.position.game.clone(),
        game_name: app.words(lang).game_name(snapshot.game.position.description),
        name: snapshot.game.session.seat(!side).name.clone(),
        side,
        clock,
        clock_words: clock_name(clock, app.words(lang)),
        online,
        created: live.created,
    })
}

/// Takes the open seat of a game; whoever comes first has it.
#[utoipa::path(post, path = "/api/lobby/{id}", tag = "games", params(("id" = String, Path)),
    request_body = JoinRequest,
    responses((status = 200, body = SeatTicket), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<Arc<AppState>>,
    OfGame(live): OfGame,
    Body(request): Body<JoinRequest>,
) -> Result<Json<SeatTicket>, ApiError> {
    let token = app.games.join(&live, names::read(request.name.as_deref())?).await?;
    Ok(Json(SeatTicket { id: live.id.clone(), token }))
}

/// A code that carries the seat of this token to another device, once.
#[utoipa::path(post, path = "/api/games/{id}/carry", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = CarryCode), (status = 403, body = ErrorBody)))]
pub(crate) async fn carry(
    State(app): State<Arc<AppState>>,
    AtGame { live, token, .. }: AtGame,
) -> Result<Json<CarryCode>, ApiError> {
    let token = token.ok_or_else(ApiError::forbidden)?;
    let code = app.carried_seats.put(SeatTicket { id: live.id.clone(), token })?;
    Ok(Json(CarryCode { code, seconds: limits::CARRY.as_secs() }))
}

/// Takes the seat of a code.
#[utoipa::path(post, path = "/api/carry/{code}", tag = "games", params(("code" = String, Path)),
    responses((status = 200, body = SeatTicket), (status = 404, body = ErrorBody)))]
pub(crate) async fn carried(State(app): State<Arc<AppState>>, Name(code): Name) -> Result<Json<SeatTicket>, ApiError> {
    app.carried_seats.take(&code).map(Json).ok_or_else(ApiError::carry_used)
}

/// Says one of the set phrases to the other player.
#[utoipa::path(post, path = "/api/games/{id}/phrase", tag = "games", params(("id" = String, Path)),
    request_body = PhraseRequest,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn phrase(
    State(app): State<Arc<AppState>>,
    AtGame { live, you, .. }: AtGame,
    Body(request): Body<PhraseRequest>,
) -> Result<axum::http::StatusCode, ApiError> {
    let player = you.and_then(Sides::only).ok_or_else(ApiError::forbidden)?;
    if !live.say(player, request.phrase, app.now()) {
        return Err(ApiError::too_many_requests(limits::BETWEEN_PHRASES));
    }
    Ok(axum::http::StatusCode::NO_CONTENT)
}
