//! Every kind of request that cannot be carried out, and what is said about it.

use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::house::{House, answer, code};

#[tokio::test]
async fn bodies_that_are_no_json_or_the_wrong_json_are_refused() {
    let house = House::open().await;
    let post = |body: &'static str| house.request(Method::POST, "/api/position").body(body);
    let json = |body: &'static str| post(body).header("content-type", "application/json");
    for (request, status, wanted) in [
        (post("{\"game\":\"byte\"}"), 415, "unsupported-media"),
        (post("game=byte").header("content-type", "application/x-www-form-urlencoded"), 415, "unsupported-media"),
        (post("{}").header("content-type", "text/plain"), 415, "unsupported-media"),
        (json("{"), 400, "bad-request"),
        (json("[]"), 400, "bad-request"),
        (json("{}"), 400, "bad-request"),
        (json("{\"game\":5}"), 400, "bad-request"),
        (json("{\"game\":\"byte\",\"moves\":\"d2-c3\"}"), 400, "bad-request"),
        (json("{\"game\":\"byte\",\"moves\":[null]}"), 400, "bad-request"),
    ] {
        let (found, body) = answer(request).await;
        assert_eq!((found.as_u16(), code(&body)), (status, wanted), "{body}");
    }
}

#[tokio::test]
async fn what_is_too_long_is_refused_before_it_is_read_through() {
    let house = House::open().await;
    let long = |key: &str, text: String| json!({ "game": "byte", key: text });
    let (status, body) = house.post("/api/position", &long("position", "x".repeat(500_000))).await;
    assert_eq!((status, code(&body)), (StatusCode::PAYLOAD_TOO_LARGE, "too-large"));
    let (status, _) = house.post("/api/position", &long("position", "x".repeat(5_000))).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, _) = house.post("/api/position", &json!({ "game": "x".repeat(300) })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, _) = house.post("/api/position", &json!({ "game": "byte", "moves": ["x".repeat(200)] })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, body) = house.post("/api/position", &json!({ "game": "byte", "moves": vec!["pass"; 2001] })).await;
    assert_eq!((status, code(&body)), (StatusCode::UNPROCESSABLE_ENTITY, "bad-request"));
}

#[tokio::test]
async fn unknown_paths_and_methods_have_their_own_answers() {
    let house = House::open().await;
    for path in
        ["/api/nothing", "/nothing.html", "/../Cargo.toml", "/api/games/short", "/api/reviews/none", "/tests/x.js"]
    {
        let (status, body) = house.get(path).await;
        assert_eq!((status, code(&body)), (StatusCode::NOT_FOUND, "not-found"), "{path}");
    }
    let (status, body) = answer(house.request(Method::DELETE, "/api/catalogue")).await;
    assert_eq!((status, code(&body)), (StatusCode::METHOD_NOT_ALLOWED, "method"));
    let (status, body) = answer(house.request(Method::POST, "/index.html")).await;
    assert_eq!((status, code(&body)), (StatusCode::METHOD_NOT_ALLOWED, "method"));
    let (status, body) = house.get("/api/ws").await;
    assert_eq!((status, code(&body)), (StatusCode::BAD_REQUEST, "bad-request"));
    let (status, _) = answer(house.request(Method::GET, "/api/games/AAAAAAAAAAAAAAAAAAAAAA").bearer_auth("x")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn writes_of_other_sites_and_strange_hosts_are_refused() {
    let house = House::open().await;
    let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "me" } });
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let request = house.request(Method::POST, "/api/games").json(&body).header(name, value);
        let (status, answer) = answer(request).await;
        assert_eq!((status, code(&answer)), (StatusCode::FORBIDDEN, "cross-site"), "{name}: {value}");
    }
    let own = house.request(Method::POST, "/api/games").json(&body).header("origin", format!("http://{}", house.addr));
    assert_eq!(answer(own).await.0, StatusCode::CREATED);
    let request = house.request(Method::GET, "/api/catalogue").header("host", "evil.example");
    let (status, body) = answer(request).await;
    assert_eq!((status.as_u16(), code(&body)), (421, "wrong-host"));
    let upgrade = house
        .request(Method::GET, "/api/ws")
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("origin", "http://evil.example");
    assert_eq!(code(&answer(upgrade).await.1), "cross-site");
}

#[tokio::test]
async fn every_answer_forbids_foreign_and_inline_scripts() {
    let house = House::open().await;
    for path in ["/", "/api/catalogue", "/nothing", "/healthz"] {
        let response = house.request(Method::GET, path).send().await.unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_string();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        // One script stands inside the page itself, and is named by its hash.
        assert_eq!(policy.matches("'sha256-").count(), usize::from(path == "/"), "{path}");
        assert_eq!((header("x-content-type-options"), header("x-frame-options")), ("nosniff".into(), "DENY".into()));
    }
    let (_, body) = answer(house.request(Method::GET, "/api/games/x").header("accept-language", "sr")).await;
    assert_eq!(body["error"]["message"], "Toga ovde nema.");
}

#[tokio::test]
async fn half_requests_and_nonsense_on_the_socket_hold_nobody_up() {
    let house = House::open().await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(house.addr).await.unwrap();
        stream.write_all(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Le").await.unwrap();
        slow.push(stream);
    }
    let mut rude = TcpStream::connect(house.addr).await.unwrap();
    rude.write_all(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    rude.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 400"));
    assert_eq!(house.get("/healthz").await.0, StatusCode::OK);
}
