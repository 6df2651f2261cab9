//! The connection to a NATS server, and the streams there.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::context::{ContextBuilder, PublishAckFuture};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{self, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use serde::Serialize;

use super::subjects::{self, Lane};
use crate::{Build, FleetError};

/// How long an answer of the server is waited for.
pub(super) const ANSWER: Duration = Duration::from_secs(3);

/// A result that nobody asks for is kept this long.
const KEEP_RESULTS: Duration = Duration::from_secs(7 * 24 * 3600);
/// A dead letter is kept this long.
const KEEP_DEAD: Duration = Duration::from_secs(90 * 24 * 3600);
/// A file that jobs need is kept this long.
pub(super) const KEEP_FILES: Duration = Duration::from_secs(30 * 24 * 3600);
/// A note on who tried what is kept this long.
const KEEP_ATTEMPTS: Duration = Duration::from_secs(24 * 3600);
/// Leases at a time: more than there will be slots.
const MOST_LEASES: i64 = 100_000;

/// Where the server is, and who we are to it.
#[derive(Clone, Debug)]
pub struct ServerAddress {
    /// `nats://host:4222`, or `tls://…`; user and password may be in it. Several, separated by commas,
    /// are members of one cluster.
    pub url: String,
    /// A file with a user's JWT and key (`nsc generate creds`).
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that has signed the server's, where the system
    /// does not know it.
    pub authority: Option<PathBuf>,
}

impl ServerAddress {
    /// An address with nothing but a URL.
    pub fn new(url: &str) -> Self {
        Self { url: url.into(), credentials: None, authority: None }
    }

    /// The members of the cluster.
    pub(super) fn urls(&self) -> Vec<&str> {
        self.url.split(',').map(str::trim).collect()
    }

    /// User and password of the first address that has them.
    fn user_and_password(&self) -> Option<(String, String)> {
        self.url.split(',').find_map(|url| {
            let (before, _) = url.trim().rsplit_once('@')?;
            let (_, names) = before.split_once("://").unwrap_or(("", before));
            let (user, password) = names.split_once(':').unwrap_or((names, ""));
            Some((decoded(user), decoded(password)))
        })
    }

    /// The address without what must not be shown.
    pub fn shown(&self) -> String {
        let hide = |url: &str| match url.rsplit_once('@') {
            Some((before, host)) => {
                let scheme = before.split_once("://").map_or("", |(scheme, _)| scheme);
                if scheme.is_empty() { host.to_string() } else { format!("{scheme}://{host}") }
            }
            None => url.to_string(),
        };
        self.url.split(',').map(|url| hide(url.trim())).collect::<Vec<_>>().join(",")
    }
}

/// A text in which `%40` stands for `@`, as in every URL.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let code = others.get(..2).filter(|_| first == b'%').and_then(|code| std::str::from_utf8(code).ok());
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A connection with its streams.
#[derive(Clone)]
pub(super) struct Hub {
    pub(super) client: Client,
    pub(super) jetstream: Context,
    pub(super) address: String,
}

impl Hub {
    /// Connects, and makes the streams where they are missing.
    pub(super) async fn connect(address: &ServerAddress, name: &str) -> Result<Self, FleetError> {
        let shown = address.shown();
        let unreachable = |why: String| FleetError::Unreachable { address: shown.clone(), why };
        let options = connect_options(address, name).await?;
        let client = options.connect(address.urls()).await.map_err(|error| {
            let why = match error.kind() {
                ConnectErrorKind::AuthorizationViolation => "it refuses these credentials".to_string(),
                _ => chain(&error),
            };
            unreachable(why)
        })?;
        let jetstream = ContextBuilder::new().timeout(ANSWER).ack_timeout(ANSWER).build(client.clone());
        let hub = Self { client, jetstream, address: shown.clone() };
        hub.make_streams().await.map_err(|why| FleetError::NoJetStream { address: shown, why })?;
        Ok(hub)
    }

    /// Makes the streams that are missing; those that are there stay as they are.
    pub(super) async fn make_streams(&self) -> Result<(), String> {
        let work_queue = |name: &str, subject: &str, age: Duration| stream::Config {
            retention: RetentionPolicy::WorkQueue,
            ..config(name, subject, age)
        };
        for config in [
            work_queue(subjects::JOBS, "potez.jobs.>", Duration::ZERO),
            work_queue(subjects::RESULTS, "potez.results.>", KEEP_RESULTS),
            config(subjects::DEAD, "potez.dead.>", KEEP_DEAD),
            config(subjects::ATTEMPTS, "potez.attempts.>", KEEP_ATTEMPTS),
        ] {
            self.jetstream.get_or_create_stream(config).await.map_err(|error| chain(&error))?;
        }
        Ok(())
    }

