//! The other end of a league: whoever runs one from afar, and bots that connect to it.

mod connection;
mod far_bot;
mod join;

use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::{Method, Request};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::Value;

pub use connection::LeagueServer;
pub use far_bot::far_bots;
pub use join::{JoinNews, JoinSettings, join};

/// Bytes of an answer at most: a league of forty bots with all its games.
const MOST_BYTES: usize = 256 << 20;

/// Why a server could not be asked, or did not do what it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeagueClientError {
    /// An address that leads nowhere.
    #[error("`{0}` is not an address such as http://127.0.0.1:8080 or https://lab.example.org")]
    Address(String),
    /// Certificates that cannot be read.
    #[error("cannot read certificates from {file}: {error}")]
    Certificates {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: String,
    },
    /// The server is not there, or went away.
    #[error("cannot reach {server}: {error}")]
    Unreachable {
        /// The server.
        server: String,
        /// What the system says.
        error: String,
    },
    /// The server refuses.
    #[error("{message}")]
    Refused {
        /// The code.
        code: String,
        /// The server's sentence.
        message: String,
    },
}

impl LeagueServer {
    /// Asks for something; the answer as text.
    pub async fn text(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<String, LeagueClientError> {
        let shaken = http1::handshake(TokioIo::new(self.connect().await?)).await;
        let (mut sender, connection) = shaken.map_err(|error| self.unreachable(&error))?;
        tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.authority);
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = request.body(body).map_err(|error| self.unreachable(&error))?;
        let response = sender.send_request(request).await.map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        let bytes = to_bytes(Body::new(response.into_body()), MOST_BYTES).await;
        let bytes = bytes.map_err(|error| self.unreachable(&error))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if status.is_success() {
            return Ok(text);
        }
        let error: Value = serde_json::from_str(&text).unwrap_or_default();
        let said = |key: &str| error["error"][key].as_str().map(str::to_string);
        let message = said("message").unwrap_or_else(|| format!("{} answers {status}", self.authority));
        Err(LeagueClientError::Refused { code: said("code").unwrap_or_default(), message })
    }

    /// Asks for something; the answer as JSON, null where there is none.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Value, LeagueClientError> {
        let text = self.text(method, path, token, body).await?;
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }
}
