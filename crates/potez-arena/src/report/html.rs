//! One page with everything about an event, to send to somebody: no scripts, no other files.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use potez_table::{Ink, Style};

use super::svg::{self, Stretch};
use crate::stats::{Interval, Pairs, Rating, Sprt, Verdict};
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
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p.soft { (conditions(event)) }
                @if names.len() == 2 {
                    (match_part(event, &summary, pairs, verdict))
                } @else {
                    (tournament_part(event, &summary))
                }
                (common_part(&summary, pairs))
                (faults_part(event, pairs))
                (games_part(event, pairs))
            }
        }
        "\n"
    };
    page.into_string()
}

fn conditions(event: &Event) -> String {
    format!("{}; {}; openings: {}; seed {}", event.game, event.control, event.openings.describe(), event.seed)
}

fn match_part(event: &Event, summary: &Summary, pairs: &[Pair], verdict: Option<Verdict>) -> Markup {
    let standing = &summary.standings[0];
    let name = &event.entrants[0].name;
    let rows = [
        bar(format!("{name} as X"), &standing.colours[0]),
        bar(format!("{name} as O"), &standing.colours[1]),
        bar("X, whoever it was".into(), &summary.first_player),
    ];
    html! {
        (score_part(standing))
        @if let Some(sprt) = event.sprt {
            (sprt_part(sprt, standing, verdict))
        }
        h2 { "Score over time" }
        (svg::score_over_time(&over_time(pairs), summary.games()))
        h2 { "By colour" }
        (key())
        (svg::bars("wins, draws and losses by colour", &rows))
        h2 { "By opening" }
        p.soft {
            "One square a pair of games: green where the first bot made more points, red where it made fewer. "
            "Point at a square for its moves."
        }
        (svg::squares("result of each pair", &openings(pairs)))
        table {
            tr { th { "points of a pair" } @for points in ["0", "½", "1", "1½", "2"] { th { (points) } } }
            tr { td { "pairs" } @for count in standing.pairs.counts { td { (count) } } }
        }
        h2 { "Time" }
        (standings_table(event, summary, &[0, 1], false))
    }
}

fn score_part(standing: &Standing) -> Markup {
    let Score { wins, draws, losses } = standing.score;
    let Interval { elo, low, high } = standing.elo();
    html! {
        p.big {
            (format!("+{wins} ={draws} −{losses}, {:.1} %: ", standing.score.share() * 100.0))
            b { (format!("{elo:+.0} Elo")) }
            (format!(" ({low:+.0} to {high:+.0} at 95 %)"))
        }
    }
}

fn sprt_part(sprt: Sprt, standing: &Standing, verdict: Option<Verdict>) -> Markup {
    let (low, high) = sprt.bounds();
    let ratio = sprt.llr(&standing.pairs);
    let verdict = verdict.map_or("no verdict", Verdict::word);
    html! {
        p {
            "SPRT of " (sprt.elo0) " against " (sprt.elo1) " Elo: "
            (format!("log-likelihood ratio {ratio:.2} in ({low:.2}, {high:.2}); {verdict}."))
        }
    }
}

/// What the colours of the bars mean.
fn key() -> Markup {
    html! {
        p.key.soft {
            @for (colour, word) in [("win", "won"), ("draw", "drawn"), ("loss", "lost")] {
                span { i style={ "background:var(--" (colour) ")" } {} (word) }
            }
        }
    }
}

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

fn tournament_part(event: &Event, summary: &Summary) -> Markup {
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
    html! {
        h2 { "Ratings" }
        p.soft { "Elo relative to the mean of the field, bars at 95 %." }
        (standings_table(event, summary, &order, true))
        h2 { "Differences" }
        (cross_table(event, &order, "Elo of the row above the column", &apart))
        h2 { "Who beat whom" }
        (cross_table(event, &order, "points of the row against the column", &points))
    }
}

/// A table of everybody against everybody.
fn cross_table(event: &Event, order: &[usize], title: &str, cell: &dyn Fn(usize, usize) -> Option<String>) -> Markup {
    html! {
        div.scroll {
            table {
                tr { th { (title) } @for place in 1..=order.len() { th { (place) } } }
                @for (place, &row) in (1..).zip(order) {
                    tr {
                        td { (place) ". " (event.entrants[row].name) }
                        @for &column in order {
                            td { (cell(row, column).as_deref().unwrap_or("·")) }
                        }
                    }
                }
            }
        }
    }
}

