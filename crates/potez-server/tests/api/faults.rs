//! A disk that fails, and what is left of the server then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use potez_server::storage::{
    Attendance, ExploredGame, GameChange, Heartbeat, JournalLine, Retention, Sqlite, Storage, StorageError,
    StorageRoom, StoredGame,
};
use potez_server::{ClientLimits, ServerSettings};
use serde_json::json;

use crate::house::{House, code};
use crate::leagues::{TestLeague, terms};

/// A storage that can be told to refuse writing, or to write and say that it failed.
pub(crate) struct FaultyStorage {
    inner: Sqlite,
    refuses: AtomicBool,
    /// Refuses only changes, not new games.
    refuses_changes: AtomicBool,
    lies: AtomicBool,
    is_full: AtomicBool,
    refused_changes: AtomicUsize,
    /// How often it was asked for its room, and given a game to be found.
    asked_for_room: AtomicUsize,
    explored: AtomicUsize,
}

impl FaultyStorage {
    async fn new() -> Arc<Self> {
        Self::on(Sqlite::in_memory().await.unwrap())
    }

    fn on(inner: Sqlite) -> Arc<Self> {
        let [refuses, refuses_changes, lies, is_full] = [(); 4].map(|()| AtomicBool::new(false));
        let [refused_changes, asked_for_room, explored] = [(); 3].map(|()| AtomicUsize::new(0));
        Arc::new(Self { inner, refuses, refuses_changes, lies, is_full, refused_changes, asked_for_room, explored })
    }

    /// A storage that takes new games and nothing else.
    pub(crate) fn without_changes(inner: Sqlite) -> Arc<Self> {
        let storage = Self::on(inner);
        storage.refuses_changes.store(true, Ordering::Relaxed);
        storage
    }

    fn broken() -> StorageError {
        StorageError::Broken("on purpose".into())
    }

    async fn written(&self, write: impl Future<Output = Result<(), StorageError>>) -> Result<(), StorageError> {
        if self.refuses.load(Ordering::Relaxed) {
            return Err(Self::broken());
        }
        write.await?;
        if self.lies.load(Ordering::Relaxed) { Err(Self::broken()) } else { Ok(()) }
    }
}

#[async_trait]
impl Storage for FaultyStorage {
    async fn create(&self, game: StoredGame) -> Result<(), StorageError> {
        self.written(self.inner.create(game)).await
    }
    async fn change(&self, change: GameChange) -> Result<(), StorageError> {
        let changed = if self.refuses_changes.load(Ordering::Relaxed) {
            Err(Self::broken())
        } else {
            self.written(self.inner.change(change)).await
        };
        self.refused_changes.fetch_add(usize::from(changed.is_err()), Ordering::Relaxed);
        changed
    }
    async fn load(&self, id: &str) -> Result<Option<StoredGame>, StorageError> {
        self.inner.load(id).await
    }
    async fn begin(&self, at: u64) -> Result<Heartbeat, StorageError> {
        self.inner.begin(at).await
    }
    async fn beat(&self, at: u64) -> Result<Heartbeat, StorageError> {
        self.written(async { self.inner.beat(at).await.map(|_| ()) }).await?;
        Ok(Heartbeat::default())
    }
    async fn attendance(&self, run: u64) -> Result<Attendance, StorageError> {
        self.inner.attendance(run).await
    }
    async fn bytes_of(&self, maker: &str) -> Result<u64, StorageError> {
        self.inner.bytes_of(maker).await
    }
    async fn old_games(&self, retention: Retention) -> Result<Vec<String>, StorageError> {
        self.inner.old_games(retention).await
    }
    async fn unattended_games(&self) -> Result<Vec<String>, StorageError> {
        self.inner.unattended_games().await
    }
    async fn delete(&self, ids: Vec<String>, forget_makers: u32) -> Result<(), StorageError> {
        self.written(self.inner.delete(ids, forget_makers)).await
    }
    async fn add_line(&self, line: JournalLine) -> Result<(), StorageError> {
        self.written(self.inner.add_line(line)).await
    }
    async fn lines(&self, name: &str, from: u64) -> Result<Vec<String>, StorageError> {
        self.inner.lines(name, from).await
    }
    async fn journals(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.inner.journals(prefix).await
    }
    async fn explore(&self, game: ExploredGame, positions: Vec<u64>) -> Result<(), StorageError> {
        self.explored.fetch_add(1, Ordering::Relaxed);
        self.written(self.inner.explore(game, positions)).await
    }
    async fn room(&self) -> Result<StorageRoom, StorageError> {
        self.asked_for_room.fetch_add(1, Ordering::Relaxed);
        let is_full = self.is_full.load(Ordering::Relaxed);
        Ok(StorageRoom { used: 1, free: is_full.then_some(5), reserve: 10 })
    }
    fn damaged_games(&self) -> u64 {
        self.inner.damaged_games()
    }
    async fn check(&self, at: u64) -> Result<(), StorageError> {
        self.written(self.inner.check(at)).await
    }
    async fn close(&self) {
        self.inner.close().await;
    }
}

