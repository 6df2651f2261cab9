//! One WebSocket: games watched, moves made, analyses streamed.
//!
//! The reader answers each message in turn; watched games and analyses have tasks of their own that
//! always send the newest state, however many there were since; one writer sends. What cannot be
//! sent in time ends the connection.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use potez_table::MovePart;
use potez_words::Lang;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval, sleep, sleep_until, timeout};

use crate::analyses::{AnalysisJob, AnalysisUpdate};
use crate::api::thinking::{running, terms};
use crate::app::AppState;
use crate::bound_task::BoundTask;
use crate::clients::{Client, Permit};
use crate::connections::ConnectionPermit;
use crate::engine_queue::Ticket;
use crate::error::ApiError;
use crate::games::holder;
use crate::live_game::Subscription;
use crate::messages::{self, SocketMessage, SocketRequest, WatchRequest};
use crate::requests::RequestLang;
use crate::wire::{Analysis, StepView, ThinkRequest};
use crate::{limits, metadata, steps};

/// Turns a request into a WebSocket.
pub(crate) async fn connect(
    State(app): State<Arc<AppState>>,
    client: Client,
    Extension(place): Extension<Arc<ConnectionPermit>>,
    RequestLang(lang): RequestLang,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return ApiError::bad_request(rejection.body_text()).into_response(),
    };
    let permit = match app.clients.socket(client) {
        Ok(permit) => permit,
        Err(error) => return error.into_response(),
    };
    upgrade
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| async move {
            tokio::select! {
                () = SocketConnection::run(app, client, lang, socket, permit) => {}
                () = place.is_lost() => {}
            }
        })
}

/// A connection, as its reader sees it.
struct SocketConnection {
    app: Arc<AppState>,
    client: Client,
    lang: watch::Sender<Lang>,
    outbox: mpsc::Sender<String>,
    games: HashMap<String, WatchedGame>,
    analysis: Option<RunningAnalysis>,
}

struct WatchedGame {
    _task: BoundTask<()>,
    token: Option<String>,
}

struct RunningAnalysis {
    run: String,
    ticket: Ticket,
    task: BoundTask<()>,
    updates: watch::Receiver<AnalysisUpdate>,
}

/// Why a connection ends.
enum ConnectionEnd {
    /// The other side has gone.
    Gone,
    /// It says something, with a code.
    Said(u16, &'static str),
}

impl SocketConnection {
    async fn run(app: Arc<AppState>, client: Client, lang: Lang, socket: WebSocket, permit: Permit) {
        let (sink, stream) = socket.split();
        let (outbox, letters) = mpsc::channel(limits::OUTBOX);
        let (closing, closed) = watch::channel(None);
        let mut writer = BoundTask::spawn(write(sink, letters, closed, app.clone()));
        let mut connection =
            Self { client, lang: watch::Sender::new(lang), outbox, games: HashMap::new(), analysis: None, app };
        let end = tokio::select! {
            end = connection.read(stream) => end,
            _ = &mut writer => ConnectionEnd::Gone,
        };
        if let ConnectionEnd::Said(code, reason) = end {
            closing.send_replace(Some((code, reason)));
            // A peer that does not take the goodbye does not hold the connection.
            let _ = timeout(limits::GOODBYE, &mut writer).await;
        }
        drop((writer, connection));
        drop(permit);
    }

