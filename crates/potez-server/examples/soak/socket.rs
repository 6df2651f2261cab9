//! A `WebSocket` that asks and waits for the answer; shared by the examples that put load on a
//! server.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Why something could not be asked.
pub(crate) type SocketError = Box<dyn std::error::Error + Send + Sync>;

/// A connection that speaks JSON.
pub(crate) struct JsonSocket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl JsonSocket {
    pub(crate) async fn connect(addr: &str) -> Result<Self, SocketError> {
        let (stream, _) = tokio_tungstenite::connect_async(format!("ws://{addr}/api/ws")).await?;
        Ok(Self(stream))
    }

    /// Comes to a game, with a token or without.
    pub(crate) async fn sit(addr: &str, game: &str, token: &Value) -> Result<Self, SocketError> {
        let mut socket = Self::connect(addr).await?;
        socket.ask(json!({ "t": "watch", "game": game, "token": token })).await?;
        Ok(socket)
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Result<Value, SocketError> {
        loop {
            if let Message::Text(text) = self.0.next().await.ok_or("the server has gone")?? {
                return Ok(serde_json::from_str(&text)?);
            }
        }
    }

    /// Sends a request and waits for its answer; what comes meanwhile is passed over.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Result<Value, SocketError> {
        message["id"] = json!(1);
        self.0.send(Message::text(message.to_string())).await?;
        loop {
            let answer = self.next().await?;
            if answer["t"] == "error" {
                return Err(answer.to_string().into());
            }
            if answer["id"] == 1 {
                return Ok(answer);
            }
        }
    }
}