async fn house() -> (House, Arc<FaultyStorage>) {
    let storage = FaultyStorage::new().await;
    let limits = ClientLimits { rate: 10_000.0, ..ClientLimits::default() };
    let settings = ServerSettings { limits, ..ServerSettings::default() };
    (House::on_storage(storage.clone(), settings).await, storage)
}

async fn wait_for_health(house: &House, status: u16) {
    while house.get("/healthz").await.0 != status {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn while_the_disk_fails_games_are_read_and_players_told_and_then_all_goes_on() {
    let (house, storage) = house().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    assert_eq!(house.get("/healthz").await.0, 200);
    storage.refuses.store(true, Ordering::Relaxed);
    let (status, refused) = house.play(&id, &me, "d2-c3", 0).await;
    assert_eq!((status.as_u16(), code(&refused)), (503, "storage"));
    assert!(refused["error"]["message"].as_str().unwrap().contains("disk"));
    assert!(refused["error"]["retryAfterMs"].as_u64().unwrap() > 0);
    // A friend comes for the first time, which cannot be written, and sees the game all the same.
    let asked = house.request(reqwest::Method::GET, &format!("/api/games/{id}")).bearer_auth(&friend);
    assert_eq!(crate::house::answer(asked).await.0, 200);
    let mut socket = house.socket().await;
    let seen = socket.ask(json!({ "t": "watch", "game": id, "token": friend })).await;
    assert_eq!(seen["state"]["ply"], 0);
    // Health is told by writing; a look at it is good for a second.
    wait_for_health(&house, 503).await;
    storage.refuses.store(false, Ordering::Relaxed);
    assert_eq!(house.play(&id, &me, "d2-c3", 0).await.0, 200);
    wait_for_health(&house, 200).await;
}

#[tokio::test]
async fn a_bot_whose_move_could_not_be_written_moves_when_it_can() {
    let (house, storage) = house().await;
    let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "engine", "bot": "random" } });
    let (_, created) = house.post("/api/games", &body).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    // The move is written, and the failure comes right after it: nobody knows whether it was.
    storage.lies.store(true, Ordering::Relaxed);
    assert_eq!(house.play(id, token, "d2-c3", 0).await.0, 503);
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_ne!(state["ply"], 0);
    storage.lies.store(false, Ordering::Relaxed);
    // Nobody watches over a socket: asking is enough to see the answer.
    house.wait(id, |state| state["ply"] == 2).await;
}

#[tokio::test]
async fn a_flag_that_could_not_fall_falls_when_it_can() {
    let (house, storage) = house().await;
    let clock = json!({ "clock": { "kind": "move", "moveMs": 1000 } });
    let (id, me, friend) = house.game_of_two("byte", &clock).await;
    assert_eq!(house.play(&id, &me, "d2-c3", 0).await.0, 200);
    assert_eq!(house.play(&id, &friend, "a3-b2", 1).await.0, 200);
    storage.refuses.store(true, Ordering::Relaxed);
    // On a very slow machine the flag has fallen already.
    let is_over = async || !house.get(&format!("/api/games/{id}")).await.1["outcome"].is_null();
    while storage.refused_changes.load(Ordering::Relaxed) == 0 && !is_over().await {}
    storage.refuses.store(false, Ordering::Relaxed);
    let state = house.wait(&id, |state| !state["outcome"].is_null()).await;
    assert_eq!((&state["outcome"]["reason"], &state["outcome"]["winner"]), (&json!("time"), &json!("o")));
}

