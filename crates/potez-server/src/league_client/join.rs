//! A bot of ours or any program that speaks UGI or GTP, connected to a league.
//!
//! The connection goes outward and is made again whenever it is lost. A program thinks on a thread of its own, so that
//! the connection lives on meanwhile; one that fails is started anew for the next game, and the league is told what was
//! seen of it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::AUTHORIZATION;
use futures_util::{SinkExt, StreamExt};
use potez_arena::{ChosenMove, Entrant, PlayerFailure, RemotePlayer, RemoteTurn};
use potez_table::{Player, Stop};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{interval, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::connection::Connection;
use super::far_bot::far_bots;
use super::{LeagueClientError, LeagueServer};
use crate::FleetLink;

/// How often it is looked whether to end.
const LOOK: Duration = Duration::from_millis(100);
/// How long to wait before connecting again: longer and longer, and never longer than this.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(10);
/// How long the server may be silent; it asks for a sign of life more often.
const SILENCE: Duration = Duration::from_secs(20);

/// Who plays where.
#[derive(Clone)]
pub struct JoinSettings {
    /// The server.
    pub server: LeagueServer,
    /// The token of the participant.
    pub token: String,
    /// What plays.
    pub entrant: Entrant,
    /// The fleet whose workers think for a bot of ours.
    pub fleet: Option<Arc<FleetLink>>,
}

/// What happens meanwhile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JoinNews {
    /// The connection stands.
    Connected {
        /// The name of the participant.
        name: String,
    },
    /// The connection is lost, and is made again.
    Lost(String),
    /// A game is over.
    Over {
        /// `win`, `loss`, `draw` or `none`.
        result: String,
        /// Why.
        reason: String,
    },
    /// The program has failed.
    Failed(PlayerFailure),
    /// The server did not take something.
    Refused(String),
}

/// A question as it comes over the wire.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Question {
    game: String,
    spec: String,
    you: Player,
    ply: usize,
    moves: Vec<String>,
    time_ms: u64,
    opponent_ms: u64,
    increment_ms: u64,
    per_move: bool,
    seed: u64,
}

type Wire = WebSocketStream<Box<dyn Connection>>;
type Thought = (RemotePlayer, Question, Result<ChosenMove, PlayerFailure>);

