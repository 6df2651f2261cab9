//! Leagues of bots: tables, participants, what bots are asked.

use potez_arena::league::LeagueFormat;
use potez_session::TimeControl;
use potez_table::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::EndingView;
use crate::wire::schema::{PlayerSchema, TimeControlSchema};

/// Who meets whom.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = LeagueFormat)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LeagueFormatSchema {
    /// Everybody meets everybody.
    RoundRobin,
    /// Those with equal points meet.
    Swiss,
    /// The first participant meets everybody else.
    Gauntlet,
    /// Those of about equal strength meet, without end.
    Ladder,
}

/// What a league is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LeagueTermsView {
    /// Its name.
    pub(crate) name: String,
    /// The game spec.
    pub(crate) game: String,
    /// How much time the players have.
    #[schema(value_type = TimeControlSchema)]
    pub(crate) time: TimeControl,
    /// Who meets whom.
    #[schema(value_type = LeagueFormatSchema)]
    pub(crate) format: LeagueFormat,
    /// How often everybody meets everybody, or the number of rounds of a Swiss league.
    #[serde(default = "one")]
    pub(crate) rounds: u32,
    /// Games of two who meet.
    #[serde(default = "two")]
    pub(crate) games: u32,
    /// Random moves that every game begins with.
    #[serde(default)]
    pub(crate) openings: u32,
    /// The seed of openings and bots.
    #[serde(default)]
    pub(crate) seed: u64,
    /// Games that are played at the same time at most.
    #[serde(default = "at_once")]
    pub(crate) at_once: u32,
    /// Milliseconds that a participant whose connection is lost may stay away.
    #[serde(default = "grace")]
    pub(crate) grace_ms: u64,
    /// Milliseconds that a participant that is not there is waited for before it forfeits a game.
    #[serde(default = "forfeit")]
    pub(crate) forfeit_ms: u64,
    /// Whether participants may hand in programs.
    #[serde(default)]
    pub(crate) uploads: bool,
}

const fn one() -> u32 {
    1
}

const fn two() -> u32 {
    2
}

const fn at_once() -> u32 {
    64
}

const fn grace() -> u64 {
    30_000
}

const fn forfeit() -> u64 {
    600_000
}

/// A new league.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct LeagueCreated {
    /// Its name in addresses.
    pub(crate) id: String,
    /// The secret that lets its holder run it; it is shown once.
    pub(crate) key: String,
}

/// All leagues of a server.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct LeagueList {
    /// The newest first.
    pub(crate) leagues: Vec<LeagueBrief>,
}

/// A league in a few words.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeagueBrief {
    /// Its name in addresses.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// The game spec.
    pub(crate) game: String,
    /// The name of the game for people.
    pub(crate) game_name: String,
    /// The time in words.
    pub(crate) time: String,
    /// Who meets whom.
    #[schema(value_type = LeagueFormatSchema)]
    pub(crate) format: LeagueFormat,
    /// `new`, `running`, `paused` or `over`.
    pub(crate) state: &'static str,
    /// Participants.
    pub(crate) bots: usize,
    /// Games that are over and count.
    pub(crate) played: usize,
    /// Games that are planned and count.
    pub(crate) planned: usize,
    /// When it was made.
    pub(crate) created: u64,
}

/// A league as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeagueView {
    /// The league in a few words.
    #[serde(flatten)]
    pub(crate) brief: LeagueBrief,
    /// Its terms.
    pub(crate) terms: LeagueTermsView,
    /// Grows with everything that can be seen here.
    pub(crate) version: u64,
    /// The table, the best first; then those who are excluded.
    pub(crate) standings: Vec<LeagueRow>,
    /// Games under way.
    pub(crate) running: Vec<LeagueGameView>,
    /// The last games that ended, the latest first.
    pub(crate) ended: Vec<LeagueGameView>,
    /// Rounds so far.
    pub(crate) rounds: usize,
}

/// One participant in the table.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeagueRow {
    /// The number of the participant.
    pub(crate) bot: usize,
    /// The place, from 1; none where it is excluded.
    #[schema(required = true)]
    pub(crate) place: Option<usize>,
    /// The name.
    pub(crate) name: String,
    /// Whether it is connected.
    pub(crate) here: bool,
    /// Games that count.
    pub(crate) games: u32,
    /// Games won.
    pub(crate) wins: u32,
    /// Games drawn.
    pub(crate) draws: u32,
    /// Games lost.
    pub(crate) losses: u32,
    /// Points.
    pub(crate) points: f64,
    /// The strength relative to the mean of the field.
    #[schema(required = true)]
    pub(crate) elo: Option<f64>,
    /// Half the width of its error bars at 95 %.
    #[schema(required = true)]
    pub(crate) error: Option<f64>,
    /// Faults.
    pub(crate) faults: usize,
    /// The program that it has handed in last.
    #[schema(required = true)]
    pub(crate) upload: Option<LeagueUploadView>,
}

