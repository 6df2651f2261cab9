//! A whole league to take away: standings and all games.

use std::fmt::Write as _;
use std::sync::Arc;

use potez_arena::league::LeagueTerms;
use potez_arena::report::league::{ReportedLeague, ReportedLeagueGame, ReportedStanding, page};
use potez_table::Outcome;
use serde::Deserialize;

use super::LiveLeague;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;

/// How a league is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExportFormat {
    /// Everything as one JSON object.
    #[default]
    Json,
    /// The standings.
    Csv,
    /// The games.
    Games,
    /// Everything on one page.
    Html,
}

impl ExportFormat {
    /// The media type.
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv | Self::Games => "text/csv; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
        }
    }
}

/// Writes a league.
pub(crate) async fn export(
    app: &Arc<AppState>,
    client: Client,
    live: &Arc<LiveLeague>,
    format: ExportFormat,
) -> Result<String, ApiError> {
    let (leagues, live) = (&app.leagues, live.clone());
    let (mut report, ids) = app.calculate(client, move |_| Ok(reported(&live))).await?;
    if format != ExportFormat::Csv {
        for (game, id) in report.games.iter_mut().zip(ids) {
            let Some(id) = id else { continue };
            // A game that is damaged or was deleted is told without its moves.
            let stored = leagues.games.storage.load(&id).await.ok().flatten();
            game.moves = stored.map(|stored| stored.moves).unwrap_or_default();
        }
    }
    app.calculate(client, move |_| match format {
        ExportFormat::Json => serde_json::to_string_pretty(&report).map_err(|_| ApiError::internal()),
        ExportFormat::Csv => Ok(standings(&report)),
        ExportFormat::Games => Ok(games(&report)),
        ExportFormat::Html => Ok(page(&report)),
    })
    .await
}

fn reported(live: &LiveLeague) -> (ReportedLeague, Vec<Option<String>>) {
    let (league, standings) = live.ranked();
    let LeagueTerms { name, game, time, seed, .. } = league.terms().clone();
    let standings = standings.iter().map(|row| ReportedStanding {
        place: row.place,
        name: league.bots()[row.bot].name.clone(),
        games: row.games,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        points: f64::from(row.half_points) / 2.0,
        elo: row.elo.map(|rating| rating.elo),
        error: row.elo.map(|rating| rating.error),
        faults: league.bots()[row.bot].fault_count,
    });
    let counted = league.games().iter().filter(|game| league.counts(game));
    let over = counted.filter_map(|game| Some((game, game.ending()?)));
    let (games, ids) = over
        .map(|(game, ending)| {
            let [x, o] = game.players.map(|bot| league.bots()[bot].name.clone());
            let reported = ReportedLeagueGame {
                round: game.round + 1,
                game: game.spec.clone(),
                x,
                o,
                result: ending.outcome().map_or_else(|| "none".into(), |outcome: Outcome| outcome.to_string()),
                reason: ending.code().to_string(),
                moves: Vec::new(),
            };
            (reported, game.result().map(|result| result.id.clone()))
        })
        .unzip();
    (ReportedLeague { name, game, time: time.to_string(), seed, standings: standings.collect(), games }, ids)
}

/// A cell of a table of commas. What a spreadsheet would take for a formula is a text.
fn cell(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_string() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

fn standings(report: &ReportedLeague) -> String {
    let mut out = "place,name,games,wins,draws,losses,points,elo,error,faults\n".to_string();
    let number = |value: Option<f64>| value.map(|value| format!("{value:.1}")).unwrap_or_default();
    for row in &report.standings {
        let ReportedStanding { place, name, games, wins, draws, losses, points, elo, error, faults } = row;
        let (elo, error, name) = (number(*elo), number(*error), cell(name));
        let _ = writeln!(out, "{place},{name},{games},{wins},{draws},{losses},{points},{elo},{error},{faults}");
    }
    out
}

fn games(report: &ReportedLeague) -> String {
    let mut out = "round,game,x,o,result,reason,plies,moves\n".to_string();
    for game in &report.games {
        let ReportedLeagueGame { round, game, x, o, result, reason, moves } = game;
        let (game, x, o, plies, moves) = (cell(game), cell(x), cell(o), moves.len(), cell(&moves.join(" ")));
        let _ = writeln!(out, "{round},{game},{x},{o},{result},{},{plies},{moves}", cell(reason));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_a_table_of_commas_or_become_formulas() {
        assert_eq!(cell("Ana"), "Ana");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(cell("=HYPERLINK(1)"), "'=HYPERLINK(1)");
    }
}
