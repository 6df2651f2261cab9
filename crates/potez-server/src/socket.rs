//! One WebSocket: games watched, moves made, analyses streamed.
//!
//! The reader answers each message in turn; watched games and analyses have tasks of their own that always send the newest
//! state, however many there were since; one writer sends. What cannot be sent in time ends the connection.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use potez_words::Lang;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, interval, timeout};

use crate::analyses::{Heard, Study};
use crate::api::thinking::terms;
use crate::app::App;
use crate::clients::{Client, Permit};
use crate::engine_queue::Ticket;
use crate::failure::Failure;
use crate::games::holder;
use crate::live::Visit;
use crate::messages::{self, Message, Request, Watch};
use crate::requests::Tongue;
use crate::wire::{Step, ThinkRequest};
use crate::{bounds, choices, tables};

/// Turns a request into a WebSocket.
pub(crate) async fn connect(
    State(app): State<Arc<App>>,
    client: Client,
    Tongue(lang): Tongue,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return Failure::bad_request(rejection.body_text()).into_response(),
    };
    let permit = match app.clients.socket(client) {
        Ok(permit) => permit,
        Err(failure) => return failure.into_response(),
    };
    upgrade
        .max_message_size(bounds::MESSAGE_BYTES)
        .max_frame_size(bounds::MESSAGE_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| Session::run(app, client, lang, socket, permit))
}

/// A connection, as its reader sees it.
struct Session {
    app: Arc<App>,
    client: Client,
    lang: watch::Sender<Lang>,
    outbox: mpsc::Sender<String>,
    tasks: JoinSet<()>,
    games: HashMap<String, Watched>,
    study: Option<Studied>,
}

struct Watched {
    task: AbortHandle,
    token: Option<String>,
}

struct Studied {
    run: String,
    ticket: Ticket,
    task: AbortHandle,
    heard: watch::Receiver<Heard>,
}

/// Why a connection ends.
enum End {
    /// The other side has gone.
    Gone,
    /// It says something, with a code.
    Said(u16, &'static str),
}

impl Session {
    async fn run(app: Arc<App>, client: Client, lang: Lang, socket: WebSocket, permit: Permit) {
        let (sink, stream) = socket.split();
        let (outbox, letters) = mpsc::channel(bounds::OUTBOX);
        let (closing, closed) = watch::channel(None);
        let mut writer = tokio::spawn(write(sink, letters, closed, app.clone()));
        let mut session = Self {
            client,
            lang: watch::Sender::new(lang),
            outbox,
            tasks: JoinSet::new(),
            games: HashMap::new(),
            study: None,
            app,
        };
        let end = tokio::select! {
            end = session.read(stream) => end,
            _ = &mut writer => End::Gone,
        };
        if let End::Said(code, reason) = end {
            closing.send_replace(Some((code, reason)));
            // A peer that does not take the goodbye does not hold the connection.
            let _ = timeout(bounds::SEND, &mut writer).await;
        }
        writer.abort();
        drop(session);
        drop(permit);
    }