fn standings_table(event: &Event, summary: &Summary, order: &[usize], rated: bool) -> Markup {
    const COLUMNS: [&str; 11] =
        ["games", "won", "drawn", "lost", "as X", "as O", "ms a move", "longest", "illegal", "crashes", "late"];
    let ratings = rated.then(|| summary.ratings());
    html! {
        div.scroll {
            table {
                tr {
                    th { "bot" }
                    @if rated { th { "Elo" } th { "±" } }
                    @for column in COLUMNS { th { (column) } }
                }
                @for (place, &entrant) in (1..).zip(order) {
                    tr {
                        td { @if rated { (place) ". " } (event.entrants[entrant].name) }
                        @if let Some(Rating { elo, error }) = ratings.as_ref().map(|ratings| ratings.rating(entrant)) {
                            td { (format!("{elo:+.0}")) }
                            td { (format!("{error:.0}")) }
                        }
                        (standing_cells(&summary.standings[entrant]))
                    }
                }
            }
        }
    }
}

fn standing_cells(standing: &Standing) -> Markup {
    let Standing { score, colours, illegal, crashes, time_losses, time_ms, longest_ms, thinks, .. } = standing;
    html! {
        td { (score.games()) }
        @for count in [score.wins, score.draws, score.losses] { td { (count) } }
        @for colour in colours { td { (format!("{:.0} %", colour.share() * 100.0)) } }
        td { (format!("{:.1}", *time_ms as f64 / (*thinks).max(1) as f64)) }
        td { (longest_ms) }
        td { (illegal) }
        td { (crashes) }
        td { (time_losses) }
    }
}

fn common_part(summary: &Summary, pairs: &[Pair]) -> Markup {
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
    html! {
        h2 { "Length of games" }
        p.soft { (format!("{mean:.1} moves on the average")) }
        (svg::histogram("games by their number of moves", &lengths))
        h2 { "How games ended" }
        (svg::bars("games by the reason they ended for", &rows))
    }
}

/// All games, each with the pair it is of.
fn games(pairs: &[Pair]) -> impl Iterator<Item = (&Pair, &Played)> {
    pairs.iter().flat_map(|pair| pair.games.iter().map(move |game| (pair, game)))
}

fn faults_part(event: &Event, pairs: &[Pair]) -> Markup {
    let faults = games(pairs).filter_map(|(pair, game)| Some((pair, game, game.fault.as_ref()?, game.culprit()?)));
    let mut faults = faults.take(MOST_GAMES).peekable();
    html! {
        @if faults.peek().is_some() {
            h2 { "Faults" }
        }
        @for (pair, game, fault, culprit) in faults {
            details {
                summary.fault {
                    "pair " (pair.pair + 1) ", move " (game.length + 1) ": "
                    (event.entrants[culprit].name) ": " (maud::display(fault))
                }
                pre { (fault.io.join("\n")) }
            }
        }
    }
}

fn games_part(event: &Event, pairs: &[Pair]) -> Markup {
    let all: usize = pairs.iter().map(|pair| pair.games.len()).sum();
    html! {
        h2 { "Games" }
        @if all > MOST_GAMES {
            p.soft { "The first " (MOST_GAMES) " of " (all) "." }
        }
        @for (pair, game) in games(pairs).take(MOST_GAMES) {
            details {
                summary {
                    (pair.pair + 1) ". X " (event.entrants[game.x].name) " – O " (event.entrants[game.o].name) ": "
                    b { (game.result.to_uppercase()) } " by " (game.reason) ", " (game.length) " moves"
                }
                p.moves { (moves(pair, game)) }
                pre { (last_picture(event, game)) }
            }
        }
    }
}

/// The moves with their numbers; those of the opening are pale.
fn moves(pair: &Pair, game: &Played) -> Markup {
    let numbered = |(ply, mv): (usize, &str)| match ply % 2 {
        0 => format!("{}. {mv} ", ply / 2 + 1),
        _ => format!("{mv} "),
    };
    let mut moves = game.moves.split_whitespace().enumerate().map(numbered);
    let opening: String = moves.by_ref().take(pair.plies).collect();
    html! {
        span.soft { (opening) }
        (moves.collect::<String>())
    }
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
