//! Games between bots need nobody.

use std::time::Duration;

use potez_server::storage::Sqlite;
use potez_server::{ClientLimits, Database, ServerSettings};
use serde_json::{Value, json};

use crate::faults::FaultyStorage;
use crate::house::House;
use crate::storage_faults::Folder;

async fn between_bots(house: &House) -> String {
    let bot = |seed: u32| json!({ "kind": "engine", "bot": format!("random:seed={seed}") });
    let body = json!({ "game": "havannah:size=4", "x": bot(3), "o": bot(4) });
    let (status, created) = house.post("/api/games", &body).await;
    assert_eq!(status, 201, "{created}");
    created["id"].as_str().unwrap().to_string()
}

fn is_over(state: &Value) -> bool {
    !state["outcome"].is_null()
}

#[tokio::test]
async fn two_bots_come_to_an_end_though_nobody_looks_on() {
    let house = House::open().await;
    let games = [between_bots(&house).await, between_bots(&house).await, between_bots(&house).await];
    for id in games {
        let state = house.wait(&id, is_over).await;
        assert_eq!(state["watchers"], 0);
    }
}

#[tokio::test]
async fn two_bots_go_on_after_a_restart_though_nobody_asks() {
    let folder = Folder::new("bots");
    let limits = ClientLimits { rate: 10_000.0, ..ClientLimits::default() };
    let settings = ServerSettings { limits, ..ServerSettings::default() };
    // In the first run no move can be written.
    let storage = FaultyStorage::without_changes(Sqlite::open(&folder.file()).await.unwrap());
    let mut house = House::on_storage(storage, settings.clone()).await;
    let id = between_bots(&house).await;
    assert_eq!(house.get(&format!("/api/games/{id}")).await.1["ply"], 0);
    house.close().await;
    drop(house);
    let mut house = House::on(&Database::File(folder.file()), settings).await;
    let goes_on = || {
        let raw = rusqlite::Connection::open(folder.file()).unwrap();
        raw.busy_timeout(Duration::from_mins(1)).unwrap();
        let count = "SELECT count(*) FROM games WHERE json_extract(head, '$.unattended')";
        raw.query_row(count, [], |row| row.get::<_, i64>(0)).unwrap() == 1
    };
    // Only the file is asked, not the server.
    while goes_on() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(is_over(&house.get(&format!("/api/games/{id}")).await.1));
    house.close().await;
}
