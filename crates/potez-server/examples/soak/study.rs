//! Those who do not play: they look on, analyse, review, import, or are rude.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::socket::{JsonSocket, SocketError};
use super::{Soak, SoakError, lock};

/// How many of each there are.
const WATCHERS: usize = 40;

/// Sets everybody to work.
pub(crate) fn spawn(workers: &mut JoinSet<Result<(), SoakError>>, soak: &Arc<Soak>, rng: &mut fastrand::Rng) {
    for _ in 0..WATCHERS {
        workers.spawn(watch(soak.clone(), rng.fork()));
    }
    workers.spawn(analyse(soak.clone(), rng.fork()));
    workers.spawn(review(soak.clone(), rng.fork()));
    workers.spawn(import(soak.clone(), rng.fork()));
    workers.spawn(let_bots_play(soak.clone(), rng.fork()));
    workers.spawn(be_rude(soak.clone(), rng.fork()));
}

/// Some game that is being played.
fn some_game(soak: &Soak, rng: &mut fastrand::Rng) -> Option<String> {
    let playing = lock(&soak.playing);
    (!playing.is_empty()).then(|| playing[rng.usize(..playing.len())].clone())
}

/// Sleeps for a time between nothing and twice this.
async fn pause(mean: Duration, rng: &mut fastrand::Rng) {
    sleep(mean.mul_f64(rng.f64() * 2.0)).await;
}

/// Looks at games, at a few at a time, and goes with or without a word.
async fn watch(soak: Arc<Soak>, mut rng: fastrand::Rng) -> Result<(), SoakError> {
    while !soak.is_over() {
        pause(Duration::from_secs(2), &mut rng).await;
        let Some(id) = some_game(&soak, &mut rng) else { continue };
        let look = async {
            let mut socket = JsonSocket::sit(&soak.addr, &id, &Value::Null).await?;
            for _ in 0..rng.usize(1..20) {
                socket.next().await?;
            }
            if rng.bool() {
                socket.ask(json!({ "t": "unwatch", "game": id })).await?;
            }
            Ok::<_, SocketError>(())
        };
        // Whatever goes wrong here is somebody's who plays, too, and is noted there.
        if matches!(timeout(Duration::from_secs(20), look).await, Ok(Ok(()))) {
            soak.count("visits");
        }
    }
    Ok(())
}

/// Lets the engine think about a game, over a `WebSocket`.
async fn analyse(soak: Arc<Soak>, mut rng: fastrand::Rng) -> Result<(), SoakError> {
    while !soak.is_over() {
        pause(Duration::from_secs(2), &mut rng).await;
        let think = json!({ "t": "analyse", "run": "r", "game": "byte", "multipv": 3, "timeMs": 300 });
        let analysis = async {
            let mut socket = JsonSocket::connect(&soak.addr).await?;
            socket.ask(think).await?;
            while socket.next().await?["done"] != true {}
            Ok::<_, SocketError>(())
        };
        if matches!(timeout(Duration::from_secs(30), analysis).await, Ok(Ok(()))) {
            soak.count("analyses");
        }
    }
    Ok(())
}

/// Reviews games; some reviews are called off.
async fn review(soak: Arc<Soak>, mut rng: fastrand::Rng) -> Result<(), SoakError> {
    while !soak.is_over() {
        pause(Duration::from_secs(3), &mut rng).await;
        let Some(id) = some_game(&soak, &mut rng) else { continue };
        let asked = soak.post("/api/reviews", &json!({ "gameId": id, "timeMs": 20 })).await;
        let Some((202, review)) = asked else { continue };
        let path = format!("/api/reviews/{}", review["id"].as_str().unwrap_or_default());
        if rng.u32(..4) > 0 {
            for _ in 0..40 {
                sleep(Duration::from_millis(250)).await;
                if soak.get(&path).await.is_none_or(|(status, state)| status != 200 || state["review"].is_object()) {
                    break;
                }
            }
        }
        soak.ask(Method::DELETE, &path, None, None).await;
        soak.count("reviews");
    }
    Ok(())
}

/// Takes the record of a game and reads it in again.
async fn import(soak: Arc<Soak>, mut rng: fastrand::Rng) -> Result<(), SoakError> {
    while !soak.is_over() {
        pause(Duration::from_secs(1), &mut rng).await;
        let Some(id) = some_game(&soak, &mut rng) else { continue };
        let Some((200, exported)) = soak.get(&format!("/api/games/{id}/record?format=json")).await else { continue };
        let Some(text) = exported["text"].as_str() else { return Err(format!("no record: {exported}").into()) };
        match soak.post("/api/import", &json!({ "text": text })).await {
            Some((200, _)) => soak.count("imports"),
            Some((status, error)) if status < 500 => {
                return Err(format!("a record is not read again: {error}").into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Makes games of bots against each other, which nobody looks at.
async fn let_bots_play(soak: Arc<Soak>, mut rng: fastrand::Rng) -> Result<(), SoakError> {
    while !soak.is_over() {
        pause(Duration::from_secs(10), &mut rng).await;
        let bot = json!({ "kind": "engine", "bot": "random" });
        let body = json!({ "game": "havannah:size=4", "x": bot, "o": bot });
        if matches!(soak.post("/api/games", &body).await, Some((201, _))) {
            soak.count("games of bots");
        }
    }
    Ok(())
}

/// Sends many requests and reads no answer, begins requests and does not end them.
async fn be_rude(soak: Arc<Soak>, mut rng: fastrand::Rng) -> Result<(), SoakError> {
    while !soak.is_over() {
        pause(Duration::from_secs(4), &mut rng).await;
        let whole = format!("GET /api/catalogue HTTP/1.1\r\nHost: {}\r\n\r\n", soak.addr);
        let mut open = Vec::new();
        for number in 0..40 {
            let Ok(mut stream) = TcpStream::connect(&soak.addr).await else { break };
            let sent = if number % 2 == 0 { whole.repeat(100) } else { whole[..20].to_string() };
            // Only as much as is taken at once.
            let _ = timeout(Duration::from_millis(10), stream.write_all(sent.as_bytes())).await;
            open.push(stream);
        }
        pause(Duration::from_secs(3), &mut rng).await;
        soak.count("crowds");
    }
    Ok(())
}
