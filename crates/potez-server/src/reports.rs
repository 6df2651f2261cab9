//! The match runner's files: journals of games, one JSON line a pair, and pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use potez_arena::{JournalPage, Pair, Played, Standing};
use potez_table::Outcome;
use potez_words::Words;

use crate::error::ApiError;
use crate::wire::{EntrantView, ReportName, ReportPage, ReportedGame};

/// The longest file that is read.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// Files that are listed.
const MOST_FILES: usize = 500;
/// Games of a report that are listed.
const MOST_GAMES: usize = 2_000;

/// The file of a report; names cannot lead out of the folder.
fn file(folder: &Path, name: &str) -> Result<PathBuf, ApiError> {
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '+' | ' ' | '=' | ',');
    let is_name = !name.starts_with('.') && name.len() <= 200 && name.chars().all(is_plain);
    let known = is_page(name) || name.strip_suffix(".jsonl").is_some();
    let path = folder.join(name);
    // A link could point anywhere: only files are read.
    let is_file = || fs::symlink_metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
    if is_name && known && is_file() { Ok(path) } else { Err(ApiError::not_found()) }
}

fn is_page(name: &str) -> bool {
    name.strip_suffix(".html").is_some()
}

fn title(journal: &JournalPage) -> String {
    format!("{}: {}", journal.game, journal.entrants.join(" – "))
}

fn kind(journal: &JournalPage) -> &'static str {
    if journal.entrants.len() > 2 { "tournament" } else { "match" }
}

/// The reports of a folder, the newest first.
pub(crate) fn list(folder: &Path) -> Vec<ReportName> {
    let mut reports: Vec<ReportName> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_FILES) {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (Ok(path), Ok(data)) = (file(folder, &name), entry.metadata()) else { continue };
        let (kind, title) = if is_page(&name) {
            ("html", name.clone())
        } else {
            let Some(journal) = first_line(&path).as_deref().and_then(JournalPage::read_header) else { continue };
            (kind(&journal), title(&journal))
        };
        let modified = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = modified.map_or(0, |since| since.as_millis() as u64);
        reports.push(ReportName { name, kind, title, modified, bytes: data.len() });
    }
    reports.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.name.cmp(&b.name)));
    reports
}

fn first_line(path: &Path) -> Option<String> {
    use std::io::{BufRead, BufReader, Read};
    let mut line = String::new();
    BufReader::new(fs::File::open(path).ok()?.take(64 * 1024)).read_line(&mut line).ok()?;
    Some(line)
}

/// The page of a report as the runner wrote it, to be read, and how long it is.
pub(crate) fn page(folder: &Path, name: &str) -> Result<(fs::File, u64), ApiError> {
    let path = file(folder, name)?;
    let opened = fs::File::open(path).and_then(|file| file.metadata().map(|data| (file, data.len())));
    opened.ok().filter(|(_, bytes)| is_page(name) && *bytes <= MOST_BYTES).ok_or_else(ApiError::not_found)
}

/// How large a report is.
pub(crate) fn size(folder: &Path, name: &str) -> Result<u64, ApiError> {
    fs::metadata(file(folder, name)?).map(|data| data.len()).map_err(|_| ApiError::not_found())
}

/// A report.
pub(crate) fn read(folder: &Path, name: &str, words: &Words) -> Result<ReportPage, ApiError> {
    let path = file(folder, name)?;
    if is_page(name) {
        let html = Some(format!("/reports/{name}"));
        let (title, players, games) = (name.to_string(), Vec::new(), Vec::new());
        return Ok(ReportPage {
            name: name.into(),
            kind: "html",
            title,
            summary: None,
            players,
            games,
            total: 0,
            html,
        });
    }
    let text = fs::read_to_string(path).map_err(|_| ApiError::not_found())?;
    let journal = JournalPage::read(&text).ok_or_else(ApiError::not_found)?;
    let html = name.strip_suffix(".jsonl").map(|stem| format!("{stem}.html")).filter(|page| file(folder, page).is_ok());
    let games = journal.pairs.iter().flat_map(|pair| pair.games.iter().map(move |game| (pair, game)));
    let total = games.clone().count();
    let games =
        (1..).zip(games).take(MOST_GAMES).map(|(number, (pair, game))| reported(&journal, number, pair, game, words));
    Ok(ReportPage {
        name: name.into(),
        kind: kind(&journal),
        title: title(&journal),
        players: players(&journal),
        games: games.collect(),
        total,
        summary: Some(journal.header),
        html: html.map(|page| format!("/reports/{page}")),
    })
}

fn reported(journal: &JournalPage, number: usize, pair: &Pair, game: &Played, words: &Words) -> ReportedGame {
    let outcome = game.result.parse().unwrap_or(Outcome::Draw);
    let named = |entrant: usize| journal.entrants.get(entrant).cloned().unwrap_or_default();
    ReportedGame {
        number,
        game: journal.game.clone(),
        x: named(game.x),
        o: named(game.o),
        winner: Some(game.result.clone()).filter(|result| result != "draw"),
        reason: game.reason.clone(),
        reason_words: words.reason(outcome, &game.reason),
        plies: game.length,
        opening: pair.opening,
        moves: (!game.moves.is_empty()).then(|| game.moves.split(' ').map(str::to_string).collect()),
    }
}

/// The players with the match runner's own counts and error bars, the best first.
fn players(journal: &JournalPage) -> Vec<EntrantView> {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    let view = |(name, standing): (&String, &Standing)| {
        let (score, elo) = (standing.score, standing.elo());
        EntrantView {
            name: name.clone(),
            games: score.games() as usize,
            wins: score.wins as usize,
            draws: score.draws as usize,
            losses: score.losses as usize,
            score: (score.share() * 1e4).round() / 1e4,
            elo: tenths(elo.elo),
            elo_low: tenths(elo.low),
            elo_high: tenths(elo.high),
        }
    };
    let summary = journal.summary();
    let mut players: Vec<EntrantView> = journal.entrants.iter().zip(&summary.standings).map(view).collect();
    players.sort_by(|a, b| b.score.total_cmp(&a.score));
    players
}

#[cfg(test)]
mod tests;
