//! Several servers on one `PostgreSQL`: any of them serves any game, and a version is changed once.

use std::time::{Duration, Instant};

use potez_fleet::testing::Proxy;
use potez_server::storage::Attendance;
use potez_server::testing::PostgresServer;
use potez_server::{ClientLimits, Database, ServerSettings};
use reqwest::StatusCode;
use serde_json::json;

use crate::house::{House, PATIENCE, code};

/// What a test leaves out where there is no `PostgreSQL`.
fn postgres(what: &str) -> Option<&'static PostgresServer> {
    PostgresServer::shared(&format!("several servers on one PostgreSQL: {what}"))
}

async fn two(database: &Database) -> (House, House) {
    let limits = ClientLimits { rate: 10_000.0, ..ClientLimits::default() };
    let settings = ServerSettings { limits, ..ServerSettings::default() };
    (House::on(database, settings.clone()).await, House::on(database, settings).await)
}

/// Tries until something is so.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_move_at_one_server_is_seen_at_the_other_and_answered_there() {
    let Some(server) = postgres("moves and presence") else { return };
    let (mut here, mut there) = two(&server.database().parse().unwrap()).await;
    let (id, x, o) = here.game_of_two("byte", &json!({})).await;
    let mut socket = there.socket().await;
    let watched = socket.ask(json!({ "t": "watch", "game": id, "token": o })).await;
    assert_eq!(watched["state"]["ply"], 0, "{watched}");
    // Whoever is connected there is present here.
    here.wait(&id, |state| state["players"]["o"]["online"] == true).await;
    assert_eq!(here.play(&id, &x, "d2-c3", 0).await.0, StatusCode::OK);
    socket.until(|message| message["t"] == "state" && message["state"]["ply"] == 1).await;
    let answer = socket.ask(json!({ "t": "move", "game": id, "move": "a3-b2", "ply": 1 })).await;
    assert_eq!(answer["t"], "ok", "{answer}");
    let state = here.wait(&id, |state| state["ply"] == 2).await;
    assert_eq!(state["moves"][1]["text"], "a3-b2");
    drop(socket);
    here.wait(&id, |state| state["players"]["o"]["online"] == false).await;
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn of_two_moves_at_two_servers_exactly_one_is_accepted() {
    let Some(server) = postgres("moves at the same moment") else { return };
    let (mut here, mut there) = two(&server.database().parse().unwrap()).await;
    let body = json!({ "game": "havannah:size=5", "x": { "kind": "me" }, "o": { "kind": "me" } });
    let (_, created) = here.post("/api/games", &body).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let cells = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4"];
    for ply in 0..6 {
        let moves = (cells[2 * ply], cells[2 * ply + 1]);
        let ((one, _), (two, _)) =
            tokio::join!(here.play(id, token, moves.0, ply), there.play(id, token, moves.1, ply));
        let (accepted, refused) = if one == StatusCode::OK { (moves.0, two) } else { (moves.1, one) };
        assert!([one, two].contains(&StatusCode::OK) && refused == StatusCode::CONFLICT, "{ply}: {one} {two}");
        for house in [&here, &there] {
            let state = house.wait(id, |state| state["ply"] == ply + 1).await;
            assert_eq!(state["moves"][ply]["text"], accepted);
        }
    }
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn a_bot_answers_once_wherever_its_opponent_moves() {
    let Some(server) = postgres("bots") else { return };
    let (mut here, mut there) = two(&server.database().parse().unwrap()).await;
    let bot = json!({ "kind": "engine", "bot": "random:seed=3" });
    let (_, created) = here.post("/api/games", &json!({ "game": "havannah", "x": { "kind": "me" }, "o": bot })).await;
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    for ply in [0, 2, 4] {
        let house = if ply == 2 { &here } else { &there };
        // The bot may have taken a cell.
        let mut cells = ["a1", "a2", "a3", "a4", "a5", "a6"].into_iter();
        while house.play(id, token, cells.next().unwrap(), ply).await.0 != StatusCode::OK {}
        for house in [&here, &there] {
            house.wait(id, |state| state["ply"] == ply + 2).await;
        }
    }
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn a_game_between_bots_goes_on_at_another_server_when_its_own_ends() {
    let Some(server) = postgres("games without anybody") else { return };
    let (mut here, mut there) = two(&server.database().parse().unwrap()).await;
    let bot = json!({ "kind": "engine", "bot": "random:seed=5" });
    let (_, created) = here.post("/api/games", &json!({ "game": "havannah:size=8", "x": bot, "o": bot })).await;
    let id = created["id"].as_str().unwrap().to_string();
    here.close().await;
    let state = there.wait(&id, |state| state["outcome"].is_object()).await;
    assert!(state["ply"].as_u64().unwrap() > 10, "{state}");
    there.close().await;
}

#[tokio::test]
async fn a_server_that_is_cut_off_accepts_nothing_and_sees_everything_when_it_is_back() {
    let Some(server) = postgres("a partition") else { return };
    let url = server.database();
    let name = url.rsplit('/').next().and_then(|name| name.split('?').next()).unwrap();
    let proxy = Proxy::to(server.port()).unwrap();
    let mut here = House::on(&url.parse().unwrap(), ServerSettings::default()).await;
    let mut there = House::on(&server.url(proxy.port(), name).parse().unwrap(), ServerSettings::default()).await;
    let (id, x, o) = here.game_of_two("byte", &json!({})).await;
    assert_eq!(there.play(&id, &x, "d2-c3", 0).await.0, StatusCode::OK);
    proxy.cut();
    let (status, body) = there.play(&id, &o, "a3-b2", 1).await;
    assert_eq!((status, code(&body)), (StatusCode::SERVICE_UNAVAILABLE, "storage"));
    assert_eq!(there.get("/healthz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    // Whatever was on its way when the line was cut may or may not have arrived: the storage says which.
    here.wait(&id, |state| state["ply"] == 1).await;
    assert_eq!(here.play(&id, &o, "a3-b2", 1).await.0, StatusCode::OK);
    proxy.mend(false);
    until("the server comes back", async || there.get("/healthz").await.0 == StatusCode::OK).await;
    let state = there.wait(&id, |state| state["ply"] == 2).await;
    assert_eq!(state["moves"], here.get(&format!("/api/games/{id}")).await.1["moves"]);
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn sockets_of_a_client_are_counted_over_all_servers() {
    let Some(server) = postgres("limits of a client") else { return };
    let limits = ClientLimits { sockets: 2, rate: 10_000.0, ..ClientLimits::default() };
    let settings = ServerSettings { limits, ..ServerSettings::default() };
    let database: Database = server.database().parse().unwrap();
    let mut here = House::on(&database, settings.clone()).await;
    let mut there = House::on(&database, settings).await;
    let held = (here.socket().await, here.socket().await);
    let url = format!("ws://{}/api/ws", there.addr);
    let is_let_in = async || tokio_tungstenite::connect_async(&url).await.is_ok();
    until("the third socket is refused elsewhere", async || !is_let_in().await).await;
    drop(held);
    until("there is room again", is_let_in).await;
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn clocks_run_while_some_server_is_alive_and_no_longer() {
    let Some(server) = postgres("clocks") else { return };
    let database: Database = server.database().parse().unwrap();
    let open = async || database.open(None).await.unwrap();
    let (one, two, three) = (open().await, open().await, open().await);
    let first = one.begin(1_000).await.unwrap().own;
    one.beat(2_000).await.unwrap();
    let second = two.begin(1_500).await.unwrap().own;
    // As long as the second lives there is no break for what the first has left.
    assert_eq!(two.attendance(first).await.unwrap(), Attendance::Unbroken);
    two.beat(3_000).await.unwrap();
    let third = three.begin(10_000).await.unwrap().own;
    three.beat(11_000).await.unwrap();
    for run in [first, second] {
        assert_eq!(three.attendance(run).await.unwrap(), Attendance::Until(3_000));
    }
    assert_eq!(three.attendance(third).await.unwrap(), Attendance::Unbroken);
    assert_eq!(three.attendance(99).await.unwrap(), Attendance::Unknown);
    for storage in [one, two, three] {
        storage.close().await;
    }
}
