//! Days pass at a running server: what nobody touches is deleted, what is used is not.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use potez_server::{ClientLimits, Database, ServerSettings};
use serde_json::json;

use crate::house::House;
use crate::storage_faults::Folder;

const DAY: u64 = 86_400_000;

/// On how many days a server ran.
fn days(file: &Path) -> u64 {
    let raw = rusqlite::Connection::open(file).unwrap();
    raw.busy_timeout(Duration::from_mins(1)).unwrap();
    raw.query_row("SELECT count(*) FROM days", [], |row| row.get::<_, i64>(0)).unwrap() as u64
}

/// Lets a day pass, and waits until the server has noticed.
async fn pass_a_day(file: &Path, skipped: &AtomicU64) {
    let before = days(file);
    skipped.fetch_add(DAY, Ordering::Relaxed);
    while days(file) == before {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_running_server_deletes_what_nobody_touches_and_keeps_what_is_used() {
    let folder = Folder::new("keep");
    let (file, skipped) = (folder.file(), Arc::new(AtomicU64::new(0)));
    let limits = ClientLimits { rate: 10_000.0, ..ClientLimits::default() };
    let settings = ServerSettings { keep: Some(2), skipped_ms: skipped.clone(), limits, ..ServerSettings::default() };
    let mut house = House::on(&Database::File(file.clone()), settings).await;
    let (left, token, _) = house.game_of_two("havannah:size=4", &json!({})).await;
    assert_eq!(house.play(&left, &token, "a1", 0).await.0, 200);
    let body = json!({ "game": "havannah:size=4", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let (_, used) = house.post("/api/games", &body).await;
    let (used, token) = (used["id"].as_str().unwrap(), used["token"].as_str().unwrap());
    pass_a_day(&file, &skipped).await;
    assert_eq!(house.get(&format!("/api/games/{left}")).await.0, 200);
    for (ply, mv) in ["a1", "b1", "c1", "d1"].into_iter().enumerate() {
        assert_eq!(house.play(used, token, mv, ply).await.0, 200);
        pass_a_day(&file, &skipped).await;
    }
    // The day is written down before what is old is deleted.
    while house.get(&format!("/api/games/{left}")).await.0 != 404 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (status, state) = house.get(&format!("/api/games/{used}")).await;
    assert_eq!((status.as_u16(), &state["ply"]), (200, &json!(4)));
    house.close().await;
}
