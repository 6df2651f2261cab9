//! Many connections, large files, games that many look at: what one client does keeps no other
//! waiting.

use std::net::SocketAddr;

use potez_server::{ClientLimits, ServerSettings};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::house::{House, PATIENCE};

/// Connections that one client may have in these tests.
const EACH: usize = 8;

async fn house() -> House {
    let limits = ClientLimits { connections: EACH, rate: 10_000.0, ..ClientLimits::default() };
    House::with(ServerSettings { limits, ..ServerSettings::default() }).await
}

/// A connection from another address of this machine.
async fn connect_from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
    socket.connect(to).await.unwrap()
}

/// The beginning of what is answered; nothing if the connection ends.
async fn first_line(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    while !text.contains(&b'\n') {
        let mut piece = [0; 256];
        match tokio::time::timeout(PATIENCE, stream.read(&mut piece)).await.unwrap() {
            Ok(0) | Err(_) => break,
            Ok(read) => text.extend(&piece[..read]),
        }
    }
    String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_string()
}

#[tokio::test]
async fn unfinished_requests_of_one_client_take_only_its_own_places() {
    let house = house().await;
    let mut open = Vec::new();
    for _ in 0..EACH {
        let mut stream = connect_from(2, house.addr).await;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: local").await.unwrap();
        open.push(stream);
    }
    // The next one is told at once that there is no place for it.
    let line = loop {
        let mut stream = connect_from(2, house.addr).await;
        let line = first_line(&mut stream).await;
        if !line.is_empty() {
            break line;
        }
    };
    assert_eq!(line, "HTTP/1.1 503 Service Unavailable");
    assert_eq!(house.get("/healthz").await.0, 200);
    // A place that is given back is there for the next one.
    open.clear();
    let url = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", house.addr);
    loop {
        let mut stream = connect_from(2, house.addr).await;
        let _ = stream.write_all(url.as_bytes()).await;
        if first_line(&mut stream).await == "HTTP/1.1 200 OK" {
            break;
        }
    }
}

#[tokio::test]
async fn requests_whose_answers_are_never_read_hold_nobody_up() {
    let house = house().await;
    let request = format!("GET /api/catalogue HTTP/1.1\r\nHost: {}\r\n\r\n", house.addr).repeat(200);
    let mut deaf = Vec::new();
    for _ in 0..EACH {
        let stream = connect_from(2, house.addr).await;
        // As much as the connection takes without anybody reading at the other end.
        let _ = stream.try_write(request.as_bytes());
        deaf.push(stream);
    }
    for _ in 0..20 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
}

#[tokio::test]
async fn a_client_that_connects_too_often_is_turned_away_before_it_is_served() {
    let limits = ClientLimits { rate: 0.5, ..ClientLimits::default() };
    let house = House::with(ServerSettings { limits, ..ServerSettings::default() }).await;
    let mut connected = 0;
    // Nothing is sent: only who is turned away hears something.
    let line = loop {
        let mut stream = connect_from(2, house.addr).await;
        connected += 1;
        if let Ok(line) = tokio::time::timeout(std::time::Duration::from_millis(20), first_line(&mut stream)).await {
            break line;
        }
    };
    assert_eq!(line, "HTTP/1.1 429 Too Many Requests");
    assert!(connected > 4, "{connected}");
    assert_eq!(house.get("/healthz").await.0, 200);
}

#[tokio::test]
async fn a_socket_over_which_too_much_is_asked_is_heard_again_later() {
    let limits = ClientLimits { rate: 10.0, ..ClientLimits::default() };
    let house = House::with(ServerSettings { limits, ..ServerSettings::default() }).await;
    let mut socket = house.socket().await;
    let mut refused = 0;
    for _ in 0..60 {
        refused += usize::from(socket.ask(json!({ "t": "ping" })).await["t"] == "error");
    }
    // Every refusal costs the time after which the next request can be paid for.
    assert!(refused <= 15, "{refused}");
}

#[tokio::test]
async fn a_sockets_place_is_its_clients_until_it_ends() {
    let house = house().await;
    let mut sockets = Vec::new();
    for _ in 0..EACH {
        sockets.push(house.socket().await);
    }
    let mut late = TcpStream::connect(house.addr).await.unwrap();
    assert_eq!(first_line(&mut late).await, "HTTP/1.1 503 Service Unavailable");
    assert_eq!(sockets[0].ask(json!({ "t": "ping" })).await["t"], "pong");
}

#[tokio::test]
async fn those_who_come_and_go_are_told_of_together() {
    let house = House::open().await;
    let (id, me, _) = house.game_of_two("byte", &json!({})).await;
    let mut player = house.socket().await;
    player.ask(json!({ "t": "watch", "game": id, "token": me })).await;
    let mut watcher = house.socket().await;
    let began = std::time::Instant::now();
    let rounds = 200;
    for _ in 0..rounds {
        watcher.ask(json!({ "t": "watch", "game": id })).await;
        watcher.ask(json!({ "t": "unwatch", "game": id })).await;
    }
    watcher.ask(json!({ "t": "watch", "game": id })).await;
    let mut states = 0;
    loop {
        let message = player.until(|message| message["t"] == "state").await;
        states += 1;
        if message["state"]["watchers"] == 1 && states > began.elapsed().as_millis() / 300 {
            break;
        }
        // One state for every 300 ms at most, however many came and went.
        assert!(states <= began.elapsed().as_millis() / 300 + 2, "{states}");
        player.ask(json!({ "t": "ping" })).await;
        if message["state"]["watchers"] == 1 {
            break;
        }
    }
    assert!(states < rounds);
}

#[tokio::test]
async fn a_large_report_comes_piece_by_piece_and_costs_what_it_is_worth() {
    let folder = std::env::temp_dir().join(format!("potez-large-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let page = "<p>a large page</p>".repeat(80_000);
    std::fs::write(folder.join("large.html"), &page).unwrap();
    let limits = ClientLimits { rate: 1.0, ..ClientLimits::default() };
    let settings = ServerSettings { reports: Some(folder.clone()), limits, ..ServerSettings::default() };
    let house = House::with(settings).await;
    let get = || house.request(Method::GET, "/reports/large.html").send();
    let first = get().await.unwrap();
    assert_eq!((first.status().as_u16(), first.text().await.unwrap() == page), (200, true));
    let mut more = 0;
    while get().await.unwrap().status() == 200 {
        more += 1;
    }
    assert!(more < 4, "{more}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn numbers_have_an_address_of_their_own_where_one_is_given() {
    let settings = ServerSettings { metrics: Some(([127, 0, 0, 1], 0).into()), ..ServerSettings::default() };
    let server = potez_server::Server::bind(([127, 0, 0, 1], 0).into(), &potez_server::Database::Memory, settings);
    let server = server.await.unwrap();
    let (public, own) = (server.addr(), server.metrics_addr().unwrap());
    let task = tokio::spawn(server.run(std::future::pending()));
    let get = async |addr: SocketAddr| reqwest::get(format!("http://{addr}/metrics")).await.unwrap();
    assert_eq!(get(public).await.status(), 404);
    let page = get(own).await.text().await.unwrap();
    assert!(page.contains("potez_uptime_seconds") && page.contains("potez_storage_bytes"));
    task.abort();
}

#[tokio::test]
async fn behind_a_proxy_nobody_reads_the_numbers() {
    let house = House::with(ServerSettings { behind_proxy: true, ..ServerSettings::default() }).await;
    assert_eq!(house.get("/metrics").await.0, 404);
    assert_eq!(House::open().await.request(Method::GET, "/metrics").send().await.unwrap().status(), 200);
}
