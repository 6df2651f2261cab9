//! Who works, what waits, what was given up.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::StreamExt;
use serde::Serialize;

use super::hub::{Hub, ServerAddress, chain};
use super::messages::{DeadLetter, RunState, WorkerState};
use super::{presence, subjects, worker};
use crate::FleetError;

/// How long answers are waited for.
const ANSWERS: Duration = Duration::from_millis(700);

/// A fleet at one moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FleetStatus {
    /// The workers that have answered.
    pub workers: Vec<WorkerState>,
    /// The runs whose owners have answered.
    pub runs: Vec<RunState>,
    /// Jobs in the stream, by build, lane and run.
    pub queues: Vec<QueueState>,
    /// How many jobs are with workers, those of workers that are silent included.
    pub leases: u64,
    /// How many jobs were given out more than once and are still not done.
    pub redelivered: u64,
    /// How many dead letters there are.
    pub dead: u64,
    /// The newest of them.
    pub dead_letters: Vec<DeadLetter>,
}

/// The jobs of a run in one lane.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct QueueState {
    /// Version and signature, as in subjects.
    pub build: String,
    /// The lane.
    pub lane: String,
    /// The run.
    pub run: String,
    /// Jobs that are not done, with a worker or waiting.
    pub jobs: u64,
}

/// Asks everybody.
pub fn fleet_status(address: &ServerAddress) -> Result<FleetStatus, FleetError> {
    let runtime = worker::runtime()?;
    runtime.block_on(async {
        let hub = Hub::connect(address, "status").await?;
        let failed = |why| FleetError::Unreachable { address: hub.address.clone(), why };
        gather(&hub).await.map_err(failed)
    })
}

/// Forgets all dead letters; returns how many there were.
pub fn forget_dead_letters(address: &ServerAddress) -> Result<u64, FleetError> {
    let runtime = worker::runtime()?;
    runtime.block_on(async {
        let hub = Hub::connect(address, "status").await?;
        let failed = |why| FleetError::Unreachable { address: hub.address.clone(), why };
        hub.forget_dead_letters().await.map_err(failed)
    })
}

pub(super) async fn gather(hub: &Hub) -> Result<FleetStatus, String> {
    let (mut workers, mut runs) = tokio::join!(
        presence::ask::<WorkerState>(&hub.client, subjects::ASK_WORKERS, ANSWERS),
        presence::ask::<RunState>(&hub.client, subjects::ASK_RUNS, ANSWERS),
    );
    workers.sort_by(|one, other| one.worker.cmp(&other.worker));
    runs.sort_by(|one, other| one.run.cmp(&other.run));
    let (leases, redelivered) = leases(hub).await?;
    let (dead, dead_letters) = hub.dead_letters().await?;
    Ok(FleetStatus { workers, runs, queues: queues(hub).await?, leases, redelivered, dead, dead_letters })
}

async fn queues(hub: &Hub) -> Result<Vec<QueueState>, String> {
    let mut counts: BTreeMap<[String; 3], u64> = BTreeMap::new();
    for (subject, count) in hub.job_subjects("potez.jobs.>").await? {
        if let Some([build, lane, run, _]) = subjects::parts(&subject) {
            *counts.entry([build, lane, run].map(str::to_string)).or_default() += count as u64;
        }
    }
    Ok(counts.into_iter().map(|([build, lane, run], jobs)| QueueState { build, lane, run, jobs }).collect())
}

async fn leases(hub: &Hub) -> Result<(u64, u64), String> {
    let stream = hub.stream(subjects::JOBS).await?;
    let (mut leases, mut redelivered) = (0, 0);
    let mut consumers = stream.consumers();
    while let Some(consumer) = consumers.next().await {
        let consumer = consumer.map_err(|error| chain(&error))?;
        leases += consumer.num_ack_pending as u64;
        redelivered += consumer.num_redelivered as u64;
    }
    Ok((leases, redelivered))
}