    pub(super) async fn stream(&self, name: &str) -> Result<Stream, String> {
        self.jetstream.get_stream(name).await.map_err(|error| chain(&error))
    }

    /// The consumer that workers of a build share, made or brought up to date.
    pub(super) async fn lane(&self, build: &Build, lane: Lane, lease: Duration) -> Result<PullConsumer, String> {
        let config = pull::Config {
            durable_name: Some(subjects::lane_consumer(build, lane)),
            filter_subject: subjects::jobs_of_lane(build, lane),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            // Workers count deliveries themselves: the server would leave the message where it is and
            // tell nobody who is not listening just then.
            max_deliver: -1,
            max_ack_pending: MOST_LEASES,
            ..pull::Config::default()
        };
        let stream = self.stream(subjects::JOBS).await?;
        stream.create_consumer(config).await.map_err(|error| chain(&error))
    }

    /// Sends a message that its stream keeps; the answer says when it does.
    pub(super) async fn send(
        &self,
        subject: String,
        id: &str,
        message: &impl Serialize,
    ) -> Result<PublishAckFuture, String> {
        let payload = serde_json::to_vec(message).map_err(|error| error.to_string())?;
        let publish = PublishMessage::build().payload(payload.into()).message_id(id);
        self.jetstream.send_publish(subject, publish).await.map_err(|error| chain(&error))
    }

    /// Sends a message and waits until its stream keeps it. Sent again under the same id it is kept
    /// once.
    pub(super) async fn keep(&self, subject: String, id: &str, message: &impl Serialize) -> Result<(), String> {
        self.send(subject, id, message).await?.await.map(|_| ()).map_err(|error| chain(&error))
    }
}

/// How a connection is made, and kept.
pub(super) async fn connect_options(address: &ServerAddress, name: &str) -> Result<ConnectOptions, FleetError> {
    let mut options = ConnectOptions::new()
        .name(name)
        .connection_timeout(ANSWER)
        .request_timeout(Some(ANSWER))
        .ping_interval(Duration::from_secs(10))
        .reconnect_delay_callback(|tries| Duration::from_millis(100 * (tries as u64).clamp(1, 20)));
    // The client knows the names in an address and does not use them.
    if let Some((user, password)) = address.user_and_password() {
        options = options.user_and_password(user, password);
    }
    if let Some(file) = &address.credentials {
        let wrong =
            |error: std::io::Error| FleetError::File { file: file.display().to_string(), why: error.to_string() };
        options = options.credentials_file(file).await.map_err(wrong)?;
    }
    if let Some(file) = &address.authority {
        if let Err(error) = std::fs::metadata(file) {
            return Err(FleetError::File { file: file.display().to_string(), why: error.to_string() });
        }
        options = options.add_root_certificates(file.clone());
    }
    Ok(options)
}

fn config(name: &str, subject: &str, max_age: Duration) -> stream::Config {
    stream::Config {
        name: name.into(),
        subjects: vec![subject.into()],
        max_age,
        storage: stream::StorageType::File,
        ..stream::Config::default()
    }
}

/// An error with what is behind it.
pub(super) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut behind = error.source();
    while let Some(error) = behind {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        behind = error.source();
    }
    text
}

/// A message with its lease.
pub(super) type Delivery = jetstream::Message;

/// Seconds since 1970.
pub(super) fn unix_seconds() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// A random name of this many letters and digits, for runs and sessions.
pub(super) fn random_name(letters: usize) -> String {
    let mut rng = fastrand::Rng::new();
    std::iter::repeat_with(|| rng.alphanumeric()).take(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_password_are_read_from_an_address() {
        let read = |url: &str| ServerAddress::new(url).user_and_password();
        let ana = |password: &str| Some(("ana".to_string(), password.to_string()));
        assert_eq!(read("nats://ana:secret@host:4222"), ana("secret"));
        assert_eq!(read("tls://one:4222, tls://ana:p%40s%3As%zz@two:4222"), ana("p@s:s%zz"));
        assert_eq!(read("ana@host"), ana(""));
        assert_eq!(read("nats://host:4222"), None);
    }

    #[test]
    fn a_password_is_not_shown() {
        let shown = |url: &str| ServerAddress::new(url).shown();
        assert_eq!(shown("nats://ana:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("ana:p@ss@host, tls://b:c@other:1"), "host,tls://other:1");
        assert_eq!(shown("127.0.0.1:4222"), "127.0.0.1:4222");
    }
}
