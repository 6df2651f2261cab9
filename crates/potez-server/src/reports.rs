//! The match runner's files: journals of games, one JSON line a pair, and pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::Deserialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::wire::{Entrant, ReportName, ReportPage, ReportedGame};

/// The longest file that is read.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// Files that are listed.
const MOST_FILES: usize = 500;
/// Games of a report that are listed.
const MOST_GAMES: usize = 2_000;

#[derive(Deserialize)]
struct Pair {
    opening: usize,
    games: Vec<Played>,
}

#[derive(Deserialize)]
struct Played {
    x: usize,
    o: usize,
    result: String,
    reason: String,
    length: usize,
    #[serde(default)]
    moves: String,
}

/// The file of a report; names cannot lead out of the folder.
fn file(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '+' | ' ' | '=' | ',');
    let is_name = !name.starts_with('.') && name.len() <= 200 && name.chars().all(is_plain);
    let known = is_page(name) || name.strip_suffix(".jsonl").is_some();
    let path = folder.join(name);
    // A link could point anywhere: only files are read.
    let is_file = || fs::symlink_metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
    if is_name && known && is_file() { Ok(path) } else { Err(Failure::not_found()) }
}

fn is_page(name: &str) -> bool {
    name.strip_suffix(".html").is_some()
}

/// The header of a journal.
fn header(line: &str) -> Option<Value> {
    serde_json::from_str(line).ok().filter(|value: &Value| value.get("arena").is_some())
}

fn entrants(header: &Value) -> Vec<String> {
    let names = header.get("players").and_then(Value::as_array);
    names.into_iter().flatten().map(|name| name.as_str().map_or_else(|| name.to_string(), str::to_string)).collect()
}

fn title(header: &Value) -> String {
    let game = header.get("game").and_then(Value::as_str).unwrap_or("?");
    format!("{game}: {}", entrants(header).join(" – "))
}

fn kind(header: &Value) -> &'static str {
    if entrants(header).len() > 2 { "tournament" } else { "match" }
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
            let Some(header) = first_line(&path).as_deref().and_then(header) else { continue };
            (kind(&header), title(&header))
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

/// The page of a report as the runner wrote it.
pub(crate) fn page(folder: &Path, name: &str) -> Result<Vec<u8>, Failure> {
    let path = file(folder, name)?;
    if !is_page(name) {
        return Err(Failure::not_found());
    }
    fs::read(path).map_err(|_| Failure::not_found())
}

/// A report.
pub(crate) fn read(folder: &Path, name: &str) -> Result<ReportPage, Failure> {
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
    let text = fs::read_to_string(path).map_err(|_| Failure::not_found())?;
    let mut lines = text.lines();
    let header = lines.next().and_then(header).ok_or_else(Failure::not_found)?;
    let names = entrants(&header);
    let spec = header.get("game").and_then(Value::as_str).unwrap_or_default().to_string();
    let mut games = Vec::new();
    let mut scores = vec![[0_usize; 3]; names.len()];
    // The last line may be half written: the runner may be at work.
    for pair in lines.map_while(|line| serde_json::from_str::<Pair>(line).ok()) {
        for game in pair.games {
            for (side, entrant) in [("x", game.x), ("o", game.o)] {
                let place = if game.result == "draw" { 1 } else { 2 * usize::from(game.result != side) };
                if let Some(score) = scores.get_mut(entrant) {
                    score[place] += 1;
                }
            }
            let named = |entrant: usize| names.get(entrant).cloned().unwrap_or_default();
            games.push(ReportedGame {
                number: games.len() + 1,
                game: spec.clone(),
                x: named(game.x),
                o: named(game.o),
                winner: Some(game.result).filter(|result| result != "draw"),
                reason: game.reason,
                plies: game.length,
                opening: pair.opening,
                moves: (!game.moves.is_empty()).then(|| game.moves.split(' ').map(str::to_string).collect()),
            });
        }
    }
    let mut players: Vec<Entrant> = names.iter().zip(scores).map(|(name, score)| entrant(name, score)).collect();
    players.sort_by(|a, b| b.score.total_cmp(&a.score));
    let html = name.strip_suffix(".jsonl").map(|stem| format!("{stem}.html")).filter(|page| file(folder, page).is_ok());
    let total = games.len();
    games.truncate(MOST_GAMES);
    Ok(ReportPage {
        name: name.into(),
        kind: kind(&header),
        title: title(&header),
        summary: Some(header),
        players,
        games,
        total,
        html: html.map(|page| format!("/reports/{page}")),
    })
}

