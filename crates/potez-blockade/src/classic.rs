//! The display of the original program, glyph for glyph (Rule 6.4).

use potez_core::{PictureOptions, Player};

use crate::{Axis, DESCRIPTION, Position, Square, Step};

/// The board and the stocks, without the line break at the very end.
pub(crate) fn draw<const N: usize>(pos: &Position<N>, options: &PictureOptions) -> String {
    let canvas = ClassicCanvas::new(pos, options);
    let (rows, cols) = (pos.rules().rows(), pos.rules().cols());
    let labels: String = (1..=cols).flat_map(|col| [' ', label(col)]).collect();
    let frame: String = [' ', canvas.blue].repeat(cols).into_iter().collect();
    let mut lines = vec![format!(" {labels} "), format!(" {frame} ")];
    for row in 0..rows {
        lines.push(canvas.squares_line(row));
        if row + 1 < rows {
            lines.push(canvas.edges_line(row));
        }
    }
    lines.push(format!(" {frame} "));
    lines.push(format!(" {labels} "));
    if !options.captions {
        return lines.join("\n");
    }
    let [x, o] = Player::BOTH.map(|player| Axis::BOTH.map(|axis| pos.stock(player, axis)));
    lines.push(String::new());
    lines.push("\tWalls X\t\t\t\t\tWalls O".into());
    lines.push(format!("\tB: {}\t\t\t\t\t\tB: {}", x[0], o[0]));
    lines.push(format!("\tG: {}\t\t\t\t\t\tG: {}", x[1], o[1]));
    lines.push(String::new());
    if options.paths {
        lines.push(shortest_paths(pos));
    }
    lines.join("\n")
}

/// 1 to 9, then A, B, ….
fn label(number: usize) -> char {
    char::from_digit(number as u32, 36).unwrap_or('?').to_ascii_uppercase()
}

/// A board and the characters that it is drawn with.
struct ClassicCanvas<'a, const N: usize> {
    pos: &'a Position<N>,
    options: &'a PictureOptions,
    green: char,
    blue: char,
    open: char,
}

impl<'a, const N: usize> ClassicCanvas<'a, N> {
    fn new(pos: &'a Position<N>, options: &'a PictureOptions) -> Self {
        let glyph = |index: usize| options.glyphs.get(index).copied().unwrap_or(DESCRIPTION.glyphs[index].usual);
        Self { pos, options, green: glyph(0), blue: glyph(1), open: glyph(2) }
    }

    /// A row of squares with the edges between them; O is drawn after X.
    fn squares_line(&self, row: usize) -> String {
        let (pos, cols) = (self.pos, self.pos.rules().cols());
        let mut line = format!("{}{}", label(row + 1), self.green);
        for col in 0..cols {
            let square = Square::new(row, col);
            let owner = [Player::O, Player::X].into_iter().find(|&player| pos.pawns(player).contains(&square));
            let sign = || self.options.sign(&square.to_string()).unwrap_or(' ');
            line.push(owner.map_or_else(sign, |player| player.letter().to_ascii_uppercase()));
            let open = col + 1 < cols && pos.wall_between(square, Square::new(row, col + 1)).is_none();
            line.push(if open { '|' } else { self.green });
        }
        line.push(label(row + 1));
        line
    }

    /// The edges below a row.
    fn edges_line(&self, row: usize) -> String {
        let mut line = String::from(" ");
        for col in 0..self.pos.rules().cols() {
            let wall = self.pos.wall_between(Square::new(row, col), Square::new(row + 1, col));
            line.push(' ');
            line.push(if wall.is_some() { self.blue } else { self.open });
        }
        line.push(' ');
        line
    }
}

/// What the original program prints after a move: the shortest way of every pawn to every enemy
/// home, in pawn moves that ignore the other pawns, as lists of row and column.
pub fn shortest_paths<const N: usize>(pos: &Position<N>) -> String {
    let mut lines = Vec::new();
    for player in Player::BOTH {
        for (pawn, from) in (1..).zip(pos.pawns(player)) {
            for (home, to) in (1..).zip(pos.rules().homes(!player)) {
                let Some(way) = pos.edges().shortest_path(from, to) else { continue };
                let squares: Vec<String> = hops(&way, pos.rules().step())
                    .map(|square| format!("({}, {})", square.row() + 1, square.col() + 1))
                    .collect();
                let other = !player;
                lines.push(format!("Shortest path {player}{pawn} to {other}{home}: [{}]", squares.join(", ")));
            }
        }
    }
    lines.join("\n")
}

/// The squares of a walk on which a pawn lands: every second one and the last, unless it goes step
/// by step.
fn hops(way: &[Square], step: Step) -> impl Iterator<Item = Square> + '_ {
    let length = if step == Step::One { 1 } else { 2 };
    let last = way.len() - 1;
    way.iter().copied().enumerate().filter(move |&(index, _)| index % length == 0 || index == last).map(|(_, at)| at)
}
