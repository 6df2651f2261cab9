//! Game clocks: pure arithmetic on milliseconds.
//!
//! A clock stores what each player had when it was last touched, who is running and since when. Nothing ticks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::Side;

/// How time is given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(crate) enum Control {
    /// A stock for the whole game and something more after every move.
    Fischer {
        /// Milliseconds at the start.
        initial_ms: u64,
        /// Milliseconds added after a move.
        increment_ms: u64,
    },
    /// So much for each move.
    Move {
        /// Milliseconds a move.
        move_ms: u64,
    },
}

/// The shortest stock or time a move.
const LEAST_MS: u64 = 1_000;
/// The longest: a day.
const MOST_MS: u64 = 86_400_000;

impl Control {
    /// Whether the numbers make sense.
    pub(crate) fn is_sound(self) -> bool {
        match self {
            Self::Fischer { initial_ms, increment_ms } => {
                (LEAST_MS..=MOST_MS).contains(&initial_ms) && increment_ms <= MOST_MS
            }
            Self::Move { move_ms } => (LEAST_MS..=MOST_MS).contains(&move_ms),
        }
    }

    fn first(self) -> u64 {
        match self {
            Self::Fischer { initial_ms, .. } => initial_ms,
            Self::Move { move_ms } => move_ms,
        }
    }

    fn after_move(self, left: u64) -> u64 {
        match self {
            Self::Fischer { increment_ms, .. } => left + increment_ms,
            Self::Move { move_ms } => move_ms,
        }
    }
}

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clock {
    pub(crate) control: Control,
    /// What X and O had at `since`.
    left: [u64; 2],
    running: Option<Side>,
    /// From when on the running player is charged; may lie in the future.
    since: u64,
}

impl Clock {
    /// A clock that does not run yet.
    pub(crate) fn new(control: Control) -> Self {
        Self { control, left: [control.first(); 2], running: None, since: 0 }
    }

    /// Who is running.
    pub(crate) fn running(&self) -> Option<Side> {
        self.running
    }

    /// What a player has left.
    pub(crate) fn left(&self, side: Side, now: u64) -> u64 {
        let left = self.left[side.index()];
        if self.running == Some(side) { left.saturating_sub(now.saturating_sub(self.since)) } else { left }
    }

    /// The increment of a Fischer clock.
    pub(crate) fn increment(&self) -> u64 {
        match self.control {
            Control::Fischer { increment_ms, .. } => increment_ms,
            Control::Move { .. } => 0,
        }
    }

    /// When the flag of the running player falls.
    pub(crate) fn falls_at(&self) -> Option<u64> {
        self.running.map(|side| self.since + self.left[side.index()])
    }

    /// From when on somebody is running.
    pub(crate) fn since(&self) -> Option<u64> {
        self.running.map(|_| self.since)
    }

    /// An engine is charged for its thinking, not for the time it waited to begin.
    pub(crate) fn charge(&mut self, thought_ms: u64, now: u64) {
        self.since = self.since.max(now.saturating_sub(thought_ms)).min(now);
    }

    /// Stops whoever is running.
    pub(crate) fn stop(&mut self, now: u64) {
        if let Some(side) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// A move was made: the mover is charged and given what a move gives, and the next player runs.
    pub(crate) fn press(&mut self, mover: Side, next: Option<Side>, now: u64) {
        let was_running = self.running == Some(mover);
        self.stop(now);
        if was_running {
            self.left[mover.index()] = self.control.after_move(self.left[mover.index()]);
        }
        self.run(next, now);
    }

    /// Lets a player run from now on.
    pub(crate) fn run(&mut self, side: Option<Side>, now: u64) {
        self.stop(now);
        self.running = side;
        self.since = now;
    }

    /// The player who has used up the time.
    pub(crate) fn flagged(&self, now: u64) -> Option<Side> {
        self.running.filter(|&side| self.left(side, now) == 0)
    }

    /// The server is back: whoever was running is charged up to the last sign of life, keeps at least `least`, and runs on
    /// from `from`.
    pub(crate) fn resume(&mut self, alive: u64, least: u64, from: u64) {
        let Some(side) = self.running else { return };
        let left = self.left(side, alive.max(self.since));
        self.left[side.index()] = left.max(least.min(self.left[side.index()]));
        self.since = from;
    }

    /// A player whose clock is held back is here: it runs from now on.
    pub(crate) fn release(&mut self, now: u64) {
        self.since = self.since.min(now);
    }

    /// Whether the running clock is held back.
    pub(crate) fn is_held(&self, now: u64) -> bool {
        self.running.is_some() && self.since > now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: Control = Control::Fischer { initial_ms: 60_000, increment_ms: 2_000 };

    #[test]
    fn a_move_costs_its_time_and_brings_the_increment() {
        let mut clock = Clock::new(FISCHER);
        clock.run(Some(Side::X), 1_000);
        clock.press(Side::X, Some(Side::O), 11_000);
        assert_eq!((clock.left(Side::X, 15_000), clock.left(Side::O, 15_000)), (52_000, 56_000));
    }

    #[test]
    fn a_move_made_before_the_clock_runs_is_free_and_brings_nothing() {
        let mut clock = Clock::new(FISCHER);
        clock.press(Side::X, None, 5_000);
        assert_eq!((clock.left(Side::X, 9_000), clock.running()), (60_000, None));
    }

    #[test]
    fn time_a_move_begins_anew_with_every_move() {
        let mut clock = Clock::new(Control::Move { move_ms: 10_000 });
        clock.run(Some(Side::X), 0);
        clock.press(Side::X, Some(Side::O), 9_000);
        clock.press(Side::O, Some(Side::X), 12_000);
        assert_eq!((clock.left(Side::X, 12_000), clock.left(Side::O, 12_000)), (10_000, 10_000));
    }

    #[test]
    fn the_flag_falls_for_the_running_player_alone() {
        let mut clock = Clock::new(FISCHER);
        clock.run(Some(Side::O), 0);
        assert_eq!(clock.flagged(59_999), None);
        assert_eq!(clock.flagged(60_000), Some(Side::O));
    }

    #[test]
    fn the_time_while_the_server_was_away_is_nobodys() {
        let mut clock = Clock::new(FISCHER);
        clock.run(Some(Side::X), 1_000);
        // Alive until 11 s; back at 900 s, held for half a minute.
        clock.resume(11_000, 5_000, 930_000);
        assert_eq!(clock.left(Side::X, 929_000), 50_000);
        assert!(clock.is_held(901_000));
        clock.release(905_000);
        assert_eq!(clock.left(Side::X, 906_000), 49_000);
    }

    #[test]
    fn nobody_comes_back_to_a_fallen_flag_or_to_more_time_than_before() {
        let mut clock = Clock::new(FISCHER);
        clock.run(Some(Side::X), 0);
        clock.resume(70_000, 5_000, 100_000);
        assert_eq!(clock.left(Side::X, 100_000), 5_000);
        let mut short = Clock::new(Control::Fischer { initial_ms: 1_000, increment_ms: 0 });
        short.run(Some(Side::X), 0);
        short.resume(100, 5_000, 1_000);
        assert_eq!(short.left(Side::X, 1_000), 1_000);
    }

    #[test]
    fn controls_out_of_range_are_refused() {
        assert!(FISCHER.is_sound());
        assert!(!Control::Fischer { initial_ms: 0, increment_ms: 5 }.is_sound());
        assert!(!Control::Move { move_ms: MOST_MS + 1 }.is_sound());
    }
}
