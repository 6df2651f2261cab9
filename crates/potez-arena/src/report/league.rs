//! A league on one page, to send to somebody: no scripts, no other files.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

const STYLE: &str = include_str!("style.css");

/// A league with everything that was played in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedLeague {
    /// Its name.
    pub name: String,
    /// The game spec.
    pub game: String,
    /// The time.
    pub time: String,
    /// The seed.
    pub seed: u64,
    /// The table, the best first.
    pub standings: Vec<ReportedStanding>,
    /// The games in the order of the schedule.
    pub games: Vec<ReportedLeagueGame>,
}

/// One participant in the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedStanding {
    /// The place, from 1.
    pub place: usize,
    /// The name.
    pub name: String,
    /// Games that count.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Points.
    pub points: f64,
    /// The strength relative to the mean of the field.
    pub elo: Option<f64>,
    /// Half the width of its error bars at 95 %.
    pub error: Option<f64>,
    /// Faults.
    pub faults: usize,
}

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedLeagueGame {
    /// The round, from 1.
    pub round: usize,
    /// The game spec.
    pub game: String,
    /// Who played X.
    pub x: String,
    /// Who played O.
    pub o: String,
    /// `x`, `o` or `draw`; `none` where neither came.
    pub result: String,
    /// Why it is over.
    pub reason: String,
    /// The moves, those of the opening included.
    pub moves: Vec<String>,
}

/// The page of a league.
pub fn page(league: &ReportedLeague) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (league.name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (league.name) }
                p.soft { (league.game) "; " (league.time) "; seed " (league.seed) "; " (league.games.len()) " games" }
                (standings(league))
                h2 { "Games" }
                table {
                    tr { @for head in ["round", "X", "O", "result", "reason", "plies", "moves"] { th { (head) } } }
                    @for game in &league.games {
                        tr {
                            td { (game.round) } td { (game.x) } td { (game.o) } td { (game.result) }
                            td { (game.reason) } td { (game.moves.len()) }
                            td { details { summary { "show" } (game.moves.join(" ")) } }
                        }
                    }
                }
            }
        }
        "\n"
    };
    page.into_string()
}

fn standings(league: &ReportedLeague) -> Markup {
    let elo = |row: &ReportedStanding| match (row.elo, row.error) {
        (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
        _ => "–".into(),
    };
    html! {
        h2 { "Standings" }
        table {
            tr {
                @for head in ["place", "bot", "games", "won", "drawn", "lost", "points", "Elo", "faults"] {
                    th { (head) }
                }
            }
            @for row in &league.standings {
                tr {
                    td { (row.place) } td { (row.name) } td { (row.games) } td { (row.wins) } td { (row.draws) }
                    td { (row.losses) } td { (row.points) } td { (elo(row)) } td { (row.faults) }
                }
            }
        }
        p.soft { "Elo is relative to the mean of the field, with error bars at 95 %." }
    }
}
