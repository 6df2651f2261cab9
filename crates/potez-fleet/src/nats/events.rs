//! What programs on one NATS server tell each other without keeping it: events, and how a fleet is doing.

use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::sync::Mutex;

use super::hub::{Hub, ServerAddress, connect_options};
use super::status::{FleetStatus, gather};
use crate::FleetError;

/// A way to everybody who listens at the same subject, this program included. What is sent may be lost.
pub struct EventChannel {
    client: Client,
    subject: String,
    events: Mutex<Subscriber>,
}

impl EventChannel {
    /// Opens the way, whether the server is there already or not; what is wrong with our own files is an
    /// error. The name becomes a part of a subject.
    pub async fn open(address: &ServerAddress, name: &str) -> Result<Self, FleetError> {
        let options = connect_options(address, "events").await?.retry_on_initial_connect();
        let unreachable = |why: String| FleetError::Unreachable { address: address.shown(), why };
        let client = options.connect(address.urls()).await.map_err(|error| unreachable(error.to_string()))?;
        let subject = format!("potez.nodes.{name}");
        let events = client.subscribe(subject.clone()).await.map_err(|error| unreachable(error.to_string()))?;
        Ok(Self { client, subject, events: Mutex::new(events) })
    }

    /// Sends an event; false where the server is away and it is lost.
    pub async fn send(&self, event: Bytes) -> bool {
        self.client.connection_state() == State::Connected
            && self.client.publish(self.subject.clone(), event).await.is_ok()
    }

    /// The next event; none where there was none for this long.
    pub async fn receive(&self, most: Duration) -> Option<Bytes> {
        let mut events = self.events.lock().await;
        match tokio::time::timeout(most, events.next()).await {
            Ok(Some(event)) => Some(event.payload),
            // The subscription has ended with its client: nothing will come.
            Ok(None) => {
                tokio::time::sleep(most).await;
                None
            }
            Err(_) => None,
        }
    }
}

/// Somebody who asks again and again how a fleet is doing.
pub struct FleetObserver {
    hub: Hub,
}

impl FleetObserver {
    /// Connects to the server.
    pub async fn connect(address: &ServerAddress) -> Result<Self, FleetError> {
        Ok(Self { hub: Hub::connect(address, "observer").await? })
    }

    /// The fleet at this moment.
    pub async fn status(&self) -> Result<FleetStatus, String> {
        // While the server is away a question would wait for it.
        if self.hub.client.connection_state() != State::Connected {
            return Err("the connection is lost".into());
        }
        gather(&self.hub).await
    }
}
