//! Live games and analyses over the WebSocket.

use potez_server::{ClientLimits, Database, ServerSettings};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::house::{House, code};

#[tokio::test]
async fn both_players_and_a_spectator_see_every_move_at_once() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("havannah:size=4", &json!({})).await;
    let (mut x, mut o, mut third) = (house.socket().await, house.socket().await, house.socket().await);
    let state = x.ask(json!({ "t": "watch", "game": id, "token": me })).await;
    assert_eq!((&state["t"], &state["state"]["you"]), (&json!("state"), &json!("x")));
    assert_eq!(state["state"]["players"]["o"]["online"], false);
    o.ask(json!({ "t": "watch", "game": id, "token": friend })).await;
    x.until(|message| message["state"]["players"]["o"]["online"] == true).await;
    let state = third.ask(json!({ "t": "watch", "game": id })).await;
    assert_eq!(state["state"]["you"], json!(null));
    let refused = third.ask(json!({ "t": "move", "game": id, "move": "d4", "ply": 0 })).await;
    assert_eq!(code(&refused), "forbidden");
    let refused = o.ask(json!({ "t": "move", "game": id, "move": "d4", "ply": 0 })).await;
    assert_eq!(code(&refused), "not-your-turn");
    assert_eq!(x.ask(json!({ "t": "move", "game": id, "move": "d4", "ply": 0 })).await["t"], "ok");
    for socket in [&mut x, &mut o, &mut third] {
        let state = socket.until(|message| message["state"]["ply"] == 1).await;
        assert_eq!(state["state"]["last"]["text"], "d4");
    }
    drop(o);
    x.until(|message| message["state"]["players"]["o"]["online"] == false).await;
}

#[tokio::test]
async fn a_reconnecting_player_gets_what_was_missed_or_hears_that_nothing_was() {
    let house = House::open().await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    let mut socket = house.socket().await;
    let state = socket.ask(json!({ "t": "watch", "game": id, "token": friend })).await;
    let version = state["state"]["version"].clone();
    drop(socket);
    let mut socket = house.socket().await;
    let current = socket.ask(json!({ "t": "watch", "game": id, "token": friend, "since": version })).await;
    assert_eq!(current["t"], "current");
    drop(socket);
    house.play(&id, &me, "d2-c3", 0).await;
    let mut socket = house.socket().await;
    let state = socket.ask(json!({ "t": "watch", "game": id, "token": friend, "since": version })).await;
    assert_eq!(texts(&state["state"]["moves"]), ["d2-c3"]);
}

#[tokio::test]
async fn choices_languages_and_pings_are_answered() {
    let house = House::open().await;
    let (id, me, _) = house.game_of_two("blockade", &json!({})).await;
    let mut socket = house.socket().await;
    socket.ask(json!({ "t": "watch", "game": id, "token": me })).await;
    let step = socket.ask(json!({ "t": "step", "game": id, "parts": [{ "kind": "piece", "row": 3, "col": 3 }] })).await;
    assert_eq!(step["step"]["help"], "step-to");
    socket.send(&json!({ "t": "lang", "lang": "sr-Cyrl" })).await;
    socket.ask(json!({ "t": "move", "game": id, "move": "d4-d6/Bd7", "ply": 0 })).await;
    let state = socket.until(|message| message["state"]["ply"] == 1).await;
    assert_eq!(state["state"]["last"]["words"], "X: са d4 на d6, водоравни зид Bd7");
    assert!(socket.ask(json!({ "t": "ping" })).await["now"].is_u64());
    assert_eq!(code(&socket.ask(json!({ "t": "lang", "lang": "tlh" })).await), "bad-request");
    assert_eq!(socket.ask(json!({ "t": "unwatch", "game": id })).await["t"], "ok");
}

