//! The ways to write a cell (Rules 1.2 and 1.3).

use potez_core::ParseError;
use potez_core::notation::latin;

use crate::cell::Letters;
use crate::{Cell, Geometry};

/// A way to write cells (Rules 1.2 and 1.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coordinates {
    /// The project's own: the letter of the row, the number of the diagonal column from 1, `e5`.
    #[default]
    Canonical,
    /// The list of the original program: the letter of the row, the column from 0, `(e 4)`.
    List,
    /// Little Golem's grid: the letter of the row, the place within the row from 1.
    LittleGolem,
    /// The other way round, as some engines have it: the letter of the column, the number of the
    /// row from 1.
    Transposed,
}

impl Coordinates {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Canonical, Self::List, Self::LittleGolem, Self::Transposed];

    /// The name under which they are asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::List => "list",
            Self::LittleGolem => "littlegolem",
            Self::Transposed => "transposed",
        }
    }

    /// The coordinates of this name, in any case, with its hyphen or without.
    pub fn named(name: &str) -> Option<Self> {
        let plain = |name: &str| name.trim().replace('-', "").to_ascii_lowercase();
        Self::ALL.into_iter().find(|coordinates| plain(coordinates.name()) == plain(name))
    }

    /// The text of a cell of this board.
    pub fn write(self, geometry: &Geometry, cell: Cell) -> String {
        let (x, y) = (cell.x(), cell.y());
        match self {
            Self::Canonical => cell.to_string(),
            Self::List => format!("({} {x})", Letters(y)),
            Self::LittleGolem => format!("{}{}", Letters(y), x - geometry.row(y).0 + 1),
            Self::Transposed => format!("{}{}", Letters(x), y + 1),
        }
    }

    /// Reads a cell of this board; blanks around the parts and the case of letters do not matter.
    pub fn read(self, geometry: &Geometry, text: &str) -> Result<Cell, ParseError> {
        let mut reader = Reader { text, chars: text.chars().map(latin).collect(), at: 0 };
        if self == Self::List {
            reader.take('(')?;
        }
        let line = reader.letters(self, geometry)?;
        let number = reader.number(self, geometry, line)?;
        if self == Self::List {
            reader.take(')')?;
        }
        reader.end()?;
        Ok(if self == Self::Transposed { Cell::new(line, number) } else { Cell::new(number, line) })
    }
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn error(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.text, self.at, expected)
    }

    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, bracket: char) -> Result<(), ParseError> {
        if self.peek() != Some(bracket) {
            return Err(self.error(format!("`{bracket}`")));
        }
        self.at += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<(), ParseError> {
        if self.peek().is_some() { Err(self.error("the end of the cell")) } else { Ok(()) }
    }

    fn run(&self, belongs: impl Fn(&char) -> bool) -> String {
        self.chars[self.at..].iter().take_while(|c| belongs(c)).collect()
    }

    /// The line of cells that the letters name, from 0: a row, or in the transposed form a column.
    fn letters(&mut self, coordinates: Coordinates, geometry: &Geometry) -> Result<usize, ParseError> {
        self.peek();
        let letters = self.run(char::is_ascii_alphabetic);
        let lines = 2 * geometry.size() - 1;
        let kind = if coordinates == Coordinates::Transposed { "column" } else { "row" };
        let line = Letters::read(&letters).filter(|&line| line < lines);
        let Some(line) = line else {
            return Err(self.error(format!("a {kind} from `a` to `{}`", Letters(lines - 1))));
        };
        self.at += letters.len();
        Ok(line)
    }

    /// The place in that line, from 0 along the whole board.
    fn number(&mut self, coordinates: Coordinates, geometry: &Geometry, line: usize) -> Result<usize, ParseError> {
        self.peek();
        let digits = self.run(char::is_ascii_digit);
        // Rows and columns have the same lengths and starts: the board is its own mirror image.
        let (start, length) = geometry.row(line);
        let least = match coordinates {
            Coordinates::List => start,
            Coordinates::LittleGolem => 1,
            Coordinates::Canonical | Coordinates::Transposed => start + 1,
        };
        let place = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(least));
        let Some(place) = place.filter(|&place| place < length) else {
            let (kind, other) =
                if coordinates == Coordinates::Transposed { ("row", "column") } else { ("column", "row") };
            return Err(self.error(format!(
                "a {kind} from {least} to {} ({other} `{}`)",
                least + length - 1,
                Letters(line)
            )));
        };
        self.at += digits.len();
        Ok(start + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn every_cell_of_every_size_round_trips_in_every_form() {
        for size in Rules::SMALLEST..=Rules::LARGEST {
            let geometry = Geometry::of(size);
            for coordinates in Coordinates::ALL {
                for &cell in geometry.cells() {
                    let text = coordinates.write(geometry, cell);
                    assert_eq!(coordinates.read(geometry, &text), Ok(cell), "{coordinates:?} {text}, size {size}");
                    let shouted = format!("  {} ", text.to_uppercase());
                    assert_eq!(coordinates.read(geometry, &shouted), Ok(cell));
                }
            }
        }
    }

    #[test]
    fn the_four_forms_of_one_cell() {
        let geometry = Geometry::of(6);
        let cell = Cell::new(3, 8);
        let texts = Coordinates::ALL.map(|coordinates| coordinates.write(geometry, cell));
        assert_eq!(texts, ["i4", "(i 3)", "i1", "d9"]);
        assert_eq!(Cell::new(25, 26).to_string(), "aa26");
    }

    #[test]
    fn what_is_wrong_with_a_cell_is_said_precisely() {
        use Coordinates::{Canonical, List, LittleGolem, Transposed};
        for (coordinates, text, at, expected) in [
            (Canonical, "", 0, "a row from `a` to `g`"),
            (Canonical, "h1", 0, "a row from `a` to `g`"),
            (Canonical, "é1", 0, "a row from `a` to `g`"),
            (Canonical, "b9", 1, "a column from 1 to 5 (row `b`)"),
            (Canonical, "g3", 1, "a column from 4 to 7 (row `g`)"),
            (Canonical, "b0", 1, "a column from 1 to 5 (row `b`)"),
            (Canonical, "b", 1, "a column from 1 to 5 (row `b`)"),
            (Canonical, "b99999999999999999999", 1, "a column from 1 to 5 (row `b`)"),
            (Canonical, "b2 c", 3, "the end of the cell"),
            (List, "e 1", 0, "`(`"),
            (List, "(e 0)", 3, "a column from 1 to 6 (row `e`)"),
            (List, "(e 1", 4, "`)`"),
            (LittleGolem, "g5", 1, "a column from 1 to 4 (row `g`)"),
            (Transposed, "h1", 0, "a column from `a` to `g`"),
            (Transposed, "g3", 1, "a row from 4 to 7 (column `g`)"),
        ] {
            let error = coordinates.read(Geometry::of(4), text).expect_err(text);
            assert_eq!((error.at, error.expected.as_str()), (at, expected), "{coordinates:?} {text}");
        }
    }
}