    async fn read(&mut self, mut stream: SplitStream<WebSocket>) -> ConnectionEnd {
        let mut stopping = self.app.stopping.subscribe();
        let mut last_heard = Instant::now();
        let mut look = interval(limits::PING);
        // Whoever sends faster than it may is answered once and then not listened to for a while.
        let mut listens_at = Instant::now();
        loop {
            let frame = tokio::select! {
                frame = stream.next(), if listens_at <= Instant::now() => frame,
                () = sleep_until(listens_at), if listens_at > Instant::now() => continue,
                _ = stopping.wait_for(|stopping| *stopping) => return ConnectionEnd::Said(close_code::AWAY, "stopping"),
                _ = look.tick() => {
                    if last_heard.elapsed() > limits::SILENCE {
                        return ConnectionEnd::Said(close_code::POLICY, "silent");
                    }
                    continue;
                }
            };
            last_heard = Instant::now();
            match frame {
                Some(Ok(Frame::Text(text))) => {
                    self.app.metrics.messages.add(1);
                    let SocketMessage { id, request } = messages::read(&text);
                    let paid = self.app.clients.pay(self.client, 1.0);
                    if let Some(wait) = paid.as_ref().err().and_then(ApiError::wait) {
                        listens_at = Instant::now() + wait;
                    }
                    let answer = match paid.and(request) {
                        Ok(request) => self.answer(request).await,
                        Err(error) => Err(error),
                    };
                    if !self.send(self.reply(id, answer)) {
                        return ConnectionEnd::Said(close_code::POLICY, "slow");
                    }
                }
                Some(Ok(Frame::Binary(_))) => return ConnectionEnd::Said(close_code::UNSUPPORTED, "text only"),
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Close(_))) | None => return ConnectionEnd::Gone,
                Some(Err(_)) => return ConnectionEnd::Said(close_code::SIZE, "too large or broken"),
            }
        }
    }

    fn reply(&self, id: Option<Value>, answer: Result<Value, ApiError>) -> String {
        let mut reply = answer
            .unwrap_or_else(|error| json!({ "t": "error", "error": error.json(self.app.words(*self.lang.borrow())) }));
        if let (Some(id), Some(object)) = (id, reply.as_object_mut()) {
            object.insert("id".into(), id);
        }
        reply.to_string()
    }

    /// Leaves a message to the writer; false when too many wait already.
    fn send(&self, text: String) -> bool {
        let sent = self.outbox.try_send(text).is_ok();
        if !sent {
            self.app.metrics.slow_clients.add(1);
        }
        sent
    }

    async fn answer(&mut self, request: SocketRequest) -> Result<Value, ApiError> {
        let ok = json!({ "t": "ok" });
        match request {
            SocketRequest::Watch(watch) => self.watch(watch).await,
            SocketRequest::Unwatch { game } => {
                self.games.remove(&game);
                Ok(ok)
            }
            SocketRequest::Move { game, mv } => {
                let live = self.app.games.find(&game, self.client).await?;
                let you = holder(&live, self.token(&game))?;
                self.app.games.play(&live, you, mv, self.client).await?;
                Ok(ok)
            }
            SocketRequest::Action { game, act } => {
                let live = self.app.games.find(&game, self.client).await?;
                let you = holder(&live, self.token(&game))?;
                self.app.games.act(&live, you, act, self.client).await?;
                Ok(ok)
            }
            SocketRequest::Step { game, parts } => {
                let step = self.step(&game, parts).await?;
                Ok(json!({ "t": "step", "step": step }))
            }
            SocketRequest::Lang { lang } => {
                let lang = Lang::named(&lang).ok_or_else(|| ApiError::bad_request(format!("no language `{lang}`")))?;
                self.lang.send_replace(lang);
                Ok(ok)
            }
            SocketRequest::Analyse { run, think } => self.analyse(&run, think).await,
            SocketRequest::Stop { run } => {
                self.stop(&run);
                Ok(ok)
            }
            SocketRequest::Ping => Ok(json!({ "t": "pong", "now": self.app.now() })),
        }
    }

    fn token(&self, game: &str) -> Option<&str> {
        self.games.get(game).and_then(|watched| watched.token.as_deref())
    }

    async fn watch(&mut self, watch: WatchRequest) -> Result<Value, ApiError> {
        let WatchRequest { game, token, since, steps } = watch;
        if !self.games.contains_key(&game) && self.games.len() >= limits::WATCHES {
            return Err(ApiError::too_many_watches());
        }
        let mut subscription = self.app.games.subscribe(&game, token.as_deref(), self.client).await?;
        let snapshot = subscription.changes.borrow_and_update().clone();
        let answer = if since == Some(snapshot.version) {
            json!({ "t": "current", "game": game, "version": snapshot.version })
        } else {
            let lang = *self.lang.borrow();
            let mut state = snapshot.view(&subscription.live, subscription.you, self.app.words(lang), self.app.now());
            if steps {
                steps::add_first(&self.app, self.client, &subscription.live, &mut state, lang).await;
            }
            json!({ "t": "state", "game": game, "state": state })
        };
        let (app, lang, outbox) = (self.app.clone(), self.lang.subscribe(), self.outbox.clone());
        let steps = steps.then_some(self.client);
        let task = BoundTask::spawn(follow(app, subscription, token.clone(), lang, outbox, steps));
        self.games.insert(game, WatchedGame { _task: task, token });
        Ok(answer)
    }

    async fn step(&self, game: &str, parts: Vec<MovePart>) -> Result<StepView, ApiError> {
        let live = self.app.games.find(game, self.client).await?;
        let table = self.app.table_of(&live).await;
        let lang = *self.lang.borrow();
        self.app.calculate(self.client, move |app| Ok(steps::step(table.as_ref(), &parts, app.words(lang)))).await
    }

    async fn analyse(&mut self, run: &str, think: ThinkRequest) -> Result<Value, ApiError> {
        let (multipv, time) = terms(&think, Duration::from_mins(1), limits::ANALYSIS)?;
        let table = self.app.calculate(self.client, move |_| running(&think.at)).await?;
        self.analysis = None;
        let lang = *self.lang.borrow();
        let (job, updates) = AnalysisJob::new(table, self.app.translations.clone(), lang, multipv, time);
        let most = time + Duration::from_secs(2);
        let ticket = self.app.queue.submit(self.client, most, Box::new(job))?;
        let place = ticket.place();
        let task = BoundTask::spawn(relay(run.to_string(), updates.clone(), self.outbox.clone()));
        self.analysis = Some(RunningAnalysis { run: run.to_string(), ticket, task, updates });
        Ok(json!({ "t": "queued", "run": run, "place": place.unwrap_or(0) }))
    }

    /// Ends an analysis; what it has is sent once more as the last of it.
    fn stop(&mut self, run: &str) {
        let Some(running) = self.analysis.take_if(|running| running.run == run) else { return };
        drop((running.task, running.ticket));
        let update = running.updates.borrow().clone();
        // If the writer is behind, the next answer ends the connection anyway.
        self.send(analysis_message(run, &update, true));
    }
}

