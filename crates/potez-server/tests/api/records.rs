//! Records in and out.

use reqwest::StatusCode;
use serde_json::json;

use crate::house::{House, code};

#[tokio::test]
async fn a_record_goes_through_every_format_and_comes_back_the_same() {
    let house = House::open().await;
    let record = json!({
        "game": "havannah:size=4", "position": null, "tags": { "X": "Ana", "O": "Đorđe" }, "comment": null,
        "moves": ["d4", { "move": "a1", "comment": "corner", "variations": [["b2", "c3"]] }, "g7"],
        "result": null, "reason": null,
    });
    for format in ["text", "json", "sgf", "lg"] {
        let (status, file) = house.post("/api/export", &json!({ "record": record, "format": format })).await;
        assert_eq!(status, StatusCode::OK, "{file}");
        let (status, back) = house.post("/api/import", &json!({ "text": file["text"] })).await;
        assert_eq!(status, StatusCode::OK, "{format}: {back}");
        assert_eq!(back["record"]["moves"], record["moves"], "{format}");
        assert_eq!((&back["final"]["ply"], &back["overruled"]), (&json!(3), &json!(null)));
    }
}

#[tokio::test]
async fn records_that_are_no_games_are_refused_with_the_move_that_is_wrong() {
    let house = House::open().await;
    let (status, body) = house.post("/api/import", &json!({ "text": "(;FF[4]GM[Havannah]SZ[4];W[d4];B[d4])" })).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "illegal-move"));
    assert_eq!(body["error"]["ply"], 2);
    for text in ["", "hello", "{}", "(;", "{\"game\":\"chess\",\"moves\":[]}"] {
        let (status, body) = house.post("/api/import", &json!({ "text": text })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{text}: {body}");
    }
    let sgf = json!({ "record": { "game": "byte", "moves": ["d2-c3"] }, "format": "sgf" });
    assert_eq!(house.post("/api/export", &sgf).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let long = json!({ "text": format!("{{\"game\":\"byte\",\"comment\":\"{}\"}}", "x".repeat(300_000)) });
    assert_eq!(house.post("/api/import", &long).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_result_that_the_rules_do_not_give_is_overruled_in_words() {
    let house = House::open().await;
    let text = json!({ "game": "havannah:size=3", "moves": ["a1", "d4", "a2", "d5", "a3"], "result": "o" }).to_string();
    let (_, back) = house.post("/api/import", &json!({ "text": text })).await;
    assert_eq!((&back["overruled"], &back["final"]["outcome"]["winner"]), (&json!("o"), &json!("x")));
    assert!(back["overruledWords"].as_str().unwrap().contains("X wins"));
}

#[tokio::test]
async fn a_file_of_several_games_is_read_game_by_game() {
    let house = House::open().await;
    let text =
        "[Game \"byte\"]\n[X \"Ana\"]\n[O \"Bob\"]\n\n1. d2-c3 *\n\n[Game \"havannah:size=4\"]\n\n1. d4 c3 2. e5 *\n";
    let (_, first) = house.post("/api/import", &json!({ "text": text })).await;
    assert_eq!(first["record"]["game"], "byte", "{first}");
    assert_eq!(first["games"], json!(["Ana – Bob, byte, 1 move", "? – ?, havannah:size=4, 3 moves"]));
    let (_, second) = house.post("/api/import", &json!({ "text": text, "number": 2 })).await;
    assert_eq!(second["record"]["game"], "havannah:size=4");
    for number in [0, 3] {
        let (status, body) = house.post("/api/import", &json!({ "text": text, "number": number })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    }
}
