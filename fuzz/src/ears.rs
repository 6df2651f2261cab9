//! Somebody who listens to a protocol session.

use std::sync::{Arc, Mutex, PoisonError};

use potez_protocol::Sink;

/// The answers of a session.
#[derive(Clone, Default)]
pub(crate) struct Ears {
    heard: Arc<Mutex<Vec<String>>>,
}

impl Ears {
    /// Where answers go to.
    pub(crate) fn sink(&self) -> Sink {
        let heard = self.heard.clone();
        Arc::new(move |answer| heard.lock().unwrap_or_else(PoisonError::into_inner).push(answer))
    }

    /// The answers so far.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