    async fn read(&mut self, mut stream: SplitStream<WebSocket>) -> End {
        let mut stopping = self.app.stopping.subscribe();
        let mut heard = Instant::now();
        let mut look = interval(bounds::PING);
        loop {
            let frame = tokio::select! {
                frame = stream.next() => frame,
                _ = stopping.wait_for(|stopping| *stopping) => return End::Said(close_code::AWAY, "stopping"),
                _ = look.tick() => {
                    if heard.elapsed() > bounds::SILENCE {
                        return End::Said(close_code::POLICY, "silent");
                    }
                    continue;
                }
            };
            heard = Instant::now();
            match frame {
                Some(Ok(Frame::Text(text))) => {
                    self.app.metrics.messages.add(1);
                    let Message { id, request } = messages::read(&text);
                    let answer = match self.app.clients.pay(self.client, 1.0).and(request) {
                        Ok(request) => self.answer(request).await,
                        Err(failure) => Err(failure),
                    };
                    if !self.send(self.reply(id, answer)) {
                        return End::Said(close_code::POLICY, "slow");
                    }
                }
                Some(Ok(Frame::Binary(_))) => return End::Said(close_code::UNSUPPORTED, "text only"),
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Close(_))) | None => return End::Gone,
                Some(Err(_)) => return End::Said(close_code::SIZE, "too large or broken"),
            }
        }
    }

    fn reply(&self, id: Option<Value>, answer: Result<Value, Failure>) -> String {
        let mut reply = answer.unwrap_or_else(
            |failure| json!({ "t": "error", "error": failure.json(self.app.words(*self.lang.borrow())) }),
        );
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

    async fn answer(&mut self, request: Request) -> Result<Value, Failure> {
        let ok = json!({ "t": "ok" });
        match request {
            Request::Watch(watch) => self.watch(watch).await,
            Request::Unwatch { game } => {
                if let Some(watched) = self.games.remove(&game) {
                    watched.task.abort();
                }
                Ok(ok)
            }
            Request::Move { game, mv } => {
                let live = self.app.games.find(&game, self.client).await?;
                let you = holder(&live, self.token(&game))?;
                self.app.games.play(&live, you, mv, self.client).await?;
                Ok(ok)
            }
            Request::Action { game, act } => {
                let live = self.app.games.find(&game, self.client).await?;
                let you = holder(&live, self.token(&game))?;
                self.app.games.act(&live, you, act, self.client).await?;
                Ok(ok)
            }
            Request::Step { game, partial } => {
                let step = self.step(&game, partial).await?;
                Ok(json!({ "t": "step", "step": step }))
            }
            Request::Lang { lang } => {
                let lang = Lang::named(&lang).ok_or_else(|| Failure::bad_request(format!("no language `{lang}`")))?;
                self.lang.send_replace(lang);
                Ok(ok)
            }
            Request::Analyse { run, think } => self.analyse(&run, &think),
            Request::Stop { run } => {
                self.stop(&run);
                Ok(ok)
            }
            Request::Ping => Ok(json!({ "t": "pong", "now": self.app.now() })),
        }
    }

    fn token(&self, game: &str) -> Option<&str> {
        self.games.get(game).and_then(|watched| watched.token.as_deref())
    }

    async fn watch(&mut self, watch: Watch) -> Result<Value, Failure> {
        let Watch { game, token, since } = watch;
        if !self.games.contains_key(&game) && self.games.len() >= bounds::WATCHES {
            return Err(Failure::too_many_watches());
        }
        let mut visit = self.app.games.visit(&game, token.as_deref(), self.client).await?;
        let snapshot = visit.changes.borrow_and_update().clone();
        let answer = if since == Some(snapshot.version) {
            json!({ "t": "current", "game": game, "version": snapshot.version })
        } else {
            let words = self.app.words(*self.lang.borrow());
            let state = snapshot.state(&visit.live, visit.you, words, self.app.now());
            json!({ "t": "state", "game": game, "state": state })
        };
        if let Some(before) = self.games.remove(&game) {
            before.task.abort();
        }
        let (app, lang, outbox) = (self.app.clone(), self.lang.subscribe(), self.outbox.clone());
        let task = self.tasks.spawn(follow(app, visit, token.clone(), lang, outbox));
        self.games.insert(game, Watched { task, token });
        Ok(answer)
    }

    async fn step(&self, game: &str, partial: String) -> Result<Step, Failure> {
        tables::check_length(&partial)?;
        let live = self.app.games.find(game, self.client).await?;
        let table = self.app.table_of(&live).await;
        let lang = *self.lang.borrow();
        self.app.calculate(move |app| Ok(choices::step(table.as_ref(), &partial, app.words(lang)))).await
    }

    fn analyse(&mut self, run: &str, think: &ThinkRequest) -> Result<Value, Failure> {
        let (multipv, time) = terms(think, Duration::from_secs(60), bounds::ANALYSIS)?;
        let table = tables::at(&think.place)?;
        table.check_running().map_err(Failure::rules)?;
        if let Some(before) = self.study.take() {
            before.task.abort();
        }
        let lang = *self.lang.borrow();
        let (study, heard) = Study::new(table, self.app.tongues.clone(), lang, multipv, time);
        let most = time + Duration::from_secs(2);
        let ticket = self.app.queue.submit(self.client, most, Box::new(study))?;
        let place = ticket.place();
        let task = self.tasks.spawn(relay(run.to_string(), heard.clone(), self.outbox.clone()));
        self.study = Some(Studied { run: run.to_string(), ticket, task, heard });
        Ok(json!({ "t": "queued", "run": run, "place": place.unwrap_or(0) }))
    }

    /// Ends an analysis; what it has is sent once more as the last of it.
    fn stop(&mut self, run: &str) {
        let Some(study) = self.study.take_if(|study| study.run == run) else { return };
        study.task.abort();
        drop(study.ticket);
        let heard = study.heard.borrow().clone();
        // If the writer is behind, the next answer ends the connection anyway.
        self.send(said(run, &heard, true));
    }
}

