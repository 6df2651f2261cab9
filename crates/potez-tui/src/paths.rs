//! The shortest paths to the goals, drawn on the board and told in words.

use potez_table::{CellRef, PathView};
use potez_words::{Arg, Words};

use crate::board::{DrawnBoard, Overlay};
use crate::game_screen::GameScreen;

/// Which paths are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShownPaths {
    None,
    /// All of them: the cells of X, of O, and of both.
    All,
    /// One of them by its number, step by step.
    One(usize),
}

impl ShownPaths {
    /// None, all, then one after the other.
    fn next(self, count: usize) -> Self {
        match self {
            Self::None => Self::All,
            Self::All if count > 0 => Self::One(0),
            Self::One(at) if at + 1 < count => Self::One(at + 1),
            _ => Self::None,
        }
    }
}

/// A path in the user's words.
pub(crate) fn sentence(path: &PathView, words: &Words) -> String {
    let piece = ("piece", Arg::from(format!("{}{}", path.owner, path.number)));
    let Some(goal) = &path.goal else { return words.say("tui-no-path", &[piece]) };
    let args = [
        piece,
        ("goal", Arg::from(goal.as_str())),
        ("count", Arg::from(path.moves as usize)),
        ("cells", Arg::from(path.stops.join(" "))),
    ];
    words.say("tui-path", &args)
}

impl GameScreen {
    /// Shows other paths than now.
    pub(crate) fn show_next_paths(&mut self, words: &Words) {
        match &self.paths {
            Some(paths) => self.shown_paths = self.shown_paths.next(paths.len()),
            None => self.note = Some(words.say("play-no-ways", &[])),
        }
    }

    /// All paths as lines of text.
    pub(crate) fn ways_text(&self, words: &Words) -> String {
        let Some(paths) = &self.paths else { return words.say("play-no-ways", &[]) };
        paths.iter().map(|path| sentence(path, words)).collect::<Vec<_>>().join("\n")
    }

    /// Marks the cells of the paths that are shown.
    pub(crate) fn mark_paths(&self, overlay: &mut Overlay) {
        let Some(paths) = &self.paths else { return };
        match self.shown_paths {
            ShownPaths::None => {}
            ShownPaths::All => paths.iter().for_each(|path| mark_cells(path, &self.board, overlay)),
            ShownPaths::One(at) => {
                if let Some(path) = paths.get(at) {
                    mark_steps(path, &self.board, overlay);
                }
            }
        }
    }
}

/// The cells of a path by the letter of the player; those of both players by a sign of their own.
fn mark_cells(path: &PathView, board: &DrawnBoard, overlay: &mut Overlay) {
    for cell in path.cells.iter().filter_map(|name| board.named(name)) {
        let mark = overlay.paths.entry(cell).or_insert((path.owner.letter(), Some(path.owner)));
        if mark.1 != Some(path.owner) {
            *mark = ('+', None);
        }
    }
}

/// The cells of a path by arrows to the next one.
fn mark_steps(path: &PathView, board: &DrawnBoard, overlay: &mut Overlay) {
    let cells: Vec<CellRef> = path.cells.iter().filter_map(|name| board.named(name)).collect();
    for pair in cells.windows(2) {
        let arrow = match (pair[1].row.cmp(&pair[0].row), pair[1].col.cmp(&pair[0].col)) {
            (std::cmp::Ordering::Less, _) => '↑',
            (std::cmp::Ordering::Greater, _) => '↓',
            (_, std::cmp::Ordering::Less) => '←',
            _ => '→',
        };
        overlay.paths.insert(pair[0], (arrow, Some(path.owner)));
    }
    if let Some(goal) = cells.last() {
        overlay.paths.insert(*goal, ('◎', Some(path.owner)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_goes_through_all_paths_and_back_to_none() {
        let mut shown = ShownPaths::None;
        let mut seen = Vec::new();
        for _ in 0..4 {
            shown = shown.next(2);
            seen.push(shown);
        }
        assert_eq!(seen, [ShownPaths::All, ShownPaths::One(0), ShownPaths::One(1), ShownPaths::None]);
    }
}
