//! The whole screen.

use potez_session::Seat;
use potez_words::{Arg, Words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::app::{ActiveScreen, App};
use crate::canvas::BoardCanvas;
use crate::commands::{COMMANDS, GameCommand};
use crate::game_screen::{Dialog, GameScreen};
use crate::menu::Menu;
use crate::panel;
use crate::theme::Theme;

/// Below this nothing useful can be shown.
const SMALLEST: (u16, u16) = (30, 8);
/// The panel beside the board.
const BESIDE: u16 = 26;
/// The panel below the board.
const BELOW: u16 = 6;
const MENU_TOP: u16 = 2;
/// Below the menu's lines: a note of two lines and the help.
const MENU_FOOT: u16 = 3;

/// Where the parts of the game's screen are, and the board as it is drawn there.
pub(crate) struct GameLayout {
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) canvas: BoardCanvas,
}

/// Puts the panel beside the board where there is room, and below it otherwise.
pub(crate) fn layout(area: Rect, game: &GameScreen, theme: Theme) -> GameLayout {
    let inner = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
    // The board needs at least as much room as the panel: in a narrow window it would have next to
    // nothing.
    let beside = inner.width >= 2 * BESIDE;
    let (width, height) = if beside {
        (inner.width - BESIDE - 1, inner.height)
    } else {
        (inner.width, inner.height.saturating_sub(BELOW))
    };
    let canvas = game.board.draw(&game.overlay(), theme, (width, height));
    let board = Rect { width: width.min(canvas.width() as u16), height: height.min(canvas.height() as u16), ..inner };
    let panel = if beside {
        let left = board.width + 1;
        Rect { x: inner.x + left, width: inner.width - left, ..inner }
    } else {
        Rect { y: inner.y + board.height, height: inner.height - board.height, ..inner }
    };
    GameLayout { board, panel, canvas }
}

/// The menu's lines that are seen: where they begin, so that the chosen one is among them, and how
/// many there are.
fn menu_lines(area: Rect, menu: &Menu) -> (usize, usize) {
    let rows = usize::from(area.height.saturating_sub(MENU_TOP + MENU_FOOT)).max(1);
    ((menu.at + 1).saturating_sub(rows), rows)
}

/// The menu's line at a row of the screen.
pub(crate) fn menu_row(area: Rect, menu: &Menu, row: u16) -> Option<usize> {
    let (first, rows) = menu_lines(area, menu);
    row.checked_sub(area.y + MENU_TOP).map(usize::from).filter(|row| *row < rows).map(|row| first + row)
}

/// The labels of the function keys with where they begin.
fn keys(area: Rect, words: &Words) -> Vec<(GameCommand, u16, String)> {
    let mut found = Vec::new();
    let mut x = area.x;
    for (number, (command, key, _)) in COMMANDS.iter().enumerate() {
        let text = format!("F{}{} ", number + 1, words.say(key, &[]));
        let width = text.chars().count() as u16;
        // The blank behind the last label may be cut off, its letters may not.
        if x + width > area.x + area.width + 1 {
            break;
        }
        found.push((*command, x, text));
        x += width;
    }
    found
}

/// The command whose label was clicked.
pub(crate) fn key_at(area: Rect, words: &Words, column: u16, row: u16) -> Option<GameCommand> {
    // The labels stand in the last row.
    if row + 1 != area.y + area.height {
        return None;
    }
    keys(area, words).into_iter().rev().find(|(_, x, _)| *x <= column).map(|(command, _, _)| command)
}

