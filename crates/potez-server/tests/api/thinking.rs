//! Hints, judgements, reviews.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::house::{House, PATIENCE, answer, code};

/// X to move wins with a3.
const WINNING: [&str; 4] = ["a1", "e5", "a2", "e4"];

#[tokio::test]
async fn a_hint_says_where_and_then_what() {
    let house = House::open().await;
    let ask = |step: &str| json!({ "game": "havannah:size=3", "moves": WINNING, "step": step });
    let (status, first) = house.post("/api/hint", &ask("where")).await;
    assert_eq!(
        (status, &first["cells"], &first["move"]),
        (StatusCode::OK, &json!([{ "row": 0, "col": 2 }]), &json!(null))
    );
    assert_eq!(first["words"], "Look at a3.");
    let (_, second) = house.post("/api/hint?lang=sr", &ask("what")).await;
    assert_eq!((&second["move"]["text"], &second["words"]), (&json!("a3"), &json!("Probaj a3.")));
    let (status, body) = house.post("/api/hint", &ask("everything")).await;
    assert_eq!((status, code(&body)), (StatusCode::BAD_REQUEST, "bad-request"));
}

#[tokio::test]
async fn what_is_proven_of_every_move_is_listed_wins_first() {
    let house = House::open().await;
    let (status, found) = house.post("/api/proofs", &json!({ "game": "havannah:size=3" })).await;
    let moves = found["moves"].as_array().unwrap();
    let count = |word: &str| moves.iter().filter(|decided| decided["proven"] == word).count();
    assert_eq!((status, &found["proven"], &found["turn"]), (StatusCode::OK, &json!("win"), &json!("x")));
    // The corners win, nothing else does; whatever else there is comes after them.
    assert_eq!((moves.len(), count("win"), &moves[0]["proven"]), (19, 6, &json!("win")));
    let over = json!({ "game": "havannah:size=3", "moves": ["a1", "c3", "a2", "d3", "a3"] });
    let (status, body) = house.post("/api/proofs", &over).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "game-over"));
}

#[tokio::test]
async fn a_live_game_tells_where_and_then_what_until_somebody_moves() {
    let house = House::open().await;
    let engine = json!({ "kind": "engine", "bot": "random:seed=1" });
    let body = json!({ "game": "havannah:size=3", "moves": WINNING, "x": { "kind": "me" }, "o": engine });
    let (_, created) = house.post("/api/games", &body).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let path = format!("/api/games/{id}/hint");
    let (status, body) = answer(house.request(Method::POST, &path)).await;
    assert_eq!((status, code(&body)), (StatusCode::FORBIDDEN, "forbidden"));
    let ask = || answer(house.request(Method::POST, &path).bearer_auth(token));
    let (status, first) = ask().await;
    assert_eq!((status, &first["step"], &first["move"]), (StatusCode::OK, &json!("where"), &json!(null)), "{first}");
    let (_, second) = ask().await;
    assert_eq!((&second["step"], &second["move"]["text"]), (&json!("what"), &json!("a3")));
    house.play(id, token, "c1", 4).await;
    house.wait(id, |state| state["ply"] == 6).await;
    let (_, other) = ask().await;
    assert!(other["step"] == "where" || code(&other) == "game-over", "{other}");
}

#[tokio::test]
async fn an_analysis_at_once_ranks_the_moves() {
    let house = House::open().await;
    let ask = json!({ "game": "havannah:size=3", "moves": WINNING, "multipv": 2, "timeMs": 300 });
    let (status, analysis) = house.post("/api/analyse", &ask).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&analysis["lines"][0]["move"]["text"], &analysis["lines"][0]["proven"]), (&json!("a3"), &json!("win")));
    let (status, body) = house.post("/api/analyse", &json!({ "game": "byte", "timeMs": 600_000 })).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "bad-request"));
}

#[tokio::test]
async fn a_try_is_judged_against_the_best_move() {
    let house = House::open().await;
    let ask = |mv: &str| json!({ "game": "havannah:size=3", "moves": WINNING, "move": mv });
    let (_, best) = house.post("/api/judge", &ask("a3")).await;
    assert_eq!((&best["isBest"], &best["grade"]), (&json!(true), &json!("best")));
    let (_, blunder) = house.post("/api/judge", &ask("c1")).await;
    assert_eq!((&blunder["isBest"], &blunder["grade"]), (&json!(false), &json!("blunder")));
    let (status, _) = house.post("/api/judge", &ask("a1")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

async fn finished(house: &House, id: &str) -> Value {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let (_, review) = house.get(&format!("/api/reviews/{id}")).await;
        if !matches!(review["status"].as_str(), Some("queued" | "running")) {
            return review;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the review never ended")
}

#[tokio::test]
async fn a_review_finds_the_blunder_and_puts_it_first() {
    let house = House::open().await;
    let record = json!({ "game": "havannah:size=3", "moves": ["a1", "e5", "a2", "e4", "c1", "e3"] });
    let (status, started) = house.post("/api/reviews", &json!({ "record": record, "timeMs": 100 })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    let review = finished(&house, started["id"].as_str().unwrap()).await;
    assert_eq!((&review["status"], &review["done"]), (&json!("done"), &review["total"]));
    let result = &review["result"];
    assert_eq!((&result["outcome"]["winner"], result["graph"].as_array().unwrap().len()), (&json!("o"), 7));
    let worst = result["worst"][0].as_u64().unwrap() as usize;
    let mv = &result["moves"][worst - 1];
    assert_eq!((&mv["grade"], mv["loss"].as_f64().unwrap() > 0.5), (&json!("blunder"), true), "{mv}");
    assert_eq!(result["moves"][4]["best"]["text"], "a3");
}

#[tokio::test]
async fn a_review_can_be_called_off_and_nonsense_is_not_taken_on() {
    let house = House::open().await;
    let record = json!({ "game": "byte", "moves": ["d2-c3", "a3-b2"] });
    let (_, started) = house.post("/api/reviews", &json!({ "record": record, "timeMs": 3000 })).await;
    let path = format!("/api/reviews/{}", started["id"].as_str().unwrap());
    let (status, cancelled) = answer(house.request(Method::DELETE, &path)).await;
    assert_eq!((status, &cancelled["status"]), (StatusCode::OK, &json!("cancelled")));
    assert_eq!(house.get(&path).await.1["status"], "cancelled");
    for body in [
        json!({}),
        json!({ "record": { "game": "byte", "moves": [] } }),
        json!({ "record": record, "timeMs": 1 }),
        json!({ "record": { "game": "byte", "moves": ["a1-a2"] } }),
        json!({ "record": record, "gameId": "A".repeat(22) }),
    ] {
        let (status, _) = house.post("/api/reviews", &body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    }
}
