//! What can happen to a league, and what its journal keeps of it.

use potez_table::Ending;
use serde::{Deserialize, Serialize};

use super::LeagueTerms;

/// Something that happened in a league, one line of its journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LeagueEvent {
    /// The league is made, or its terms change: rounds that are planned from now on go by them.
    Terms {
        /// The terms.
        terms: LeagueTerms,
        /// What the key of whoever runs the league opens; the first one stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lock: Option<String>,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// Somebody takes part; participants are numbered as they come.
    Joined {
        /// The name.
        name: String,
        /// What the participant's token opens.
        lock: String,
        /// When.
        at: u64,
    },
    /// A participant has a new token; the old one is good for nothing.
    Locked {
        /// Who.
        bot: usize,
        /// What the new token opens.
        lock: String,
        /// Whether it is that of whoever lets the participant's program play, beside the participant's own.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hosted: bool,
    },
    /// A participant is excluded: its games no longer count, for nobody.
    Excluded {
        /// Who.
        bot: usize,
    },
    /// A participant that was excluded takes part again.
    Readmitted {
        /// Who.
        bot: usize,
    },
    /// Games are begun from now on.
    Started,
    /// No game is begun from now on; those under way go on.
    Paused,
    /// A round is planned.
    Round {
        /// Who meets whom.
        meetings: Vec<[usize; 2]>,
        /// Who has nobody to meet, and is given the points of the round.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<usize>,
    },
    /// The games of a round no longer count and are played again.
    Repeated {
        /// The round, from 0.
        round: usize,
    },
    /// A game has begun.
    Began {
        /// Its number.
        game: usize,
        /// Its name on the server.
        id: String,
    },
    /// A game was broken off through nobody's play, and is played again.
    CalledOff {
        /// Its number.
        game: usize,
        /// Its name on the server.
        id: String,
        /// Whose connection was lost, if it was one's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<usize>,
        /// Why: `connection`, `server`.
        why: String,
    },
    /// A game is over.
    Ended {
        /// Its number.
        game: usize,
        /// Its name on the server.
        id: String,
        /// How.
        ending: Ending,
        /// Its length.
        plies: usize,
    },
    /// A game is not played because somebody did not come.
    Forfeited {
        /// Its number.
        game: usize,
        /// Whether X and O were absent.
        absent: [bool; 2],
    },
    /// A participant has handed in a program.
    Uploaded(LeagueUpload),
    /// Of several servers on one database this one plays the league, for as long as it is alive.
    Claimed {
        /// The number of the server's run.
        run: u64,
    },
    /// A participant did something wrong.
    Fault(LeagueFault),
}

/// A program that a participant has handed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeagueUpload {
    /// Who.
    pub bot: usize,
    /// How many it had handed in before.
    pub number: u64,
    /// The name of the file.
    pub file: String,
    /// Its bytes.
    pub bytes: usize,
    /// The SHA-256 of its contents, in hexadecimal digits.
    pub digest: String,
    /// When.
    pub at: u64,
}

/// What a participant did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeagueFault {
    /// Who.
    pub bot: usize,
    /// The game on the server, if it was in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How many moves had been made.
    #[serde(default)]
    pub ply: usize,
    /// Which kind: `illegal-move`, `time`, `crash`, `abandoned`, `absent`, or one that costs nothing: `bad-message`,
    /// `out-of-turn`.
    pub kind: String,
    /// What was sent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sent: String,
    /// What was expected.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    /// What an adapter has seen: the last lines of the program, its traceback.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub io: Vec<String>,
    /// When.
    #[serde(default)]
    pub at: u64,
}
