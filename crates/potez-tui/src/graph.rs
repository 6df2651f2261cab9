//! X's chance to win over the game, as columns of eighths.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::theme::Theme;

const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// `100 ┤` and the like before the columns.
const AXIS: usize = 5;

/// A graph of X's chance after every move, where it is known; `marked` is the move that is looked
/// at. Of a game that is too long for the width the part around it is shown.
pub(crate) fn draw(
    chances: &[Option<f64>],
    marked: usize,
    theme: Theme,
    (width, height): (usize, usize),
) -> Vec<Line<'static>> {
    let room = width.saturating_sub(AXIS).max(1);
    // Short games get columns of two characters, so that the graph is not a stump.
    let wide = if chances.len() * 2 <= room { 2 } else { 1 };
    let most = room / wide;
    let first = marked.saturating_sub(most / 2).min(chances.len().saturating_sub(most));
    let shown = || chances.iter().enumerate().skip(first).take(most);
    let mut lines = Vec::new();
    for row in (0..height).rev() {
        let label = match row {
            0 => "  0 ┤",
            row if row + 1 == height => "100 ┤",
            row if height > 2 && row == height / 2 => " 50 ┤",
            _ => "    │",
        };
        let mut spans = vec![Span::styled(label, theme.dim())];
        for (ply, chance) in shown() {
            let glyph = match chance {
                // What is certain to be lost is still seen as a move.
                Some(chance) => {
                    let eighths = ((chance * (height * 8) as f64).round() as usize).max(1);
                    EIGHTHS[eighths.saturating_sub(row * 8).min(8)]
                }
                None if row == 0 => '·',
                None => ' ',
            };
            let style = if ply == marked { theme.marked_column() } else { Style::new() };
            spans.push(Span::styled(glyph.to_string().repeat(wide), style));
        }
        lines.push(Line::from(spans));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(chances: &[Option<f64>], marked: usize, size: (usize, usize)) -> Vec<String> {
        draw(chances, marked, Theme::Plain, size).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn chances_are_columns_and_what_is_not_known_a_dot() {
        let chances = [Some(0.5), None, Some(1.0), Some(0.0)];
        assert_eq!(drawn(&chances, 0, (20, 2)), ["100 ┤    ██  ", "  0 ┤██··██▁▁"]);
    }

    #[test]
    fn of_a_long_game_the_part_around_the_marked_move_is_shown() {
        let chances: Vec<Option<f64>> = (0..100).map(|ply| (ply == 60).then_some(1.0)).collect();
        let lines = drawn(&chances, 60, (25, 1));
        assert_eq!(lines[0].chars().count(), 25);
        assert!(lines[0].contains('█'), "{lines:?}");
    }
}
