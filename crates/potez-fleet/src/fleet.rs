//! The trait behind which work is done, here or elsewhere.

use std::sync::Arc;

use potez_table::Stop;
use tokio::sync::Notify;

use crate::{Job, UnitResult};

/// Where jobs come from and results go to; the owner of a run.
pub trait JobSource: Sync {
    /// The next job, of at most this many units.
    fn take(&self, most: usize) -> NextJob;

    /// Takes in a result. When this returns it is kept, wherever the owner keeps results: only then
    /// may it be acknowledged.
    fn hand_in(&self, result: UnitResult, origin: Origin) -> UnitReceipt;

    /// Nothing more is wanted: what is under way can be called off.
    fn is_over(&self) -> bool;

    /// Units that are not done, as far as it is known.
    fn remaining(&self) -> usize;

    /// What the run is, in a line for people.
    fn describe(&self) -> String;

    /// The bytes of a file that jobs name by its digest.
    fn file(&self, _digest: &str) -> Option<Vec<u8>> {
        None
    }

    /// A unit was given up, and why.
    fn give_up(&self, _unit: u64, _why: &str) {}

    /// A unit is being worked on, and perhaps something is known of it already. Such words may be lost.
    fn hear(&self, _unit: u64, _so_far: Option<UnitResult>) {}

    /// Units that nobody waits for any more; each is named once.
    fn unwanted(&self) -> Vec<u64> {
        Vec::new()
    }

    /// How many jobs can be done at a time, as was found out just now.
    fn meet(&self, _slots: usize) {}

    /// What is notified when a source that had nothing has something, or does not want it any more.
    fn wake(&self) -> Option<Arc<Notify>> {
        None
    }
}

/// What a source has to give.
#[derive(Clone, PartialEq, Debug)]
pub enum NextJob {
    /// This.
    Job(Job),
    /// Nothing now, but perhaps later.
    Later,
    /// Nothing, and nothing will come.
    Nothing,
}

/// Where a result comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// This process.
    Here,
    /// Another machine: it is checked before it counts.
    Elsewhere,
}

/// What became of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnitReceipt {
    /// It is kept and counts.
    Counted,
    /// It was there already, or nobody needs it any more: as good as counted.
    Known,
    /// It cannot be true, and does not count.
    Untrue(String),
    /// It could not be kept.
    NotKept,
}

/// Somebody who does jobs.
pub trait Fleet {
    /// Does jobs until the source is over or has nothing left, or the flag is raised.
    fn work(&mut self, source: &dyn JobSource, stop: &Stop) -> Result<(), FleetError>;

    /// Whether jobs are done by this process.
    fn is_here(&self) -> bool;
}

/// Why a fleet could not go on.
#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    /// Nobody answers at the address, or not as a server of ours.
    #[error("cannot reach NATS at {address}: {why}")]
    Unreachable {
        /// The address, without a password.
        address: String,
        /// What was wrong.
        why: String,
    },
    /// The server is there, but keeps no messages.
    #[error("NATS at {address} has no JetStream: start it with `-js` ({why})")]
    NoJetStream {
        /// The address, without a password.
        address: String,
        /// What it said.
        why: String,
    },
    /// A file with credentials or certificates cannot be used.
    #[error("{file}: {why}")]
    File {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// Units that nobody could do.
    #[error("not everything could be done: {0}")]
    DeadLetters(String),
    /// The signature of this build cannot be computed.
    #[error("the signature of this build cannot be computed: {0}")]
    Signature(String),
    /// The system refuses something, such as a thread.
    #[error("{0}")]
    System(String),
}
