//! The WebSocket of a bot: it is asked for moves, and makes them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use potez_words::Lang;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, interval, sleep_until, timeout};

use super::bot_line::{AskedMove, Contact};
use super::{BotMessage, Delivery, KnownBot};
use crate::app::AppState;
use crate::clients::Client;
use crate::connections::ConnectionPermit;
use crate::error::ApiError;
use crate::limits;
use crate::requests::{Asked, RequestLang, bearer};

/// How a bot asks for its WebSocket.
#[derive(Deserialize)]
pub(crate) struct SocketQuery {
    /// Whether questions come with the legal moves.
    #[serde(default)]
    legal: bool,
}

/// Turns a request into the WebSocket of a bot.
pub(crate) async fn connect(
    State(app): State<Arc<AppState>>,
    client: Client,
    Extension(place): Extension<Arc<ConnectionPermit>>,
    RequestLang(lang): RequestLang,
    Asked(query): Asked<SocketQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return ApiError::bad_request(rejection.body_text()).into_response(),
    };
    let bot = match bearer(&headers).map(|token| app.leagues.bot(token)) {
        Some(None) => return ApiError::league_token().into_response(),
        Some(bot) => bot,
        None => None,
    };
    let permit = match app.clients.socket(client) {
        Ok(permit) => permit,
        Err(error) => return error.into_response(),
    };
    upgrade.max_message_size(limits::MESSAGE_BYTES).max_frame_size(limits::MESSAGE_BYTES).on_upgrade(
        move |socket| async move {
            let mut connection = BotSocket { app, client, lang, socket, legal: query.legal };
            tokio::select! {
                () = connection.run(bot) => {}
                () = place.is_lost() => {}
            }
            drop(permit);
        },
    )
}

struct BotSocket {
    app: Arc<AppState>,
    client: Client,
    lang: Lang,
    socket: WebSocket,
    legal: bool,
}

/// Waits until the server ends.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // A server that is gone has ended.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Why a connection ends.
enum SocketEnd {
    Gone,
    Closed(u16, &'static str),
}

impl BotSocket {
    async fn run(&mut self, bot: Option<KnownBot>) {
        let end = match bot {
            Some(bot) => self.serve(&bot).await,
            None => match timeout(limits::SILENCE, self.greet()).await {
                Ok(Ok(bot)) => self.serve(&bot).await,
                Ok(Err(end)) => end,
                Err(_) => SocketEnd::Closed(close_code::POLICY, "silent"),
            },
        };
        if let SocketEnd::Closed(code, reason) = end {
            let goodbye = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
            // A peer that does not take the goodbye does not hold the connection.
            let _ = timeout(limits::GOODBYE, self.socket.send(goodbye)).await;
        }
    }

