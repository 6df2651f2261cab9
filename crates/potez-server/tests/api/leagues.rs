//! Leagues: bots that play well and badly, tables, exports, restarts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use potez_server::league_client::{JoinSettings, LeagueServer, join};
use potez_server::{ClientLimits, Database, LeagueMakers, ServerSettings};
use potez_table::Stop;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use crate::house::{House, PATIENCE, answer, code};

/// A league and the key to it.
pub(crate) struct TestLeague {
    pub(crate) id: String,
    pub(crate) key: String,
}

pub(crate) fn terms(format: &str, more: &Value) -> Value {
    let mut terms = json!({
        "name": "Class of 1", "game": "havannah:size=3", "time": { "kind": "move", "moveMs": 20_000 },
        "format": format, "openings": 1, "seed": 3,
    });
    for (key, value) in more.as_object().unwrap() {
        terms[key] = value.clone();
    }
    terms
}

impl TestLeague {
    pub(crate) async fn new(house: &House, terms: &Value) -> Self {
        let (status, made) = house.post("/api/leagues", terms).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let text = |key: &str| made[key].as_str().unwrap().to_string();
        Self { id: text("id"), key: text("key") }
    }

    pub(crate) async fn act(&self, house: &House, act: &Value) -> Value {
        let (status, done) = house.post_as(&self.key, &format!("/api/leagues/{}/act", self.id), act).await;
        assert_eq!(status, StatusCode::OK, "{act}: {done}");
        done
    }

    pub(crate) async fn add(&self, house: &House, name: &str) -> String {
        let done = self.act(house, &json!({ "action": "add", "name": name })).await;
        done["token"].as_str().unwrap().to_string()
    }

    pub(crate) async fn view(&self, house: &House) -> Value {
        let (status, view) = house.get(&format!("/api/leagues/{}/live", self.id)).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        view
    }

    pub(crate) async fn bot(&self, house: &House, bot: usize) -> Value {
        house.get(&format!("/api/leagues/{}/bots/{bot}", self.id)).await.1
    }

