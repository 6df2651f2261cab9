//! Positions, choices and reasons without a game.

use reqwest::StatusCode;
use serde_json::json;

use crate::house::{House, code};

#[tokio::test]
async fn a_position_is_described_with_board_turn_and_outcome() {
    let house = House::open().await;
    let request = json!({ "game": "havannah:size=3", "moves": ["a1", "d4", "a2", "d5", "a3"] });
    let (status, position) = house.post("/api/position?lang=sr", &request).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(position["outcome"]["winner"], "x");
    assert_eq!(position["outcome"]["reason"], "bridge");
    assert_eq!(position["outcome"]["words"], "X pobeđuje: most između dva ugla");
    assert_eq!((&position["ply"], &position["legal"], &position["family"]), (&json!(5), &json!(0), &json!("havannah")));
    assert_eq!(position["last"]["words"], "X: a3");
    let winning = position["view"]["cells"].as_array().unwrap().iter();
    let winning: Vec<_> =
        winning.filter(|cell| cell["marks"].as_array().unwrap().contains(&json!("winning"))).collect();
    assert_eq!(winning.len(), 3);
}

#[tokio::test]
async fn a_wrong_move_is_named_by_its_number_and_its_reason() {
    let house = House::open().await;
    let (status, body) = house.post("/api/position", &json!({ "game": "byte", "moves": ["d2-c3", "a1-a2"] })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(body["error"]["ply"], 2);
    assert!(!body["error"]["detail"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn choices_lead_through_a_move_and_reasons_say_why_not() {
    let house = House::open().await;
    let place = json!({ "game": "blockade", "moves": ["d4-d6/Bd7", "d11-d9/Gb3"], "partial": "h4-h6" });
    let (_, step) = house.post("/api/step", &place).await;
    assert_eq!((&step["help"], &step["partial"]), (&json!("step-wall"), &json!("h4-h6")));
    let blocked = step["blocked"].as_array().unwrap().iter().find(|wall| wall["part"] == "Bd8").unwrap();
    assert_eq!(blocked["code"], "wall-overlaps");
    let why = json!({ "game": "blockade", "move": "d4-d7/Bd7" });
    let (_, why) = house.post("/api/why?lang=en", &why).await;
    assert_eq!((&why["legal"], &why["code"]), (&json!(false), &json!("illegal-move")));
    assert!(why["message"].as_str().unwrap().len() > 10);
    let (_, fine) = house.post("/api/why", &json!({ "game": "byte", "move": "d2-c3" })).await;
    assert_eq!((&fine["legal"], &fine["move"]), (&json!(true), &json!("d2-c3")));
}

#[tokio::test]
async fn drafts_of_the_editor_become_positions_or_reasons() {
    let house = House::open().await;
    let draft = json!({ "game": "havannah:size=4", "board": { "cells": { "d4": "x", "a1": "o" }, "turn": "x" } });
    let (status, position) = house.post("/api/position", &draft).await;
    assert_eq!((status, &position["turn"]), (StatusCode::OK, &json!("x")), "{position}");
    assert_eq!(position["start"], position["position"]);
    let lopsided = json!({ "game": "havannah:size=4", "board": { "cells": { "d4": "x", "a1": "x" }, "turn": "o" } });
    let (status, body) = house.post("/api/position", &lopsided).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "bad-position"));
}
