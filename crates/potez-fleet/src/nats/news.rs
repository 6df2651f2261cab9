//! What the owner of a run tells whoever waits for it.

use std::fmt;

use super::messages::DeadLetter;

/// What the owner of a run has to tell.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// Nobody of this build is there to take jobs.
    NoWorkers {
        /// Workers of other builds that are there.
        others: Vec<String>,
    },
    /// The number of workers at work, and of their slots.
    Workers {
        /// Workers of this build.
        workers: usize,
        /// Their slots together.
        slots: usize,
    },
    /// A job was given up.
    Dead(DeadLetter),
    /// A result could not be true.
    Untrue {
        /// Who handed it in.
        worker: String,
        /// What is wrong with it.
        why: String,
    },
    /// A worker's results differ from those of the rest.
    Outlier(String),
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoWorkers { others } if others.is_empty() => f.write_str("no worker is there; waiting for one"),
            Self::NoWorkers { others } => {
                let others = others.join(", ");
                write!(f, "no worker of this build is there; waiting for one. Others cannot take part: {others}")
            }
            Self::Workers { workers, slots } => write!(f, "{workers} worker(s) with {slots} slot(s)"),
            Self::Dead(DeadLetter { deliveries, what, reason, .. }) => {
                write!(f, "given up after {deliveries} deliveries: {what}: {reason}")
            }
            Self::Untrue { worker, why } => write!(f, "warning: {worker} handed in a result that is not true: {why}"),
            Self::Outlier(sentence) => write!(f, "warning: {sentence}"),
        }
    }
}
