//! What handlers take from requests: bodies, tokens, languages, clients.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Json, Path, Query, Request};
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use potez_session::Sides;
use potez_words::Lang;
use serde::de::DeserializeOwned;

use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::games::holder;
use crate::live_game::LiveGame;
use crate::{i18n, limits};

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(ApiError::unsupported_media()),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::too_large(limits::BODY_BYTES))
            }
            Err(rejection) => Err(ApiError::bad_request(rejection.body_text())),
        }
    }
}

/// A query string.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|rejection| ApiError::bad_request(rejection.body_text()))
    }
}

/// The part of the path that varies.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(name)| Self(name)).map_err(|_| ApiError::not_found())
    }
}

/// The token of a seat, if one was sent.
struct Token(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(Self(None)) };
        let token = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
        // Something was sent that is no token: better refused than taken for nothing.
        token.map(|token| Self(Some(token.trim().to_string()))).ok_or_else(ApiError::forbidden)
    }
}

/// The token that came along with a request, if one did.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// The game that the path names.
pub(crate) struct OfGame(pub(crate) Arc<LiveGame>);

impl FromRequestParts<Arc<AppState>> for OfGame {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Self, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        let Name(id) = Name::from_request_parts(parts, app).await?;
        app.games.find(&id, client).await.map(Self)
    }
}

/// The game that the path names, and what the token that came along is good for.
pub(crate) struct AtGame {
    pub(crate) live: Arc<LiveGame>,
    pub(crate) you: Option<Sides>,
    pub(crate) token: Option<String>,
}

impl FromRequestParts<Arc<AppState>> for AtGame {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Self, ApiError> {
        let Token(token) = Token::from_request_parts(parts, app).await?;
        let OfGame(live) = OfGame::from_request_parts(parts, app).await?;
        let you = holder(&live, token.as_deref())?;
        Ok(Self { live, you, token })
    }
}

/// The language of the answer.
pub(crate) struct RequestLang(pub(crate) Lang);

/// The language that a request asks for.
pub(crate) fn lang_of(query: Option<&str>, headers: &HeaderMap) -> Lang {
    let asked =
        query.and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("lang=")).and_then(Lang::named));
    let accepted = || headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).map(i18n::of_accept_language);
    asked.or_else(accepted).unwrap_or_default()
}

impl<S: Send + Sync> FromRequestParts<S> for RequestLang {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(lang_of(parts.uri.query(), &parts.headers)))
    }
}

/// Who asks.
pub(crate) fn client_of(app: &AppState, headers: &HeaderMap, peer: SocketAddr) -> Client {
    let forwarded = || {
        let header = headers.get_all("x-forwarded-for").iter().next_back()?;
        header.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    };
    if let Some(bot) = bearer(headers).and_then(|token| app.leagues.client(token)) {
        return bot;
    }
    let address = app.settings.behind_proxy.then(forwarded).flatten().unwrap_or(peer.ip());
    Client::from(address)
}

impl FromRequestParts<Arc<AppState>> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Self, ApiError> {
        let ConnectInfo(peer) = parts.extensions.get::<ConnectInfo<SocketAddr>>().ok_or_else(ApiError::internal)?;
        Ok(client_of(app, &parts.headers, *peer))
    }
}
