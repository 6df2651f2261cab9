//! Reports of the match runner.

use serde::Serialize;
use utoipa::ToSchema;

/// The reports that can be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ReportList {
    /// Whether the server was given a folder of reports.
    pub(crate) enabled: bool,
    /// The reports, the newest first.
    pub(crate) reports: Vec<ReportName>,
}

/// A report by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ReportName {
    /// The file's name.
    pub(crate) name: String,
    /// `match`, `tournament` or `html`.
    pub(crate) kind: &'static str,
    /// What it is about.
    pub(crate) title: String,
    /// When it changed last, in milliseconds since 1970.
    pub(crate) modified: u64,
    /// How long it is.
    pub(crate) bytes: u64,
}

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct ReportPage {
    /// The file's name.
    pub(crate) name: String,
    /// `match`, `tournament` or `html`.
    pub(crate) kind: &'static str,
    /// What it is about.
    pub(crate) title: String,
    /// What was set, as the runner wrote it.
    #[schema(required = true)]
    pub(crate) summary: Option<serde_json::Value>,
    /// Who played, the best first.
    pub(crate) players: Vec<EntrantView>,
    /// The games in the order in which they were to be played.
    pub(crate) games: Vec<ReportedGame>,
    /// How many games there are in all; the list may be shorter.
    pub(crate) total: usize,
    /// Where the page of the report is, if there is one.
    #[schema(required = true)]
    pub(crate) html: Option<String>,
}

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EntrantView {
    /// The bot.
    pub(crate) name: String,
    /// Games played.
    pub(crate) games: usize,
    /// Games won.
    pub(crate) wins: usize,
    /// Games drawn.
    pub(crate) draws: usize,
    /// Games lost.
    pub(crate) losses: usize,
    /// Points per game.
    pub(crate) score: f64,
    /// Elo against the opponents met.
    pub(crate) elo: f64,
    /// The lower end of its error bar.
    pub(crate) elo_low: f64,
    /// The upper end.
    pub(crate) elo_high: f64,
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ReportedGame {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// The game spec.
    pub(crate) game: String,
    /// Who played X.
    pub(crate) x: String,
    /// Who played O.
    pub(crate) o: String,
    /// `x`, `o` or nobody.
    #[schema(required = true)]
    pub(crate) winner: Option<String>,
    /// Why it ended.
    pub(crate) reason: String,
    /// The same in words.
    pub(crate) reason_words: String,
    /// The number of moves.
    pub(crate) plies: usize,
    /// The number of the opening.
    pub(crate) opening: usize,
    /// The moves, where they were kept.
    #[schema(required = true)]
    pub(crate) moves: Option<Vec<String>>,
}