/// Plays in a league until the flag is raised, or until the server does not know the token.
pub async fn join(
    settings: JoinSettings,
    stop: &Stop,
    mut told: impl FnMut(JoinNews),
) -> Result<(), LeagueClientError> {
    let bots = settings.fleet.as_ref().map(|fleet| far_bots(fleet.queue()));
    let player = RemotePlayer::new(&settings.entrant, stop, bots);
    let mut adapter = Adapter { player: Some(player), thinking: None, queued: None };
    let mut pause = Duration::from_millis(200);
    while !stop.is_raised() {
        match connect(&settings).await {
            Ok(wire) => {
                pause = Duration::from_millis(200);
                let lost = adapter.serve(wire, stop, &mut told).await;
                if !stop.is_raised() {
                    told(JoinNews::Lost(lost));
                }
            }
            Err(error @ LeagueClientError::Refused { .. }) => return Err(error),
            Err(error) => told(JoinNews::Lost(error.to_string())),
        }
        rest(pause, stop).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    adapter.end().await;
    Ok(())
}

async fn rest(pause: Duration, stop: &Stop) {
    let mut left = pause;
    while !left.is_zero() && !stop.is_raised() {
        sleep(left.min(LOOK)).await;
        left = left.saturating_sub(LOOK);
    }
}

async fn connect(settings: &JoinSettings) -> Result<Wire, LeagueClientError> {
    let server = &settings.server;
    let mut request = format!("ws://{}/api/league/ws", server.authority)
        .into_client_request()
        .map_err(|error| server.unreachable(&error))?;
    let token = HeaderValue::from_str(&format!("Bearer {}", settings.token));
    let token = token.map_err(|_| LeagueClientError::Refused {
        code: "forbidden".into(),
        message: "the token has letters that no token has".into(),
    })?;
    request.headers_mut().insert(AUTHORIZATION, token);
    let shake = async {
        let connection = server.connect().await?;
        client_async(request, connection).await.map_err(|error| refused(server, &error))
    };
    match timeout(CONNECTING, shake).await {
        Ok(shaken) => shaken.map(|(wire, _)| wire),
        Err(_) => Err(server.unreachable(&"no answer in time")),
    }
}

fn refused(server: &LeagueServer, error: &tungstenite::Error) -> LeagueClientError {
    match error {
        tungstenite::Error::Http(response) if response.status().as_u16() == 403 => {
            let message = "the server does not know this token".into();
            LeagueClientError::Refused { code: "forbidden".into(), message }
        }
        error => server.unreachable(error),
    }
}

/// The player, at rest or at work.
struct Adapter {
    player: Option<RemotePlayer>,
    thinking: Option<JoinHandle<Thought>>,
    /// A question that came while the player thought about another.
    queued: Option<Question>,
}

impl Adapter {
    /// Serves one connection; returns why it ended.
    async fn serve(&mut self, mut wire: Wire, stop: &Stop, told: &mut impl FnMut(JoinNews)) -> String {
        let mut look = interval(LOOK);
        let mut heard = tokio::time::Instant::now();
        loop {
            self.begin();
            let sent = tokio::select! {
                thought = finished(&mut self.thinking) => {
                    self.thinking = None;
                    self.finish(thought, told)
                }
                message = wire.next() => {
                    heard = tokio::time::Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(&text, told),
                        Some(Ok(Message::Close(frame))) => {
                            return frame.map_or_else(|| "closed".into(), |frame| frame.reason.to_string());
                        }
                        Some(Ok(_)) => {}
                        Some(Err(error)) => return error.to_string(),
                        None => return "closed".into(),
                    }
                    // What was heard may have left an answer to be sent, such as a sign of life.
                    if let Err(error) = wire.flush().await {
                        return error.to_string();
                    }
                    None
                }
                _ = look.tick() => {
                    if stop.is_raised() {
                        // The server need not wonder where we are; whether it hears that does not matter.
                        let _ = timeout(LOOK, wire.close(None)).await;
                        return "ended".into();
                    }
                    if heard.elapsed() > SILENCE {
                        return "the server is silent".into();
                    }
                    None
                }
            };
            if let Some(message) = sent
                && let Err(error) = wire.send(Message::text(message.to_string())).await
            {
                return error.to_string();
            }
        }
    }

    /// Begins to think about what waits, if nothing is thought about.
    fn begin(&mut self) {
        if self.thinking.is_some() || self.queued.is_none() {
            return;
        }
        let Some(mut player) = self.player.take() else { return };
        let Some(question) = self.queued.take() else { return };
        self.thinking = Some(tokio::task::spawn_blocking(move || {
            let chosen = choose(&mut player, &question);
            (player, question, chosen)
        }));
    }

    /// What is sent when the player has thought.
    fn finish(&mut self, thought: Result<Thought, JoinError>, told: &mut impl FnMut(JoinNews)) -> Option<Value> {
        let (player, question, chosen) = thought.ok()?;
        self.player = Some(player);
        let Question { game, ply, .. } = question;
        Some(match chosen {
            Ok(ChosenMove::Move(mv)) => json!({ "t": "move", "game": game, "ply": ply, "move": mv }),
            Ok(ChosenMove::Resign) => json!({ "t": "move", "game": game, "ply": ply, "move": "resign" }),
            Err(failure) => {
                told(JoinNews::Failed(failure.clone()));
                let PlayerFailure { kind, message, io } = failure;
                json!({ "t": "fault", "game": game, "kind": kind.word(), "message": message, "io": io })
            }
        })
    }

    fn hear(&mut self, text: &str, told: &mut impl FnMut(JoinNews)) {
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        let said = |key: &str| message[key].as_str().unwrap_or_default().to_string();
        match message["t"].as_str() {
            Some("welcome") => told(JoinNews::Connected { name: said("name") }),
            Some("turn") => match serde_json::from_value(message) {
                Ok(question) => self.queued = Some(question),
                Err(error) => told(JoinNews::Refused(format!("the server asks something else: {error}"))),
            },
            Some("over") => told(JoinNews::Over { result: said("result"), reason: said("reason") }),
            Some("error") => {
                let sentence = message["error"]["message"].as_str().unwrap_or_default();
                told(JoinNews::Refused(sentence.to_string()));
            }
            _ => {}
        }
    }

    /// Waits until nothing is thought about any more.
    async fn end(self) {
        if let Some(thinking) = self.thinking {
            // A player that panicked has ended, too.
            let _ = thinking.await;
        }
    }
}

async fn finished(thinking: &mut Option<JoinHandle<Thought>>) -> Result<Thought, JoinError> {
    match thinking {
        Some(thinking) => thinking.await,
        None => std::future::pending().await,
    }
}

fn choose(player: &mut RemotePlayer, question: &Question) -> Result<ChosenMove, PlayerFailure> {
    let wrong = |message: String| PlayerFailure { kind: potez_arena::FaultKind::Crash, message, io: Vec::new() };
    let mut table = potez_table::open(&question.spec, None).map_err(|message| wrong(message.english))?;
    for mv in &question.moves {
        table.play(mv).map_err(|message| wrong(message.english))?;
    }
    let [mine, theirs] = [question.time_ms, question.opponent_ms].map(Duration::from_millis);
    let left = Player::BOTH.map(|player| if player == question.you { mine } else { theirs });
    player.choose(&RemoteTurn {
        game: &question.game,
        table: table.as_ref(),
        seed: question.seed,
        left,
        increment: Duration::from_millis(question.increment_ms),
        is_per_move: question.per_move,
    })
}
