//! Playing with others: open invitations, seats carried elsewhere, set phrases, clocks of days.

use std::time::Duration;

use potez_server::{Database, ServerSettings};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, code};
use crate::storage_faults::Folder;

fn invitations(lobby: &Value) -> &[Value] {
    lobby["invitations"].as_array().unwrap()
}

#[tokio::test]
async fn an_open_invitation_is_listed_while_its_maker_is_here_and_whoever_comes_first_has_the_seat() {
    let house = House::open().await;
    let clock = json!({ "kind": "fischer", "initialMs": 300_000, "incrementMs": 5000 });
    let more = json!({ "open": true, "clock": clock, "x": { "kind": "me", "name": "Ana" } });
    let (id, me, friend) = house.game_of_two("havannah:size=5", &more).await;
    house.game_of_two("byte", &json!({})).await;
    let (_, lobby) = house.get("/api/lobby").await;
    assert!(invitations(&lobby).is_empty(), "nobody waits there: {lobby}");
    let mut socket = house.socket().await;
    socket.ask(json!({ "t": "watch", "game": id, "token": me })).await;
    let (_, lobby) = house.get("/api/lobby?lang=sr").await;
    let [invitation] = invitations(&lobby) else { panic!("{lobby}") };
    assert_eq!((&invitation["id"], &invitation["side"], &invitation["name"]), (&json!(id), &json!("o"), &json!("Ana")));
    assert_eq!((&invitation["clockWords"], &invitation["online"]), (&json!("5 + 5"), &json!(true)));
    let path = format!("/api/lobby/{id}");
    let (status, seat) = house.post(&path, &json!({ "name": "Bora" })).await;
    assert_eq!(status, StatusCode::OK, "{seat}");
    let (status, late) = house.post(&path, &json!({ "name": "Ceca" })).await;
    assert_eq!((status, code(&late)), (StatusCode::CONFLICT, "seat-taken"));
    let (_, lobby) = house.get("/api/lobby").await;
    assert!(invitations(&lobby).is_empty());
    // The link for the friend is good no longer; the new token is.
    house.play(&id, &me, "a1", 0).await;
    let (status, _) = house.play(&id, &friend, "b2", 1).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, state) = house.play(&id, seat["token"].as_str().unwrap(), "b2", 1).await;
    assert_eq!((status, &state["players"]["o"]["name"]), (StatusCode::OK, &json!("Bora")));
}

#[tokio::test]
async fn only_a_friends_seat_can_be_open_and_others_cannot_be_joined() {
    let house = House::open().await;
    let (status, _) = house
        .post("/api/games", &json!({ "game": "byte", "open": true, "x": { "kind": "me" }, "o": { "kind": "me" } }))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (id, ..) = house.game_of_two("byte", &json!({})).await;
    let (status, _) = house.post(&format!("/api/lobby/{id}"), &json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_game_of_days_per_move_waits_in_the_lobby_without_its_maker() {
    let house = House::open().await;
    let clock = json!({ "kind": "move", "moveMs": 3 * 86_400_000_u64 });
    let (id, ..) = house.game_of_two("byte", &json!({ "open": true, "clock": clock })).await;
    let (_, lobby) = house.get("/api/lobby").await;
    assert_eq!((&invitations(&lobby)[0]["id"], &invitations(&lobby)[0]["online"]), (&json!(id), &json!(false)));
    assert_eq!(invitations(&lobby)[0]["clockWords"], "3 days per move");
    let too_long = json!({ "kind": "move", "moveMs": 31 * 86_400_000_u64 });
    let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "friend" }, "clock": too_long });
    let (status, _) = house.post("/api/games", &body).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn an_invitation_to_a_game_of_days_is_in_the_lobby_again_after_a_restart() {
    let folder = Folder::new("lobby");
    let database = Database::File(folder.file());
    let mut house = House::on(&database, ServerSettings::default()).await;
    let clock = json!({ "kind": "move", "moveMs": 3 * 86_400_000_u64 });
    let (id, ..) = house.game_of_two("byte", &json!({ "open": true, "clock": clock })).await;
    house.close().await;
    drop(house);
    let mut house = House::on(&database, ServerSettings::default()).await;
    // Nobody asks for the game; it comes back by itself.
    let mut lobby = json!({ "invitations": [] });
    while invitations(&lobby).is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
        lobby = house.get("/api/lobby").await.1;
    }
    assert_eq!(invitations(&lobby)[0]["id"], json!(id));
    let (status, _) = house.post(&format!("/api/lobby/{id}"), &json!({ "name": "Bora" })).await;
    assert_eq!(status, StatusCode::OK);
    house.close().await;
    drop(house);
    // What was taken is no invitation any more.
    let raw = rusqlite::Connection::open(folder.file()).unwrap();
    let count = "SELECT count(*) FROM games WHERE json_extract(head, '$.unattended')";
    assert_eq!(raw.query_row(count, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
}

#[tokio::test]
async fn a_seat_is_carried_to_another_device_once() {
    let house = House::open().await;
    let (id, me, _) = house.game_of_two("byte", &json!({})).await;
    let path = format!("/api/games/{id}/carry");
    let (status, _) = house.post(&path, &json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (_, answer) = house.post_as(&me, &path, &json!({})).await;
    let taken = format!("/api/carry/{}", answer["code"].as_str().unwrap());
    let (status, seat) = house.post(&taken, &json!({})).await;
    assert_eq!((status, &seat["id"], &seat["token"]), (StatusCode::OK, &json!(id), &json!(me)));
    let (status, _) = house.post(&taken, &json!({})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_phrase_reaches_the_other_player_and_not_too_often() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    let path = format!("/api/games/{id}/phrase");
    let mut socket = house.socket().await;
    socket.ask(json!({ "t": "watch", "game": id, "token": friend })).await;
    let (status, _) = house.post_as(&me, &path, &json!({ "phrase": "good-luck" })).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let heard = socket.until(|message| !message["state"]["players"]["x"]["said"].is_null()).await;
    assert_eq!(heard["state"]["players"]["x"]["said"]["phrase"], "good-luck");
    let (status, _) = house.post_as(&me, &path, &json!({ "phrase": "hello" })).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    let (status, _) = house.post(&path, &json!({ "phrase": "hello" })).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "who only watches says nothing");
    let (status, _) = house.post_as(&friend, &path, &json!({ "phrase": "you lose" })).await;
    assert!(status.is_client_error(), "no words but the set ones");
}

#[tokio::test]
async fn games_in_brief_say_which_side_is_the_readers() {
    let house = House::open().await;
    let (id, me, _) = house.game_of_two("byte", &json!({})).await;
    let (_, briefs) = house.post("/api/games/brief", &json!({ "ids": [id, id], "tokens": [me, null] })).await;
    assert_eq!((&briefs["games"][0]["you"], &briefs["games"][1]["you"]), (&json!("x"), &Value::Null));
    assert_eq!((&briefs["games"][0]["people"], &briefs["games"][0]["turn"]), (&json!(true), &json!("x")));
}
