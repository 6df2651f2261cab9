//! One page with everything about an event, to send to somebody: no scripts, no other files.

use std::fmt::Write;

use potez_table::{Ink, Style};

use super::svg::{self, Stretch};
use crate::stats::{Interval, Pairs, Rating, Verdict};
use crate::{Event, Pair, Played, Score, Standing, Summary};

const STYLE: &str = include_str!("style.css");

/// More games than this would make the page too long to open: the rest is told in numbers only.
const MOST_GAMES: usize = 3000;

/// The page of an event whose pairs were kept with their moves.
pub fn page(event: &Event, pairs: &[Pair], verdict: Option<Verdict>) -> String {
    let summary = Summary::of(event, pairs);
    let names: Vec<&str> = event.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let title = match names.as_slice() {
        [a, b] => format!("{a} against {b}"),
        names => format!("Tournament of {} bots", names.len()),
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p class=\"soft\">{}</p>\n",
        escape(&conditions(event)),
        title = escape(&title)
    );
    if names.len() == 2 {
        page.push_str(&match_part(event, &summary, pairs, verdict));
    } else {
        page.push_str(&tournament_part(event, &summary));
    }
    page.push_str(&common_part(&summary, pairs));
    page.push_str(&faults_part(event, pairs));
    page.push_str(&games_part(event, pairs));
    page.push_str("</body>\n</html>\n");
    page
}

/// Text as it must stand in HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn conditions(event: &Event) -> String {
    format!("{}; {}; openings: {}; seed {}", event.game, event.control, event.openings.describe(), event.seed)
}

fn match_part(event: &Event, summary: &Summary, pairs: &[Pair], verdict: Option<Verdict>) -> String {
    let standing = &summary.standings[0];
    let Score { wins, draws, losses } = standing.score;
    let Interval { elo, low, high } = standing.elo();
    let mut part = format!(
        "<p class=\"big\">+{wins} ={draws} −{losses}, {:.1} %: <b>{elo:+.0} Elo</b> ({low:+.0} to {high:+.0} at 95 %)</p>\n",
        standing.score.share() * 100.0
    );
    if let Some(sprt) = event.sprt {
        let (low, high) = sprt.bounds();
        let verdict = verdict.map_or("no verdict", Verdict::word);
        let _ = writeln!(
            part,
            "<p>SPRT of {} against {} Elo: log-likelihood ratio {:.2} in ({low:.2}, {high:.2}); {verdict}.</p>",
            sprt.elo0,
            sprt.elo1,
            sprt.llr(&standing.pairs)
        );
    }
    let _ = writeln!(part, "<h2>Score over time</h2>\n{}", svg::score_over_time(&over_time(pairs), summary.games()));
    let rows = [
        bar(format!("{} as X", event.entrants[0].name), &standing.colours[0]),
        bar(format!("{} as O", event.entrants[0].name), &standing.colours[1]),
        bar("X, whoever it was".into(), &summary.first_player),
    ];
    let _ = writeln!(part, "<h2>By colour</h2>\n{KEY}\n{}", svg::bars("wins, draws and losses by colour", &rows));
    let _ = writeln!(
        part,
        "<h2>By opening</h2>\n<p class=\"soft\">One square a pair of games: green where the first bot made more points, red where it made fewer. \
        Point at a square for its moves.</p>\n{}",
        svg::squares("result of each pair", &openings(pairs))
    );
    let counts = standing.pairs.counts;
    let _ = writeln!(
        part,
        "<table><tr><th>points of a pair</th><th>0</th><th>½</th><th>1</th><th>1½</th><th>2</th></tr>\
         <tr><td>pairs</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr></table>",
        counts[0], counts[1], counts[2], counts[3], counts[4]
    );
    let _ = writeln!(part, "<h2>Time</h2>\n{}", standings_table(event, summary, &[0, 1], false));
    part
}

const KEY: &str = "<p class=\"key soft\"><span><i style=\"background:var(--win)\"></i>won</span>\
    <span><i style=\"background:var(--draw)\"></i>drawn</span><span><i style=\"background:var(--loss)\"></i>lost</span></p>";

