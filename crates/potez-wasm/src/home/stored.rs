//! A game as whoever asks stores it.

use potez_session::{Session, SessionState};
use potez_wire::error::ApiError;
use potez_wire::games::POLICY;
use serde::{Deserialize, Serialize};

/// A game on its way to and from where it is stored.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct StoredGame {
    /// Its name.
    pub(crate) id: String,
    /// Grows with every change.
    pub(crate) version: u64,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: u64,
    /// When it changed last.
    pub(crate) updated: u64,
    /// Everything but the moves.
    pub(crate) state: SessionState,
    /// The moves.
    pub(crate) moves: Vec<String>,
}

impl StoredGame {
    /// A game that was never stored before.
    pub(crate) fn new(session: &Session, now: u64) -> Self {
        let (state, moves) = (session.state().clone(), session.table().moves());
        Self { id: new_id(), version: 1, created: now, updated: now, state, moves }
    }

    /// The game itself.
    pub(crate) fn session(&self) -> Result<Session, ApiError> {
        Session::restore(self.state.clone(), &self.moves, POLICY).map_err(|_| ApiError::damaged())
    }

    /// The same game after a change.
    pub(crate) fn after(&self, session: &Session, now: u64) -> Self {
        Self {
            version: self.version + 1,
            updated: now,
            state: session.state().clone(),
            moves: session.table().moves(),
            ..self.clone()
        }
    }
}

/// A name of 22 letters, as servers give them.
fn new_id() -> String {
    std::iter::repeat_with(fastrand::alphanumeric).take(22).collect()
}
