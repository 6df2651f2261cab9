//! Notifications of `PostgreSQL` between servers.
//!
//! They are sent apart from changes: of transactions that notify, `PostgreSQL` commits one at a time.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx_core::pool::PoolOptions;
use sqlx_postgres::{PgConnectOptions, PgListener, Postgres};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

use super::super::{NodeChannel, StorageError};
use super::connections::{Connections, PATIENCE};
use super::statements;

/// The name of the channel.
const CHANNEL: &str = "potez";
/// Bytes of one notification; `PostgreSQL` takes less than 8000.
const MOST_BYTES: usize = 7_500;
/// Every server sends something every second; a connection that hears nothing for as long is broken.
const SILENCE: Duration = Duration::from_secs(10);
/// How long to wait before another attempt to connect.
const PAUSE: Duration = Duration::from_secs(1);

pub(super) struct PostgresChannel {
    connections: Arc<Connections>,
    options: PgConnectOptions,
    listener: Mutex<Option<PgListener>>,
}

impl PostgresChannel {
    pub(super) fn new(connections: Arc<Connections>, options: PgConnectOptions) -> Self {
        Self { connections, options, listener: Mutex::new(None) }
    }

    async fn listen(&self) -> Result<PgListener, sqlx_core::error::Error> {
        let pool = PoolOptions::<Postgres>::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(self.options.clone());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }
}

#[async_trait]
impl NodeChannel for PostgresChannel {
    async fn send(&self, texts: Vec<String>) -> Result<(), StorageError> {
        let mut lines = String::new();
        let mut payloads = Vec::new();
        for text in texts.into_iter().filter(|text| text.len() < MOST_BYTES) {
            if lines.len() + text.len() >= MOST_BYTES {
                payloads.push(std::mem::take(&mut lines));
            }
            lines.push_str(&text);
            lines.push('\n');
        }
        payloads.push(lines);
        for payload in payloads {
            let mut lent = self.connections.lend().await?;
            let done = timeout(PATIENCE, statements::notify(&mut lent, CHANNEL, &payload)).await;
            lent.settle(done)?;
        }
        Ok(())
    }

    async fn receive(&self) -> Option<Vec<String>> {
        let mut listener = self.listener.lock().await;
        let Some(open) = listener.as_mut() else {
            match timeout(PATIENCE, self.listen()).await {
                Ok(Ok(open)) => *listener = Some(open),
                _ => sleep(PAUSE).await,
            }
            // Whatever was sent before is missed.
            return None;
        };
        if let Ok(Ok(Some(heard))) = timeout(SILENCE, open.try_recv()).await {
            return Some(heard.payload().lines().map(str::to_string).collect());
        }
        *listener = None;
        None
    }
}
