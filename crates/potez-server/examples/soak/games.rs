//! One game after the other, with a ledger of what was acknowledged.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use potez_table::Table;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::socket::JsonSocket;
use super::{PATIENCE, Soak, SoakError, lock};

const SPECS: [&str; 3] = ["havannah:size=6", "byte", "blockade"];
/// Between two moves of a game.
const PACE: Duration = Duration::from_secs(1);
/// Games are played to and fro, and do not get longer.
const LONGEST: usize = 40;

/// What was asked for and not acknowledged yet.
enum Attempt {
    Nothing,
    Move(String),
    Undo,
}

impl Attempt {
    /// Whether the server may have these moves now, if it had those before.
    fn explains(&self, before: &[String], now: &[String]) -> bool {
        match self {
            Self::Nothing => before == now,
            Self::Move(mv) => {
                before == now || now.split_last().is_some_and(|(last, rest)| last == mv && rest == before)
            }
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
        game.settle(&Attempt::Nothing).await?;
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
        Ok(Some(Self { soak: soak.clone(), id, token, spec, moves: Vec::new(), table, socket: None, over_socket }))
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
            return self.settle(&Attempt::Move(mv)).await;
        }
        if before % 2 == 0 && before == self.soak.faults.load(Ordering::Acquire) {
            lock(&self.soak.times).push(began.elapsed());
        }
        self.soak.count("moves acknowledged");
        self.table.play(&mv)?;
        self.moves.push(mv);
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
        if matches!(answer, Some((200, _))) {
            self.soak.count("moves taken back");
        }
        self.settle(&Attempt::Undo).await
    }

    /// Looks how the game stands, and fails if that cannot be.
    async fn settle(&mut self, attempt: &Attempt) -> Result<(), SoakError> {
        let now = self.soak.moves(&self.id).await?;
        if !attempt.explains(&self.moves, &now) {
            return Err(format!("game {}: acknowledged {:?}, found {now:?}", self.id, self.moves).into());
        }
        if now != self.moves {
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
