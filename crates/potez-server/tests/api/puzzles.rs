//! Puzzles over HTTP: lists without solutions, moves judged, solutions for who gives up.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, code};

/// A puzzle of a small board with at least two moves to find, and its solution.
async fn small(house: &House) -> (Value, Vec<String>) {
    let (status, list) = house.get("/api/puzzles/havannah").await;
    assert_eq!(status, StatusCode::OK);
    let puzzles = list["puzzles"].as_array().unwrap();
    assert!(puzzles.len() >= 300 && puzzles.iter().all(|puzzle| puzzle.get("solution").is_none()));
    assert!(list["themes"].as_array().unwrap().iter().any(|theme| theme["id"] == "ring" && theme["name"] == "ring"));
    assert!(puzzles.iter().any(|puzzle| puzzle["id"] == list["daily"]));
    let small = |puzzle: &&Value| puzzle["asked"].as_u64() >= Some(2) && puzzle["game"] == "havannah:size=4";
    let puzzle = puzzles.iter().find(small).unwrap().clone();
    let (_, solution) = house.get(&format!("/api/puzzle/{}", puzzle["id"].as_str().unwrap())).await;
    let line = solution["line"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap().to_string()).collect();
    (puzzle, line)
}

#[tokio::test]
async fn right_moves_are_answered_and_wrong_ones_refuted() {
    let house = House::open().await;
    let (puzzle, line) = small(&house).await;
    let path = format!("/api/puzzle/{}", puzzle["id"].as_str().unwrap());
    let (status, right) = house.post(&path, &json!({ "found": 0, "move": line[0] })).await;
    assert_eq!((status, &right["verdict"]), (StatusCode::OK, &json!("right")), "{right}");
    assert_eq!(right["line"][0]["text"], line[1]);
    let table = potez_table::open(puzzle["game"].as_str().unwrap(), puzzle["position"].as_str()).unwrap();
    let other = table.legal().into_iter().find(|mv| *mv != line[0]).unwrap();
    let (_, wrong) = house.post(&format!("{path}?lang=sr"), &json!({ "found": 0, "move": other })).await;
    assert_eq!((&wrong["verdict"], &wrong["line"][0]["text"]), (&json!("wrong"), &json!(other)), "{wrong}");
    assert!(wrong["words"].as_str().unwrap().contains("gubi"), "{wrong}");
    let (status, body) = house.post(&path, &json!({ "found": 0, "move": "z9" })).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "bad-move"), "{body}");
    // Nothing is left to find, and the cell is taken.
    let (status, _) = house.post(&path, &json!({ "found": 999, "move": line[0] })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn what_does_not_exist_is_not_found() {
    let house = House::open().await;
    assert_eq!(house.get("/api/puzzles/chess").await.0, StatusCode::NOT_FOUND);
    assert_eq!(house.get("/api/puzzle/h00000000").await.0, StatusCode::NOT_FOUND);
    assert_eq!(house.post("/api/puzzle/x", &json!({ "found": 0, "move": "a1" })).await.0, StatusCode::NOT_FOUND);
    assert_eq!(house.post("/api/puzzle/x", &json!({ "found": -1 })).await.0, StatusCode::BAD_REQUEST);
}
