//! Seats on their way to another device: codes that are good once and for a short time.
//!
//! Of a token only its hash is kept anywhere else; here it waits in memory until the other device
//! asks for it, and then it is gone.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::error::ApiError;
use crate::limits;
use crate::seats::new_token;
use crate::wire::SeatTicket;

/// The codes of a server.
#[derive(Default)]
pub(crate) struct CarriedSeats {
    waiting: Mutex<HashMap<String, (SeatTicket, Instant)>>,
}

impl CarriedSeats {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, (SeatTicket, Instant)>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, (_, since)| since.elapsed() < limits::CARRY);
        waiting
    }

    /// A code for a seat; an earlier one for the same seat is good no longer.
    pub(crate) fn put(&self, ticket: SeatTicket) -> Result<String, ApiError> {
        let mut waiting = self.lock();
        waiting.retain(|_, (other, _)| *other != ticket);
        if waiting.len() >= limits::CARRIED {
            return Err(ApiError::busy());
        }
        let code = new_token();
        waiting.insert(code.clone(), (ticket, Instant::now()));
        Ok(code)
    }

    /// The seat of a code, which is good no longer.
    pub(crate) fn take(&self, code: &str) -> Option<SeatTicket> {
        self.lock().remove(code).map(|(ticket, _)| ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_once_and_the_newest_alone() {
        let seats = CarriedSeats::default();
        let ticket = SeatTicket { id: "game".into(), token: "secret".into() };
        let first = seats.put(ticket.clone()).unwrap();
        let second = seats.put(ticket.clone()).unwrap();
        assert_eq!(seats.take(&first), None);
        assert_eq!(seats.take(&second), Some(ticket));
        assert_eq!(seats.take(&second), None);
    }
}
