//! Asking who is there: workers and owners answer for themselves, nothing is stored.

use std::time::Duration;

use async_nats::Client;
use futures_util::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Answers a question for as long as the task lives.
pub(super) async fn answer<T: Serialize>(client: Client, subject: &'static str, state: impl Fn() -> T) {
    // The client makes the subscription again after every reconnect.
    let Ok(mut questions) = client.subscribe(subject).await else { return };
    while let Some(question) = questions.next().await {
        if let (Some(reply), Ok(answer)) = (question.reply, serde_json::to_vec(&state())) {
            // Whoever has asked will ask again.
            let _ = client.publish(reply, answer.into()).await;
        }
    }
}

/// How long a question may take to reach the server.
const ARRIVAL: Duration = Duration::from_secs(3);

/// Asks everybody and collects the answers that come within this time, and what the way to them takes: whoever is
/// far away is not nobody.
pub(super) async fn ask<T: DeserializeOwned>(client: &Client, subject: &'static str, wait: Duration) -> Vec<T> {
    let inbox = client.new_inbox();
    let Ok(mut answers) = client.subscribe(inbox.clone()).await else { return Vec::new() };
    let asked_at = tokio::time::Instant::now();
    // While the server is away a question would wait for it, and be asked when nobody wants to know any more.
    let asked =
        async { client.publish_with_reply(subject, inbox, "".into()).await.is_ok() && client.flush().await.is_ok() };
    if !tokio::time::timeout(ARRIVAL, asked).await.unwrap_or(false) {
        return Vec::new();
    }
    // The way there and back to the server; those who answer may be as far from it as we are.
    let round_trip = asked_at.elapsed();
    let deadline = tokio::time::Instant::now() + wait + 2 * round_trip;
    let mut found = Vec::new();
    while let Ok(Some(answer)) = tokio::time::timeout_at(deadline, answers.next()).await {
        // Somebody else's answer is passed over.
        if answer.status.is_none()
            && let Ok(answer) = serde_json::from_slice(&answer.payload)
        {
            found.push(answer);
        }
    }
    found
}
