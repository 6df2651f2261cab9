//! What stands beside the board: the state of the game, the evaluation, the moves, what to do next.

use potez_table::{Ending, Player, Proof, Report, TableMove};
use potez_words::{Arg, Words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::advice::CANDIDATES;
use crate::game_screen::{GameScreen, Purpose};
use crate::theme::Theme;

/// Rows for the play that is expected after a chosen candidate.
const LINE_ROWS: usize = 2;
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

pub(crate) fn draw(game: &GameScreen, words: &Words, theme: Theme, area: Rect, frame: &mut Frame) {
    let width = usize::from(area.width);
    let head = head(game, words, theme, width);
    let foot = foot(game, words, theme, width);
    let height = usize::from(area.height);
    // The end of the panel, with the input, is seen even when there is no room for all of it.
    let foot_rows = foot.len().min(height);
    let head_rows = head.len().min(height - foot_rows);
    let moves = moves(game, theme, width, height - foot_rows - head_rows);
    let foot_top = height - foot_rows;
    let put = |frame: &mut Frame, row: usize, line: Line| {
        frame.render_widget(line, Rect { y: area.y + row as u16, height: 1, ..area });
    };
    for (row, line) in head.into_iter().take(head_rows).chain(moves).enumerate() {
        put(frame, row, line);
    }
    let skipped = foot.len() - foot_rows;
    for (row, line) in foot.into_iter().skip(skipped).enumerate() {
        put(frame, foot_top + row, line);
    }
}

/// Breaks a text into lines.
fn wrap(text: &str, width: usize, style: Style) -> Vec<Line<'static>> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines.into_iter().map(|line| Line::from(Span::styled(line, style))).collect()
}

fn status(game: &GameScreen, words: &Words) -> String {
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
            let spinner = SPINNER[game.ticks % SPINNER.len()];
            let text = words.say("tui-thinking", &[("player", Arg::from(turn.to_string()))]);
            format!("{text} {spinner}")
        }
        _ => words.say("to-move", &[("player", Arg::from(turn.to_string()))]),
    }
}

fn head(game: &GameScreen, words: &Words, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = wrap(&status(game, words), width, theme.title());
    if let (Some((_, Purpose::Move | Purpose::Hint)), Some(report)) = (game.task, &game.report) {
        lines.push(Line::from(progress(report, words)));
    }
    if let Some(clock) = game.session.clock() {
        // Before the first move nobody runs: the session gives the players time to sit down.
        let running = Some(game.session.turn()).filter(|_| game.session.ending().is_none() && game.table().ply() > 0);
        let face = |player: Player| {
            let mark = if running == Some(player) { '>' } else { ' ' };
            let style = if running == Some(player) { theme.title() } else { theme.dim() };
            Span::styled(format!("{mark}{player} {}  ", clock.face(player, game.now)), style)
        };
        lines.push(Line::from(vec![face(Player::X), face(Player::O)]));
    }
    for (name, [x, o]) in &game.board.view.stocks {
        let name = words.stock_name(name);
        lines.push(Line::from(format!("{name}: X {x}  O {o}")));
    }
    if let Some(cell) = game.board.cell(game.draft.cursor).filter(|_| game.is_ours()) {
        let pieces: String = cell.pieces.iter().map(|piece| piece.owner.letter().to_ascii_uppercase()).collect();
        let text = if pieces.len() > 1 {
            let count = Arg::from(pieces.len());
            words.say(
                "tui-stack",
                &[("cell", Arg::from(cell.name.clone())), ("pieces", Arg::from(pieces)), ("count", count)],
            )
        } else {
            format!("{} {pieces}", cell.name)
        };
        lines.push(Line::from(text));
    }
    if game.analysis {
        lines.extend(evaluation(game, words, theme, width));
    }
    lines
}

fn progress(report: &Report<TableMove>, words: &Words) -> String {
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

/// A bar of X's chance, and the candidates with theirs.
fn evaluation(game: &GameScreen, words: &Words, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let Some(report) = game.report.as_ref().filter(|report| !report.lines.is_empty()) else {
        let text = if game.task.is_some() { words.say("tui-analysing", &[]) } else { String::new() };
        return vec![Line::from(text)];
    };
    let best = &report.lines[0];
    // Reports speak for the player to move; the bar would jump from move to move if it did.
    let turn = game.session.turn();
    let chance = if turn == Player::X { best.win_chance } else { 1.0 - best.win_chance };
    // `X ` before the bar and ` 100 %` behind it.
    let room = width.saturating_sub(9).clamp(4, 30);
    let filled = (chance * room as f64).round() as usize;
    let bar = Line::from(vec![
        Span::raw("X "),
        Span::styled("#".repeat(filled), theme.piece(Player::X)),
        Span::styled("-".repeat(room - filled.min(room)), theme.piece(Player::O)),
        Span::raw(format!(" {:.0} %", chance * 100.0)),
    ]);
    let mut lines = vec![bar];
    let ours = game.is_ours();
    for (rank, line) in report.lines.iter().take(CANDIDATES).enumerate() {
        let value = match line.proof {
            Some(Proof::Win) => words.say("tui-proven-win", &[]),
            Some(Proof::Loss) => words.say("tui-proven-loss", &[]),
            Some(Proof::Draw) => words.say("tui-proven-draw", &[]),
            None => format!("{:.0} %", line.win_chance * 100.0),
        };
        let is_chosen = ours && game.draft.candidate.as_ref() == Some(&line.mv());
        let (mark, style) = if is_chosen { ('>', theme.title()) } else { (' ', Style::new()) };
        lines.push(Line::from(Span::styled(format!("{mark}{}. {:<12} {value}", rank + 1, line.mv()), style)));
        if is_chosen && line.pv.len() > 1 {
            let rest: Vec<&str> = line.pv[1..].iter().map(|mv| mv.text.as_str()).collect();
            lines.extend(wrap(&rest.join(" "), width, theme.dim()).into_iter().take(LINE_ROWS));
        }
    }
    lines.push(Line::from(Span::styled(progress(report, words), theme.dim())));
    lines
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
fn foot(game: &GameScreen, words: &Words, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(hint) = game.session.hint() {
        let key = if hint.whole { "tui-hint-move" } else { "tui-hint-where" };
        lines.extend(wrap(&words.say(key, &[("move", Arg::from(hint.mv.text.clone()))]), width, theme.last()));
    }
    if let Some(note) = &game.note {
        lines.extend(wrap(note, width, theme.warning()));
    }
    if game.session.ending().is_some() {
        lines.extend(wrap(&words.say("tui-step-over", &[]), width, theme.dim()));
    } else if game.is_ours() {
        lines.extend(wrap(&words.say(game.draft.help_key(), &[]), width, theme.dim()));
        let spoken = game.draft.words();
        if !spoken.is_empty() {
            lines.extend(wrap(&words.say("tui-or-type", &[("words", Arg::from(spoken))]), width, theme.dim()));
        }
        if let Some(choice) = game.draft.current().filter(|_| !game.draft.is_typed) {
            lines.push(Line::from(words.say("tui-enter", &[("move", Arg::from(choice.text.as_str()))])));
        }
    }
    lines.push(Line::from(vec![
        Span::styled("> ", theme.title()),
        Span::raw(game.draft.text.clone()),
        Span::styled(" ", theme.cursor()),
    ]));
    lines
}
