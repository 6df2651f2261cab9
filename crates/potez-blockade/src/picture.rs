//! The project's own drawing: three characters a square, walls as heavy lines in the gaps.

use potez_core::{Ink, Outcome, Paint, PictureOptions, Player, Position as _};

use crate::view::winning_square;
use crate::{Axis, Move, Position, Square, Wall};

/// The board, the stocks and who is to move, without a line break at the end.
pub(crate) fn draw<const N: usize>(pos: &Position<N>, last: Option<Move>, options: &PictureOptions) -> String {
    let ink = options.ink;
    let canvas = Canvas { pos, last, ink, options };
    let (rows, cols) = (pos.rules().rows(), pos.rules().cols());
    let rule = "─".repeat(4 * cols - 1);
    let labels: Vec<String> = (1..=cols).map(|col| format!("{col:>3}")).collect();
    let labels = ink.paint(Paint::Faint, &format!("   {}", labels.join(" ")));
    let mut lines = vec![labels.clone(), ink.paint(Paint::Faint, &format!("  ┌{rule}┐"))];
    for row in 0..rows {
        lines.push(canvas.squares_line(row));
        if row + 1 < rows {
            lines.push(canvas.edges_line(row));
        }
    }
    lines.push(ink.paint(Paint::Faint, &format!("  └{rule}┘")));
    lines.push(labels);
    if !options.captions {
        return lines.join("\n");
    }
    lines.push(String::new());
    lines.extend(Player::BOTH.map(|player| canvas.stock_line(player)));
    lines.push(match pos.outcome() {
        Some(Outcome::Win(winner)) => format!("{winner} has won"),
        Some(Outcome::Draw) => "a draw".into(),
        None => format!("{} to move", pos.turn()),
    });
    lines.join("\n")
}

struct Canvas<'a, const N: usize> {
    pos: &'a Position<N>,
    last: Option<Move>,
    ink: Ink,
    options: &'a PictureOptions,
}

impl<const N: usize> Canvas<'_, N> {
    fn faint(&self, text: &str) -> String {
        self.ink.paint(Paint::Faint, text)
    }

    fn squares_line(&self, row: usize) -> String {
        let cols = self.pos.rules().cols();
        let letter = Square::new(row, 0).to_string().chars().next().unwrap_or(' ').to_string();
        let mut line = format!("{} {}", self.faint(&letter), self.faint("│"));
        for col in 0..cols {
            let square = Square::new(row, col);
            line.push_str(&self.square(square));
            if col + 1 < cols {
                let wall = self.pos.wall_between(square, Square::new(row, col + 1));
                line.push_str(&wall.map_or(" ".into(), |wall| self.wall(wall, "┃")));
            }
        }
        format!("{line}{} {}", self.faint("│"), self.faint(&letter))
    }

    /// The gaps below a row and the lattice points between them.
    fn edges_line(&self, row: usize) -> String {
        let cols = self.pos.rules().cols();
        let mut line = format!("  {}", self.faint("│"));
        for col in 0..cols {
            let square = Square::new(row, col);
            let wall = self.pos.wall_between(square, Square::new(row + 1, col));
            line.push_str(&wall.map_or("   ".into(), |wall| self.wall(wall, "━━━")));
            if col + 1 < cols {
                line.push_str(&self.point(square));
            }
        }
        line + &self.faint("│")
    }

    /// A lattice point: the middle of a wall, or a dot, also where walls meet end to end.
    fn point(&self, at: Square) -> String {
        let wall = Axis::BOTH.into_iter().find(|&axis| self.pos.walls(axis).contains(at));
        match wall {
            Some(axis @ Axis::Blue) => self.wall(Wall { at, axis }, "━"),
            Some(axis @ Axis::Green) => self.wall(Wall { at, axis }, "┃"),
            None => self.faint("·"),
        }
    }

    fn wall(&self, wall: Wall, glyphs: &str) -> String {
        let paint = match wall.axis {
            Axis::Blue => Paint::Blue,
            Axis::Green => Paint::Green,
        };
        match self.last {
            Some(last) if last.wall() == Some(wall) => self.ink.paint(Paint::Last(!self.pos.turn()), glyphs),
            _ => self.ink.paint(paint, glyphs),
        }
    }

    /// A pawn such as ` X1`; an empty home as ` x ` or ` o `; the square that was left as ` ∙ `.
    fn square(&self, square: Square) -> String {
        let pos = self.pos;
        // The winner may stand on the square of another pawn.
        for player in [!pos.turn(), pos.turn()] {
            if let Some(pawn) = pos.pawns(player).iter().position(|&at| at == square) {
                let moved = self.last.and_then(Move::pawn).is_some_and(|(_, to)| to == square);
                let paint = match () {
                    () if winning_square(pos) == Some(square) => Paint::Winning(player),
                    () if moved => Paint::Last(player),
                    () => Paint::Of(player),
                };
                return format!(
                    "{}{}",
                    if moved { ">" } else { " " },
                    self.ink.paint(paint, &format!("{player}{}", pawn + 1))
                );
            }
        }
        let home = Player::BOTH.into_iter().find(|&player| pos.rules().homes(player).contains(&square));
        match home {
            Some(player) => format!(" {} ", self.ink.paint(Paint::Of(player), &player.letter().to_string())),
            None if let Some(sign) = self.options.sign(&square.to_string()) => self.faint(&format!(" {sign} ")),
            None if self.last.and_then(Move::pawn).is_some_and(|(from, _)| from == square) => self.faint(" ∙ "),
            None => "   ".into(),
        }
    }

    fn stock_line(&self, player: Player) -> String {
        let stocks = Axis::BOTH.map(|axis| {
            let paint = if axis == Axis::Blue { Paint::Blue } else { Paint::Green };
            self.ink.paint(paint, &format!("{} {}", axis.name(), self.pos.stock(player, axis)))
        });
        format!("{}  {}  {}", self.ink.paint(Paint::Of(player), &player.to_string()), stocks[0], stocks[1])
    }
}