/// Sends a game whenever it changes, until the connection ends.
async fn follow(
    app: Arc<App>,
    mut visit: Visit,
    token: Option<String>,
    mut lang: watch::Receiver<Lang>,
    outbox: mpsc::Sender<String>,
) {
    // Two engines play only while somebody looks on: now somebody does.
    app.games.stir(&visit.live).await;
    loop {
        tokio::select! {
            changed = visit.changes.changed() => if changed.is_err() { return },
            changed = lang.changed() => if changed.is_err() { return },
        }
        let snapshot = visit.changes.borrow_and_update().clone();
        // The seats may have been exchanged.
        visit.sit(snapshot.head.holder(token.as_deref()));
        let snapshot = visit.changes.borrow_and_update().clone();
        let state = snapshot.state(&visit.live, visit.you, app.words(*lang.borrow()), app.now());
        let text = json!({ "t": "state", "game": visit.live.id, "state": state }).to_string();
        // Waits when the outbox is full; what happens meanwhile is in the next state.
        if outbox.send(text).await.is_err() {
            return;
        }
    }
}

/// Sends what an analysis has found, the newest only.
async fn relay(run: String, mut heard: watch::Receiver<Heard>, outbox: mpsc::Sender<String>) {
    loop {
        let ended = heard.changed().await.is_err();
        let now = heard.borrow_and_update().clone();
        let done = now.done || ended;
        if outbox.send(said(&run, &now, done)).await.is_err() || done {
            return;
        }
    }
}

fn said(run: &str, heard: &Heard, done: bool) -> String {
    #[derive(Serialize)]
    struct Said<'a> {
        t: &'static str,
        run: &'a str,
        done: bool,
        #[serde(flatten)]
        analysis: Option<&'a crate::wire::Analysis>,
    }
    let said = Said { t: "analysis", run, done, analysis: heard.analysis.as_deref() };
    serde_json::to_string(&said).unwrap_or_default()
}

/// The only one who sends.
async fn write(
    mut sink: SplitSink<WebSocket, Frame>,
    mut letters: mpsc::Receiver<String>,
    mut closed: watch::Receiver<Option<(u16, &'static str)>>,
    app: Arc<App>,
) {
    let mut ping = interval(bounds::PING);
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
                let _ = timeout(bounds::SEND, sink.send(Frame::Close(Some(frame)))).await;
                return;
            }
        };
        match timeout(bounds::SEND, sink.send(frame)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return,
            Err(_) => {
                app.metrics.slow_clients.add(1);
                return;
            }
        }
    }
}