fn bar(name: String, score: &Score) -> (String, Vec<Stretch>, String) {
    let games = score.games().max(1) as f64;
    let share = |count: u64| count as f64 / games;
    let stretches = vec![("win", share(score.wins)), ("draw", share(score.draws)), ("loss", share(score.losses))];
    (name, stretches, format!("{:.1} % of {}", score.share() * 100.0, score.games()))
}

/// The score and its bars after each pair, in scores rather than Elo.
fn over_time(pairs: &[Pair]) -> Vec<(f64, f64, f64)> {
    let mut counts = Pairs::default();
    let mut points = Vec::new();
    for half_points in pairs.iter().filter_map(Pair::half_points) {
        counts.add(half_points);
        let (low, high) = counts.score_interval();
        points.push((counts.score(), low, high));
    }
    points
}

fn openings(pairs: &[Pair]) -> Vec<(&'static str, String)> {
    let cell = |pair: &Pair| {
        let class = match pair.half_points()? {
            4 | 3 => "win",
            2 => "even",
            _ => "loss",
        };
        let moves: Vec<&str> = pair.games[0].moves.split_whitespace().take(pair.plies).collect();
        let results: Vec<String> = pair.games.iter().map(|game| format!("{} ({})", game.result, game.reason)).collect();
        Some((class, format!("opening {}: {}: {}", pair.opening + 1, moves.join(" "), results.join(", "))))
    };
    pairs.iter().take(MOST_GAMES).filter_map(cell).collect()
}

fn tournament_part(event: &Event, summary: &Summary) -> String {
    let ratings = summary.ratings();
    let order = ratings.ranking();
    let points = |row: usize, column: usize| {
        let score = summary.meetings.get(&(row, column))?;
        Some(format!("{} / {}", score.wins as f64 + score.draws as f64 / 2.0, score.games()))
    };
    let apart = |row: usize, column: usize| {
        let Rating { elo, error } = ratings.difference(row, column);
        (row != column).then(|| format!("{elo:+.0} ± {error:.0}"))
    };
    format!(
        "<h2>Ratings</h2>\n<p class=\"soft\">Elo relative to the mean of the field, bars at 95 %.</p>\n{}\n\
         <h2>Differences</h2>\n{}<h2>Who beat whom</h2>\n{}",
        standings_table(event, summary, &order, true),
        cross_table(event, &order, "Elo of the row above the column", &apart),
        cross_table(event, &order, "points of the row against the column", &points)
    )
}

/// A table of everybody against everybody.
fn cross_table(event: &Event, order: &[usize], title: &str, cell: &dyn Fn(usize, usize) -> Option<String>) -> String {
    let mut part = format!("<div class=\"scroll\"><table><tr><th>{title}</th>");
    for place in 1..=order.len() {
        let _ = write!(part, "<th>{place}</th>");
    }
    part.push_str("</tr>\n");
    for (place, &row) in (1..).zip(order) {
        let _ = write!(part, "<tr><td>{place}. {}</td>", escape(&event.entrants[row].name));
        for &column in order {
            let _ = write!(part, "<td>{}</td>", cell(row, column).unwrap_or_else(|| "·".into()));
        }
        part.push_str("</tr>\n");
    }
    part.push_str("</table></div>\n");
    part
}

fn standings_table(event: &Event, summary: &Summary, order: &[usize], rated: bool) -> String {
    let ratings = summary.ratings();
    let mut table = "<div class=\"scroll\"><table><tr><th>bot</th>".to_string();
    if rated {
        table.push_str("<th>Elo</th><th>±</th>");
    }
    table.push_str(
        "<th>games</th><th>won</th><th>drawn</th><th>lost</th><th>as X</th><th>as O</th><th>ms a move</th><th>longest</th>\
         <th>illegal</th><th>crashes</th><th>late</th></tr>\n",
    );
    for (place, &entrant) in (1..).zip(order) {
        let Standing { score, colours, illegal, crashes, time_losses, time_ms, longest_ms, thinks, .. } =
            &summary.standings[entrant];
        let name = escape(&event.entrants[entrant].name);
        let _ = if rated {
            let rating = ratings.rating(entrant);
            write!(table, "<tr><td>{place}. {name}</td><td>{:+.0}</td><td>{:.0}</td>", rating.elo, rating.error)
        } else {
            write!(table, "<tr><td>{name}</td>")
        };
        let _ = writeln!(
            table,
            "<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0} %</td><td>{:.0} %</td><td>{:.1}</td><td>{longest_ms}</td>\
             <td>{illegal}</td><td>{crashes}</td><td>{time_losses}</td></tr>",
            score.games(),
            score.wins,
            score.draws,
            score.losses,
            colours[0].share() * 100.0,
            colours[1].share() * 100.0,
            *time_ms as f64 / (*thinks).max(1) as f64
        );
    }
    table + "</table></div>"
}

