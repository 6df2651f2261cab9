//! The evaluation beside the board: a bar, the graph of the game, candidates with what they do.

use potez_table::{Line as EngineLine, Player, Proof, Report, TableMove};
use potez_words::{Arg, Words};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::advice::CANDIDATES;
use crate::game_screen::GameScreen;
use crate::graph;
use crate::panel::wrap;
use crate::theme::Theme;

/// Rows for the play that is expected after a chosen candidate.
const LINE_ROWS: usize = 2;
/// Rows for what a candidate does.
const REMARK_ROWS: usize = 4;
/// Rows of the graph, and how many candidates must have room before it gets them.
const GRAPH_ROWS: usize = 3;
const BEFORE_GRAPH: usize = 4;

/// A bar of X's chance, and the candidates with theirs, in as many rows as there are.
pub(crate) fn draw(
    game: &GameScreen,
    words: &Words,
    theme: Theme,
    (width, rows): (usize, usize),
) -> Vec<Line<'static>> {
    let Some(report) = game.report.as_ref().filter(|report| !report.lines.is_empty()) else {
        let text = if game.task.is_some() { words.say("tui-analysing", &[]) } else { String::new() };
        return vec![Line::from(text)];
    };
    let mut lines = vec![bar(game, theme, width)];
    let about = about_candidate(game, words, theme, width);
    let progress = Line::from(Span::styled(progress(report, words), theme.dim()));
    let wanted = report.lines.len().min(CANDIDATES);
    // One row for the bar and one for the progress.
    let left = rows.saturating_sub(2);
    let has_graph = game.chances.len() > 1 && left >= GRAPH_ROWS + about.len() + BEFORE_GRAPH;
    let graph_rows = if has_graph { GRAPH_ROWS } else { 0 };
    let count = wanted.min(left.saturating_sub(graph_rows + about.len())).max(1);
    if has_graph {
        lines.extend(graph::draw(&known_chances(game), game.table().ply(), theme, (width, GRAPH_ROWS)));
    }
    let looked_at = game.remarks.as_ref().map(|(mv, _)| mv);
    let mut about = Some(about);
    for (rank, line) in report.lines.iter().take(count).enumerate() {
        lines.push(candidate(game, rank, line, words, theme));
        if looked_at == Some(&line.mv()) {
            lines.extend(about.take().unwrap_or_default());
        }
    }
    lines.push(progress);
    lines
}

/// The same in few rows: the candidates one behind the other, then what the chosen one does.
pub(crate) fn draw_low(
    game: &GameScreen,
    words: &Words,
    theme: Theme,
    (width, rows): (usize, usize),
) -> Vec<Line<'static>> {
    let Some(report) = game.report.as_ref().filter(|report| !report.lines.is_empty()) else {
        return draw(game, words, theme, (width, rows));
    };
    let about = cut(about_candidate(game, words, theme, width), 1);
    let chance = game.chances.get(&game.table().ply()).copied().unwrap_or(0.5);
    let mut lines = vec![format!("X {:.0} %", chance * 100.0)];
    for (rank, line) in report.lines.iter().take(CANDIDATES).enumerate() {
        let mark = if game.draft.candidate.as_ref() == Some(&line.mv()) { ">" } else { "" };
        let text = format!("{mark}{}. {} {}", rank + 1, line.mv(), value(line, words));
        let last = lines.len() - 1;
        if lines[last].chars().count() + 2 + text.chars().count() <= width {
            lines[last] = format!("{}  {text}", lines[last]);
        } else {
            lines.push(text);
        }
    }
    lines.truncate(rows.saturating_sub(about.len()).max(1));
    lines.into_iter().map(Line::from).chain(about).collect()
}

/// X's chance after every move, as far as it is known.
fn known_chances(game: &GameScreen) -> Vec<Option<f64>> {
    (0..=game.table().ply()).map(|ply| game.chances.get(&ply).copied()).collect()
}

fn bar(game: &GameScreen, theme: Theme, width: usize) -> Line<'static> {
    let chance = game.chances.get(&game.table().ply()).copied().unwrap_or(0.5);
    // `X ` before the bar and ` 100 %` behind it.
    let room = width.saturating_sub(9).clamp(4, 30);
    let filled = (chance * room as f64).round() as usize;
    Line::from(vec![
        Span::raw("X "),
        Span::styled("#".repeat(filled), theme.piece(Player::X)),
        Span::styled("-".repeat(room - filled.min(room)), theme.piece(Player::O)),
        Span::raw(format!(" {:.0} %", chance * 100.0)),
    ])
}

/// The chance of the player to move, or what is proven.
fn value(line: &EngineLine<TableMove>, words: &Words) -> String {
    match line.proof {
        Some(Proof::Win) => words.say("tui-proven-win", &[]),
        Some(Proof::Loss) => words.say("tui-proven-loss", &[]),
        Some(Proof::Draw) => words.say("tui-proven-draw", &[]),
        None => format!("{:.0} %", line.win_chance * 100.0),
    }
}

fn candidate(
    game: &GameScreen,
    rank: usize,
    line: &EngineLine<TableMove>,
    words: &Words,
    theme: Theme,
) -> Line<'static> {
    let value = value(line, words);
    let is_chosen = game.is_ours() && game.draft.candidate.as_ref() == Some(&line.mv());
    let (mark, style) = if is_chosen { ('>', theme.title()) } else { (' ', Style::new()) };
    Line::from(Span::styled(format!("{mark}{}. {:<12} {value}", rank + 1, line.mv()), style))
}

/// What the candidate that is looked at does; of a chosen one also what is expected to follow.
fn about_candidate(game: &GameScreen, words: &Words, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let Some((mv, remarks)) = &game.remarks else { return Vec::new() };
    let mut lines = Vec::new();
    let followed = game.report.iter().flat_map(|report| &report.lines).find(|line| line.mv() == *mv);
    if game.draft.candidate.as_ref() == Some(mv)
        && let Some(line) = followed
    {
        let rest: Vec<&str> = line.pv.iter().skip(1).map(|mv| mv.text.as_str()).collect();
        lines.extend(cut(wrap(&rest.join(" "), width, theme.dim()), LINE_ROWS));
    }
    let remarks: Vec<String> = remarks.iter().map(|remark| words.remark(remark)).collect();
    if !remarks.is_empty() {
        let text = remarks.join("; ");
        let indented = wrap(&text, width.saturating_sub(3), theme.last()).into_iter();
        let indented = indented.map(|line| Line::from(Span::styled(format!("   {line}"), theme.last())));
        lines.extend(cut(indented.collect(), REMARK_ROWS));
    }
    lines
}

/// The first rows of a text; what is left out is seen to be left out.
fn cut(mut lines: Vec<Line<'static>>, rows: usize) -> Vec<Line<'static>> {
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            last.push_span(Span::raw(" …"));
        }
    }
    lines
}

pub(crate) fn progress(report: &Report<TableMove>, words: &Words) -> String {
    let args = [("depth", Arg::from(report.depth as usize)), ("nodes", Arg::from(thousands(report.nodes)))];
    words.say("tui-progress", &args)
}

/// 12345 as `12k`.
fn thousands(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}
