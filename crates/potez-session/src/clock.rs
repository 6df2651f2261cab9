//! The clock of a game: arithmetic on times that the caller gives.

use std::time::Duration;

use potez_core::Player;
use potez_table::Clock;
use serde::{Deserialize, Serialize};

use crate::{TimeControl, millis};

/// The clock of a game.
///
/// It stores what each player had when it was last touched, who is running and since when, so
/// nothing ever ticks. Every `now` is counted from a moment of the caller's choice and must not run
/// backwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct GameClock {
    /// How X and O are given time; a player without has all the time in the world.
    controls: [Option<TimeControl>; 2],
    /// What X and O had at `since`.
    left: [Duration; 2],
    running: Option<Player>,
    /// From when on the running player is charged; may lie in the future.
    since: Duration,
}

/// From here on hours are shown apart.
const HOUR: Duration = Duration::from_secs(3600);
/// Below this the tenths of a second are shown.
const SHORT: Duration = Duration::from_secs(20);

impl GameClock {
    /// A clock that does not run yet, the same for both.
    pub fn new(control: TimeControl) -> Self {
        Self::with_odds([Some(control); 2])
    }

    /// A clock that gives X and O different time, or one of them all the time in the world.
    pub fn with_odds(controls: [Option<TimeControl>; 2]) -> Self {
        let left = controls.map(|control| control.map_or(Duration::ZERO, TimeControl::initial));
        Self { controls, left, running: None, since: Duration::ZERO }
    }

    /// The same clock with these times left, standing still: a game that goes on.
    #[must_use]
    pub fn with_left(self, left: [Duration; 2]) -> Self {
        Self { left, running: None, ..self }
    }

    /// The same clock as it was before the game.
    #[must_use]
    pub fn reset(self) -> Self {
        Self::with_odds(self.controls)
    }

    /// How a player is given time.
    pub fn control(&self, player: Player) -> Option<TimeControl> {
        self.controls[player.index()]
    }

    /// Who is running, held back or not.
    pub fn running(&self) -> Option<Player> {
        self.running
    }

    /// From when on somebody is running.
    pub fn since(&self) -> Option<Duration> {
        self.running.map(|_| self.since)
    }

    /// What a player has left; `None` where time plays no part.
    pub fn left(&self, player: Player, now: Duration) -> Option<Duration> {
        self.control(player).map(|_| self.remaining(player, now))
    }

    fn remaining(&self, player: Player, now: Duration) -> Duration {
        let left = self.left[player.index()];
        if self.running == Some(player) { left.saturating_sub(self.elapsed(now)) } else { left }
    }

    fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.since)
    }

    /// What X and O have left, to be put back by [`GameClock::set_left`].
    pub(crate) fn both_left(&self, now: Duration) -> [Duration; 2] {
        Player::BOTH.map(|player| self.remaining(player, now))
    }

    /// Gives X and O these times and stops.
    pub(crate) fn set_left(&mut self, left: [Duration; 2]) {
        (self.left, self.running) = (left, None);
    }

    /// When the flag of the running player falls.
    pub fn falls_at(&self) -> Option<Duration> {
        let player = self.running.filter(|&player| self.control(player).is_some())?;
        Some(self.since.saturating_add(self.left[player.index()]))
    }

    /// The player who has used up the time and this much more.
    pub fn flagged(&self, now: Duration, grace: Duration) -> Option<Player> {
        let falls = self.falls_at()?;
        self.running.filter(|_| now >= falls.saturating_add(grace))
    }

    /// Whether the running clock is held back.
    pub fn is_held(&self, now: Duration) -> bool {
        self.running.is_some() && self.since > now
    }

    /// Charges the running player for this long only, up to now: what a bot has thought, not what
    /// it waited to begin.
    pub fn charge(&mut self, thought: Duration, now: Duration) {
        self.since = self.since.max(now.saturating_sub(thought)).min(now);
    }

    /// Stops whoever is running.
    pub fn stop(&mut self, now: Duration) {
        if let Some(player) = self.running {
            self.left[player.index()] = self.remaining(player, now);
            self.running = None;
        }
    }

    /// Lets a player run from now on, or nobody.
    pub fn run(&mut self, player: Option<Player>, now: Duration) {
        self.stop(now);
        (self.running, self.since) = (player, now);
    }

    /// A move was made: the mover is charged and given what a move gives, and the next player runs.
    /// A move made before the clock ran costs nothing, and earns its increment only where
    /// `always_earns` says so.
    pub fn press(&mut self, mover: Player, next: Option<Player>, now: Duration, always_earns: bool) {
        let earns = always_earns || self.running == Some(mover);
        self.stop(now);
        if let Some(control) = self.control(mover).filter(|_| earns) {
            let left = &mut self.left[mover.index()];
            *left = control.after_move(*left);
        }
        self.run(next, now);
    }

    /// A server is back: whoever was running is charged up to its last sign of life, keeps at least
    /// `least`, and runs on from `from`.
    pub fn resume(&mut self, alive: Duration, least: Duration, from: Duration) {
        let Some(player) = self.running else { return };
        let had = self.left[player.index()];
        let left = self.remaining(player, alive.max(self.since));
        self.left[player.index()] = left.max(least.min(had));
        self.since = from;
    }

    /// A player whose clock is held back is here: it runs from now on.
    pub fn release(&mut self, now: Duration) {
        self.since = self.since.min(now);
    }

    /// The clock of a player as a search understands it, with at least this much left.
    pub fn search_clock(&self, player: Player, now: Duration, least: Duration) -> Option<Clock> {
        let left = self.left(player, now)?.max(least);
        Some(match self.control(player)? {
            TimeControl::Fischer { increment, .. } => Clock { left, increment, moves_to_go: None },
            TimeControl::PerMove { .. } => Clock { left, increment: Duration::ZERO, moves_to_go: Some(1) },
        })
    }

    /// Minutes and seconds left, in the last seconds with their tenths, before the last day days and
    /// hours; nothing where time plays no part.
    pub fn face(&self, player: Player, now: Duration) -> String {
        let Some(left) = self.left(player, now) else { return String::new() };
        let seconds = left.as_secs();
        if left >= TimeControl::DAY {
            let hours = seconds / 3600;
            format!("{}d {}h", hours / 24, hours % 24)
        } else if left >= HOUR {
            format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
        } else if left < SHORT {
            format!("0:{seconds:02}.{}", left.subsec_millis() / 100)
        } else {
            format!("{}:{:02}", seconds / 60, seconds % 60)
        }
    }
}

/// A clock on disk: in milliseconds, with one control where both players have the same.
#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    controls: Option<[Option<TimeControl>; 2]>,
    left: [u64; 2],
    running: Option<Player>,
    since: u64,
}

impl From<GameClock> for Stored {
    fn from(clock: GameClock) -> Self {
        let [x, o] = clock.controls;
        let (control, controls) = if x == o { (x, None) } else { (None, Some(clock.controls)) };
        let left = clock.left.map(millis::count);
        Self { control, controls, left, running: clock.running, since: millis::count(clock.since) }
    }
}

impl From<Stored> for GameClock {
    fn from(stored: Stored) -> Self {
        Self {
            controls: stored.controls.unwrap_or([stored.control; 2]),
            left: stored.left.map(Duration::from_millis),
            running: stored.running,
            since: Duration::from_millis(stored.since),
        }
    }
}