#[tokio::test]
async fn when_little_room_is_left_new_games_are_refused_and_moves_are_not() {
    let (house, storage) = house().await;
    let (id, me, _) = house.game_of_two("byte", &json!({})).await;
    storage.is_full.store(true, Ordering::Relaxed);
    let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let (status, refused) = house.post("/api/games", &body).await;
    assert_eq!((status.as_u16(), code(&refused)), (507, "storage-full"));
    assert_eq!(house.play(&id, &me, "d2-c3", 0).await.0, 200);
    assert!(metrics(&house).await.contains("potez_storage_free_bytes 5\n"));
    assert_eq!(house.get("/healthz").await, (reqwest::StatusCode::OK, json!({ "status": "full" })));
    storage.is_full.store(false, Ordering::Relaxed);
    assert_eq!(house.post("/api/games", &body).await.0, 201);
}

#[tokio::test]
async fn what_is_not_a_move_leaves_the_last_room_to_the_moves() {
    let (house, storage) = house().await;
    let open = terms("round-robin", &json!({ "uploads": true }));
    let league = TestLeague::new(&house, &open).await;
    let token = league.add(&house, "Ana").await;
    let (id, me, friend) = house.game_of_two("havannah:size=3", &json!({})).await;
    storage.is_full.store(true, Ordering::Relaxed);
    let program = json!({ "file": "ana.py", "data": "cHJpbnQoKQ==" });
    let path = format!("/api/leagues/{}/act", league.id);
    let refused = [
        house.post_as(&token, "/api/league/upload", &program).await,
        house.post("/api/leagues", &open).await,
        house.post_as(&league.key, &path, &json!({ "action": "add", "name": "Bora" })).await,
    ];
    for (status, refused) in &refused {
        assert_eq!((status.as_u16(), code(refused)), (507, "storage-full"));
    }
    // Nor is it written down what a bot says out of turn.
    let unasked = json!({ "game": id, "ply": 9, "move": "a1" });
    assert_eq!(house.post_as(&token, "/api/league/move", &unasked).await.0, 409);
    let faults = async || league.bot(&house, 0).await["faults"].as_array().map(Vec::len);
    assert_eq!(faults().await, Some(0));
    // A game ends, and is not put where it is found before there is room again.
    for (ply, (token, mv)) in [(&me, "a1"), (&friend, "b2")].into_iter().enumerate() {
        assert_eq!(house.play(&id, token, mv, ply).await.0, 200);
    }
    assert_eq!(house.act(&id, &me, "resign").await.0, 200);
    let explored = || storage.explored.load(Ordering::Relaxed);
    let asked = || storage.asked_for_room.load(Ordering::Relaxed);
    let before = asked();
    while explored() == 0 && asked() < before + 3 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(explored(), 0);
    storage.is_full.store(false, Ordering::Relaxed);
    while explored() == 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(house.post_as(&token, "/api/league/upload", &program).await.0, 200);
    assert_eq!(house.post_as(&token, "/api/league/move", &unasked).await.0, 409);
    assert_eq!(faults().await, Some(1));
}

async fn metrics(house: &House) -> String {
    house.request(reqwest::Method::GET, "/metrics").send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn what_one_client_stores_is_bounded_and_moves_go_on() {
    let limits = ClientLimits { bytes: 2_000, ..ClientLimits::default() };
    let house = House::with(ServerSettings { limits, ..ServerSettings::default() }).await;
    let (id, me, _) = house.game_of_two("byte", &json!({})).await;
    let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let refused = loop {
        let (status, answer) = house.post("/api/games", &body).await;
        if status != 201 && code(&answer) != "too-many-requests" {
            break (status.as_u16(), answer);
        }
    };
    assert_eq!((refused.0, code(&refused.1)), (429, "too-much-stored"));
    assert_eq!(house.play(&id, &me, "d2-c3", 0).await.0, 200);
}

#[tokio::test]
async fn a_game_that_is_over_and_taken_back_counts_as_open_again() {
    let limits = ClientLimits { games: 1, rate: 10_000.0, ..ClientLimits::default() };
    let house = House::with(ServerSettings { limits, ..ServerSettings::default() }).await;
    let body = json!({ "game": "havannah:size=3", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let (_, first) = house.post("/api/games", &body).await;
    let (id, token) = (first["id"].as_str().unwrap(), first["token"].as_str().unwrap());
    for (ply, mv) in ["a1", "c3", "a2", "d3", "a3"].into_iter().enumerate() {
        assert_eq!(house.play(id, token, mv, ply).await.0, 200);
    }
    // It is over: another one may be made. Then the first may not go on.
    assert_eq!(house.post("/api/games", &body).await.0, 201);
    let (status, refused) = house.act(id, token, "undo").await;
    assert_eq!((status.as_u16(), code(&refused)), (429, "too-many-games"));
}
