//! Clocks of the players.

use std::time::Duration;

use potez_engine::{Clock, Player};

/// How much time the players have for the game: none is counted, or so much and so much more a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Time at the start.
    pub start: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Pace {
    /// A pace such as `5+3`: minutes, and seconds a move.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (minutes, seconds) = text.split_once('+')?;
        let minutes: u64 = minutes.parse().ok().filter(|minutes| (1..=600).contains(minutes))?;
        let seconds = seconds.parse().ok().filter(|seconds| *seconds <= 3600)?;
        Some(Self { start: Duration::from_secs(60 * minutes), increment: Duration::from_secs(seconds) })
    }
}

/// `5+3`.
impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}+{}", self.start.as_secs() / 60, self.increment.as_secs())
    }
}

/// The clocks of a game under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    pub(crate) pace: Pace,
    left: [Duration; 2],
}

impl Clocks {
    pub(crate) fn new(pace: Pace) -> Self {
        Self { pace, left: [pace.start; 2] }
    }

    /// Time passes for a player; true when none is left.
    pub(crate) fn pass(&mut self, player: Player, time: Duration) -> bool {
        let left = &mut self.left[player.index()];
        *left = left.saturating_sub(time);
        left.is_zero()
    }

    /// A move was made.
    pub(crate) fn press(&mut self, player: Player) {
        self.left[player.index()] += self.pace.increment;
    }

    /// The clock of a player as a search understands it.
    pub(crate) fn clock(&self, player: Player) -> Clock {
        Clock { left: self.left[player.index()], increment: self.pace.increment, moves_to_go: None }
    }

    /// Minutes and seconds left.
    pub(crate) fn face(&self, player: Player) -> String {
        let seconds = self.left[player.index()].as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}
