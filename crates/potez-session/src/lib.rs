//! A game between two seats, whoever looks on: terminal, plain text, server and match runner are
//! views of it.
//!
//! A [`Session`] is a table with everything around it: who sits where, the clocks, what is offered,
//! how it ended. It changes only by [`Session::apply`], which takes what happened and when, and
//! answers with what is to be done about it. Nothing here waits, ticks, thinks or prints; the
//! caller says what time it is.
//!
//! Where the interfaces differ, the difference is a value of the [`Policy`].

mod clock;
mod control;
mod event;
mod millis;
mod offers;
mod policy;
mod records;
mod refusal;
mod seats;
mod session;
mod state;
mod takebacks;
mod transitions;

pub use clock::GameClock;
pub use control::{TimeControl, TimeControlError};
pub use event::{Effect, Event, Mistake, MoveInput, Offer};
pub use policy::{BotTime, IllegalMoves, Policy, Swap, Takeback, TakenTime};
pub use refusal::Refusal;
pub use seats::{Seat, Sides};
pub use session::Session;
pub use state::{Hint, Lesson, Offers, SessionState};