/// Sends a game whenever it changes, until the connection ends.
async fn follow(
    app: Arc<AppState>,
    mut subscription: Subscription,
    token: Option<String>,
    mut lang: watch::Receiver<Lang>,
    outbox: mpsc::Sender<String>,
    // On whose account first steps are found, where they are wanted.
    steps: Option<Client>,
) {
    // Two bots that nobody looked at wait for their turn: now somebody does.
    app.games.stir(&subscription.live).await;
    loop {
        let changed = tokio::select! {
            changed = subscription.changes.changed() => changed,
            changed = lang.changed() => changed,
            // Who is here changes often and matters little: several changes are told together, at
            // the latest with the next move.
            changed = subscription.presence.changed() => tokio::select! {
                () = sleep(limits::PRESENCE) => changed,
                changed = subscription.changes.changed() => changed,
                changed = lang.changed() => changed,
            },
        };
        if changed.is_err() {
            return;
        }
        let snapshot = subscription.changes.borrow_and_update().clone();
        // The seats may have been exchanged.
        subscription.sit(metadata::holder(&snapshot.access, token.as_deref()));
        subscription.presence.borrow_and_update();
        let reader = *lang.borrow();
        let mut state = snapshot.view(&subscription.live, subscription.you, app.words(reader), app.now());
        if let Some(client) = steps {
            steps::add_first(&app, client, &subscription.live, &mut state, reader).await;
        }
        let text = json!({ "t": "state", "game": subscription.live.id, "state": state }).to_string();
        // Waits when the outbox is full; what happens meanwhile is in the next state.
        if outbox.send(text).await.is_err() {
            return;
        }
    }
}

/// Sends what an analysis has found, the newest only.
async fn relay(run: String, mut updates: watch::Receiver<AnalysisUpdate>, outbox: mpsc::Sender<String>) {
    loop {
        let ended = updates.changed().await.is_err();
        let now = updates.borrow_and_update().clone();
        let done = now.done || ended;
        if outbox.send(analysis_message(&run, &now, done)).await.is_err() || done {
            return;
        }
    }
}

fn analysis_message(run: &str, update: &AnalysisUpdate, done: bool) -> String {
    #[derive(Serialize)]
    struct AnalysisMessage<'a> {
        t: &'static str,
        run: &'a str,
        done: bool,
        #[serde(flatten)]
        analysis: Option<&'a Analysis>,
    }
    let message = AnalysisMessage { t: "analysis", run, done, analysis: update.analysis.as_deref() };
    serde_json::to_string(&message).unwrap_or_default()
}

/// The only one who sends.
async fn write(
    mut sink: SplitSink<WebSocket, Frame>,
    mut letters: mpsc::Receiver<String>,
    mut closed: watch::Receiver<Option<(u16, &'static str)>>,
    app: Arc<AppState>,
) {
    let mut ping = interval(limits::PING);
    ping.tick().await;
    loop {
        let frame = tokio::select! {
            letter = letters.recv() => match letter {
                Some(text) => Frame::Text(text.into()),
                None => return,
            },
            _ = ping.tick() => Frame::Ping(Bytes::new()),
            _ = closed.changed() => {
                let (code, reason) = closed.borrow().unwrap_or((close_code::NORMAL, ""));
                let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
                let _ = timeout(limits::GOODBYE, sink.send(Frame::Close(Some(frame)))).await;
                return;
            }
        };
        match timeout(limits::SEND, sink.send(frame)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return,
            Err(_) => {
                app.metrics.slow_clients.add(1);
                return;
            }
        }
    }
}
