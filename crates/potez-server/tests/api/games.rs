//! Live games over HTTP.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::house::{House, answer, code};

#[tokio::test]
async fn two_people_play_a_game_to_its_end_and_another_with_sides_exchanged() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("havannah:size=3", &json!({})).await;
    for (ply, (token, mv)) in [(&me, "a1"), (&friend, "d4"), (&me, "a2"), (&friend, "d5")].into_iter().enumerate() {
        let (status, state) = house.play(&id, token, mv, ply).await;
        assert_eq!((status, &state["ply"]), (StatusCode::OK, &json!(ply + 1)), "{state}");
    }
    let (_, state) = house.play(&id, &me, "a3", 4).await;
    assert_eq!((&state["outcome"]["winner"], &state["outcome"]["reason"]), (&json!("x"), &json!("bridge")));
    let (_, state) = house.act(&id, &me, "askRematch").await;
    assert_eq!(state["offers"]["rematch"], "x");
    let (status, state) = house.act(&id, &friend, "acceptRematch").await;
    assert_eq!(status, StatusCode::OK, "{state}");
    let next = state["next"].as_str().unwrap();
    let (status, _) = house.play(next, &me, "a1", 0).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (status, state) = house.play(next, &friend, "a1", 0).await;
    assert_eq!((status, &state["you"]), (StatusCode::OK, &json!("x")));
}

#[tokio::test]
async fn nobody_moves_for_another_and_spectators_do_not_move() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    let (status, body) = house.play(&id, &friend, "d2-c3", 0).await;
    assert_eq!((status, code(&body)), (StatusCode::CONFLICT, "not-your-turn"));
    let path = format!("/api/games/{id}/move");
    let (status, body) = house.post(&path, &json!({ "move": "d2-c3", "ply": 0 })).await;
    assert_eq!((status, code(&body)), (StatusCode::FORBIDDEN, "forbidden"));
    let (status, _) = house.play(&id, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "d2-c3", 0).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, _) = house.act(&id, "nonsense", "resign").await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, body) = house.play(&id, &me, "d2-d3", 0).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "illegal-move"));
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!((&state["ply"], &state["you"]), (&json!(0), &json!(null)));
    assert!(!state.to_string().contains(&me) && !state.to_string().contains(&friend));
}

#[tokio::test]
async fn of_two_moves_that_race_for_the_same_ply_one_is_played() {
    let house = House::open().await;
    let body = json!({ "game": "havannah:size=4", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let (_, created) = house.post("/api/games", &body).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    assert_eq!(created["you"], "both");
    for (ply, cells) in [["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4"]].into_iter().enumerate() {
        let racers = cells.map(|cell| house.play(id, token, cell, ply));
        let answers = futures_util::future::join_all(racers).await;
        let played = answers.iter().filter(|(status, _)| *status == StatusCode::OK).count();
        let stale = answers.iter().filter(|(_, body)| code(body) == "stale").count();
        assert_eq!((played, stale), (1, 3));
    }
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!(state["ply"], 2);
}

#[tokio::test]
async fn moves_are_taken_back_when_the_other_agrees() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    house.play(&id, &me, "d2-c3", 0).await;
    let (status, _) = house.act(&id, &me, "undo").await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (_, state) = house.act(&id, &me, "askTakeback").await;
    assert_eq!(state["offers"]["takeback"], "x");
    let (_, body) = house.act(&id, &me, "acceptTakeback").await;
    assert_eq!(code(&body), "not-offered");
    let (_, state) = house.act(&id, &friend, "declineTakeback").await;
    assert_eq!((&state["offers"]["takeback"], &state["ply"]), (&json!(null), &json!(1)));
    house.act(&id, &me, "askTakeback").await;
    let (_, state) = house.act(&id, &friend, "acceptTakeback").await;
    assert_eq!((&state["ply"], &state["turn"]), (&json!(0), &json!("x")));
}

#[tokio::test]
async fn a_draw_is_agreed_on_by_both_or_not_at_all() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    house.play(&id, &me, "d2-c3", 0).await;
    let (_, state) = house.act(&id, &me, "askDraw").await;
    assert_eq!((&state["offers"]["draw"], &state["outcome"]), (&json!("x"), &json!(null)));
    let (_, body) = house.act(&id, &me, "acceptDraw").await;
    assert_eq!(code(&body), "not-offered");
    let (_, state) = house.act(&id, &friend, "declineDraw").await;
    assert_eq!((&state["offers"]["draw"], &state["outcome"]), (&json!(null), &json!(null)));
    house.act(&id, &friend, "askDraw").await;
    let (_, state) = house.act(&id, &friend, "cancelDraw").await;
    assert_eq!(state["offers"]["draw"], json!(null));
    house.act(&id, &friend, "askDraw").await;
    let (_, state) = house.act(&id, &me, "acceptDraw").await;
    assert_eq!(state["outcome"]["winner"], json!(null));
    assert_eq!(state["outcome"]["reason"], "agreement");
}

