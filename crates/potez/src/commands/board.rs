//! Boards in lines of text, with what stands below them in the user's language.

use std::io::{self, Write};

use potez_table::{PathView, PictureOptions, Player, Style, Table};
use potez_words::{Arg, Lang, Words};

use crate::cli::BoardArgs;
use crate::exit::UsageError;
use crate::screen;

/// The signs of squares on paths of X, of O and of both.
const SIGNS: [char; 3] = ['\u{d7}', '\u{2218}', '\u{2297}'];

/// How boards are printed.
pub(super) struct BoardPrinter {
    options: PictureOptions,
}

impl BoardPrinter {
    /// Boards in a style with the user's choice of characters, if the game has such a choice.
    pub(super) fn new(table: &dyn Table, board: &BoardArgs) -> Result<Self, UsageError> {
        let style = if board.classic { Style::Classic } else { Style::Modern };
        let mut options = PictureOptions::new(style, screen::ink());
        options.paths = board.paths;
        if let Some(glyphs) = &board.glyphs {
            options.glyphs = read_glyphs(table, glyphs)?;
        }
        Ok(Self { options })
    }

    /// Fails when paths are wanted of a game that has none.
    pub(super) fn check_paths(&self, table: &dyn Table) -> Result<(), UsageError> {
        if self.options.paths && table.paths().is_none() {
            return Err(UsageError(format!("--paths: {} has no paths to show", table.game())));
        }
        Ok(())
    }

    /// Prints the board with stocks, scores and paths.
    pub(super) fn print(&self, out: &mut impl Write, table: &dyn Table, words: &Words) -> io::Result<()> {
        let paths = if self.options.paths { table.paths() } else { None };
        let mut options = self.options.clone();
        // What the rules write below a board is English; other languages say it in their own words.
        options.captions = words.lang() == Lang::En;
        options.signs = signs(paths.as_deref().unwrap_or_default());
        writeln!(out, "{}", table.draw(&options).trim_end())?;
        if !options.captions {
            for line in stock_lines(table, words) {
                writeln!(out, "{line}")?;
            }
        }
        if let Some(paths) = paths {
            let [x, o, both] = SIGNS.map(|sign| Arg::from(sign.to_string()));
            writeln!(out, "\n{}", words.say("paths-legend", &[("x", x), ("o", o), ("both", both)]))?;
            // The classic display has printed the original's own lists.
            if options.style == Style::Modern || !options.captions {
                writeln!(out, "{}", path_lines(&paths, words).join("\n"))?;
            }
        }
        Ok(())
    }
}

/// One character for each thing that the classic display lets a user choose.
fn read_glyphs(table: &dyn Table, text: &str) -> Result<Vec<char>, UsageError> {
    let wanted = table.description().glyphs;
    if wanted.is_empty() {
        let game = table.description().id;
        return Err(UsageError(format!("--glyphs: the classic display of {game} has no characters to choose")));
    }
    let glyphs: Vec<char> = text.chars().collect();
    if glyphs.len() != wanted.len() || glyphs.iter().any(|glyph| glyph.is_control()) {
        let things: Vec<&str> = wanted.iter().map(|glyph| glyph.draws).collect();
        let usual: String = wanted.iter().map(|glyph| glyph.usual).collect();
        return Err(UsageError(format!(
            "--glyphs: expected {} characters for {}, such as `{usual}`, found `{}`",
            wanted.len(),
            things.join(", "),
            text.escape_debug()
        )));
    }
    Ok(glyphs)
}

/// What stands beside the board, one line per player.
fn stock_lines(table: &dyn Table, words: &Words) -> Vec<String> {
    let stocks = table.view().stocks;
    let line = |player: Player| {
        let stock =
            |(name, counts): &(&str, [u32; 2])| format!("  {} {}", words.stock_name(name), counts[player.index()]);
        format!("{player}{}", stocks.iter().map(stock).collect::<String>())
    };
    if stocks.is_empty() { Vec::new() } else { Player::BOTH.map(line).to_vec() }
}

/// The signs of all cells on a path.
fn signs(paths: &[PathView]) -> Vec<(String, char)> {
    let mut signs: Vec<(String, char)> = Vec::new();
    for path in paths {
        let sign = SIGNS[path.owner.index()];
        for cell in &path.cells {
            match signs.iter_mut().find(|(name, _)| name == cell) {
                Some((_, earlier)) if *earlier != sign => *earlier = SIGNS[2],
                Some(_) => {}
                None => signs.push((cell.clone(), sign)),
            }
        }
    }
    signs
}

/// The paths in words, one per line.
pub(super) fn path_lines(paths: &[PathView], words: &Words) -> Vec<String> {
    paths.iter().map(|path| words.path(path)).collect()
}
