//! What a league is about: the game, the time, who meets whom.

use std::time::Duration;

use potez_session::TimeControl;
use potez_table::Message;
use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeagueFormat {
    /// Everybody meets everybody, `rounds` times.
    RoundRobin,
    /// Those with equal points meet, for `rounds` rounds.
    Swiss,
    /// The first participant meets everybody else, `rounds` times.
    Gauntlet,
    /// Those of about equal strength meet, without end.
    Ladder,
}

/// What a league is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeagueTerms {
    /// Its name.
    pub name: String,
    /// The game spec.
    pub game: String,
    /// How much time the players have.
    pub time: TimeControl,
    /// Who meets whom.
    pub format: LeagueFormat,
    /// How often everybody meets everybody, or the number of rounds of a Swiss league.
    pub rounds: u32,
    /// Games of two who meet: pairs of the same opening with colours swapped.
    pub games: u32,
    /// Random moves that every game begins with.
    pub openings: u32,
    /// The seed of the openings and of the bots.
    pub seed: u64,
    /// Games that are played at the same time at most.
    pub at_once: u32,
    /// How long a participant whose connection is lost may stay away.
    pub grace_ms: u64,
    /// How long a participant that is not there is waited for before it forfeits a game.
    #[serde(default = "forfeit_ms")]
    pub forfeit_ms: u64,
    /// Whether participants may hand in programs, which whoever runs the league lets play.
    #[serde(default)]
    pub uploads: bool,
}

/// What leagues wait that do not say how long.
const fn forfeit_ms() -> u64 {
    600_000
}

/// Terms that no league can be played by.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeagueTermsError {
    /// The game does not exist.
    #[error("{0}")]
    Game(Message),
    /// Times that are too short or too long.
    #[error("a league is played with 10 ms to one hour per move, or by a clock of up to one day")]
    Time,
    /// A number that is not allowed.
    #[error("{name} is a number from {low} to {high}")]
    Range {
        /// Which.
        name: &'static str,
        /// The least.
        low: u64,
        /// The most.
        high: u64,
    },
}

/// The terms of a league that was never made.
pub(super) static NONE: LeagueTerms = LeagueTerms {
    name: String::new(),
    game: String::new(),
    time: TimeControl::PerMove { time: Duration::from_secs(1) },
    format: LeagueFormat::RoundRobin,
    rounds: 0,
    games: 0,
    openings: 0,
    seed: 0,
    at_once: 0,
    grace_ms: 0,
    forfeit_ms: 0,
    uploads: false,
};

impl LeagueTerms {
    /// Games of a league with this number of participants; none of a ladder, which has no end.
    pub fn games_of(&self, bots: usize) -> usize {
        let meetings = match self.format {
            LeagueFormat::RoundRobin => bots * bots.saturating_sub(1) / 2,
            LeagueFormat::Gauntlet => bots.saturating_sub(1),
            LeagueFormat::Swiss => bots / 2,
            LeagueFormat::Ladder => 0,
        };
        meetings * self.rounds as usize * self.games as usize
    }

    /// The same terms with the game spelled out, if a league can be played by them.
    pub fn checked(mut self) -> Result<Self, LeagueTermsError> {
        let table = potez_table::open(&self.game, None).map_err(LeagueTermsError::Game)?;
        self.game = table.game();
        let most = match self.time {
            TimeControl::PerMove { .. } => Duration::from_secs(3600),
            TimeControl::Fischer { .. } => TimeControl::DAY,
        };
        if !(Duration::from_millis(10)..=most).contains(&self.time.initial()) || self.time.increment() > most {
            return Err(LeagueTermsError::Time);
        }
        let ranges: [(&'static str, u64, u64, u64); 6] = [
            ("rounds", self.rounds.into(), 1, 100),
            ("games", self.games.into(), 1, 100),
            ("openings", self.openings.into(), 0, 20),
            ("atOnce", self.at_once.into(), 1, 1_000),
            ("graceMs", self.grace_ms, 1, 3_600_000),
            ("forfeitMs", self.forfeit_ms, 1, 7 * 86_400_000),
        ];
        match ranges.into_iter().find(|&(_, value, low, high)| !(low..=high).contains(&value)) {
            Some((name, _, low, high)) => Err(LeagueTermsError::Range { name, low, high }),
            None => Ok(self),
        }
    }
}
