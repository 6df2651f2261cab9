//! Reading moves and positions, and writing positions (rules 4.1 to 4.3).

use std::fmt;

use potez_core::notation::latin;
use potez_core::{MoveError, ParseError, Player, PositionError};

use crate::{Board, Illegal, Move, Position, Square, Stack, Variant, setup};

const MOVE_FORMS: &str = "a move such as `d4-e3`, `d4:2-e3`, `pass` or the five numbers `4 3 5 4 0`";

/// The text and how far it has been read, in characters.
struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, chars: text.chars().map(latin).collect(), at: 0 }
    }

    fn error(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.text, self.at, expected)
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip(&mut self, idle: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&idle) {
            self.at += 1;
        }
    }

    fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// A number of at most three digits; more are left unread.
    fn number(&mut self, expected: &str) -> Result<usize, ParseError> {
        let digits = self.chars[self.at..].iter().take(3).map_while(|c| c.to_digit(10));
        let (length, number) = digits.fold((0, 0), |(length, number), digit| (length + 1, number * 10 + digit));
        if length == 0 {
            return Err(self.error(expected));
        }
        self.at += length;
        Ok(number as usize)
    }

    fn end(&mut self, idle: impl Fn(char) -> bool) -> Result<(), ParseError> {
        self.skip(idle);
        if self.at == self.chars.len() { Ok(()) } else { Err(self.error("the end")) }
    }
}

/// Blanks, brackets and commas mean nothing in a move.
fn is_idle(c: char) -> bool {
    c.is_whitespace() || "()[]{},".contains(c)
}

/// A square as it was named; whether the board has it is asked once the whole text is read.
struct Named {
    square: Option<Square>,
    name: String,
}

impl Named {
    fn on<B: Board>(self) -> Result<Square, Illegal> {
        let Self { square, name } = self;
        let square = square.filter(|square| square.is_on(B::SIZE));
        square.ok_or(Illegal::OffBoard { square: name, size: B::SIZE })
    }
}

/// Reads a move (rules 4.1 and 4.2); whether it is legal is not asked.
pub(crate) fn read_move<B: Board>(text: &str) -> Result<Move, MoveError<Illegal>> {
    let mut reader = Reader::new(text);
    reader.skip(is_idle);
    let word: String = reader.chars[reader.at..].iter().take(4).flat_map(|c| c.to_lowercase()).collect();
    if word == "pass" {
        reader.at += 4;
        reader.end(is_idle)?;
        return Ok(Move::PASS);
    }
    let (from, to, level) = match reader.peek() {
        Some(c) if c.is_ascii_digit() => five_numbers::<B>(&mut reader)?,
        Some(c) if c.is_ascii_alphabetic() => two_squares(&mut reader)?,
        _ => return Err(reader.error(MOVE_FORMS).into()),
    };
    let from = from.on::<B>().map_err(MoveError::Illegal)?;
    let to = to.on::<B>().map_err(MoveError::Illegal)?;
    Ok(Move::new(from, to, level as u8))
}

/// Rule 4.1: `d4-e3` or `d4:2-e3`.
fn two_squares(reader: &mut Reader) -> Result<(Named, Named, usize), ParseError> {
    let from = square(reader)?;
    reader.skip(is_idle);
    let mut level = 0;
    if reader.accept(':') {
        reader.skip(is_idle);
        level = checker(reader, 1)?;
        reader.skip(is_idle);
    }
    if reader.accept('-') {
        reader.skip(is_idle);
    }
    let to = square(reader)?;
    reader.end(is_idle)?;
    Ok((from, to, level))
}

fn square(reader: &mut Reader) -> Result<Named, ParseError> {
    let Some(letter) = reader.peek().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()) else {
        return Err(reader.error("a square such as `d4`"));
    };
    reader.at += 1;
    let rank = reader.number("the number of a rank")?;
    let square = rank.checked_sub(1).and_then(|rank| Square::new(letter as usize - 'a' as usize, rank));
    Ok(Named { square, name: format!("{letter}{rank}") })
}

