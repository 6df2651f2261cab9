//! The ways engines write the cells of a Havannah board, as texts; the rules' own reader has the last word.

use potez_engine::{GAMES, Table};

use crate::Coordinates;
use crate::fault::Trouble;

/// A board by its side length.
#[derive(Clone, Copy)]
pub(super) struct Board {
    size: usize,
}

impl Board {
    /// The board of a table; GTP is spoken over Havannah only.
    pub(super) fn of(table: &dyn Table) -> Result<Self, Trouble> {
        let spec = table.game();
        let (name, knobs) = spec.split_once(':').unwrap_or((&spec, ""));
        let family = GAMES.iter().map(|game| game.family).find(|family| family.id == name && name == "havannah");
        let default = family.and_then(|family| family.knobs.iter().find(|knob| knob.key == "size")).map(|knob| knob.default);
        let given = knobs.split(',').find_map(|knob| knob.strip_prefix("size="));
        let size = given.or(default).and_then(|size| size.parse().ok());
        match (default, size) {
            (Some(_), Some(size)) => Ok(Self { size }),
            _ => Err(Trouble::crash(format!("GTP is for Havannah, not for {spec}"))),
        }
    }

    pub(super) fn size(self) -> usize {
        self.size
    }

    /// A canonical move as the engine writes it; what is no cell (`swap`) stays as it is.
    pub(super) fn to_engine(self, mv: &str, coordinates: Coordinates) -> String {
        let Some((row, column)) = take_apart(mv) else { return mv.into() };
        match coordinates {
            Coordinates::Canonical => mv.into(),
            Coordinates::Transposed => put_together(column, row),
            Coordinates::LittleGolem => put_together(row, column - self.first(row).min(column)),
        }
    }

    /// The engine's text as a canonical move; what is no cell stays as it is.
    pub(super) fn from_engine(self, text: &str, coordinates: Coordinates) -> String {
        let Some((letter, number)) = take_apart(text) else { return text.into() };
        match coordinates {
            Coordinates::Canonical => text.into(),
            Coordinates::Transposed => put_together(number, letter),
            Coordinates::LittleGolem => put_together(letter, number + self.first(letter)),
        }
    }

    /// The column of the first cell of a row.
    fn first(self, row: usize) -> usize {
        (row + 1).saturating_sub(self.size)
    }
}

/// Letters and a number from 1, both as numbers from 0.
fn take_apart(text: &str) -> Option<(usize, usize)> {
    let split = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = text.split_at(split);
    let letter = |c: u8| c.is_ascii_alphabetic().then(|| usize::from(c.to_ascii_lowercase() - b'a'));
    let row = match *letters.as_bytes() {
        [c] => letter(c)?,
        [b'a' | b'A', c] => 26 + letter(c)?,
        _ => return None,
    };
    let number: usize = number.parse().ok()?;
    (1..=60).contains(&number).then(|| (row, number - 1))
}

fn put_together(letter: usize, number: usize) -> String {
    let last = (b'a' + (letter % 26) as u8) as char;
    let first = if letter >= 26 { "a" } else { "" };
    format!("{first}{last}{}", number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_comes_back_to_the_canonical_one() {
        for size in [3, 8, 15] {
            let table = potez_engine::open(&format!("havannah:size={size}"), None).unwrap();
            let board = Board::of(table.as_ref()).unwrap();
            for coordinates in [Coordinates::Canonical, Coordinates::Transposed, Coordinates::LittleGolem] {
                for mv in table.legal() {
                    let text = board.to_engine(&mv, coordinates);
                    assert_eq!(board.from_engine(&text, coordinates), mv, "{size} {coordinates:?} {text}");
                }
            }
        }
    }

    #[test]
    fn the_lowest_row_begins_at_one_in_little_golems_coordinates() {
        let board = Board { size: 5 };
        assert_eq!(board.to_engine("i5", Coordinates::LittleGolem), "i1");
        assert_eq!(board.to_engine("e1", Coordinates::LittleGolem), "e1");
        assert_eq!(board.to_engine("b3", Coordinates::Transposed), "c2");
        assert_eq!(board.from_engine("swap", Coordinates::Transposed), "swap");
        assert_eq!(board.from_engine("zz99", Coordinates::LittleGolem), "zz99");
    }

    #[test]
    fn other_games_have_no_gtp() {
        let table = potez_engine::open("byte", None).unwrap();
        assert!(Board::of(table.as_ref()).is_err());
        assert_eq!(Board::of(potez_engine::open("havannah", None).unwrap().as_ref()).unwrap().size(), 8);
    }
}
