//! The results of a run as they come, whatever happens to the server meanwhile.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::Acker;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::hub::{Hub, chain};
use super::messages::ResultMessage;
use super::subjects;

/// Results that are asked for at a time.
const BATCH: usize = 100;
/// How long a request waits for results.
const WAIT: Duration = Duration::from_millis(500);
/// How long the owner may take to write a result down.
const LEASE: Duration = Duration::from_secs(30);
/// How long the server keeps the consumer of an owner that is not heard of.
const KEEP: Duration = Duration::from_secs(3600);
/// How long is waited after the server did not answer.
const RECOVER: Duration = Duration::from_millis(200);

/// A result that must be acknowledged when it is kept; without a message if it cannot be read.
pub(super) struct ReceivedResult {
    pub(super) message: Option<ResultMessage>,
    pub(super) lease: Acker,
}

/// Hands on the results of a run until nobody listens.
pub(super) async fn feed(hub: Hub, run: String, to: mpsc::Sender<ReceivedResult>) {
    let mut consumer: Option<PullConsumer> = None;
    while !to.is_closed() {
        let opened = match consumer.take() {
            Some(consumer) => Ok(consumer),
            None => open(&hub, &run).await,
        };
        let Ok(current) = opened else {
            tokio::time::sleep(RECOVER).await;
            continue;
        };
        match read(&current, &run, &to).await {
            Ok(()) => consumer = Some(current),
            Err(_) => tokio::time::sleep(RECOVER).await,
        }
    }
}

/// The consumer of the owner, made anew: what an earlier owner was given and did not keep comes
/// again at once.
async fn open(hub: &Hub, run: &str) -> Result<PullConsumer, String> {
    hub.make_streams().await?;
    let stream = hub.stream(subjects::RESULTS).await?;
    let name = subjects::run_consumer(run);
    // Where there was none there is nothing to delete.
    let _ = stream.delete_consumer(&name).await;
    let config = pull::Config {
        durable_name: Some(name),
        filter_subject: subjects::results(run),
        ack_policy: AckPolicy::Explicit,
        ack_wait: LEASE,
        max_deliver: -1,
        inactive_threshold: KEEP,
        ..pull::Config::default()
    };
    stream.create_consumer(config).await.map_err(|error| chain(&error))
}

async fn read(consumer: &PullConsumer, run: &str, to: &mpsc::Sender<ReceivedResult>) -> Result<(), String> {
    let asked = consumer.batch().max_messages(BATCH).expires(WAIT).messages().await;
    let mut results = asked.map_err(|error| chain(&error))?;
    while let Some(result) = timeout(WAIT + Duration::from_secs(2), results.next()).await.map_err(|_| "no answer")? {
        let result = result.map_err(|error| error.to_string())?;
        let message: Option<ResultMessage> = serde_json::from_slice(&result.payload).ok();
        let message = message.filter(|message| message.run == run);
        let (_, lease) = result.split();
        if to.send(ReceivedResult { message, lease }).await.is_err() {
            return Err("nobody listens".into());
        }
    }
    Ok(())
}
