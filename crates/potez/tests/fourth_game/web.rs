//! The fourth game on the page's own interface: catalogue, play, editor, analysis, review, lessons.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::Test;
use crate::served::{Served, ask};

pub(crate) const TESTS: &[Test] = &[("the_game_is_at_home_on_the_web", the_game_is_at_home_on_the_web)];

/// A server with the fourth game, and the folder of its database.
struct HexServer {
    served: Served,
    folder: PathBuf,
}

impl HexServer {
    fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("potez-fourth-web-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self { served: Served::start(&folder.join("games.db")), folder }
    }

    /// An answer to a request that must succeed.
    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let (status, answer) = ask(&self.served.addr, method, path, token, body).expect("an answer");
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        answer
    }
}

impl Drop for HexServer {
    fn drop(&mut self) {
        // What is left in the folder of temporary files is not worth a failure.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn the_game_is_at_home_on_the_web() {
    let served = HexServer::start();
    let get = |path: &str| served.ask("GET", path, "", &Value::Null);
    let catalogue = get("/api/catalogue");
    let games = catalogue["games"].as_array().expect("games");
    let hex = games.iter().find(|game| game["id"] == "hex").expect("hex is offered");
    assert_eq!((hex["name"].as_str(), hex["options"][0]["key"].as_str()), (Some("Hex"), Some("size")));
    assert!(get("/api/rules/hex").to_string().contains("hex"));
    play(&served);
    study(&served);
}

/// A game between two people, part by part.
fn play(served: &HexServer) {
    let body = json!({ "game": "hex:size=3", "x": { "kind": "me" }, "o": { "kind": "friend" }, "clock": null });
    let created = served.ask("POST", "/api/games", "", &body);
    let id = created["id"].as_str().expect("an id");
    let tokens = [created["token"].as_str(), created["friend"]["token"].as_str()].map(|token| token.expect("a token"));
    let step = served.ask("GET", &format!("/api/games/{id}/step"), tokens[0], &Value::Null);
    assert_eq!(step["choices"].as_array().map(Vec::len), Some(9), "{step}");
    assert_eq!(step["choices"][0]["part"]["kind"], "target", "{step}");
    for (ply, mv) in ["b2", "a1", "a2", "c1", "c2"].into_iter().enumerate() {
        let path = format!("/api/games/{id}/move");
        served.ask("POST", &path, tokens[ply % 2], &json!({ "move": mv, "ply": ply }));
    }
    let state = served.ask("GET", &format!("/api/games/{id}"), tokens[0], &Value::Null);
    assert_eq!(state["outcome"]["winner"], "x", "{state}");
}

/// The editor's board, an analysis, a hint and a review.
fn study(served: &HexServer) {
    let post = |path: &str, body: &Value| served.ask("POST", path, "", body);
    let stone = |row: usize, col: usize, owner: &str| json!({ "row": row, "col": col, "pieces": [owner] });
    let setup = json!({ "cells": [stone(1, 1, "x"), stone(0, 0, "o")], "walls": [], "stocks": {}, "turn": "x" });
    let position = post("/api/position", &json!({ "game": "hex", "setup": setup }));
    assert_eq!(position["position"], "o.../.x../..../.... x", "{position}");
    let place = json!({ "game": "hex:size=3", "moves": ["b2", "a1", "a2", "c1"], "multipv": 2, "timeMs": 200 });
    let analysis = post("/api/analyse", &place);
    assert_eq!(analysis["lines"][0]["move"]["parts"][0]["kind"], "target", "{analysis}");
    let hint = post("/api/hint", &json!({ "game": "hex:size=3", "moves": ["b2", "a1", "a2", "c1"], "step": "what" }));
    assert!(hint["move"]["text"].is_string(), "{hint}");
    let moves = ["b2", "a1", "a2", "c1", "c2"];
    let record = json!({ "game": "hex:size=3", "moves": moves });
    let review = post("/api/reviews", &json!({ "record": record, "timeMs": 50 }));
    let path = format!("/api/reviews/{}", review["id"].as_str().expect("an id"));
    let done = loop {
        let review = served.ask("GET", &path, "", &Value::Null);
        match review["status"].as_str() {
            Some("queued" | "running") => std::thread::sleep(std::time::Duration::from_millis(20)),
            _ => break review,
        }
    };
    assert_eq!(done["status"], "done", "{done}");
}