fn common_part(summary: &Summary, pairs: &[Pair]) -> String {
    let lengths: Vec<usize> = pairs.iter().flat_map(|pair| &pair.games).map(|game| game.length).collect();
    let mean = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
    let most = summary.reasons.values().copied().max().unwrap_or(1).max(1) as f64;
    let games = summary.games().max(1) as f64;
    let mut reasons: Vec<(&String, &u64)> = summary.reasons.iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let rows: Vec<_> = reasons
        .into_iter()
        .map(|(reason, &count)| {
            let share = count as f64 / games * 100.0;
            (reason.clone(), vec![("bar", count as f64 / most)], format!("{count} ({share:.1} %)"))
        })
        .collect();
    format!(
        "<h2>Length of games</h2>\n<p class=\"soft\">{mean:.1} moves on the average</p>\n{}\n<h2>How games ended</h2>\n{}\n",
        svg::histogram("games by their number of moves", &lengths),
        svg::bars("games by the reason they ended for", &rows)
    )
}

fn faults_part(event: &Event, pairs: &[Pair]) -> String {
    let games = pairs.iter().flat_map(|pair| pair.games.iter().map(move |game| (pair, game)));
    let faults = games.filter_map(|(pair, game)| Some((pair, game, game.fault.as_ref()?, game.culprit()?)));
    let mut part = String::new();
    for (pair, game, fault, culprit) in faults.take(MOST_GAMES) {
        let _ = writeln!(
            part,
            "<details><summary class=\"fault\">pair {}, move {}: {}: {}</summary>\n<pre>{}</pre></details>",
            pair.pair + 1,
            game.length + 1,
            escape(&event.entrants[culprit].name),
            escape(&fault.to_string()),
            escape(&fault.io.join("\n"))
        );
    }
    if part.is_empty() { part } else { format!("<h2>Faults</h2>\n{part}") }
}

fn games_part(event: &Event, pairs: &[Pair]) -> String {
    let all: usize = pairs.iter().map(|pair| pair.games.len()).sum();
    let mut part = "<h2>Games</h2>\n".to_string();
    if all > MOST_GAMES {
        let _ = writeln!(part, "<p class=\"soft\">The first {MOST_GAMES} of {all}.</p>");
    }
    let games = pairs.iter().flat_map(|pair| pair.games.iter().map(move |game| (pair, game)));
    for (pair, game) in games.take(MOST_GAMES) {
        let _ = writeln!(
            part,
            "<details><summary>{}. X {} – O {}: <b>{}</b> by {}, {} moves</summary>\n<p class=\"moves\">{}</p>\n<pre>{}</pre></details>",
            pair.pair + 1,
            escape(&event.entrants[game.x].name),
            escape(&event.entrants[game.o].name),
            escape(&game.result.to_uppercase()),
            escape(&game.reason),
            game.length,
            moves(pair, game),
            escape(&last_picture(event, game))
        );
    }
    part
}

/// The moves with their numbers; those of the opening are pale.
fn moves(pair: &Pair, game: &Played) -> String {
    let mut text = "<span class=\"soft\">".to_string();
    for (ply, mv) in game.moves.split_whitespace().enumerate() {
        if ply == pair.plies {
            text.push_str("</span>");
        }
        if ply.is_multiple_of(2) {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        text.push_str(&escape(mv));
        text.push(' ');
    }
    if game.length <= pair.plies {
        text.push_str("</span>");
    }
    text
}

/// The board at the end of a game.
fn last_picture(event: &Event, game: &Played) -> String {
    let Ok(mut table) = potez_table::open(&event.game, None) else { return String::new() };
    for mv in game.moves.split_whitespace() {
        if table.play(mv).is_err() {
            break;
        }
    }
    table.picture(Style::Modern, Ink::Plain).trim_end().to_string()
}
