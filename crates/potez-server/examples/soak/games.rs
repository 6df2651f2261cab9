//! One game after the other, with a ledger of what was acknowledged.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use potez_table::Table;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::acknowledgements::Acknowledged;
use super::socket::JsonSocket;
use super::{PATIENCE, Soak, SoakError, lock};

const SPECS: [&str; 3] = ["havannah:size=6", "byte", "blockade"];
/// Between two moves of a game.
const PACE: Duration = Duration::from_secs(1);
/// After this the server knows what is on a disk that is well again.
const CERTAINTY: Duration = Duration::from_secs(5);
/// Games are played to and fro, and do not get longer.
const LONGEST: usize = 40;

/// What was asked for and not acknowledged: it may have happened, or happen later, when a disk that
/// failed tells what it holds.
enum Attempt {
    Move(String),
    Undo,
}

impl Attempt {
    /// Whether the server may have these moves now, if it had those before.
    fn explains(&self, before: &[String], now: &[String]) -> bool {
        match self {
            Self::Move(mv) => now.split_last().is_some_and(|(last, rest)| last == mv && rest == before),
            Self::Undo => before.starts_with(now) && before.len() <= now.len() + 2,
        }
    }
}

struct SoakGame {
    soak: Arc<Soak>,
    id: String,
    token: String,
    spec: &'static str,
    moves: Vec<String>,
    table: Box<dyn Table>,
    /// Where moves go over a `WebSocket`.
    socket: Option<JsonSocket>,
    over_socket: bool,
    /// What may still turn out to have happened since the last thing that certainly did.
    attempts: Vec<Attempt>,
}

/// Plays until the time is over.
pub(crate) async fn keep_playing(soak: Arc<Soak>, number: usize, mut rng: fastrand::Rng) -> Result<(), SoakError> {
    // They come one after the other, not all in the same instant.
    sleep(Duration::from_millis(10 * number as u64)).await;
    while !soak.is_over() {
        let Some(mut game) = SoakGame::make(&soak, number).await? else { continue };
        for _ in 0..rng.usize(300..900) {
            sleep(PACE.mul_f64(rng.f64() * 2.0)).await;
            if soak.is_over() {
                break;
            }
            game.step(&mut rng).await?;
        }
        if !game.attempts.is_empty() {
            // By then the server knows what is on disk.
            sleep(CERTAINTY).await;
        }
        game.settle(None).await?;
        lock(&soak.playing).retain(|id| *id != game.id);
    }
    Ok(())
}

impl SoakGame {
    /// A new game; nothing if it was not acknowledged.
    async fn make(soak: &Arc<Soak>, number: usize) -> Result<Option<Self>, SoakError> {
        let spec = SPECS[number % SPECS.len()];
        let body = json!({ "game": spec, "x": { "kind": "me" }, "o": { "kind": "me" } });
        let Some((201, created)) = soak.post("/api/games", &body).await else {
            sleep(Duration::from_millis(200)).await;
            return Ok(None);
        };
        let text = |name: &str| created[name].as_str().map(String::from).ok_or_else(|| created.to_string());
        let (id, token) = (text("id")?, text("token")?);
        lock(&soak.ledger).insert(id.clone(), Vec::new());
        lock(&soak.playing).push(id.clone());
        soak.count("games made");
        let (table, over_socket) = (potez_table::open(spec, None)?, number.is_multiple_of(2));
        let (soak, moves, socket, attempts) = (soak.clone(), Vec::new(), None, Vec::new());
        Ok(Some(Self { soak, id, token, spec, moves, table, socket, over_socket, attempts }))
    }

    /// A move, or one taken back.
    async fn step(&mut self, rng: &mut fastrand::Rng) -> Result<(), SoakError> {
        let legal = self.table.legal();
        let is_long = self.moves.len() >= LONGEST || legal.is_empty() || self.table.outcome().is_some();
        if is_long || (!self.moves.is_empty() && rng.u32(..20) < 9) {
            return self.undo().await;
        }
        let mv = legal[rng.usize(..legal.len())].clone();
        let (before, began) = (self.soak.faults.load(Ordering::Acquire), Instant::now());
        let acknowledged = timeout(PATIENCE, self.send(&mv)).await.unwrap_or(false);
        if !acknowledged {
            self.socket = None;
            return self.settle(Some(Attempt::Move(mv))).await;
        }
        if before % 2 == 0 && before == self.soak.faults.load(Ordering::Acquire) {
            lock(&self.soak.times).push(Acknowledged { at: self.soak.began.elapsed(), took: began.elapsed() });
        }
        self.soak.count("moves acknowledged");
        self.table.play(&mv)?;
        self.moves.push(mv);
        // It stands where whatever is uncertain would have to stand.
        self.attempts.clear();
        self.note();
        Ok(())
    }

    /// Sends a move; says whether it was acknowledged.
    async fn send(&mut self, mv: &str) -> bool {
        let ply = self.moves.len();
        if !self.over_socket {
            let (path, body) = (format!("/api/games/{}/move", self.id), json!({ "move": mv, "ply": ply }));
            let answer = self.soak.ask(Method::POST, &path, Some(&self.token), Some(&body)).await;
            return matches!(answer, Some((200, _)));
        }
        if self.socket.is_none() {
            let token = Value::from(self.token.clone());
            self.socket = JsonSocket::sit(&self.soak.addr, &self.id, &token).await.ok();
        }
        let Some(socket) = &mut self.socket else { return false };
        socket.ask(json!({ "t": "move", "game": self.id, "move": mv, "ply": ply })).await.is_ok()
    }

    async fn undo(&mut self) -> Result<(), SoakError> {
        let path = format!("/api/games/{}/action", self.id);
        let answer = self.soak.ask(Method::POST, &path, Some(&self.token), Some(&json!({ "action": "undo" }))).await;
        let (acknowledged, before) = (matches!(answer, Some((200, _))), self.moves.len());
        // A move that is uncertain may have come in between, and gone again.
        let is_certain = self.attempts.is_empty();
        self.settle(Some(Attempt::Undo)).await?;
        if acknowledged {
            self.soak.count("moves taken back");
            self.attempts.clear();
            if is_certain && self.moves.len() == before {
                return Err(format!("game {}: a takeback was acknowledged and lost", self.id).into());
            }
        }
        Ok(())
    }

    /// Looks how the game stands, and fails if that cannot be.
    async fn settle(&mut self, attempt: Option<Attempt>) -> Result<(), SoakError> {
        self.attempts.extend(attempt);
        let now = self.soak.moves(&self.id).await?;
        if now != self.moves {
            if !self.attempts.iter().any(|attempt| attempt.explains(&self.moves, &now)) {
                return Err(format!("game {}: acknowledged {:?}, found {now:?}", self.id, self.moves).into());
            }
            self.attempts.clear();
            self.table = potez_table::open(self.spec, None)?;
            for mv in &now {
                self.table.play(mv)?;
            }
            self.moves = now;
            self.note();
        }
        Ok(())
    }

    fn note(&self) {
        lock(&self.soak.ledger).insert(self.id.clone(), self.moves.clone());
    }
}