#[tokio::test]
async fn the_engine_answers_and_its_answer_is_taken_back_with_ones_own_move() {
    let house = House::open().await;
    let engine = json!({ "kind": "engine", "bot": "random:seed=1" });
    let body = json!({ "game": "havannah:size=5", "x": { "kind": "me", "name": "Ana" }, "o": engine });
    let (_, created) = house.post("/api/games", &body).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    house.play(id, token, "e5", 0).await;
    let state = house.wait(id, |state| state["ply"] == 2).await;
    assert_eq!((&state["turn"], &state["players"]["o"]["kind"]), (&json!("x"), &json!("engine")));
    assert_eq!(state["players"]["x"]["name"], "Ana");
    let (_, state) = house.act(id, token, "undo").await;
    assert_eq!((&state["ply"], &state["canUndo"]), (&json!(0), &json!(false)));
    let (_, body) = house.act(id, token, "undo").await;
    assert_eq!(code(&body), "conflict");
    let (_, state) = house.act(id, token, "swapSides").await;
    assert_eq!(state["you"], "o");
    house.wait(id, |state| state["ply"] == 1).await;
    let (_, state) = house.act(id, token, "resign").await;
    assert_eq!((&state["outcome"]["winner"], &state["outcome"]["reason"]), (&json!("x"), &json!("resign")));
    let (status, state) = house.act(id, token, "askRematch").await;
    assert_eq!(status, StatusCode::OK);
    assert!(state["next"].is_string());
}

#[tokio::test]
async fn a_flag_falls_when_the_time_is_up_and_not_before_both_have_moved() {
    let house = House::open().await;
    let clock = json!({ "clock": { "kind": "fischer", "initialMs": 1000, "incrementMs": 0 } });
    let (id, me, friend) = house.game_of_two("havannah:size=4", &clock).await;
    house.play(&id, &me, "a1", 0).await;
    let (_, state) = house.play(&id, &friend, "a2", 1).await;
    // On a busy machine the second may be over before the answer is written.
    assert!(state["clock"]["running"] == "x" || !state["outcome"].is_null(), "{state}");
    let state = house.wait(&id, |state| !state["outcome"].is_null()).await;
    assert_eq!((&state["outcome"]["winner"], &state["outcome"]["reason"]), (&json!("o"), &json!("time")));
    assert_eq!((&state["clock"]["x"], &state["clock"]["o"]), (&json!(0), &json!(1000)));
    let (status, body) = house.play(&id, &me, "a3", 2).await;
    assert_eq!((status, code(&body)), (StatusCode::CONFLICT, "game-over"));
}