impl App {
    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let least = [("width", Arg::from(usize::from(SMALLEST.0))), ("height", Arg::from(usize::from(SMALLEST.1)))];
            let text = self.words.say("tui-too-small", &least);
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        match (&self.screen, &self.game) {
            (ActiveScreen::Game, Some(game)) => self.draw_game(game, frame, area),
            _ => self.draw_menu(&self.menu, frame, area),
        }
    }

    fn draw_game(&self, game: &GameScreen, frame: &mut Frame, area: Rect) {
        let theme = self.theme;
        let [x, o] = game.session.state().seats.each_ref().map(|seat| self.player(seat));
        let title = format!("{}   X {x}   O {o}", game.table().game());
        frame.render_widget(Paragraph::new(Span::styled(title, theme.title())), Rect { height: 1, ..area });
        let layout = layout(area, game, theme);
        layout.canvas.show(layout.board, frame.buffer_mut());
        panel::draw(game, &self.words, theme, layout.panel, frame);
        let bottom = Rect { y: area.y + area.height - 1, height: 1, ..area };
        for (_, x, text) in keys(area, &self.words) {
            // The key and its number are drawn apart from the label: `F10` and `Quit`.
            let end = text.char_indices().skip(1).find(|(_, letter)| !letter.is_ascii_digit()).map_or(0, |(at, _)| at);
            let (key, label) = text.split_at(end);
            let line = Line::from(vec![
                Span::styled(key.to_string(), theme.title()),
                Span::styled(label.trim_end().to_string(), theme.selected()),
            ]);
            frame.render_widget(line, Rect { x, width: bottom.width.saturating_sub(x - area.x), ..bottom });
        }
        match game.dialog {
            None => {}
            Some(Dialog::Help) => self.draw_box(frame, area, &self.words.say("tui-help", &[])),
            Some(Dialog::Resign) => {
                let player = game.session.resigner().map(|player| player.to_string()).unwrap_or_default();
                self.draw_box(frame, area, &self.words.say("tui-ask-resign", &[("player", Arg::from(player))]));
            }
        }
    }

    /// Who sits in a seat.
    fn player(&self, seat: &Seat) -> String {
        let name = seat.bot.as_ref().or(seat.name.as_ref());
        name.cloned().unwrap_or_else(|| self.words.say("tui-human", &[]))
    }

    /// A text in a box in the middle.
    fn draw_box(&self, frame: &mut Frame, area: Rect, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
        let width = (longest as u16 + 4).min(area.width);
        let height = (lines.len() as u16 + 2).min(area.height);
        let place =
            Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        frame.render_widget(Clear, place);
        let block = Block::bordered().border_style(self.theme.title());
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }).block(block), place);
    }

    fn draw_menu(&self, menu: &Menu, frame: &mut Frame, area: Rect) {
        let theme = self.theme;
        let top = Rect { height: 1, ..area };
        let games: Vec<String> =
            potez_table::games().iter().map(|game| self.words.game_name(game.description)).collect();
        let title = self.words.say("tui-title", &[("games", Arg::from(games.join(", ")))]);
        frame.render_widget(Paragraph::new(Span::styled(title, theme.title())), top);
        let items = menu.items();
        let wide = items.iter().map(|item| menu.line(item, &self.words).0.chars().count()).max().unwrap_or_default();
        let (first, rows) = menu_lines(area, menu);
        for (row, item) in items.iter().enumerate().skip(first).take(rows) {
            let y = area.y + MENU_TOP + (row - first) as u16;
            let (name, value) = menu.line(item, &self.words);
            let value = if menu.has_values(item) { format!("‹ {value} ›") } else { value };
            let text = format!(" {name:<wide$}  {value} ");
            let (mark, style) =
                if row == menu.at { ('>', theme.selected()) } else { (' ', ratatui::style::Style::new()) };
            let line = Line::from(vec![Span::raw(format!("{mark} ")), Span::styled(text, style)]);
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
        let bottom = area.y + area.height;
        let warning = menu.note.as_ref().map(|note| Span::styled(note.clone(), theme.warning()));
        let about = || menu.about(&self.words).map(|about| Span::styled(about, theme.dim()));
        if let Some(note) = warning.or_else(about) {
            // What a game says of an option may be longer than a line.
            let note = Paragraph::new(note).wrap(Wrap { trim: true });
            frame.render_widget(note, Rect { y: bottom - MENU_FOOT, height: MENU_FOOT - 1, ..area });
        }
        let help = if menu.file.is_some() { "tui-menu-file-help" } else { "tui-menu-help" };
        let help = Span::styled(self.words.say(help, &[]), theme.dim());
        frame.render_widget(Paragraph::new(help), Rect { y: bottom - 1, height: 1, ..area });
    }
}
