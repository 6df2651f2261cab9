//! What stands beside the board: who plays, the state of the game, the evaluation, the moves, what
//! to do next.

use potez_table::{Ending, Player};
use potez_words::{Arg, Words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::evaluation;
use crate::game_screen::{GameScreen, Purpose};
use crate::layout::ScreenLayout;
use crate::paths::{ShownPaths, sentence};
use crate::theme::Theme;
use crate::titles;

const SPINNER: [char; 4] = ['|', '/', '-', '\\'];
/// Rows that the moves keep while the evaluation is open.
const MOVE_ROWS: usize = 2;

pub(crate) fn draw(game: &GameScreen, words: &Words, theme: Theme, layout: &ScreenLayout, frame: &mut Frame) {
    let area = layout.panel;
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let is_low = layout.is_low();
    let foot = foot(game, words, theme, width, is_low);
    // The end of the panel, with the input, is seen even when there is no room for all of it.
    let foot_rows = foot.len().min(height);
    let room = height - foot_rows;
    let mut head = if is_low { low_head(game, words, theme, width) } else { head(game, words, theme, layout, width) };
    head.extend(paths(game, words, theme, width, is_low));
    if game.analysis {
        let rows = room.saturating_sub(head.len());
        head.extend(if is_low {
            evaluation::draw_low(game, words, theme, (width, rows))
        } else {
            evaluation::draw(game, words, theme, (width, rows.saturating_sub(MOVE_ROWS)))
        });
    }
    let head_rows = head.len().min(room);
    let moves = moves(game, theme, width, room - head_rows);
    let skipped = foot.len() - foot_rows;
    put(frame, area, 0, head.into_iter().take(head_rows).chain(moves));
    put(frame, area, room, foot.into_iter().skip(skipped));
}

/// Shows lines from a row of an area on.
pub(crate) fn put(frame: &mut Frame, area: Rect, row: usize, lines: impl Iterator<Item = Line<'static>>) {
    for (row, line) in (row..usize::from(area.height)).zip(lines) {
        frame.render_widget(line, Rect { y: area.y + row as u16, height: 1, ..area });
    }
}

/// Breaks a text into lines.
pub(crate) fn wrap(text: &str, width: usize, style: Style) -> Vec<Line<'static>> {
    let lines = crate::pager::wrap_line(text.trim(), width.max(1));
    lines.into_iter().map(|line| Line::from(Span::styled(line, style))).collect()
}

fn status(game: &GameScreen, words: &Words) -> String {
    let spinner = SPINNER[game.ticks % SPINNER.len()];
    if game.is_reviewing() {
        let text = match game.progress {
            Some(progress) => {
                let args = [("done", Arg::from(progress.done)), ("total", Arg::from(progress.total))];
                words.say("tui-reviewing-at", &args)
            }
            None => words.say("tui-reviewing", &[]),
        };
        return format!("{text} {spinner}");
    }
    match game.session.ending() {
        Some(Ending::Time(player)) => {
            return words.say("tui-out-of-time", &[("player", Arg::from(player.to_string()))]);
        }
        Some(ending) => return words.ending(ending.outcome(), ending.code()),
        None => {}
    }
    let turn = game.session.turn();
    match game.task {
        Some((_, Purpose::Move)) => {
            let text = words.say("tui-thinking", &[("player", Arg::from(turn.to_string()))]);
            format!("{text} {spinner}")
        }
        _ => words.say("to-move", &[("player", Arg::from(turn.to_string()))]),
    }
}

/// The game and who plays it, in one line.
pub(crate) fn title(game: &GameScreen, words: &Words) -> String {
    let [x, o] = players(game, words);
    let table = game.table();
    format!("{}   {x}   {o}", titles::game(table.description(), &table.game(), words))
}

fn players(game: &GameScreen, words: &Words) -> [String; 2] {
    Player::BOTH.map(|player| format!("{player} {}", titles::player(game.session.state().seat(player), words)))
}

fn head(game: &GameScreen, words: &Words, theme: Theme, layout: &ScreenLayout, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if layout.title.is_none() {
        let table = game.table();
        lines.extend(wrap(&titles::game(table.description(), &table.game(), words), width, theme.title()));
        let [x, o] = players(game, words);
        let both = format!("{x}   {o}");
        let short = if both.chars().count() <= width { vec![both] } else { vec![x, o] };
        lines.extend(short.iter().flat_map(|line| wrap(line, width, Style::new())));
    }
    lines.extend(wrap(&status(game, words), width, theme.title()));
    lines.extend(progress(game, words).map(Line::from));
    lines.extend(clocks(game, theme));
    for (name, [x, o]) in &game.board.view.stocks {
        let name = words.stock_name(name);
        let text = format!("{name}: X {x}  O {o}");
        let fits = text.chars().count() <= width;
        lines.push(Line::from(if fits { text } else { format!("{name} X{x} O{o}") }));
    }
    lines.extend(cell(game, words).map(Line::from));
    lines
}

/// The same in as few lines as possible.
fn low_head(game: &GameScreen, words: &Words, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let stocks = game.board.view.stocks.iter().map(|(name, [x, o])| format!("{} X{x} O{o}", words.stock_name(name)));
    let facts = cell(game, words).into_iter().chain(stocks).chain(progress(game, words));
    let text = std::iter::once(status(game, words)).chain(facts).collect::<Vec<_>>().join(" · ");
    let mut lines = wrap(&text, width, theme.title());
    lines.extend(clocks(game, theme));
    lines
}

