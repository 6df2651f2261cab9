//! Games that earlier versions have stored: they are found, read and played on.

use potez_server::storage::{Sqlite, Storage, StoredGame};
use potez_server::{Database, ServerSettings};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, code};

/// What version 0.1 had written before sessions had a crate of their own: games under way, taught,
/// resigned, called off.
const GAMES: &str = include_str!("stored/games-0.1.json");

/// A server on a database that holds those games.
async fn house(name: &str) -> (House, std::path::PathBuf) {
    let file = std::env::temp_dir().join(format!("potez-stored-{name}-{}.db", std::process::id()));
    let storage = Sqlite::open(&file).await.unwrap();
    for game in serde_json::from_str::<Vec<Value>>(GAMES).unwrap() {
        let moves = game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_string()).collect();
        let (id, metadata) = (game["id"].as_str().unwrap().to_string(), game["head"].to_string());
        let game = StoredGame { id, version: 1, created: 10, updated: 10, metadata, moves, ..StoredGame::default() };
        storage.create(game).await.unwrap();
    }
    storage.close().await;
    (House::on(&Database::File(file.clone()), ServerSettings::default()).await, file)
}

/// The name and the tokens of one of the games.
fn named(name: &str) -> (String, Vec<String>) {
    let games: Vec<Value> = serde_json::from_str(GAMES).unwrap();
    let game = games.into_iter().find(|game| game["name"] == name).unwrap();
    let tokens = game["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap().to_string());
    (game["id"].as_str().unwrap().to_string(), tokens.collect())
}

fn remove(file: &std::path::Path) {
    for ending in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}

#[tokio::test]
async fn a_game_of_an_earlier_version_goes_on_with_its_clock_its_names_and_its_offers() {
    let (house, file) = house("running").await;
    let (id, tokens) = named("running");
    let (status, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!((status, &state["ply"], &state["turn"]), (StatusCode::OK, &json!(2), &json!("x")), "{state}");
    assert_eq!((&state["players"]["x"]["name"], &state["players"]["o"]["name"]), (&json!("Ana"), &json!("Bora")));
    assert_eq!((&state["players"]["x"]["joined"], &state["players"]["o"]["joined"]), (&json!(true), &json!(false)));
    assert_eq!((&state["clock"]["kind"], &state["clock"]["o"]), (&json!("fischer"), &json!(300_000)));
    assert_eq!((&state["takeback"], &state["offers"]["takeback"]), (&json!("ask"), &json!("x")));
    // The friend's token is still good for the friend's seat, and the two sit at two screens.
    let (_, state) = house.act(&id, &tokens[1], "acceptTakeback").await;
    assert_eq!((&state["ply"], &state["you"]), (&json!(0), &json!("o")), "{state}");
    let (status, _) = house.play(&id, &tokens[0], "d2-c3", 0).await;
    assert_eq!(status, StatusCode::OK);
    remove(&file);
}

#[tokio::test]
async fn games_of_an_earlier_version_that_were_over_still_are() {
    let (house, file) = house("over").await;
    for (name, reason, winner) in [("resigned", "resign", json!("x")), ("aborted", "aborted", json!(null))] {
        let (id, tokens) = named(name);
        let (_, state) = house.get(&format!("/api/games/{id}")).await;
        assert_eq!((&state["outcome"]["reason"], &state["outcome"]["winner"]), (&json!(reason), &winner));
        assert_eq!((&state["legal"], &state["canUndo"]), (&json!(0), &json!(false)));
        let (status, body) = house.play(&id, &tokens[0], "d2-c3", state["ply"].as_u64().unwrap() as usize).await;
        assert_eq!((status, code(&body)), (StatusCode::CONFLICT, "game-over"), "{name}");
    }
    let (id, _) = named("resigned");
    let (_, record) = house.get(&format!("/api/games/{id}/record?format=json")).await;
    assert!(record["text"].as_str().unwrap().contains("\"reason\": \"resign\""), "{record}");
    remove(&file);
}

#[tokio::test]
async fn one_damaged_game_hides_itself_alone() {
    let (mut house, file) = house("damaged").await;
    house.close().await;
    let [(bad, _), (good, _)] = ["resigned", "aborted"].map(named);
    let raw = rusqlite::Connection::open(&file).unwrap();
    raw.execute("UPDATE moves SET text = 'nonsense' WHERE game = ? AND ply = 0", [&bad]).unwrap();
    drop(raw);
    let mut house = House::on(&Database::File(file.clone()), ServerSettings::default()).await;
    let (status, list) = house.post("/api/games/brief", &json!({ "ids": [bad, good] })).await;
    assert_eq!((status, list["games"].as_array().unwrap().len()), (StatusCode::OK, 1), "{list}");
    let (status, refused) = house.get(&format!("/api/games/{bad}")).await;
    assert_eq!((status.as_u16(), code(&refused)), (500, "damaged"));
    let page = house.request(reqwest::Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("potez_damaged_games 1\n"));
    house.close().await;
    remove(&file);
}

#[tokio::test]
async fn a_start_with_a_wrong_clock_dates_no_later_game() {
    let file = std::env::temp_dir().join(format!("potez-stored-clock-{}.db", std::process::id()));
    let storage = Sqlite::open(&file).await.unwrap();
    // A server that believed to be in the year 2100.
    storage.begin(4_102_444_800_000).await.unwrap();
    storage.beat(4_102_444_900_000).await.unwrap();
    storage.close().await;
    let mut house = House::on(&Database::File(file.clone()), ServerSettings::default()).await;
    let (id, _, _) = house.game_of_two("byte", &json!({})).await;
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    assert!(state["created"].as_u64().unwrap() <= now + 1000, "{state}");
    house.close().await;
    remove(&file);
}

#[tokio::test]
async fn a_lesson_of_an_earlier_version_can_still_be_insisted_on() {
    let (house, file) = house("lesson").await;
    let (id, tokens) = named("lesson");
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!((&state["lesson"]["move"]["text"], &state["ply"]), (&json!("c1"), &json!(4)));
    house.act(&id, &tokens[0], "insist").await;
    let state = house.wait(&id, |state| state["ply"] == 6).await;
    assert_eq!(state["moves"][4]["text"], "c1");
    remove(&file);
}