#[tokio::test]
async fn an_analysis_streams_until_it_is_stopped() {
    let house = House::open().await;
    let mut socket = house.socket().await;
    let think = json!({ "t": "analyse", "run": "a1", "game": "byte", "multipv": 3, "timeMs": 60000 });
    assert_eq!(socket.ask(think).await["t"], "queued");
    let first = socket.until(|message| message["t"] == "analysis").await;
    assert_eq!((&first["run"], &first["done"]), (&json!("a1"), &json!(false)));
    assert_eq!(first["lines"].as_array().unwrap().len(), 3);
    socket.send(&json!({ "t": "stop", "run": "a1" })).await;
    let last = socket.until(|message| message["done"] == true).await;
    assert_eq!(last["lines"][0]["quality"], "best");
    // The next one takes the thread at once.
    let think = json!({ "t": "analyse", "run": "a2", "game": "havannah:size=3", "timeMs": 200 });
    socket.ask(think).await;
    let last = socket.until(|message| message["done"] == true).await;
    assert_eq!((&last["run"], &last["turn"]), (&json!("a2"), &json!("x")));
    let over =
        json!({ "t": "analyse", "run": "a3", "game": "havannah:size=3", "moves": ["a1", "d4", "a2", "d5", "a3"] });
    assert_eq!(code(&socket.ask(over).await), "game-over");
}

#[tokio::test]
async fn two_bots_are_watched_to_the_end() {
    let house = House::open().await;
    let engine = json!({ "kind": "engine", "bot": "random:seed=3" });
    let (_, created) = house.post("/api/games", &json!({ "game": "havannah:size=3", "x": engine, "o": engine })).await;
    let id = created["id"].as_str().unwrap();
    assert_eq!(created["token"], json!(null));
    let mut socket = house.socket().await;
    let first = socket.ask(json!({ "t": "watch", "game": id })).await;
    if first["state"]["outcome"].is_null() {
        socket.until(|message| !message["state"]["outcome"].is_null() && message["t"] == "state").await;
    }
    let (_, state) = house.get(&format!("/api/games/{id}")).await;
    assert!(!state["outcome"].is_null());
}

#[tokio::test]
async fn bad_messages_are_answered_and_the_connection_goes_on() {
    let house = House::open().await;
    let mut socket = house.socket().await;
    for (message, wanted) in [
        (json!({ "t": "dance" }), "bad-request"),
        (json!({ "t": "watch" }), "bad-request"),
        (json!({ "t": "watch", "game": "A".repeat(22) }), "not-found"),
        (json!({ "t": "watch", "game": "../x" }), "not-found"),
        (json!({ "t": "move", "game": "A".repeat(22), "move": "d4", "ply": 0 }), "not-found"),
        (json!({ "t": "analyse", "run": "r", "game": "chess" }), "unknown-game"),
        (json!({ "t": "analyse", "run": "r", "game": "byte", "multipv": 500 }), "bad-request"),
        (json!({ "t": "analyse", "run": "r".repeat(100), "game": "byte" }), "too-large"),
    ] {
        let answer = socket.ask(message.clone()).await;
        assert_eq!((&answer["t"], code(&answer)), (&json!("error"), wanted), "{message}");
    }
    assert_eq!(socket.ask(json!({ "t": "ping" })).await["t"], "pong");
}

#[tokio::test]
async fn binary_and_huge_messages_end_the_connection_and_nothing_else() {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::Message;
    let house = House::open().await;
    let mut socket = house.socket().await;
    socket.0.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(socket.closed().await, Some(1003));
    let mut socket = house.socket().await;
    socket.0.send(Message::text("x".repeat(200_000))).await.unwrap();
    socket.closed().await;
    assert_eq!(house.get("/healthz").await.0, 200);
}

