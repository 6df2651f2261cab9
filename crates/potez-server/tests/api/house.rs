//! A server for a test, and somebody who talks to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use potez_server::storage::Storage;
use potez_server::{ClientLimits, Database, Server, ServerSettings};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How long to wait for something that never comes. On a busy machine everything else may take
/// long, too.
pub(crate) const PATIENCE: Duration = Duration::from_mins(3);

/// A server that ends with the test.
pub(crate) struct House {
    pub(crate) addr: SocketAddr,
    client: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

impl House {
    /// A server with plenty of everything.
    pub(crate) async fn open() -> Self {
        let limits =
            ClientLimits { games: 1000, sockets: 1000, rate: 10_000.0, connections: 4096, ..ClientLimits::default() };
        Self::with(ServerSettings { limits, ..ServerSettings::default() }).await
    }

    pub(crate) async fn with(settings: ServerSettings) -> Self {
        Self::on(&Database::Memory, settings).await
    }

    pub(crate) async fn on(database: &Database, settings: ServerSettings) -> Self {
        Self::serving(Server::bind(([127, 0, 0, 1], 0).into(), database, settings).await.unwrap())
    }

    /// A server on a storage of the test's own.
    pub(crate) async fn on_storage(storage: Arc<dyn Storage>, settings: ServerSettings) -> Self {
        let server = Server::on_storage(([127, 0, 0, 1], 0).into(), storage, "test", settings);
        Self::serving(server.await.unwrap())
    }

    fn serving(server: Server) -> Self {
        let addr = server.addr();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Self { addr, client: reqwest::Client::new(), stop: Some(stop), task: Some(task) }
    }

    /// Ends the server in order.
    pub(crate) async fn close(&mut self) {
        let _ = self.stop.take().unwrap().send(());
        timeout(PATIENCE, self.task.take().unwrap()).await.unwrap().unwrap();
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, self.url(path)).timeout(PATIENCE)
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        answer(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        answer(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) async fn post_as(&self, token: &str, path: &str, body: &Value) -> (StatusCode, Value) {
        answer(self.request(Method::POST, path).bearer_auth(token).json(body)).await
    }

    /// A game between me as X and a friend as O: its name and the two tokens.
    pub(crate) async fn game_of_two(&self, game: &str, more: &Value) -> (String, String, String) {
        let mut body = json!({ "game": game, "x": { "kind": "me" }, "o": { "kind": "friend" } });
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        let (status, created) = self.post("/api/games", &body).await;
        assert_eq!(status, StatusCode::CREATED, "{created}");
        let text = |value: &Value| value.as_str().unwrap().to_string();
        (text(&created["id"]), text(&created["token"]), text(&created["friend"]["token"]))
    }

    pub(crate) async fn play(&self, id: &str, token: &str, mv: &str, ply: usize) -> (StatusCode, Value) {
        self.post_as(token, &format!("/api/games/{id}/move"), &json!({ "move": mv, "ply": ply })).await
    }

    pub(crate) async fn act(&self, id: &str, token: &str, action: &str) -> (StatusCode, Value) {
        self.post_as(token, &format!("/api/games/{id}/action"), &json!({ "action": action })).await
    }

    pub(crate) async fn socket(&self) -> Socket {
        let url = format!("ws://{}/api/ws", self.addr);
        let (stream, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        Socket::new(stream)
    }

    /// Waits until a game looks as it should.
    pub(crate) async fn wait(&self, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let (_, state) = self.get(&format!("/api/games/{id}")).await;
            if wanted(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the game never came to look as it should")
    }
}

/// Sends a request; the body of the answer is JSON or nothing.
pub(crate) async fn answer(request: reqwest::RequestBuilder) -> (StatusCode, Value) {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// The code of a failure.
pub(crate) fn code(body: &Value) -> &str {
    body["error"]["code"].as_str().unwrap_or_default()
}

/// A `WebSocket` that speaks JSON, with the messages that came while an answer was waited for.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>, Vec<Value>);

impl Socket {
    pub(crate) fn new(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Self {
        Self(stream, Vec::new())
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message; panics when the connection ends.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            match timeout(PATIENCE, self.0.next()).await.unwrap().unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The next message that is wanted; others are passed over.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(found) = self.1.drain(..).find(&wanted) {
            return found;
        }
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        message["id"] = json!("q");
        self.send(&message).await;
        loop {
            let answer = self.next().await;
            if answer["id"] == "q" {
                return answer;
            }
            self.1.push(answer);
        }
    }

    /// The code with which the other side ends the connection.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.unwrap() {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}
