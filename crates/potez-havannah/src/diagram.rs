//! Position text (Rule 4.1): the rows from the top, the turn and the ply.

use std::fmt;

use potez_core::{ParseError, Player, PositionError};

use crate::cell::Letters;
use crate::{Cell, Class, Geometry, Position, Rules, setup};

impl<C: Class> fmt::Display for Position<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &cell in self.geometry().cells() {
            if cell.y() > 0 && cell.x() == self.geometry().row(cell.y()).0 {
                f.write_str("/")?;
            }
            write!(f, "{}", self.board().stone(cell).map_or('.', Player::letter))?;
        }
        write!(f, " {} {}", self.turn().letter(), self.ply())
    }
}

/// Reads a position and settles its outcome by the structures on the board.
pub(crate) fn read<C: Class>(rules: Rules, text: &str) -> Result<Position<C>, PositionError> {
    let mut reader = Reader { text, chars: text.chars().collect(), at: 0 };
    let stones = reader.stones(Geometry::of(rules.size))?;
    let turn = reader.turn()?;
    let ply = reader.ply()?;
    reader.end()?;
    setup::checked(rules, &stones, turn, ply)
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn error(&self, expected: impl Into<String>) -> PositionError {
        ParseError::new(self.text, self.at, expected).into()
    }

    fn blanks(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn stones(&mut self, geometry: &Geometry) -> Result<Vec<(Cell, Player)>, PositionError> {
        self.blanks();
        let mut stones = Vec::new();
        for &cell in geometry.cells() {
            let (first, length) = geometry.row(cell.y());
            let row = || format!("row `{}` has {length} cells", Letters(cell.y()));
            if cell.y() > 0 && cell.x() == first {
                if self.chars.get(self.at) != Some(&'/') {
                    let (_, above) = geometry.row(cell.y() - 1);
                    return Err(self.error(format!("`/` (row `{}` has {above} cells)", Letters(cell.y() - 1))));
                }
                self.at += 1;
            }
            let letter = self.chars.get(self.at).copied();
            match (letter, letter.and_then(Player::from_letter)) {
                (Some('.'), _) => {}
                (_, Some(player)) => stones.push((cell, player)),
                _ => return Err(self.error(format!("`.`, `x` or `o` ({})", row()))),
            }
            self.at += 1;
        }
        Ok(stones)
    }

    fn blank(&mut self, after: &str) -> Result<(), PositionError> {
        if self.chars.get(self.at).is_some_and(|c| !c.is_whitespace()) {
            return Err(self.error(format!("a blank after {after}")));
        }
        self.blanks();
        Ok(())
    }

    fn turn(&mut self) -> Result<Player, PositionError> {
        self.blank("the last row")?;
        let Some(turn) = self.chars.get(self.at).copied().and_then(Player::from_letter) else {
            return Err(self.error("the turn, `x` or `o`"));
        };
        self.at += 1;
        Ok(turn)
    }

    fn ply(&mut self) -> Result<usize, PositionError> {
        self.blank("the turn")?;
        let digits: String = self.chars[self.at..].iter().take_while(|c| c.is_ascii_digit()).collect();
        // No board has room for a ply of more digits.
        let Some(ply) = digits.parse().ok().filter(|&ply| ply < 1000) else {
            return Err(self.error("the ply number"));
        };
        self.at += digits.len();
        Ok(ply)
    }

    fn end(&mut self) -> Result<(), PositionError> {
        self.blanks();
        if self.at < self.chars.len() { Err(self.error("the end of the position")) } else { Ok(()) }
    }
}
