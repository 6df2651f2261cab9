//! The fleet over NATS `JetStream`: the owner of a run, workers, and who is there.
//!
//! Jobs wait in a work-queue stream, one subject per job; workers of one build share a durable pull
//! consumer and ask it for one job per slot. Results wait in a second stream until the owner has
//! written them. `docs/fleet.md` describes subjects and messages.

mod dead_letters;
mod events;
mod files;
mod hub;
mod ledger;
mod messages;
mod news;
mod owner;
mod presence;
mod pulse;
mod result_feed;
mod slot;
mod status;
mod subjects;
mod watch;
pub mod worker;

pub use events::{EventChannel, FleetObserver};
pub use hub::ServerAddress;
pub use messages::{DeadLetter, JobState, RunState, WorkerState};
pub use news::News;
pub use owner::{NatsFleet, OwnerSettings};
pub use status::{FleetStatus, QueueState, fleet_status, forget_dead_letters};