#[tokio::test]
async fn a_client_that_does_not_read_is_dropped_and_holds_nobody_up() {
    let house = House::open().await;
    let body = json!({ "game": "blockade:rows=22,cols=28", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let (_, created) = house.post("/api/games", &body).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    // A handshake by hand, and then a flood of requests whose answers are never read.
    let mut deaf = TcpStream::connect(house.addr).await.unwrap();
    let head = format!(
        "GET /api/ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        house.addr
    );
    deaf.write_all(head.as_bytes()).await.unwrap();
    let mut start = [0; 12];
    deaf.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"HTTP/1.1 101");
    let watch = json!({ "t": "watch", "game": id }).to_string();
    // A masked text frame; the mask of zeros leaves the text as it is.
    let mut frame = vec![0x81, 0x80 | u8::try_from(watch.len()).unwrap(), 0, 0, 0, 0];
    frame.extend(watch.as_bytes());
    let flood = async {
        for _ in 0..5000 {
            if deaf.write_all(&frame).await.is_err() {
                return;
            }
        }
    };
    // Either the server closes the connection under the flood, or it stops reading; both leave the
    // others alone.
    let _ = tokio::time::timeout(std::time::Duration::from_secs(3), flood).await;
    let body = json!({ "parts": first_move(&house, id).await, "ply": 0 });
    let (status, state) = house.post_as(token, &format!("/api/games/{id}/move"), &body).await;
    assert_eq!((status.as_u16(), &state["ply"]), (200, &json!(1)));
}

/// Any legal move, found part by part.
async fn first_move(house: &House, id: &str) -> Vec<Value> {
    let mut parts = Vec::new();
    loop {
        let (_, step) = house.get(&format!("/api/games/{id}/step?parts={}", json!(parts))).await;
        let choice = &step["choices"][0];
        parts.push(choice["part"].clone());
        if choice["isFinal"] == true {
            return parts;
        }
    }
}

/// The texts of moves.
fn texts(moves: &Value) -> Vec<&str> {
    moves.as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn sockets_games_and_messages_of_one_client_are_bounded() {
    let limits = ClientLimits { games: 2, sockets: 1, rate: 5.0, ..ClientLimits::default() };
    let house = House::with(ServerSettings { limits, ..ServerSettings::default() }).await;
    let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "me" } });
    assert_eq!(house.post("/api/games", &body).await.0, 201);
    assert_eq!(house.post("/api/games", &body).await.0, 201);
    let (status, refused) = house.post("/api/games", &body).await;
    assert_eq!((status.as_u16(), code(&refused)), (429, "too-many-games"));
    let _socket = house.socket().await;
    let url = format!("ws://{}/api/ws", house.addr);
    assert!(tokio_tungstenite::connect_async(url).await.is_err());
}

/// Asks until it is too much: only a machine that needs a second for every answer could go on for
/// ever.
#[tokio::test]
async fn messages_and_requests_of_one_client_are_bounded_together() {
    let limits = ClientLimits { rate: 1.0, ..ClientLimits::default() };
    let house = House::with(ServerSettings { limits, ..ServerSettings::default() }).await;
    let mut socket = house.socket().await;
    let refused = loop {
        let answer = socket.ask(json!({ "t": "ping" })).await;
        if answer["t"] == "error" {
            break answer;
        }
    };
    assert_eq!(code(&refused), "too-many-requests");
    assert!(refused["error"]["retryAfterMs"].as_u64().unwrap() > 0);
    let refused = loop {
        let (status, answer) = house.get("/api/catalogue").await;
        if status != 200 {
            break (status.as_u16(), answer);
        }
    };
    assert_eq!((refused.0, code(&refused.1)), (429, "too-many-requests"));
}

#[tokio::test]
async fn a_server_that_goes_down_says_so_and_keeps_every_game() {
    let file = std::env::temp_dir().join(format!("potez-down-{}.db", std::process::id()));
    let database = Database::File(file.clone());
    let mut house = House::on(&database, ServerSettings::default()).await;
    let (id, me, friend) = house.game_of_two("byte", &json!({})).await;
    house.play(&id, &me, "d2-c3", 0).await;
    let mut socket = house.socket().await;
    socket.ask(json!({ "t": "watch", "game": id, "token": friend })).await;
    house.close().await;
    assert_eq!(socket.closed().await, Some(1001));
    let mut house = House::on(&database, ServerSettings::default()).await;
    let (status, state) = house.play(&id, &friend, "a3-b2", 1).await;
    assert_eq!((status.as_u16(), texts(&state["moves"])), (200, vec!["d2-c3", "a3-b2"]));
    house.close().await;
    for ending in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}
