//! A text in a box in front of everything else: help, rules, lists of moves and paths.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::theme::Theme;

/// A text that is read page by page.
pub(crate) struct Pager {
    title: String,
    text: String,
    /// Whether long lines are broken; pictures are cut off instead.
    wraps: bool,
    /// The first line that is seen.
    top: usize,
}

/// Lines of text are hard to read when they are longer.
const WIDEST: usize = 88;
/// The frame and a blank beside it, on both sides.
const MARGIN: usize = 4;

impl Pager {
    /// A text whose long lines are broken.
    pub(crate) fn text(title: String, text: String) -> Self {
        Self { title, text, wraps: true, top: 0 }
    }

    /// A text whose lines stay as they are.
    pub(crate) fn picture(title: String, text: String) -> Self {
        Self { wraps: false, ..Self::text(title, text) }
    }

    /// Words in columns, as many as an area has room for.
    pub(crate) fn columns(title: String, words: &[String], area: Rect) -> Self {
        let room = usize::from(area.width).saturating_sub(MARGIN);
        let wide = words.iter().map(|word| word.chars().count()).max().unwrap_or_default() + 2;
        let count = (room / wide).max(1);
        let mut text = String::new();
        for words in words.chunks(count) {
            for word in words {
                let blanks = wide - word.chars().count();
                text.push_str(word);
                text.extend(std::iter::repeat_n(' ', blanks));
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        Self::picture(title, text)
    }

    fn lines(&self, area: Rect) -> Vec<String> {
        let room = usize::from(area.width).saturating_sub(MARGIN).max(1);
        if !self.wraps {
            return self.text.lines().map(str::to_string).collect();
        }
        self.text.lines().flat_map(|line| wrap_line(line, room.min(WIDEST))).collect()
    }

    /// How many lines are seen at once.
    fn rows(area: Rect) -> usize {
        usize::from(area.height.saturating_sub(2)).max(1)
    }

    /// A key; false if the text is to be closed.
    pub(crate) fn key(&mut self, code: KeyCode, area: Rect) -> bool {
        let rows = Self::rows(area);
        let last = self.lines(area).len().saturating_sub(rows);
        self.top = match code {
            KeyCode::Up => self.top.saturating_sub(1),
            KeyCode::Down => self.top + 1,
            KeyCode::PageUp => self.top.saturating_sub(rows),
            KeyCode::PageDown | KeyCode::Char(' ') if last > 0 => self.top + rows,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        }
        .min(last);
        true
    }

    pub(crate) fn draw(&self, frame: &mut Frame, area: Rect, theme: Theme, more: &str) {
        let lines = self.lines(area);
        let rows = Self::rows(area);
        let last = lines.len().saturating_sub(rows);
        let top = self.top.min(last);
        let longest = lines.iter().map(|line| line.chars().count()).chain([self.title.chars().count() + 2]).max();
        let foot = if last > 0 { format!(" {more} {}/{} ", top + 1, last + 1) } else { String::new() };
        let wide = longest.unwrap_or_default().max(foot.chars().count() + 2);
        let width = ((wide + MARGIN) as u16).min(area.width);
        let height = (lines.len() as u16).saturating_add(2).min(area.height);
        let place =
            Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        frame.render_widget(Clear, place);
        let title = if self.title.is_empty() { String::new() } else { format!(" {} ", self.title) };
        let block = Block::bordered().border_style(theme.title()).title(title).title_bottom(foot);
        let shown: Vec<Line> = lines.iter().skip(top).take(rows).map(|line| Line::from(format!(" {line}"))).collect();
        frame.render_widget(Paragraph::new(shown).block(block), place);
    }
}

/// Breaks a line between words; what is indented stays so.
pub(crate) fn wrap_line(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_string()];
    }
    let text = line.trim_start();
    let indent = " ".repeat(line.chars().count() - text.chars().count());
    let mut lines: Vec<String> = Vec::new();
    let mut current = indent.clone();
    for word in text.split_whitespace() {
        let is_empty = current.trim().is_empty();
        if !is_empty && current.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut current, format!("{indent}{word}")));
        } else {
            if !is_empty {
                current.push(' ');
            }
            current.push_str(word);
        }
    }
    lines.push(current);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_keep_their_indent() {
        assert_eq!(wrap_line("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrap_line("short  line", 20), ["short  line"]);
        assert_eq!(wrap_line("averylongword and more", 5), ["averylongword", "and", "more"]);
    }

    #[test]
    fn a_long_text_is_scrolled_and_other_keys_close_it() {
        let area = Rect::new(0, 0, 30, 5);
        let mut pager = Pager::text("title".into(), "1\n2\n3\n4\n5".into());
        assert!(pager.key(KeyCode::Down, area) && pager.key(KeyCode::PageDown, area));
        assert_eq!(pager.top, 2, "not past the last page");
        assert!(pager.key(KeyCode::Up, area));
        assert_eq!(pager.top, 1);
        assert!(!pager.key(KeyCode::Esc, area));
    }
}