/// How far the bot has come that thinks about a move or a hint.
fn progress(game: &GameScreen, words: &Words) -> Option<String> {
    match (game.task, &game.report) {
        (Some((_, Purpose::Move | Purpose::Hint)), Some(report)) => Some(evaluation::progress(report, words)),
        _ => None,
    }
}

fn clocks(game: &GameScreen, theme: Theme) -> Option<Line<'static>> {
    let clock = game.session.clock()?;
    // Before the first move nobody runs: the session gives the players time to sit down.
    let running = Some(game.session.turn()).filter(|_| game.session.ending().is_none() && game.table().ply() > 0);
    let face = |player: Player| {
        let mark = if running == Some(player) { '>' } else { ' ' };
        let style = if running == Some(player) { theme.title() } else { theme.dim() };
        Span::styled(format!("{mark}{player} {}  ", clock.face(player, game.now)), style)
    };
    Some(Line::from(vec![face(Player::X), face(Player::O)]))
}

/// What the cell under the cursor holds.
fn cell(game: &GameScreen, words: &Words) -> Option<String> {
    let cell = game.board.cell(game.draft.cursor).filter(|_| game.is_ours())?;
    let pieces: String = cell.pieces.iter().map(|piece| piece.owner.letter().to_ascii_uppercase()).collect();
    if pieces.len() < 2 {
        return Some(format!("{} {pieces}", cell.name).trim_end().to_string());
    }
    let count = Arg::from(pieces.len());
    let args = [("cell", Arg::from(cell.name.clone())), ("pieces", Arg::from(pieces)), ("count", count)];
    Some(words.say("tui-stack", &args))
}

/// The paths that are drawn, in words.
fn paths(game: &GameScreen, words: &Words, theme: Theme, width: usize, is_low: bool) -> Vec<Line<'static>> {
    let Some(paths) = &game.paths else { return Vec::new() };
    let chosen = match game.shown_paths {
        ShownPaths::None => return Vec::new(),
        ShownPaths::All => None,
        ShownPaths::One(at) => Some(at),
    };
    if is_low && chosen.is_none() {
        return wrap(&words.say("tui-all-paths", &[("count", Arg::from(paths.len()))]), width, theme.dim());
    }
    let mut lines = Vec::new();
    for (at, path) in paths.iter().enumerate() {
        let text = sentence(path, words);
        if chosen == Some(at) {
            lines.extend(wrap(&format!(">{text}"), width, theme.path(Some(path.owner))));
        } else if !is_low {
            // All of them in a line each; the whole of one is told when it is chosen.
            lines.push(Line::from(Span::styled(shortened(&format!(" {text}"), width), theme.dim())));
        }
    }
    lines
}

/// A text that fits; what is left out is seen to be left out.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The last moves that fit, two per line.
fn moves(game: &GameScreen, theme: Theme, width: usize, rows: usize) -> Vec<Line<'static>> {
    let moves = game.table().moves();
    let longest = moves.iter().map(String::len).max().unwrap_or_default();
    let both = width >= 2 * longest + 6;
    let lines: Vec<String> = if both {
        let pair = |(number, pair): (usize, &[String])| {
            let second = pair.get(1).map_or("", String::as_str);
            format!("{:>3}. {:<longest$} {second}", number + 1, pair[0])
        };
        moves.chunks(2).enumerate().map(pair).collect()
    } else {
        moves.iter().enumerate().map(|(ply, mv)| format!("{:>3}. {mv}", ply + 1)).collect()
    };
    let skipped = lines.len().saturating_sub(rows);
    let last = lines.len();
    let style = |row: usize| if row + 1 == last { Style::new() } else { theme.dim() };
    lines.into_iter().enumerate().skip(skipped).map(|(row, line)| Line::from(Span::styled(line, style(row)))).collect()
}

/// What to do next, what went wrong, and the input.
fn foot(game: &GameScreen, words: &Words, theme: Theme, width: usize, is_low: bool) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(hint) = game.session.hint() {
        let key = if hint.whole { "tui-hint-move" } else { "tui-hint-where" };
        lines.extend(wrap(&words.say(key, &[("move", Arg::from(hint.mv.text.clone()))]), width, theme.last()));
    }
    if let Some(note) = &game.note {
        lines.extend(wrap(note, width, theme.warning()));
    }
    let mut help = Vec::new();
    if game.is_reviewing() {
        help.push(words.say("tui-review-stops", &[]));
    } else if game.session.ending().is_some() {
        help.push(words.say("tui-step-over", &[]));
    } else if game.is_ours() {
        help.push(words.say(game.draft.help_key(), &[]));
        let spoken = game.draft.words();
        if !spoken.is_empty() {
            help.push(words.say("tui-or-type", &[("words", Arg::from(spoken))]));
        }
        if let Some(choice) = game.draft.current().filter(|_| !game.draft.is_typed) {
            help.push(words.say("tui-enter", &[("move", Arg::from(choice.text.as_str()))]));
        }
    }
    if is_low {
        help = if help.is_empty() { help } else { vec![help.join(" ")] };
    }
    lines.extend(help.iter().flat_map(|line| wrap(line, width, theme.dim())));
    lines.push(Line::from(vec![
        Span::styled("> ", theme.title()),
        Span::raw(game.draft.text.clone()),
        Span::styled(" ", theme.cursor()),
    ]));
    lines
}
