//! A game as it was put together in the menu.

use std::time::Duration;

use potez_session::{GameClock, Policy, Seat, Session, SessionState, TimeControl};
use potez_table::Message;

/// A game as it was put together in the menu.
pub(crate) struct ChosenGame {
    /// The game spec.
    pub(super) game: String,
    pub(super) seats: [Seat; 2],
    /// What bots without limits of their own think about a move.
    pub(super) time: Duration,
    pub(super) control: Option<TimeControl>,
}

impl ChosenGame {
    /// The game before its first move.
    pub(crate) fn session(self) -> Result<Session, Message> {
        let table = potez_table::open(&self.game, None)?;
        let mut state = SessionState::new(table.as_ref(), self.seats);
        (state.bot_time, state.clock) = (self.time, self.control.map(GameClock::new));
        Ok(Session::new(table, state, Policy::TERMINAL))
    }
}