#[tokio::test]
async fn a_game_can_be_called_off_before_both_have_moved_and_not_after() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    house.play(&id, &me, "d2-c3", 0).await;
    let (_, state) = house.act(&id, &friend, "abort").await;
    assert_eq!((&state["outcome"]["reason"], &state["outcome"]["winner"]), (&json!("aborted"), &json!(null)));
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    house.play(&id, &me, "d2-c3", 0).await;
    house.play(&id, &friend, "a3-b2", 1).await;
    let (status, _) = house.act(&id, &me, "abort").await;
    assert_eq!(status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_friend_joins_by_the_link_and_takes_a_name() {
    let house = House::open().await;
    let (id, _, friend) = house.game_of_two("byte", &json!({})).await;
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!(state["players"]["o"]["joined"], false);
    let path = format!("/api/games/{id}/name");
    let (_, state) = house.post_as(&friend, &path, &json!({ "name": " <b>Đorđe</b> " })).await;
    assert_eq!(state["players"]["o"]["name"], "<b>Đorđe</b>");
    let (status, _) = house.post_as(&friend, &path, &json!({ "name": "x".repeat(41) })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let request = house.request(reqwest::Method::GET, &format!("/api/games/{id}")).bearer_auth(&friend);
    let (_, state) = crate::house::answer(request).await;
    assert_eq!((&state["you"], &state["players"]["o"]["joined"]), (&json!("o"), &json!(true)));
    let (_, briefs) = house.post("/api/games/brief", &json!({ "ids": [id, "nothing", "A".repeat(22)] })).await;
    assert_eq!((briefs["games"].as_array().unwrap().len(), &briefs["games"][0]["o"]), (1, &json!("<b>Đorđe</b>")));
}

#[tokio::test]
async fn a_teacher_takes_a_blunder_back_and_lets_it_pass_when_told_to() {
    let house = House::open().await;
    let engine = json!({ "kind": "engine", "bot": "random:seed=1" });
    // X can win at once with a3, and loses at once to d6 with anything but that or d6.
    let body = json!({ "game": "havannah:size=3", "moves": ["a1", "e5", "a2", "e4"], "x": { "kind": "me" }, "o": engine,
        "teaching": true });
    let (status, created) = house.post("/api/games", &body).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    house.play(id, token, "c1", 4).await;
    let state = house.wait(id, |state| !state["lesson"].is_null()).await;
    assert_eq!((&state["lesson"]["move"]["text"], &state["ply"]), (&json!("c1"), &json!(4)));
    assert!(state["lesson"]["chanceBefore"].as_f64() > state["lesson"]["chanceAfter"].as_f64());
    house.act(id, token, "insist").await;
    let state = house.wait(id, |state| state["ply"] == 6).await;
    assert_eq!(state["moves"][4]["text"], "c1");
}

#[tokio::test]
async fn games_that_make_no_sense_are_refused_with_the_reason() {
    let house = House::open().await;
    let me = json!({ "kind": "me" });
    for (body, wanted) in [
        (json!({ "game": "chess", "x": me, "o": me }), "unknown-game"),
        (json!({ "game": "byte", "position": "nothing", "x": me, "o": me }), "bad-position"),
        (json!({ "game": "byte", "x": { "kind": "friend" }, "o": { "kind": "friend" } }), "bad-request"),
        (json!({ "game": "byte", "x": me, "o": { "kind": "engine", "bot": "cmd:rm" } }), "bad-request"),
        (json!({ "game": "byte", "x": me, "o": { "kind": "engine", "bot": "potez:threads=64" } }), "bad-request"),
        (json!({ "game": "byte", "x": me, "o": { "kind": "engine", "bot": "potez:time=1h" } }), "bad-request"),
        (json!({ "game": "byte", "x": me, "o": me, "clock": { "kind": "move", "moveMs": 1 } }), "bad-request"),
        (json!({ "game": "byte", "x": me, "o": me, "teaching": true }), "bad-request"),
        (json!({ "game": "byte", "x": { "kind": "me", "name": "a\u{0007}" }, "o": me }), "bad-request"),
        (json!({ "game": "havannah:size=3", "moves": ["a1", "d4", "a2", "d5", "a3"], "x": me, "o": me }), "game-over"),
    ] {
        let (status, answer) = house.post("/api/games", &body).await;
        assert_eq!((status, code(&answer)), (StatusCode::UNPROCESSABLE_ENTITY, wanted), "{body}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_record_of_a_game_comes_in_every_format_that_can_hold_it() {
    let house = House::open().await;
    let (id, me, _) = house.game_of_two("havannah:size=4", &json!({})).await;
    house.play(&id, &me, "d4", 0).await;
    for (format, wanted) in [("text", "d4"), ("json", "\"moves\""), ("sgf", "W[d4]"), ("lg", "GM[")] {
        let (status, record) = house.get(&format!("/api/games/{id}/record?format={format}")).await;
        assert_eq!(status, StatusCode::OK);
        assert!(record["text"].as_str().unwrap().contains(wanted), "{record}");
    }
    let (status, _) = house.get(&format!("/api/games/{id}/record?format=pdf")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_first_choices_come_with_a_game_to_whoever_is_to_move_and_asks_for_them() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    let state = async |token: &str, query: &str| {
        answer(house.request(Method::GET, &format!("/api/games/{id}{query}")).bearer_auth(token)).await.1
    };
    assert!(!state(&me, "?steps=true").await["step"]["choices"].as_array().unwrap().is_empty());
    assert_eq!(state(&me, "").await["step"], json!(null));
    assert_eq!(state(&friend, "?steps=true").await["step"], json!(null));
}

#[tokio::test]
async fn a_game_that_was_resigned_is_replayed_from_its_start_to_its_last_move() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("havannah:size=4", &json!({})).await;
    house.play(&id, &me, "d4", 0).await;
    house.play(&id, &friend, "c3", 1).await;
    house.act(&id, &me, "resign").await;
    let (status, replay) = house.get(&format!("/api/games/{id}/replay")).await;
    assert_eq!((status, replay["positions"].as_array().map(Vec::len)), (StatusCode::OK, Some(3)));
    let changed = |ply: usize| {
        let cells = replay["changes"][ply]["cells"].as_array().unwrap();
        cells.iter().map(|cell| cell["name"].as_str().unwrap()).collect::<Vec<_>>()
    };
    // The second move also takes the mark of the last one away from the first.
    assert_eq!(changed(0), ["d4"]);
    assert!(changed(1).contains(&"c3") && changed(1).contains(&"d4") && changed(1).len() == 2, "{:?}", changed(1));
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert_eq!((&replay["positions"][2], state["outcome"]["reason"].as_str()), (&state["position"], Some("resign")));
}
