//! Hints between servers over NATS, and over the database where NATS does not reach everybody.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::Bytes;
use potez_fleet::nats::EventChannel;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::seats;
use crate::storage::{NodeChannel, StorageError};

/// Every server sends something every second: whoever is silent for this long is not reached over NATS.
const SILENCE: Duration = Duration::from_secs(3);
/// How often something goes over the database, so that its way is known to be open.
const KEEP_OPEN: Duration = Duration::from_secs(4);
/// Messages that wait to be looked at; more wait where they are.
const WAITING: usize = 256;

/// The texts of one server.
#[derive(Serialize, Deserialize)]
struct Envelope {
    from: String,
    texts: Vec<String>,
}

/// NATS first, and the database besides whenever some server is not heard over NATS.
pub(crate) struct NatsChannel {
    own: String,
    nats: Arc<EventChannel>,
    database: Arc<dyn NodeChannel>,
    /// When each server was last heard over NATS, this one included.
    heard: Arc<Mutex<HashMap<String, Instant>>>,
    /// Servers that are alive.
    alive: AtomicUsize,
    /// When something last went over the database.
    last: Mutex<Option<Instant>>,
    received: OnceLock<tokio::sync::Mutex<mpsc::Receiver<Option<Vec<String>>>>>,
}

impl NatsChannel {
    pub(crate) fn new(nats: EventChannel, database: Arc<dyn NodeChannel>) -> Self {
        Self {
            own: seats::new_id(),
            nats: Arc::new(nats),
            database,
            heard: Arc::default(),
            alive: AtomicUsize::new(1),
            last: Mutex::default(),
            received: OnceLock::new(),
        }
    }

    /// Whether every server that is alive was heard over NATS a moment ago.
    fn reaches_all(&self) -> bool {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.retain(|_, at| at.elapsed() < SILENCE);
        heard.len() >= self.alive.load(Ordering::Relaxed)
    }

    /// Whether it is time to send something over the database.
    fn is_due(&self) -> bool {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).is_none_or(|at| at.elapsed() > KEEP_OPEN)
    }

    fn start(&self) -> tokio::sync::Mutex<mpsc::Receiver<Option<Vec<String>>>> {
        let (sender, received) = mpsc::channel(WAITING);
        tokio::spawn(listen_nats(self.nats.clone(), self.heard.clone(), sender.clone()));
        let database = self.database.clone();
        tokio::spawn(async move { while sender.send(database.receive().await).await.is_ok() {} });
        tokio::sync::Mutex::new(received)
    }
}

/// Hands on what comes over NATS; after a silence some may have been missed.
async fn listen_nats(
    nats: Arc<EventChannel>,
    heard: Arc<Mutex<HashMap<String, Instant>>>,
    to: mpsc::Sender<Option<Vec<String>>>,
) {
    let mut was_silent = false;
    while !to.is_closed() {
        let event = nats.receive(SILENCE).await;
        let envelope = event.and_then(|event| serde_json::from_slice::<Envelope>(&event).ok());
        let Some(envelope) = envelope else {
            was_silent = true;
            continue;
        };
        heard.lock().unwrap_or_else(PoisonError::into_inner).insert(envelope.from, Instant::now());
        if std::mem::take(&mut was_silent) && to.send(None).await.is_err() {
            return;
        }
        if to.send(Some(envelope.texts)).await.is_err() {
            return;
        }
    }
}

#[async_trait]
impl NodeChannel for NatsChannel {
    async fn send(&self, texts: Vec<String>) -> Result<(), StorageError> {
        let envelope = Envelope { from: self.own.clone(), texts };
        let event = serde_json::to_vec(&envelope).map_err(|error| StorageError::Broken(error.to_string()))?;
        let is_sent = self.nats.send(Bytes::from(event)).await;
        if is_sent && self.reaches_all() && !self.is_due() {
            return Ok(());
        }
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.database.send(envelope.texts).await
    }

    async fn receive(&self) -> Option<Vec<String>> {
        let received = self.received.get_or_init(|| self.start());
        received.lock().await.recv().await.flatten()
    }

    fn expect(&self, alive: usize) {
        self.alive.store(alive, Ordering::Relaxed);
    }
}