/// A program that was handed in.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeagueUploadView {
    /// The name of the file.
    pub(crate) file: String,
    /// Its bytes.
    pub(crate) bytes: usize,
    /// The SHA-256 of its contents.
    pub(crate) digest: String,
    /// When.
    pub(crate) at: u64,
}

/// A game of a league.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeagueGameView {
    /// Its number in the schedule.
    pub(crate) number: usize,
    /// The round, from 1.
    pub(crate) round: usize,
    /// The live game, if it has begun.
    #[schema(required = true)]
    pub(crate) id: Option<String>,
    /// Who plays X.
    pub(crate) x: String,
    /// Who plays O.
    pub(crate) o: String,
    /// Moves made.
    pub(crate) plies: usize,
    /// How it ended.
    #[schema(required = true)]
    pub(crate) outcome: Option<EndingView>,
}

/// The page of a participant.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeagueBotView {
    /// The league in a few words.
    pub(crate) league: LeagueBrief,
    /// How it stands.
    pub(crate) row: LeagueRow,
    /// What it did wrong, the latest first.
    pub(crate) faults: Vec<LeagueFaultView>,
    /// Its games that are over, the latest first.
    pub(crate) games: Vec<LeagueGameView>,
    /// The names of the games that it lost.
    pub(crate) lost: Vec<String>,
    /// Whether it may hand in a program.
    pub(crate) uploads: bool,
}

/// What a participant did wrong.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeagueFaultView {
    /// Which kind.
    pub(crate) kind: String,
    /// The game.
    #[schema(required = true)]
    pub(crate) game: Option<String>,
    /// Moves made before it.
    pub(crate) ply: usize,
    /// What was sent.
    pub(crate) sent: String,
    /// What was expected.
    pub(crate) expected: String,
    /// What an adapter has seen.
    pub(crate) io: Vec<String>,
    /// When.
    pub(crate) at: u64,
}

/// What whoever runs a league does.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum LeagueAct {
    /// Lets somebody take part; the answer has the token.
    Add {
        /// The name.
        name: String,
    },
    /// Gives a participant a new token; the answer has it.
    Token {
        /// The number of the participant.
        bot: usize,
        /// Whether it is for whoever lets the participant's program play; the participant's own stays.
        #[serde(default)]
        hosted: bool,
    },
    /// Games begin.
    Start,
    /// No more games begin.
    Pause,
    /// Excludes a participant.
    Exclude {
        /// The number of the participant.
        bot: usize,
    },
    /// Lets a participant that was excluded take part again.
    Readmit {
        /// The number of the participant.
        bot: usize,
    },
    /// Plays a round again.
    Repeat {
        /// The round, from 1.
        round: usize,
    },
    /// Changes the terms of rounds that are not planned yet.
    Terms {
        /// The new terms.
        terms: LeagueTermsView,
    },
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub(crate) struct LeagueDone {
    /// The number of a new participant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<usize>,
    /// The secret of a participant; it is shown once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
}

/// A question for a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TurnView {
    /// `turn`.
    pub(crate) t: &'static str,
    /// The league.
    pub(crate) league: String,
    /// The game's name.
    pub(crate) game: String,
    /// The game spec.
    pub(crate) spec: String,
    /// Which side the bot plays.
    #[schema(value_type = PlayerSchema)]
    pub(crate) you: Player,
    /// Who plays the other.
    pub(crate) opponent: String,
    /// Moves made so far.
    pub(crate) ply: usize,
    /// These moves.
    pub(crate) moves: Vec<String>,
    /// The position.
    pub(crate) position: String,
    /// Milliseconds that the bot has left.
    pub(crate) time_ms: u64,
    /// Milliseconds that the opponent has left.
    pub(crate) opponent_ms: u64,
    /// Milliseconds that a move adds.
    pub(crate) increment_ms: u64,
    /// Whether the time is for this move alone.
    pub(crate) per_move: bool,
    /// A number for the bot's random numbers, the same in each move of a game.
    pub(crate) seed: u64,
    /// The legal moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) legal: Option<Vec<String>>,
}

/// A bot asks for its next move.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct NextRequest {
    /// Whether the question is to come with the legal moves.
    pub(crate) legal: bool,
}