    /// Waits until the bot has said who it is.
    async fn greet(&mut self) -> Result<KnownBot, SocketEnd> {
        loop {
            match self.socket.recv().await {
                Some(Ok(Frame::Text(text))) => {
                    if let Ok(BotMessage::Hello { token, legal }) = serde_json::from_str(&text) {
                        self.legal |= legal;
                        if let Some(bot) = self.app.leagues.bot(&token) {
                            return Ok(bot);
                        }
                    }
                    // Secrets are not guessed quickly.
                    if self.app.clients.pay(self.client, 10.0).is_err() {
                        return Err(SocketEnd::Closed(close_code::POLICY, "too many requests"));
                    }
                    self.send_error(&ApiError::league_token()).await?;
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                _ => return Err(SocketEnd::Gone),
            }
        }
    }

    async fn send(&mut self, value: &Value) -> Result<(), SocketEnd> {
        match timeout(limits::SEND, self.socket.send(Frame::Text(value.to_string().into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(SocketEnd::Gone),
            Err(_) => Err(SocketEnd::Closed(close_code::POLICY, "slow")),
        }
    }

    async fn send_error(&mut self, error: &ApiError) -> Result<(), SocketEnd> {
        let error = error.json(self.app.words(self.lang));
        self.send(&json!({ "t": "error", "error": error })).await
    }

    async fn serve(&mut self, bot: &KnownBot) -> SocketEnd {
        if bot.league.is_elsewhere(&self.app.games.nodes) {
            // Whether it hears why does not matter: it comes again.
            let _ = self.send_error(&ApiError::league_elsewhere()).await;
            return SocketEnd::Closed(close_code::AGAIN, "elsewhere");
        }
        let presence = bot.line.enter(Contact::Socket);
        bot.league.stir();
        let end = self.talk(bot).await.err().unwrap_or(SocketEnd::Gone);
        drop(presence);
        bot.league.stir();
        end
    }

    async fn talk(&mut self, bot: &KnownBot) -> Result<(), SocketEnd> {
        let name = bot.league.read(|league| league.bots()[bot.bot].name.clone());
        self.send(&json!({ "t": "welcome", "name": name, "league": bot.league.id })).await?;
        let mut stopping = self.app.stopping.subscribe();
        let mut told: Option<AskedMove> = None;
        let mut ping = interval(limits::PING);
        let mut heard = Instant::now();
        let mut listens_at = Instant::now();
        loop {
            tokio::select! {
                frame = self.socket.recv(), if listens_at <= Instant::now() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Frame::Text(text))) => {
                            if let Err(error) = self.app.clients.pay(bot.client, 1.0) {
                                // Whoever sends faster than it may is not listened to for a while.
                                listens_at = Instant::now() + error.wait().unwrap_or(limits::PING);
                                self.send_error(&error).await?;
                            }
                            self.answer(bot, &text).await?;
                        }
                        Some(Ok(Frame::Binary(_))) => return Err(SocketEnd::Closed(close_code::UNSUPPORTED, "text only")),
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                        Some(Ok(Frame::Close(_))) | None => return Err(SocketEnd::Gone),
                        Some(Err(_)) => return Err(SocketEnd::Closed(close_code::SIZE, "too large or broken")),
                    }
                }
                () = sleep_until(listens_at), if listens_at > Instant::now() => {}
                delivery = bot.line.next(told.as_ref(), Contact::Socket) => match delivery {
                    Delivery::Over(over) => self.send(&json!(over)).await?,
                    Delivery::Asked(asked) => {
                        match bot.question(&self.app, &asked, self.legal).await {
                            Ok(question) => self.send(&json!(question)).await?,
                            Err(error) => self.send_error(&error).await?,
                        }
                        told = Some(asked);
                    }
                },
                () = stopped(&mut stopping) => return Err(SocketEnd::Closed(close_code::AWAY, "stopping")),
                _ = ping.tick() => {
                    if heard.elapsed() > limits::SILENCE {
                        return Err(SocketEnd::Closed(close_code::POLICY, "silent"));
                    }
                    let ping = Frame::Ping(Bytes::new());
                    if !matches!(timeout(limits::SEND, self.socket.send(ping)).await, Ok(Ok(()))) {
                        return Err(SocketEnd::Gone);
                    }
                }
            }
        }
    }

    async fn answer(&mut self, bot: &KnownBot, text: &str) -> Result<(), SocketEnd> {
        let leagues = self.app.leagues.clone();
        let done = match serde_json::from_str(text) {
            Ok(BotMessage::Move(sent)) => bot.play(&leagues, &sent).await,
            Ok(BotMessage::Fault(sent)) => bot.fail(&leagues, &sent).await,
            Ok(BotMessage::Ping | BotMessage::Hello { .. }) => Ok(()),
            Err(error) => {
                bot.send_nonsense(&leagues, text).await;
                Err(ApiError::bad_request(error.to_string()))
            }
        };
        match done {
            Ok(()) => self.send(&json!({ "t": "ok" })).await,
            Err(error) => self.send_error(&error).await,
        }
    }
}
