//! Work over many machines: jobs, leases, results; local threads and NATS `JetStream` behind
//! one trait.
//!
//! A [`JobSource`] gives out [`Job`]s and takes in what became of their units; a [`Fleet`] does
//! them: [`LocalFleet`] on threads of this process, [`nats::NatsFleet`] on every machine that runs
//! [`nats::worker`]. Whoever owns a run keeps its results: what a worker hands in is checked and
//! written before it is acknowledged, and what has been written before counts as success.

mod build;
mod event_source;
mod fleet;
mod job;
mod leaves;
mod local;
pub mod nats;
mod outliers;
mod self_play;
#[cfg(feature = "testing")]
pub mod testing;
mod think;
mod think_queue;
mod workbench;

pub use build::Build;
pub use event_source::FleetRunner;
pub use fleet::{Fleet, FleetError, JobSource, NextJob, Origin, UnitReceipt};
pub use job::{Job, PairTask, UnitResult};
pub use leaves::{LeafProvers, LeafReport, LeafTask, PROOF_MEMORY_MIB};
pub use local::LocalFleet;
pub use outliers::{Outlier, Outliers};
pub use self_play::{SelfPlayTerms, SelfPlayed, digest};
pub use think::{ThinkTask, Thought, ThoughtLine};
pub use think_queue::{FleetBot, PATIENCE, ThinkQueue};
pub use workbench::{AllowedEngines, JobFailure, JobFiles, WorkEvent, Workbench};
