//! A server with a fleet: workers do its reviews and analyses, and servers hear of each other over NATS.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use potez_fleet::Build;
use potez_fleet::nats::ServerAddress;
use potez_fleet::nats::worker::{self, SHARE, WorkerSettings};
use potez_fleet::testing::NatsServer;
use potez_server::testing::PostgresServer;
use potez_server::{ClientLimits, Database, FleetSettings, ServerSettings};
use potez_table::Stop;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::house::{House, PATIENCE};

/// A build that no other program has; the signature of the real one takes a second to compute.
fn build() -> Build {
    Build { version: "test".into(), signature: 77 }
}

fn settings(nats: &NatsServer) -> ServerSettings {
    // On a busy machine a worker may take its time.
    let patience = Duration::from_mins(1);
    let fleet = FleetSettings { nats: ServerAddress::new(&nats.url()), build: Some(build()), patience };
    let limits = ClientLimits { rate: 10_000.0, ..ClientLimits::default() };
    ServerSettings { fleet: Some(fleet), limits, ..ServerSettings::default() }
}

/// A worker in a thread; it ends with this.
struct Worker {
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    fn start(nats: &NatsServer) -> Self {
        let (stop, address) = (Stop::new(), ServerAddress::new(&nats.url()));
        let raised = stop.clone();
        let lease = Duration::from_mins(1);
        let settings =
            WorkerSettings { slots: 1, lease, share: SHARE, engines: Vec::new(), memory: 16, build: build() };
        let thread = std::thread::spawn(move || worker::run(&address, settings, &raised, |_| {}).unwrap());
        Self { stop, thread: Some(thread) }
    }

    fn end(&mut self) {
        self.stop.raise();
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

/// A number of a server.
async fn number(house: &House, name: &str) -> f64 {
    let page = house.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {page}")).parse().unwrap()
}

async fn until_number(house: &House, name: &str, wanted: impl Fn(f64) -> bool) {
    let begun = Instant::now();
    while !wanted(number(house, name).await) {
        assert!(begun.elapsed() < PATIENCE, "{name}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn reviewed(house: &House) -> Value {
    let record = json!({ "game": "havannah:size=3", "moves": ["a1", "e5", "a2", "e4", "c1", "e3"] });
    let (status, started) = house.post("/api/reviews", &json!({ "record": record, "timeMs": 50 })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    let begun = Instant::now();
    loop {
        let (_, review) = house.get(&format!("/api/reviews/{}", started["id"].as_str().unwrap())).await;
        if !matches!(review["status"].as_str(), Some("queued" | "running")) {
            return review;
        }
        assert!(begun.elapsed() < PATIENCE, "{review}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_do_reviews_and_analyses_and_the_server_when_there_are_none() {
    let Some(nats) = NatsServer::start() else { return };
    let mut house = House::with(settings(&nats)).await;
    let mut worker = Worker::start(&nats);
    until_number(&house, "potez_fleet_usable_slots", |slots| slots > 0.0).await;
    let review = reviewed(&house).await;
    assert_eq!((&review["status"], &review["result"]["moves"][4]["best"]["text"]), (&json!("done"), &json!("a3")));
    let done = number(&house, "potez_fleet_searches_total").await;
    assert!(done >= 5.0, "{done}");
    let mut socket = house.socket().await;
    let think = json!({ "t": "analyse", "run": "a", "game": "byte", "multipv": 2, "timeMs": 700 });
    assert_eq!(socket.ask(think).await["t"], "queued");
    let last = socket.until(|message| message["t"] == "analysis" && message["done"] == true).await;
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(2), "{last}");
    assert!(number(&house, "potez_fleet_searches_total").await > done);
    until_number(&house, "potez_fleet_workers", |workers| workers > 0.0).await;
    let page = house.request(Method::GET, "/fleet?lang=sr").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("Radnici") && page.contains("test (signature 77)"), "{page}");
    worker.end();
    until_number(&house, "potez_fleet_usable_slots", |slots| slots < 1.0).await;
    let done = number(&house, "potez_fleet_searches_total").await;
    let review = reviewed(&house).await;
    assert_eq!(review["status"], "done", "{review}");
    assert!((number(&house, "potez_fleet_searches_total").await - done).abs() < 0.5);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_hear_of_each_other_whether_nats_is_there_or_not() {
    let Some(server) = PostgresServer::shared("servers that hear of each other over NATS") else { return };
    let Some(mut nats) = NatsServer::start() else { return };
    let database: Database = server.database().parse().unwrap();
    let (mut here, mut there) =
        (House::on(&database, settings(&nats)).await, House::on(&database, settings(&nats)).await);
    let (id, x, o) = here.game_of_two("havannah:size=4", &json!({})).await;
    let mut socket = there.socket().await;
    socket.ask(json!({ "t": "watch", "game": id, "token": o })).await;
    for (ply, [mv, reply]) in [(0, ["a1", "d4"]), (2, ["a2", "d5"])] {
        let (status, answer) = here.play(&id, &x, mv, ply).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        socket.until(|message| message["t"] == "state" && message["state"]["ply"] == ply + 1).await;
        let answer = socket.ask(json!({ "t": "move", "game": id, "move": reply, "ply": ply + 1 })).await;
        assert_eq!(answer["t"], "ok", "{answer}");
        here.wait(&id, |state| state["ply"] == ply + 2).await;
        nats.kill();
    }
    here.close().await;
    there.close().await;
}
