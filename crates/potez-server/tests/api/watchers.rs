//! Those who look on leave nothing behind, and those who do not read are sent away.

use potez_server::{ClientLimits, ServerSettings};
use reqwest::Method;
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::Message;

use crate::house::{House, Socket};

/// One of the numbers of a server.
async fn number(house: &House, name: &str) -> u64 {
    let page = house.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    let line = page.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
}

async fn wait_for(house: &House, name: &str, wanted: impl Fn(u64) -> bool) {
    let begun = std::time::Instant::now();
    loop {
        let value = number(house, name).await;
        if wanted(value) {
            return;
        }
        assert!(begun.elapsed() < crate::house::PATIENCE, "{name} stays at {value}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

fn generous() -> ServerSettings {
    let limits = ClientLimits { sockets: 1000, rate: 10_000.0, connections: 4096, ..ClientLimits::default() };
    ServerSettings { limits, ..ServerSettings::default() }
}

#[tokio::test]
async fn watchers_that_come_and_go_leave_nothing_behind() {
    // In a runtime of its own, so that every task in it is the server's.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let house = runtime.spawn(House::with(generous())).await.unwrap();
    let (first, me, _) = house.game_of_two("havannah:size=4", &json!({})).await;
    let (second, _, _) = house.game_of_two("byte", &json!({})).await;
    let before = number(&house, "potez_tasks").await;
    for (round, mv) in ["a1", "b1", "c1", "d1"].into_iter().enumerate() {
        let mut sockets = Vec::new();
        for turn in 0..12 {
            let mut socket = house.socket().await;
            socket.ask(json!({ "t": "watch", "game": first })).await;
            socket.ask(json!({ "t": "watch", "game": first, "token": me })).await;
            socket.ask(json!({ "t": "watch", "game": second })).await;
            if turn % 3 == 0 {
                socket.ask(json!({ "t": "unwatch", "game": first })).await;
            }
            sockets.push(socket);
        }
        assert_eq!(number(&house, "potez_subscriptions").await, 12 + 8);
        if round == 0 {
            assert_eq!(house.play(&first, &me, mv, 0).await.0, 200);
            sockets[1].until(|message| message["state"]["ply"] == 1).await;
        }
        for (turn, mut socket) in sockets.into_iter().enumerate() {
            // Some say goodbye, the others are just gone.
            if turn % 2 == 0 {
                socket.0.close(None).await.unwrap();
            }
        }
        wait_for(&house, "potez_sockets", |sockets| sockets == 0).await;
    }
    wait_for(&house, "potez_subscriptions", |subscriptions| subscriptions == 0).await;
    wait_for(&house, "potez_tasks", |tasks| tasks <= before).await;
    drop(house);
    runtime.shutdown_background();
}

/// A socket whose peer has little room for what it does not read.
async fn deaf_socket(house: &House) -> Socket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream: TcpStream = socket.connect(house.addr).await.unwrap();
    let url = format!("ws://{}/api/ws", house.addr);
    let (stream, _) = tokio_tungstenite::client_async(url, MaybeTlsStream::Plain(stream)).await.unwrap();
    Socket::new(stream)
}

#[tokio::test]
async fn a_socket_that_does_not_read_is_sent_away() {
    let house = House::with(generous()).await;
    let (id, _, _) = house.game_of_two("havannah", &json!({})).await;
    let mut deaf = deaf_socket(&house).await;
    let mut other = house.socket().await;
    other.ask(json!({ "t": "watch", "game": id })).await;
    let watch = Message::text(json!({ "t": "watch", "game": id }).to_string());
    // Every message is answered with a whole state, until there is no more room for them.
    while number(&house, "potez_slow_clients_total").await == 0 {
        for _ in 0..50 {
            let sending = futures_util::SinkExt::send(&mut deaf.0, watch.clone());
            if !matches!(tokio::time::timeout(std::time::Duration::from_secs(1), sending).await, Ok(Ok(()))) {
                break;
            }
        }
    }
    wait_for(&house, "potez_sockets", |sockets| sockets == 1).await;
    wait_for(&house, "potez_subscriptions", |subscriptions| subscriptions == 1).await;
    assert_eq!(other.ask(json!({ "t": "ping" })).await["t"], "pong");
}
