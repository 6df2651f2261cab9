//! Reports of the match runner.

use serde::Serialize;
use utoipa::ToSchema;

/// The reports that can be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReportList {
    /// Whether the server was given a folder of reports.
    pub enabled: bool,
    /// The reports, the newest first.
    pub reports: Vec<ReportName>,
}

/// A report by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReportName {
    /// The file's name.
    pub name: String,
    /// `match`, `tournament` or `html`.
    pub kind: &'static str,
    /// What it is about.
    pub title: String,
    /// When it changed last, in milliseconds since 1970.
    pub modified: u64,
    /// How long it is.
    pub bytes: u64,
}

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReportPage {
    /// The file's name.
    pub name: String,
    /// `match`, `tournament` or `html`.
    pub kind: &'static str,
    /// What it is about.
    pub title: String,
    /// What was set, as the runner wrote it.
    #[schema(required = true)]
    pub summary: Option<serde_json::Value>,
    /// Who played, the best first.
    pub players: Vec<EntrantView>,
    /// The games in the order in which they were to be played.
    pub games: Vec<ReportedGame>,
    /// How many games there are in all; the list may be shorter.
    pub total: usize,
    /// Where the page of the report is, if there is one.
    #[schema(required = true)]
    pub html: Option<String>,
}

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntrantView {
    /// The bot.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Points per game.
    pub score: f64,
    /// Elo against the opponents met.
    pub elo: f64,
    /// The lower end of its error bar.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportedGame {
    /// Its number, from 1.
    pub number: usize,
    /// The game spec.
    pub game: String,
    /// Who played X.
    pub x: String,
    /// Who played O.
    pub o: String,
    /// `x`, `o` or nobody.
    #[schema(required = true)]
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: String,
    /// The same in words.
    pub reason_words: String,
    /// The number of moves.
    pub plies: usize,
    /// The number of the opening.
    pub opening: usize,
    /// The moves, where they were kept.
    #[schema(required = true)]
    pub moves: Option<Vec<String>>,
}
