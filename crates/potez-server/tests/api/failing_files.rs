//! A server on real files that fail: games are read meanwhile, and everything goes on afterwards.

use potez_server::{ClientLimits, Database, ServerSettings};
use reqwest::StatusCode;
use serde_json::json;

use crate::house::{House, code};
use crate::storage_faults::{Folder, SmallDisk};

async fn house(folder: &Folder) -> House {
    let limits = ClientLimits { rate: 10_000.0, ..ClientLimits::default() };
    // Small enough for a disk of a megabyte to have room for a game.
    let most_bytes = Some(600_000);
    House::on(&Database::File(folder.file()), ServerSettings { limits, most_bytes, ..ServerSettings::default() }).await
}

async fn wait_for_health(house: &House, status: u16) {
    while house.get("/healthz").await.0 != status {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// A game is read in every way while nothing can be written.
async fn read_everywhere(house: &House, id: &str) {
    assert_eq!(house.get(&format!("/api/games/{id}")).await.0, StatusCode::OK);
    assert_eq!(house.get(&format!("/api/games/{id}/record")).await.0, StatusCode::OK);
    let mut socket = house.socket().await;
    let seen = socket.ask(json!({ "t": "watch", "game": id })).await;
    assert_eq!(seen["t"], "state", "{seen}");
}

#[tokio::test]
async fn while_the_database_is_moved_away_games_are_read_over_http_and_then_moves_go_on() {
    let folder = Folder::new("http-away");
    let mut house = house(&folder).await;
    let (id, me, _) = house.game_of_two("byte", &json!({})).await;
    let away = folder.0.join("elsewhere.db");
    std::fs::rename(folder.file(), &away).unwrap();
    let (status, refused) = house.play(&id, &me, "d2-c3", 0).await;
    assert_eq!((status.as_u16(), code(&refused)), (503, "storage"));
    read_everywhere(&house, &id).await;
    wait_for_health(&house, 503).await;
    std::fs::rename(&away, folder.file()).unwrap();
    wait_for_health(&house, 200).await;
    assert_eq!(house.play(&id, &me, "d2-c3", 0).await.0, 200);
    house.close().await;
}

#[tokio::test]
async fn while_the_disk_is_full_games_are_read_over_http_and_then_moves_go_on() {
    let folder = Folder::new("http-full");
    let Some(disk) = SmallDisk::mount(&folder.0) else {
        return eprintln!("no disk can be mounted here; the test of a database that is away says nearly as much");
    };
    let mut house = house(&folder).await;
    let body = json!({ "game": "havannah", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let (_, created) = house.post("/api/games", &body).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let filler = folder.0.join("filler");
    std::fs::write(&filler, vec![0; 1 << 20]).unwrap_err();
    // The last bytes may do for a move or two, and then for none.
    let moves = || (1..10).flat_map(|row| "abcdefghij".chars().map(move |column| format!("{column}{row}")));
    let mut played = 0;
    for mv in moves() {
        let (status, refused) = house.play(id, token, &mv, played).await;
        if status != StatusCode::OK {
            assert_eq!((status.as_u16(), code(&refused)), (503, "storage"), "{refused}");
            break;
        }
        played += 1;
    }
    wait_for_health(&house, 503).await;
    read_everywhere(&house, id).await;
    std::fs::remove_file(filler).unwrap();
    wait_for_health(&house, 200).await;
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!(state["ply"], json!(played));
    assert_eq!(house.play(id, token, &moves().nth(played).unwrap(), played).await.0, StatusCode::OK);
    house.close().await;
    drop(disk);
}
