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
    assert_eq!(
        (&position["ply"], &position["legal"], &position["baseGame"]),
        (&json!(5), &json!(0), &json!("havannah"))
    );
    assert_eq!((&position["gameName"], &position["last"]["words"]), (&json!("Havana"), &json!("X: a3")));
    let a3 = json!({ "kind": "target", "row": 0, "col": 2 });
    assert_eq!(position["last"]["parts"], json!([a3]));
    assert_eq!(position["moves"][4], json!({ "text": "a3", "parts": [a3] }));
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
    let parts = json!([{ "kind": "piece", "row": 7, "col": 3 }, { "kind": "target", "row": 7, "col": 5 }]);
    let place = json!({ "game": "blockade", "moves": ["d4-d6/Bd7", "d11-d9/Gb3"], "parts": parts });
    let (_, step) = house.post("/api/step", &place).await;
    assert_eq!((&step["help"], &step["text"], &step["chosen"]), (&json!("step-wall"), &json!("h4-h6"), &parts));
    let d8 = json!({ "kind": "wall", "row": 3, "col": 7, "axis": "horizontal", "colour": "blue" });
    let blocked = step["blocked"].as_array().unwrap().iter().find(|wall| wall["part"] == d8).unwrap();
    assert_eq!(blocked["code"], "wall-overlaps");
    let why = json!({ "game": "blockade", "move": "d4-d7/Bd7" });
    let (_, why) = house.post("/api/why?lang=en", &why).await;
    assert_eq!((&why["legal"], &why["code"]), (&json!(false), &json!("illegal-move")));
    assert!(why["message"].as_str().unwrap().len() > 10);
    let parts = json!([{ "kind": "piece", "row": 6, "col": 3 }, { "kind": "target", "row": 0, "col": 1 }]);
    let far = json!({ "game": "byte", "parts": parts });
    let (_, why) = house.post("/api/why", &far).await;
    assert_eq!((&why["legal"], &why["code"]), (&json!(false), &json!("illegal-move")));
    let (_, half) = house.post("/api/why", &json!({ "game": "byte", "parts": [{ "kind": "swap" }] })).await;
    assert_eq!((&half["legal"], &half["code"]), (&json!(false), &json!("bad-move")));
    let (_, fine) = house.post("/api/why", &json!({ "game": "byte", "move": "d2-c3" })).await;
    assert_eq!((&fine["legal"], &fine["move"]["text"]), (&json!(true), &json!("d2-c3")));
}

#[tokio::test]
async fn edited_boards_become_positions_or_reasons() {
    let house = House::open().await;
    let board = |cells: serde_json::Value, turn: &str| {
        let setup = json!({ "cells": cells, "turn": turn });
        json!({ "game": "havannah:size=4", "setup": setup })
    };
    let cell = |row: u8, col: u8, piece: &str| json!({ "row": row, "col": col, "pieces": [piece] });
    let even = board(json!([cell(3, 3, "x"), cell(0, 0, "o")]), "x");
    let (status, position) = house.post("/api/position", &even).await;
    assert_eq!((status, &position["turn"]), (StatusCode::OK, &json!("x")), "{position}");
    assert_eq!(position["start"], position["position"]);
    let lopsided = board(json!([cell(3, 3, "x"), cell(0, 0, "x")]), "o");
    let (status, body) = house.post("/api/position", &lopsided).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "bad-position"));
    let (status, body) = house.post("/api/position", &board(json!([cell(99, 99, "x")]), "o")).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "bad-position"));
}