/// A player's score with Elo against the field, as if it were one opponent, and Wilson's interval around it.
fn entrant(name: &str, [wins, draws, losses]: [usize; 3]) -> Entrant {
    let games = wins + draws + losses;
    let score = if games == 0 { 0.5 } else { (wins as f64 + draws as f64 / 2.0) / games as f64 };
    let (low, high) = wilson(score, games as f64);
    Entrant {
        name: name.into(),
        games,
        wins,
        draws,
        losses,
        score: (score * 1e4).round() / 1e4,
        elo: elo(score, games),
        elo_low: elo(low, games),
        elo_high: elo(high, games),
    }
}

fn wilson(score: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if games == 0.0 {
        return (0.0, 1.0);
    }
    let centre = (score + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
    let half = Z / (1.0 + Z * Z / games) * (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt();
    (centre - half, centre + half)
}

/// Elo of a score; at the ends it is the Elo of half a point less or more in one game more.
fn elo(score: f64, games: usize) -> f64 {
    let margin = 0.5 / (games as f64 + 1.0);
    let score = score.clamp(margin, 1.0 - margin);
    (-4000.0 * (1.0 / score - 1.0).log10()).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("potez-reports-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    const JOURNAL: &str = concat!(
        r#"{"arena":1,"game":"byte","players":["potez","classic"],"seed":1}"#,
        "\n",
        r#"{"pair":0,"players":[0,1],"opening":0,"plies":4,"games":[{"x":0,"o":1,"result":"x","reason":"majority","length":30,"moves":"b2-a3 a7-b8","timeMs":[1,1],"longestMs":[1,1],"thinks":[1,1]},{"x":1,"o":0,"result":"o","reason":"majority","length":28,"timeMs":[1,1],"longestMs":[1,1],"thinks":[1,1]}]}"#,
        "\n",
        r#"{"pair":1,"players"#
    );

    #[test]
    fn a_journal_is_counted_and_its_half_written_line_left_out() {
        let folder = folder("journal");
        fs::write(folder.join("a.jsonl"), JOURNAL).unwrap();
        fs::write(folder.join("a.html"), "<p>").unwrap();
        let report = read(&folder, "a.jsonl").unwrap();
        assert_eq!((report.kind, report.total, report.html.as_deref()), ("match", 2, Some("/reports/a.html")));
        assert_eq!((report.players[0].name.as_str(), report.players[0].wins), ("potez", 2));
        assert_eq!(report.games[0].moves.as_ref().unwrap().len(), 2);
        assert_eq!(report.games[1].winner.as_deref(), Some("o"));
        assert!(report.players[0].elo_low < report.players[0].elo);
        let names: Vec<String> = list(&folder).into_iter().map(|report| report.name).collect();
        assert!(names.contains(&"a.jsonl".to_string()) && names.contains(&"a.html".to_string()));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_lead_nowhere_else() {
        let folder = folder("names");
        fs::write(folder.join("notes.txt"), "secret").unwrap();
        fs::write(folder.join("other.jsonl"), "{\"no\":\"journal\"}\n").unwrap();
        for name in ["../names.jsonl", "/etc/passwd", "notes.txt", "other.jsonl", ".hidden.html", "missing.html"] {
            assert_eq!(read(&folder, name).unwrap_err().code, "not-found", "{name}");
        }
        assert!(list(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }
}
