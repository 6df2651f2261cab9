//! The sign of life of a job: sent by the game's own loop, through the clock it looks at.
//!
//! A search polls its clock as long as it works, and a referee at every move. A thread that hangs
//! does not, so the lease of its job runs out, as it should; a timer would go on for ever.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::Acker;
use bytes::Bytes;
use potez_table::TimeSource;
use tokio::runtime::Handle;

/// A clock that tells the server that the job goes on whenever somebody looks at it.
pub(super) struct Pulse {
    started: Instant,
    /// Milliseconds at which the next sign is due.
    due: AtomicU64,
    /// Milliseconds between two signs.
    interval: AtomicU64,
    runtime: Handle,
    lease: Mutex<Option<Lease>>,
}

/// What signs of life are for.
#[derive(Clone)]
pub(super) struct Lease {
    pub(super) acker: Arc<Acker>,
    /// Where somebody waits for signs, and what is said to him.
    pub(super) listener: Option<(Client, String, Bytes)>,
}

impl Pulse {
    /// A pulse that does not beat yet.
    pub(super) fn new(runtime: Handle) -> Self {
        let (due, interval) = (AtomicU64::new(u64::MAX), AtomicU64::new(u64::MAX));
        Self { started: Instant::now(), due, interval, runtime, lease: Mutex::default() }
    }

    /// A job begins: signs are given at most once in this time.
    pub(super) fn begin(&self, lease: Lease, interval: Duration) {
        self.interval.store(interval.as_millis() as u64, Ordering::Relaxed);
        *self.lease.lock().unwrap_or_else(PoisonError::into_inner) = Some(lease);
        self.set_due(self.started.elapsed());
    }

    /// The job is over.
    pub(super) fn end(&self) {
        self.due.store(u64::MAX, Ordering::Relaxed);
        *self.lease.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn set_due(&self, now: Duration) {
        let next = (now.as_millis() as u64).saturating_add(self.interval.load(Ordering::Relaxed));
        self.due.store(next, Ordering::Relaxed);
    }

    fn beat(&self) {
        let lease = self.lease.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(lease) = lease {
            // A sign that does not arrive is followed by the next one.
            self.runtime.spawn(async move {
                let _ = lease.acker.ack_with(AckKind::Progress).await;
                if let Some((client, subject, sign)) = lease.listener {
                    let _ = client.publish(subject, sign).await;
                }
            });
        }
    }
}

impl TimeSource for Pulse {
    fn now(&self) -> Duration {
        let now = self.started.elapsed();
        if now.as_millis() as u64 >= self.due.load(Ordering::Relaxed) {
            self.set_due(now);
            self.beat();
        }
        now
    }
}