/// The level of a checker, read from a number that counts from `first`.
fn checker(reader: &mut Reader, first: usize) -> Result<usize, ParseError> {
    let expected = format!("the number of a checker, {first} to {}", first + 6);
    let before = reader.at;
    match reader.number(&expected)?.checked_sub(first) {
        Some(level) if level < 7 => Ok(level),
        _ => {
            reader.at = before;
            Err(reader.error(expected))
        }
    }
}

/// Rule 4.2: row and column of both squares from the top left, then the level, all from 0.
fn five_numbers<B: Board>(reader: &mut Reader) -> Result<(Named, Named, usize), ParseError> {
    let mut square = || -> Result<Named, ParseError> {
        let row = reader.number("the number of a row")?;
        reader.skip(is_idle);
        let col = reader.number("the number of a column")?;
        reader.skip(is_idle);
        let square = (B::SIZE - 1).checked_sub(row).and_then(|rank| Square::new(col, rank));
        Ok(Named { square, name: format!("{row} {col}") })
    };
    let (from, to) = (square()?, square()?);
    let level = checker(reader, 0)?;
    reader.end(is_idle)?;
    Ok((from, to, level))
}

/// Rule 4.3: reads a position and checks what every position that can arise has in common.
pub(crate) fn read_position<B: Board>(text: &str, variant: Variant) -> Result<Position<B>, PositionError> {
    let mut reader = Reader::new(text);
    reader.skip(char::is_whitespace);
    let mut pos = Position::empty(variant);
    let mut counts = [0, 0];
    for rank in (0..B::SIZE).rev() {
        for (file, place) in (rank % 2..B::SIZE).step_by(2).zip(0..) {
            if place > 0 && !reader.accept(',') {
                let expected = format!("`,` and {} more of rank {}", B::SIZE / 2 - place, rank + 1);
                return Err(reader.error(expected).into());
            }
            let Some(square) = Square::new(file, rank) else { continue };
            let stack = read_stack(&mut reader, square)?;
            for player in Player::BOTH {
                counts[player.index()] += stack.levels(player).count_ones() as usize;
            }
            pos.put(square, stack);
        }
        if rank > 0 && !reader.accept('/') {
            return Err(reader.error(format!("`/` and {rank} more ranks")).into());
        }
    }
    let (turn, scores) = read_turn_and_scores(&mut reader)?;
    setup::checked(pos, counts, turn, scores)
}

fn read_stack(reader: &mut Reader, square: Square) -> Result<Stack, PositionError> {
    if reader.accept('-') {
        return Ok(Stack::default());
    }
    let mut owners = Vec::new();
    while let Some(owner) = reader.peek().and_then(Player::from_letter) {
        owners.push(owner);
        reader.at += 1;
    }
    if owners.is_empty() {
        return Err(reader.error(format!("the stack on `{square}` in letters `x` and `o`, or `-`")).into());
    }
    setup::stack(square, &owners)
}

fn read_turn_and_scores(reader: &mut Reader) -> Result<(Player, [usize; 2]), ParseError> {
    if !reader.peek().is_some_and(char::is_whitespace) {
        return Err(reader.error("a blank and the turn"));
    }
    reader.skip(char::is_whitespace);
    let Some(turn) = reader.peek().and_then(Player::from_letter) else {
        return Err(reader.error("the turn, `x` or `o`"));
    };
    reader.at += 1;
    if !reader.peek().is_some_and(char::is_whitespace) {
        return Err(reader.error("a blank and the scores, such as `1-0`"));
    }
    reader.skip(char::is_whitespace);
    let x = reader.number("the score of X")?;
    if !reader.accept('-') {
        return Err(reader.error("`-` and the score of O"));
    }
    let o = reader.number("the score of O")?;
    reader.end(char::is_whitespace)?;
    Ok((turn, [x, o]))
}

/// Rule 4.3, such as `-,-,-,-/o,o,o,o/…/-,-,-,- x 0-0`.
impl<B: Board> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..B::SIZE).rev() {
            for (file, place) in (rank % 2..B::SIZE).step_by(2).zip(0..) {
                let stack = Square::new(file, rank).map_or_else(Stack::default, |square| self.stack(square));
                write!(f, "{}{stack}", if place > 0 { "," } else { "" })?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{} {}-{}", self.turn().letter(), self.score(Player::X), self.score(Player::O))
    }
}

impl<B: Board> fmt::Debug for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
