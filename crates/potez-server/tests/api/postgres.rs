//! What `PostgreSQL` alone can do: come and go, be damaged behind the server's back, be shared.

use std::time::{Duration, Instant};

use potez_server::storage::{GameChange, MovesChange, StorageError, StoredGame};
use potez_server::testing::PostgresServer;
use potez_server::{Database, ServerSettings};
use reqwest::StatusCode;
use serde_json::json;

use crate::house::{House, PATIENCE, code};

fn game(id: &str) -> StoredGame {
    StoredGame { id: id.into(), version: 1, metadata: "{}".into(), moves: vec!["a1".into()], ..StoredGame::default() }
}

fn add(id: &str, from: u64) -> GameChange {
    let moves = MovesChange::Add { ply: from as usize, text: format!("m{from}") };
    GameChange { id: id.into(), from, at: 20 + from, metadata: "{}".into(), moves }
}

fn name(url: &str) -> &str {
    url.rsplit('/').next().and_then(|name| name.split('?').next()).unwrap()
}

#[tokio::test]
async fn a_game_that_was_damaged_behind_the_servers_back_is_named_and_the_others_are_served() {
    let Some(server) = PostgresServer::shared("damage on PostgreSQL") else { return };
    let url = server.database();
    let storage = url.parse::<Database>().unwrap().open(None).await.unwrap();
    for id in ["good", "bad", "gap"] {
        storage.create(game(id)).await.unwrap();
        storage.change(add(id, 1)).await.unwrap();
    }
    server.query(name(&url), "UPDATE moves SET text = 'z9' WHERE game = 'bad' AND ply = 0").unwrap();
    // A move is there that must not be: the next one cannot be added.
    server.query(name(&url), "INSERT INTO moves VALUES ('gap', 2, 'x')").unwrap();
    assert!(matches!(storage.load("bad").await, Err(StorageError::DamagedGame { id, .. }) if id == "bad"));
    assert!(matches!(storage.change(add("gap", 2)).await, Err(StorageError::DamagedGame { id, .. }) if id == "gap"));
    assert_eq!(storage.load("good").await.unwrap().unwrap().moves, ["a1", "m1"]);
    assert_eq!(storage.damaged_games(), 1);
    storage.change(add("good", 2)).await.unwrap();
    storage.close().await;
}

#[tokio::test]
async fn two_storages_on_one_database_change_a_version_once() {
    let Some(server) = PostgresServer::shared("two storages on one PostgreSQL") else { return };
    let database: Database = server.database().parse().unwrap();
    // Both find no tables at the same moment.
    let (one, two) = tokio::join!(database.open(None), database.open(None));
    let (one, two) = (one.unwrap(), two.unwrap());
    for number in 0..20 {
        one.create(game(&number.to_string())).await.unwrap();
    }
    for from in 1..4 {
        let races = (0..20).map(|number| {
            let (one, two) = (&one, &two);
            let id = number.to_string();
            async move { tokio::join!(one.change(add(&id, from)), two.change(add(&id, from))) }
        });
        for (first, second) in futures_util::future::join_all(races).await {
            assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
        }
    }
    for number in 0..20 {
        let stored = two.load(&number.to_string()).await.unwrap().unwrap();
        assert_eq!((stored.version, stored.moves.len()), (4, 4));
    }
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn newer_tables_are_refused() {
    let Some(server) = PostgresServer::shared("newer tables in PostgreSQL") else { return };
    let url = server.database();
    let database: Database = url.parse().unwrap();
    database.open(None).await.unwrap().close().await;
    server.query(name(&url), "INSERT INTO potez_tables VALUES (99)").unwrap();
    assert!(matches!(database.open(None).await.err(), Some(StorageError::TooNew { found: 99, .. })));
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone_and_said_to_be_one() {
    let Some(server) = PostgresServer::shared("somebody else's tables in PostgreSQL") else { return };
    let url = server.database();
    server.query(name(&url), "CREATE TABLE games (title TEXT)").unwrap();
    let database: Database = url.parse().unwrap();
    let Some(error @ StorageError::Foreign(_)) = database.open(None).await.err() else { panic!("it was opened") };
    assert!(error.to_string().contains("another program's table `games`"), "{error}");
    let tables = "SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(server.query(name(&url), tables).unwrap(), "games");
}

#[tokio::test]
async fn a_server_tells_that_postgres_is_away_and_goes_on_by_itself_when_it_is_back() {
    let Some(server) = PostgresServer::own("a PostgreSQL that is killed under a server") else { return };
    let database: Database = server.database().parse().unwrap();
    let mut house = House::on(&database, ServerSettings::default()).await;
    let (id, x, o) = house.game_of_two("byte", &json!({})).await;
    assert_eq!(house.play(&id, &x, "d2-c3", 0).await.0, StatusCode::OK);
    server.kill().unwrap();
    let (status, body) = house.play(&id, &o, "a3-b2", 1).await;
    assert_eq!((status, code(&body)), (StatusCode::SERVICE_UNAVAILABLE, "storage"));
    assert_eq!(house.get("/healthz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    // What is known can still be read.
    assert_eq!(house.get(&format!("/api/games/{id}")).await.1["ply"], 1);
    server.resume().unwrap();
    let began = Instant::now();
    while house.play(&id, &o, "a3-b2", 1).await.0 != StatusCode::OK {
        assert!(began.elapsed() < PATIENCE, "writing does not go on");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!(state["ply"], 2);
    house.close().await;
}

#[tokio::test]
async fn a_server_tells_that_new_games_cannot_be_kept_while_moves_are() {
    let Some(server) = PostgresServer::shared("a PostgreSQL without room for games") else { return };
    let url = server.database();
    let mut house = House::on(&url.parse().unwrap(), ServerSettings::default()).await;
    let (id, x, _) = house.game_of_two("byte", &json!({})).await;
    // What PostgreSQL says when its disk is full.
    let full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION \
                'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$; \
                CREATE TRIGGER full_disk BEFORE INSERT ON games EXECUTE FUNCTION full_disk()";
    server.query(name(&url), full).unwrap();
    let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "friend" } });
    let (status, refused) = house.post("/api/games", &body).await;
    assert_eq!((status, code(&refused)), (StatusCode::SERVICE_UNAVAILABLE, "storage"));
    assert_eq!(house.play(&id, &x, "d2-c3", 0).await.0, StatusCode::OK);
    let health = async |expected: &str| {
        let began = Instant::now();
        loop {
            let (status, health) = house.get("/healthz").await;
            assert_eq!(status, StatusCode::OK);
            if health["status"] == expected {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{health}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    health("full").await;
    server.query(name(&url), "DROP TRIGGER full_disk ON games").unwrap();
    assert_eq!(house.post("/api/games", &body).await.0, StatusCode::CREATED);
    health("ok").await;
    house.close().await;
}

#[tokio::test]
async fn a_database_that_is_not_there_is_said_to_be_so_without_its_password() {
    let database: Database = "postgres://potez:hunter2@127.0.0.1:1/none".parse().unwrap();
    let server = potez_server::Server::bind(([127, 0, 0, 1], 0).into(), &database, ServerSettings::default()).await;
    let error = server.err().unwrap().to_string();
    assert!(error.contains("127.0.0.1:1/none") && !error.contains("hunter2"), "{error}");
}
