//! A session as a record: the game with who plays it and how fast, to be saved and gone on with.

use std::time::Duration;

use potez_core::{Player, Transcript};
use potez_table::records::{self, RecordError};
use potez_table::{Table, duration};

use crate::{GameClock, Policy, Seat, Session, SessionState, TimeControl};

/// The tags of the players.
const PLAYERS: [&str; 2] = ["X", "O"];
/// The tag of the time a bot thinks about a move.
const BOT_TIME: &str = "Time";
/// The tag of the time control.
const CLOCK: &str = "Clock";
/// The tags of the time left to X and O.
const LEFT: [&str; 2] = ["TimeLeftX", "TimeLeftO"];
/// What a person without a name is called.
const PERSON: &str = "human";

impl Session {
    /// The record of the game with who plays it and how fast.
    pub fn transcript(&self, now: Duration) -> Transcript {
        let state = self.state();
        let milliseconds = |time: Duration| format!("{}ms", time.as_millis());
        let mut tags: Vec<(String, String)> = Vec::new();
        for (tag, seat) in PLAYERS.into_iter().zip(&state.seats) {
            let name = seat.bot.as_ref().or(seat.name.as_ref());
            tags.push((tag.into(), name.cloned().unwrap_or_else(|| PERSON.into())));
        }
        tags.push((BOT_TIME.into(), milliseconds(state.bot_time)));
        // A clock that gives the players different time has no tag; it is a matter of programs, not
        // of saved games.
        let [x, o] = Player::BOTH.map(|player| state.clock.and_then(|clock| clock.control(player)));
        if let (Some(clock), Some(control), true) = (&state.clock, x, x == o) {
            tags.push((CLOCK.into(), control.to_string()));
            for (tag, player) in LEFT.into_iter().zip(Player::BOTH) {
                tags.extend(clock.left(player, now).map(|left| (tag.into(), milliseconds(left))));
            }
        }
        records::transcript(self.table(), tags)
    }

    /// A session from a record: who plays and how fast is read from its tags, and every move can be
    /// taken back. Players that are no bots of this game are people.
    pub fn from_transcript(transcript: &Transcript, policy: Policy) -> Result<Self, RecordError> {
        let table = records::replay(transcript)?.table;
        let seats = PLAYERS.map(|tag| transcript.tag(tag).map_or(Seat::PERSON, |name| seat(table.as_ref(), name)));
        let time = |tag: &str| transcript.tag(tag).and_then(duration);
        let mut state = SessionState { given: 0, judged: 0, ..SessionState::new(table.as_ref(), seats) };
        state.bot_time = time(BOT_TIME).unwrap_or(state.bot_time);
        let control: Option<TimeControl> = transcript.tag(CLOCK).and_then(|text| text.parse().ok());
        state.clock = control.filter(|control| control.is_sound()).map(|control| {
            let left = LEFT.map(|tag| time(tag).unwrap_or(control.initial()));
            GameClock::new(control).with_left(left)
        });
        Ok(Self::new(table, state, policy))
    }
}

/// Who sits behind a name in a record.
fn seat(table: &dyn Table, name: &str) -> Seat {
    let is_bot = name.parse().is_ok_and(|spec| table.check_bot(&spec).is_ok());
    if is_bot {
        Seat::bot(name)
    } else {
        Seat { name: Some(name.to_string()).filter(|name| !name.eq_ignore_ascii_case(PERSON)), bot: None }
    }
}