    /// Waits until the league looks as it should.
    pub(crate) async fn wait(&self, house: &House, wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = std::time::Instant::now();
        loop {
            let view = self.view(house).await;
            if wanted(&view) {
                return view;
            }
            assert!(begun.elapsed() < PATIENCE, "the league never came to look as it should: {view:#}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

pub(crate) fn is_over(view: &Value) -> bool {
    view["state"] == "over"
}

pub(crate) fn row<'a>(view: &'a Value, name: &str) -> &'a Value {
    view["standings"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()
}

/// A bot of ours that plays until the test ends.
pub(crate) fn good_bot(port: u16, token: &str, spec: &str) -> Stop {
    joined(LeagueServer::at(&format!("http://127.0.0.1:{port}")).unwrap(), token, spec)
}

/// The same, wherever the server is.
pub(crate) fn joined(server: LeagueServer, token: &str, spec: &str) -> Stop {
    let stop = Stop::new();
    let settings = JoinSettings { server, token: token.into(), entrant: spec.parse().unwrap(), fleet: None };
    let raised = stop.clone();
    tokio::spawn(async move { join(settings, &raised, |_| {}).await });
    stop
}

/// What a bot does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Vice {
    /// Nothing.
    None,
    /// It makes moves that the rules forbid.
    Illegal,
    /// It says that it has failed, with a traceback.
    Crash,
    /// It goes away instead of its third move, and comes back.
    Leave,
    /// It sends nonsense and moves out of turn.
    Flood,
    /// It never moves.
    Sleep,
}

/// A bot over a WebSocket that takes the first legal move, or does what it is known for. It comes back for ever.
fn vicious_bot(port: Arc<AtomicU16>, token: String, vice: Vice) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut left = 0;
        loop {
            // A server that goes down ends the conversation, and it is begun again.
            let _ = converse(port.load(Ordering::Relaxed), &token, vice, &mut left).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
}

async fn converse(port: u16, token: &str, vice: Vice, left: &mut u32) -> Option<()> {
    let url = format!("ws://127.0.0.1:{port}/api/league/ws");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.ok()?;
    let send = |value: Value| Message::text(value.to_string());
    socket.send(send(json!({ "t": "hello", "token": token, "legal": true }))).await.ok()?;
    loop {
        let Message::Text(text) = socket.next().await?.ok()? else { continue };
        let message: Value = serde_json::from_str(&text).ok()?;
        if message["t"] != "turn" {
            continue;
        }
        if vice == Vice::Leave && *left == 0 {
            *left += 1;
            return None;
        }
        let mut reply =
            json!({ "t": "move", "game": message["game"], "ply": message["ply"], "move": message["legal"][0] });
        match vice {
            Vice::None | Vice::Leave => {}
            Vice::Illegal => reply["move"] = json!("z99"),
            Vice::Crash => {
                let io = ["! Traceback (most recent call last):", "! ZeroDivisionError: division by zero"];
                reply =
                    json!({ "t": "fault", "game": message["game"], "kind": "crash", "message": "it ended", "io": io });
            }
            Vice::Flood => {
                for number in 0..30 {
                    let wrong = json!({ "t": "move", "game": message["game"], "ply": 900 + number, "move": "a1" });
                    socket.send(send(wrong)).await.ok()?;
                    socket.send(Message::text("{nonsense")).await.ok()?;
                }
            }
            Vice::Sleep => continue,
        }
        socket.send(send(reply)).await.ok()?;
    }
}

#[tokio::test]
async fn three_bots_meet_and_the_table_is_that_of_their_games() {
    let house = House::open().await;
    let league = TestLeague::new(&house, &terms("round-robin", &json!({}))).await;
    let port = house.addr.port();
    let mut stops = Vec::new();
    for (name, spec) in [("weak", "random:seed=1"), ("strong", "potez:nodes=200"), ("other", "random:seed=2")] {
        let token = league.add(&house, name).await;
        stops.push(good_bot(port, &token, spec));
    }
    assert_eq!(league.view(&house).await["state"], "new");
    league.act(&house, &json!({ "action": "start" })).await;
    let over = league.wait(&house, is_over).await;
    assert_eq!((over["played"].as_u64(), over["planned"].as_u64()), (Some(6), Some(6)));
    let points: f64 = over["standings"].as_array().unwrap().iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert!((points - 6.0).abs() < 1e-9);
    assert_eq!(over["standings"][0]["name"], "strong");
    assert!(
        over["standings"][0]["elo"].as_f64().unwrap() > 0.0 && over["standings"][0]["error"].as_f64().unwrap() > 0.0
    );
    assert_eq!(over["standings"][0]["here"], true);
    // Games of a league are ordinary games: everybody looks on, nobody interferes.
    let id = over["ended"][0]["id"].as_str().unwrap();
    let (_, game) = house.get(&format!("/api/games/{id}")).await;
    assert!(game["outcome"]["words"].is_string() && game["you"].is_null(), "{game}");
    assert_eq!(house.get(&format!("/api/games/{id}/replay")).await.0, StatusCode::OK);
    // Whoever lost finds out in which games.
    let loser = league.bot(&house, 0).await;
    assert_eq!(loser["lost"].as_array().unwrap().len() as u64, row(&over, "weak")["losses"].as_u64().unwrap());
    // Everything can be taken away.
    let export = |format: &'static str| {
        house.request(Method::GET, &format!("/api/leagues/{}/export?format={format}", league.id))
    };
    let all = answer(export("json")).await.1;
    assert_eq!(all["games"].as_array().unwrap().len(), 6);
    assert!(all["games"][0]["moves"].as_array().unwrap().len() > 3);
    let csv = export("csv").send().await.unwrap().text().await.unwrap();
    assert!(csv.starts_with("place,name,") && csv.lines().count() == 4, "{csv}");
    let html = export("html").send().await.unwrap().text().await.unwrap();
    assert!(html.contains("Class of 1") && html.contains("strong"));
    // A round is played again, and an excluded bot counts for nobody.
    league.act(&house, &json!({ "action": "repeat", "round": 1 })).await;
    let again = league.wait(&house, is_over).await;
    assert_eq!(again["played"], 6);
    league.act(&house, &json!({ "action": "exclude", "bot": 2 })).await;
    let without = league.view(&house).await;
    assert_eq!((without["played"].as_u64(), row(&without, "other")["place"].is_null()), (Some(2), true));
    for stop in stops {
        stop.raise();
    }
}

#[tokio::test]
async fn only_those_who_may_do_what_they_ask_for() {
    let house = House::open().await;
    let league = TestLeague::new(&house, &terms("swiss", &json!({}))).await;
    let token = league.add(&house, "Ana").await;
    let path = format!("/api/leagues/{}/act", league.id);
    for wrong in ["", "x", token.as_str()] {
        let (status, refused) = house.post_as(wrong, &path, &json!({ "action": "start" })).await;
        assert_eq!((status, code(&refused)), (StatusCode::FORBIDDEN, "forbidden"));
    }
    assert_eq!(house.post("/api/league/next", &json!({})).await.0, StatusCode::FORBIDDEN);
    assert_eq!(house.post_as(&league.key, "/api/league/next", &json!({})).await.0, StatusCode::FORBIDDEN);
    let early = json!({ "game": "g", "ply": 0, "move": "a1" });
    let (status, refused) = house.post_as(&token, "/api/league/move", &early).await;
    assert_eq!((status, code(&refused)), (StatusCode::CONFLICT, "not-your-turn"));
    // It costs nothing, and is written down.
    let page = league.bot(&house, 0).await;
    assert_eq!(
        (page["faults"][0]["kind"].as_str(), page["faults"][0]["sent"].as_str()),
        (Some("out-of-turn"), Some("a1"))
    );
    let again = league.act(&house, &json!({ "action": "token", "bot": 0 })).await;
    assert_eq!(house.post_as(&token, "/api/league/move", &early).await.0, StatusCode::FORBIDDEN);
    assert_eq!(
        house.post_as(again["token"].as_str().unwrap(), "/api/league/move", &early).await.0,
        StatusCode::CONFLICT
    );
    for (act, status) in [
        (json!({ "action": "add", "name": "Ana" }), 422),
        (json!({ "action": "add", "name": " " }), 422),
        (json!({ "action": "exclude", "bot": 7 }), 404),
        (json!({ "action": "repeat", "round": 1 }), 404),
        (json!({ "action": "dance" }), 400),
        (json!({ "action": "terms", "terms": terms("swiss", &json!({ "game": "chess" })) }), 422),
    ] {
        assert_eq!(house.post_as(&league.key, &path, &act).await.0.as_u16(), status, "{act}");
    }
    for wrong in [json!({ "games": 0 }), json!({ "time": { "kind": "move", "moveMs": 1 } }), json!({ "name": "" })] {
        assert_eq!(house.post("/api/leagues", &terms("ladder", &wrong)).await.0, 422, "{wrong}");
    }
    let settings = ServerSettings { league_makers: LeagueMakers::Nobody, ..ServerSettings::default() };
    let closed = House::with(settings).await;
    assert_eq!(closed.post("/api/leagues", &terms("ladder", &json!({}))).await.0, StatusCode::FORBIDDEN);
}

fn database() -> (Database, PathBuf) {
    let file = std::env::temp_dir().join(format!("potez-league-{}.db", std::process::id()));
    for ending in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
    (Database::File(file.clone()), file)
}

pub(crate) fn plenty() -> ServerSettings {
    let limits = ClientLimits { sockets: 1000, rate: 10_000.0, connections: 4096, ..ClientLimits::default() };
    ServerSettings { limits, ..ServerSettings::default() }
}

#[tokio::test]
async fn seven_bad_bots_and_a_good_one_go_on_after_a_restart_and_every_game_counts_once() {
    let (database, file) = database();
    let mut house = House::on(&database, plenty()).await;
    let port = Arc::new(AtomicU16::new(house.addr.port()));
    let short = json!({ "time": { "kind": "move", "moveMs": 1_500 }, "graceMs": 20_000 });
    let league = TestLeague::new(&house, &terms("round-robin", &short)).await;
    let vices = [
        ("good", Vice::None),
        ("fair", Vice::None),
        ("illegal", Vice::Illegal),
        ("crashing", Vice::Crash),
        ("leaving", Vice::Leave),
        ("flooding", Vice::Flood),
        ("sleeping", Vice::Sleep),
        ("second", Vice::None),
    ];
    let mut tasks = Vec::new();
    for (name, vice) in vices {
        let token = league.add(&house, name).await;
        tasks.push(vicious_bot(port.clone(), token, vice));
    }
    league.act(&house, &json!({ "action": "start" })).await;
    let before = league.wait(&house, |view| view["played"].as_u64() > Some(8)).await;
    house.close().await;
    let mut house = House::on(&database, plenty()).await;
    port.store(house.addr.port(), Ordering::Relaxed);
    // What had counted counts.
    let after = league.view(&house).await;
    assert!(after["played"].as_u64() >= before["played"].as_u64(), "{after:#}");
    let over = league.wait(&house, is_over).await;
    assert_eq!((over["played"].as_u64(), over["planned"].as_u64()), (Some(56), Some(56)));
    for row in over["standings"].as_array().unwrap() {
        assert_eq!(row["games"], 14, "{row}");
    }
    let good = row(&over, "good")["points"].as_f64().unwrap();
    for bad in ["illegal", "crashing", "sleeping"] {
        assert!(row(&over, bad)["points"].as_f64().unwrap() < good, "{bad}: {over:#}");
    }
    // Nobody has lost by being cut off, and everybody by what they did wrong.
    for (bot, kind) in [(2, "illegal-move"), (3, "crash"), (5, "bad-message"), (6, "time")] {
        let page = league.bot(&house, bot).await;
        let fault = page["faults"].as_array().unwrap().iter().find(|fault| fault["kind"] == kind);
        let fault = fault.unwrap_or_else(|| panic!("bot {bot} has no {kind}: {page:#}"));
        if kind == "illegal-move" {
            assert_eq!(fault["sent"], "z99");
            assert!(fault["expected"].as_str().unwrap().contains("z99"));
        }
        if kind == "crash" {
            assert!(fault["io"][1].as_str().unwrap().contains("ZeroDivisionError"));
        }
    }
    for bot in [0, 1, 4, 7] {
        assert_eq!(league.bot(&house, bot).await["faults"], json!([]), "bot {bot}");
    }
    tasks.iter().for_each(JoinHandle::abort);
    house.close().await;
    let report = potez_server::storage::check(&database).await.unwrap();
    assert!(report.problems.is_empty(), "{report:?}");
    for ending in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}

#[tokio::test]
async fn a_bot_that_asks_by_requests_plays_a_ladder() {
    let house = House::open().await;
    let league = TestLeague::new(&house, &terms("ladder", &json!({}))).await;
    let port = Arc::new(AtomicU16::new(house.addr.port()));
    let token = league.add(&house, "asking").await;
    let other = vicious_bot(port, league.add(&house, "other").await, Vice::None);
    league.act(&house, &json!({ "action": "start" })).await;
    let mut ends = 0;
    while ends < 4 {
        let (status, asked) = house.post_as(&token, "/api/league/next", &json!({ "legal": true })).await;
        assert_eq!(status, StatusCode::OK, "{asked}");
        match asked["t"].as_str().unwrap() {
            "over" => ends += 1,
            "wait" => {}
            _ => {
                let mv = json!({ "game": asked["game"], "ply": asked["ply"], "move": asked["legal"][0] });
                let sent = house.post_as(&token, "/api/league/move", &mv).await;
                assert_eq!(sent.0, StatusCode::NO_CONTENT, "{}", sent.1);
                // Whoever has not heard the answer sends the move again.
                assert_eq!(house.post_as(&token, "/api/league/move", &mv).await.0, StatusCode::NO_CONTENT);
            }
        }
    }
    let view = league.wait(&house, |view| view["played"].as_u64() >= Some(4)).await;
    assert_eq!((view["state"].as_str(), row(&view, "asking")["faults"].as_u64()), (Some("running"), Some(0)));
    other.abort();
}
