//! What is stored of a live game beside its moves: the state of its session, and who holds its
//! seats.
//!
//! Both lie in one JSON object, in which every seat has its name and bot from the session and its
//! lock from here. Games of all earlier versions have this form, so that they are read like new
//! ones.

use potez_session::{SessionState, Sides};
use potez_table::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::seats::{self, TokenHash};

/// Who may play a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SeatAccess {
    /// What a person's token opens; a bot has none.
    pub(crate) lock: Option<TokenHash>,
    /// Whether the person has ever been here.
    pub(crate) joined: bool,
    /// Whether anybody on this server may take the seat, as long as nobody has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) open: bool,
}

/// What a stored object says about access.
#[derive(Deserialize)]
struct StoredSeats {
    seats: [SeatAccess; 2],
}

/// Reads what [`write`](fn@write) has written.
pub(crate) fn read(text: &str) -> Result<(SessionState, [SeatAccess; 2]), serde_json::Error> {
    let mut state: SessionState = serde_json::from_str(text)?;
    let StoredSeats { seats: access } = serde_json::from_str(text)?;
    // Games from before this was stored: two locks are two screens.
    state.apart = are_apart(&access);
    Ok((state, access))
}

/// The state of a session and the access to its seats as one JSON object, and whether the game
/// needs nobody to be in memory.
pub(crate) fn write(state: &SessionState, access: &[SeatAccess; 2], is_unattended: bool) -> String {
    let mut stored = plain(state);
    if let (true, Some(object)) = (is_unattended, stored.as_object_mut()) {
        object.insert("unattended".into(), true.into());
    }
    if let Some(seats) = stored.get_mut("seats").and_then(Value::as_array_mut) {
        for (seat, access) in seats.iter_mut().zip(access) {
            if let (Some(seat), Value::Object(access)) = (seat.as_object_mut(), plain(access)) {
                seat.extend(access);
            }
        }
    }
    stored.to_string()
}

fn plain(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("metadata is plain data")
}

/// Whether two people play at two screens.
pub(crate) fn are_apart([x, o]: &[SeatAccess; 2]) -> bool {
    x.lock.is_some() && o.lock.is_some() && x.lock != o.lock
}

/// The seat that anybody may take, if there is one.
pub(crate) fn open_seat(access: &[SeatAccess; 2]) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| access[player.index()].open && !access[player.index()].joined)
}

/// The sides that a token is good for.
pub(crate) fn holder([x, o]: &[SeatAccess; 2], token: Option<&str>) -> Option<Sides> {
    seats::holder([x.lock.as_ref(), o.lock.as_ref()], token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_and_every_seat_has_its_lock() {
        let table = potez_table::open("byte", None).unwrap();
        let state = SessionState::new(table.as_ref(), Default::default());
        let access = ["a", "b"].map(|token| SeatAccess {
            lock: Some(TokenHash::of(token)),
            joined: token == "a",
            open: token == "b",
        });
        let text = write(&state, &access, true);
        assert!(serde_json::from_str::<Value>(&text).unwrap()["seats"][1]["lock"].is_string());
        let (read, again) = read(&text).unwrap();
        assert_eq!((read, &again), (SessionState { apart: true, ..state }, &access));
        assert_eq!((holder(&again, Some("b")), holder(&again, Some("c"))), (Some(Sides::O), None));
    }
}
