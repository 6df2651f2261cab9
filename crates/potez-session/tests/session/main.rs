//! Sessions: clocks, offers, takebacks, endings, and what must hold whatever happens.

mod clocks;
mod controls;
mod endings;
mod games;
mod offers;
mod properties;
mod records;
mod storage;
mod takebacks;
mod teaching;

use std::time::Duration;

use potez_core::Player;
use potez_session::{Effect, Event, GameClock, Policy, Refusal, Seat, Session, SessionState, Sides, TimeControl};
use potez_table::open;

pub(crate) const PEOPLE: [Seat; 2] = [Seat::PERSON, Seat::PERSON];

pub(crate) const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

pub(crate) const fn fischer(initial: u64, increment: u64) -> TimeControl {
    TimeControl::Fischer { initial: seconds(initial), increment: seconds(increment) }
}

/// Somebody against a bot, who plays O.
pub(crate) fn against_bot() -> [Seat; 2] {
    [Seat::PERSON, Seat::bot("random:seed=1")]
}

/// A session at a small board of Havannah.
pub(crate) fn session(seats: [Seat; 2], policy: Policy) -> Session {
    session_with(seats, policy, |_| {})
}

/// The same, with something changed before it begins.
pub(crate) fn session_with(seats: [Seat; 2], policy: Policy, change: impl FnOnce(&mut SessionState)) -> Session {
    let table = open("havannah:size=4", None).expect("a game");
    let mut state = SessionState::new(table.as_ref(), seats);
    change(&mut state);
    let mut session = Session::new(table, state, policy);
    session.start(Duration::ZERO);
    session
}

/// A session with a clock of a minute and two seconds a move.
pub(crate) fn timed(seats: [Seat; 2], policy: Policy) -> Session {
    session_with(seats, policy, |state| state.clock = Some(GameClock::new(fischer(60, 2))))
}

/// A move by whoever is to move.
pub(crate) fn play(session: &mut Session, text: &str, now: u64) -> Vec<Effect> {
    let by = Sides::from(session.turn());
    let event = Event::Move { by, ply: None, mv: text.into() };
    session.apply(event, seconds(now)).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

/// What is refused, with the session unchanged.
pub(crate) fn refused(session: &mut Session, event: Event, now: u64) -> Refusal {
    let (state, moves) = (session.state().clone(), session.table().moves());
    let shown = format!("{event:?}");
    let refusal = session.apply(event, seconds(now)).expect_err(&shown);
    assert_eq!((session.state(), session.table().moves()), (&state, moves), "a refusal changes nothing");
    refusal
}

/// Whole seconds left to X and O.
pub(crate) fn left(session: &Session, now: u64) -> [u64; 2] {
    let clock = session.clock().expect("a clock");
    Player::BOTH.map(|player| clock.left(player, seconds(now)).expect("a limit").as_secs())
}

pub(crate) fn is_think(effect: &Effect) -> bool {
    matches!(effect, Effect::Think { .. })
}
