//! The whole screen.

use potez_words::{Arg, Words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::app::{ActiveScreen, App};
use crate::commands::{COMMANDS, GameCommand};
use crate::game_screen::{Dialog, GameScreen};
use crate::layout::ScreenLayout;
use crate::menu::Menu;
use crate::review_screen::ReviewScreen;
use crate::{panel, review_panel};

/// Below this nothing useful can be shown.
const SMALLEST: (u16, u16) = (30, 8);
const MENU_TOP: u16 = 2;
/// Below the menu's lines: a note of two lines and the help.
const MENU_FOOT: u16 = 3;

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

/// A function key with its label, and where it stands.
struct KeyLabel {
    command: GameCommand,
    x: u16,
    key: String,
    label: String,
}

/// The labels of the function keys; where there is no room for all of them, the less important ones
/// are left out.
fn keys(area: Rect, words: &Words, game: &GameScreen) -> Vec<KeyLabel> {
    let labels: Vec<(usize, String, String)> = COMMANDS
        .iter()
        .enumerate()
        .filter(|(_, key)| key.command != GameCommand::Paths || game.paths.is_some())
        .map(|(at, key)| (at, format!("F{}", at + 1), words.say(key.label, &[])))
        .collect();
    // A blank stands between two labels, and behind the last one there need be none.
    let width = |label: &(usize, String, String)| label.1.len() + label.2.chars().count() + 1;
    let fits = |rank: u8| {
        let shown = labels.iter().filter(|label| COMMANDS[label.0].rank <= rank);
        shown.map(width).sum::<usize>() <= usize::from(area.width) + 1
    };
    let last = COMMANDS.iter().map(|key| key.rank).max().unwrap_or_default();
    let most = (0..=last).rev().find(|&rank| fits(rank)).unwrap_or_default();
    let mut x = area.x;
    let mut shown = Vec::new();
    for label in labels.into_iter().filter(|label| COMMANDS[label.0].rank <= most) {
        let wide = width(&label) as u16;
        shown.push(KeyLabel { command: COMMANDS[label.0].command, x, key: label.1, label: label.2 });
        x += wide;
    }
    shown
}

/// The command whose label was clicked.
pub(crate) fn key_at(area: Rect, words: &Words, game: &GameScreen, column: u16, row: u16) -> Option<GameCommand> {
    // The labels stand in the last row.
    if row + 1 != area.y + area.height {
        return None;
    }
    keys(area, words, game).into_iter().rev().find(|label| label.x <= column).map(|label| label.command)
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
        match (&self.screen, &self.game, &self.review) {
            (ActiveScreen::Game, Some(game), _) => self.draw_game(game, frame, area),
            (ActiveScreen::Review, _, Some(review)) => self.draw_review(review, frame, area),
            _ => self.draw_menu(&self.menu, frame, area),
        }
        if let Some(pager) = &self.pager {
            pager.draw(frame, area, self.theme, &self.words.say("tui-page-more", &[]));
        }
    }

    fn draw_game(&self, game: &GameScreen, frame: &mut Frame, area: Rect) {
        let theme = self.theme;
        let layout = ScreenLayout::new(area, &game.board, &game.overlay(), theme);
        if let Some(place) = layout.title {
            frame.render_widget(Span::styled(panel::title(game, &self.words), theme.title()), place);
        }
        layout.canvas.show(layout.board, frame.buffer_mut());
        panel::draw(game, &self.words, theme, &layout, frame);
        let bottom = Rect { y: area.y + area.height - 1, height: 1, ..area };
        for KeyLabel { x, key, label, .. } in keys(area, &self.words, game) {
            let line = Line::from(vec![Span::styled(key, theme.title()), Span::styled(label, theme.selected())]);
            frame.render_widget(line, Rect { x, width: bottom.width.saturating_sub(x - area.x), ..bottom });
        }
        match game.dialog {
            None => {}
            Some(Dialog::Resign) => {
                let player = game.session.resigner().map(|player| player.to_string()).unwrap_or_default();
                self.draw_box(frame, area, &self.words.say("tui-ask-resign", &[("player", Arg::from(player))]));
            }
            Some(Dialog::Sides) => self.draw_box(frame, area, &self.words.say("tui-ask-sides", &[])),
        }
    }

    fn draw_review(&self, review: &ReviewScreen, frame: &mut Frame, area: Rect) {
        let theme = self.theme;
        let layout = ScreenLayout::new(area, review.board(), &review.overlay(), theme);
        if let (Some(place), Some(game)) = (layout.title, &self.game) {
            frame.render_widget(Span::styled(panel::title(game, &self.words), theme.title()), place);
        }
        layout.canvas.show(layout.board, frame.buffer_mut());
        review_panel::draw(review, &self.words, theme, &layout, frame);
        let bottom = Rect { y: area.y + area.height - 1, height: 1, ..area };
        frame.render_widget(Span::styled(self.words.say("tui-review-keys", &[]), theme.selected()), bottom);
    }

    /// A text in a box in the middle.
    fn draw_box(&self, frame: &mut Frame, area: Rect, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
        let width = (longest as u16 + 4).min(area.width);
        let rows: usize =
            lines.iter().map(|line| line.chars().count().div_ceil(usize::from(width - 2).max(1)).max(1)).sum();
        let height = (rows as u16 + 2).min(area.height);
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
        // A line without a value may be longer than the names of those that have one.
        let valued = items.iter().map(|item| menu.line(item, &self.words)).filter(|(_, value)| !value.is_empty());
        let wide = valued.map(|(name, _)| name.chars().count()).max().unwrap_or_default();
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
        let help = Span::styled(self.words.say(menu.help_key(), &[]), theme.dim());
        frame.render_widget(Paragraph::new(help), Rect { y: bottom - 1, height: 1, ..area });
    }
}
