//! The messages, as JSON.

use serde::{Deserialize, Serialize};

use crate::{Build, Job, UnitResult};

/// A job in its stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct JobMessage {
    pub(super) run: String,
    pub(super) job: String,
    pub(super) work: Job,
}

/// What a worker tells the owner of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ResultMessage {
    pub(super) run: String,
    pub(super) job: String,
    /// The worker's name.
    pub(super) worker: String,
    /// Milliseconds that the unit took.
    #[serde(default)]
    pub(super) ms: u64,
    pub(super) body: ResultBody,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ResultBody {
    /// A unit is done.
    Done(UnitResult),
    /// The job was given up.
    Dead(DeadLetter),
    /// The worker has done its share of the job; these units are for others.
    Rest(Vec<u64>),
}

/// A word about a job that is under way; nothing keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct LiveMessage {
    pub(super) job: String,
    /// What is known already, if that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) so_far: Option<UnitResult>,
}

/// A job that nobody needs any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct OffMessage {
    pub(super) run: String,
    pub(super) job: String,
}

/// A job that was given up, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeadLetter {
    /// The run.
    pub run: String,
    /// The job.
    pub job: String,
    /// Its units.
    pub units: Vec<u64>,
    /// What it was, in a line for people.
    pub what: String,
    /// Why it was given up.
    pub reason: String,
    /// How often it was given out.
    pub deliveries: u64,
    /// The worker that gave it up.
    pub worker: String,
    /// When, in seconds since 1970.
    pub at: u64,
}

/// Who tried a job that somebody else had tried before, or what went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Attempt {
    pub(super) worker: String,
    pub(super) delivery: u64,
    /// What went wrong; nothing while it is being tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<String>,
}

/// A worker, as it answers who it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerState {
    /// Its name: machine, process and a random part.
    pub worker: String,
    /// Its build.
    pub build: Build,
    /// Jobs it does at a time.
    pub slots: usize,
    /// The commands that it is allowed to start.
    pub engines: Vec<String>,
    /// Seconds since it began.
    pub up_s: u64,
    /// Units it has done.
    pub units: u64,
    /// Units per second while it was working, all slots together.
    pub speed: f64,
    /// Jobs it holds now.
    pub jobs: Vec<JobState>,
}

/// A job that a worker holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobState {
    /// The run.
    pub run: String,
    /// The job.
    pub job: String,
    /// What it is, in a line for people.
    pub what: String,
    /// Seconds since it was taken.
    pub held_s: u64,
    /// How often it was given out, this time included.
    pub deliveries: u64,
}

/// A run, as its owner answers what it is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunState {
    /// Its name.
    pub run: String,
    /// The build that it is for.
    pub build: Build,
    /// What is played, in a line for people.
    pub what: String,
    /// Units that are done.
    pub done: u64,
    /// Units that are not.
    pub remaining: u64,
    /// Jobs that are given out.
    pub jobs: u64,
    /// Results that came a second time.
    pub repeated: u64,
    /// Results that could not be true.
    pub untrue: u64,
    /// Workers whose results differ from the rest, in a sentence each.
    pub outliers: Vec<String>,
}
