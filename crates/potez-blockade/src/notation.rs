//! The reading of moves and positions (section 6).

use potez_core::notation::latin;
use potez_core::{MoveError, ParseError, Player, Position as _, PositionError};

use crate::{Axis, Bits, Illegal, Move, Position, Rules, Square, Wall, setup};

/// A square as it was written, both indices from 1; it may not exist.
struct Spelled {
    row: usize,
    col: usize,
    text: String,
}

impl Spelled {
    fn square(&self, rules: &Rules) -> Result<Square, Illegal> {
        let (rows, cols) = (rules.rows(), rules.cols());
        if !(1..=rows).contains(&self.row) {
            return Err(Illegal::RowOffBoard { square: self.text.clone(), rows });
        }
        if !(1..=cols).contains(&self.col) {
            return Err(Illegal::ColumnOffBoard { square: self.text.clone(), cols });
        }
        Ok(Square::new(self.row - 1, self.col - 1))
    }
}

/// A wall as it was written.
struct SpelledWall {
    axis: Axis,
    at: Spelled,
}

impl SpelledWall {
    fn wall(&self, rules: &Rules) -> Result<Wall, Illegal> {
        match self.at.square(rules) {
            Ok(at) if rules.has_slot(at) => Ok(Wall { at, axis: self.axis }),
            _ => {
                let wall = format!("{}{}", self.axis.letter(), self.at.text);
                Err(Illegal::WallOffBoard { wall, rows: rules.rows(), cols: rules.cols() })
            }
        }
    }
}

/// A pawn move as it was written.
enum SpelledStep {
    /// `d4-d6`.
    FromTo(Spelled, Spelled),
    /// `X 1 4 6`.
    Numbered(Player, String, Spelled),
}

impl SpelledStep {
    fn squares<const N: usize>(&self, pos: &Position<N>) -> Result<(Square, Square), Illegal> {
        match self {
            Self::FromTo(from, to) => Ok((from.square(pos.rules())?, to.square(pos.rules())?)),
            Self::Numbered(player, number, to) => {
                let turn = pos.turn();
                if *player != turn {
                    return Err(Illegal::NotYourTurn { player: *player, turn });
                }
                let from = match number.as_str() {
                    "1" => pos.pawns(turn)[0],
                    "2" => pos.pawns(turn)[1],
                    _ => return Err(Illegal::NoSuchPawn { player: *player, number: number.clone() }),
                };
                Ok((from, to.square(pos.rules())?))
            }
        }
    }
}

/// Rules 6.1 and 6.2: reads a move in any accepted form.
pub(crate) fn read_move<const N: usize>(pos: &Position<N>, text: &str) -> Result<Move, MoveError<Illegal>> {
    let (step, wall) = Reader::new(text).turn()?;
    let step = step.map(|step| step.squares(pos)).transpose().map_err(MoveError::Illegal)?;
    let wall = wall.map(|wall| wall.wall(pos.rules())).transpose().map_err(MoveError::Illegal)?;
    Ok(match (step, wall) {
        (Some((from, to)), wall) => Move::pawn_to(from, to, wall),
        (None, Some(wall)) => Move::wall_only(wall),
        (None, None) => return Err(ParseError::new(text, 0, A_MOVE).into()),
    })
}

const A_MOVE: &str = "a move such as `d4-d6/Bd7`";
const A_SQUARE: &str = "a square such as `d4`";
const A_WALL: &str = "a wall such as `Bd7`";

/// Reads character by character, so that errors can say where.
struct Reader<'a> {
    text: &'a str,
    /// The text in Latin letters.
    chars: Vec<char>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, chars: text.chars().map(latin).collect(), at: 0 }
    }

    fn error(&self, expected: &str) -> ParseError {
        ParseError::new(self.text, self.at, expected)
    }

    /// The next character that means something: blanks, brackets and commas do not (Rule 6.2).
    fn peek(&mut self) -> Option<char> {
        while self.here().is_some_and(|c| c.is_whitespace() || "[](),".contains(c)) {
            self.at += 1;
        }
        self.here()
    }

    /// The character right here.
    fn here(&self) -> Option<char> {
        self.chars.get(self.at).map(char::to_ascii_lowercase)
    }

    fn turn(mut self) -> Result<(Option<SpelledStep>, Option<SpelledWall>), ParseError> {
        let first = self.peek().ok_or_else(|| self.error(A_MOVE))?;
        let step = if self.chars.contains(&'-') {
            Some(self.square_to_square()?)
        } else if let Some(player) = self.player(first) {
            self.at += 1;
            Some(self.numbered(player)?)
        } else {
            None
        };
        let wall = match (self.peek(), &step) {
            (None, Some(_)) => None,
            (Some(_), None) if self.axis().is_none() => return Err(self.error(A_MOVE)),
            _ => Some(self.wall()?),
        };
        match self.peek() {
            None => Ok((step, wall)),
            Some(_) => Err(self.error("the end of the move")),
        }
    }

    /// The player of a letter: as it was written, for the Cyrillic one that looks like `X` stands
    /// for another sound.
    fn player(&self, letter: char) -> Option<Player> {
        Player::from_letter(letter).or_else(|| Player::from_letter(self.written()?))
    }

    fn square_to_square(&mut self) -> Result<SpelledStep, ParseError> {
        let from = self.square()?;
        if self.peek() != Some('-') {
            return Err(self.error("`-` and the square to go to"));
        }
        self.at += 1;
        let to = self.square()?;
        if self.peek() == Some('/') {
            self.at += 1;
            // A slash announces a wall.
            if self.peek().is_none() {
                return Err(self.error(A_WALL));
            }
        }
        Ok(SpelledStep::FromTo(from, to))
    }

    fn numbered(&mut self, player: Player) -> Result<SpelledStep, ParseError> {
        self.peek();
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.error("the number of a pawn, 1 or 2"));
        }
        Ok(SpelledStep::Numbered(player, digits, self.square()?))
    }

    fn wall(&mut self) -> Result<SpelledWall, ParseError> {
        let axis = self.axis().ok_or_else(|| self.error(A_WALL))?;
        self.at += 1;
        Ok(SpelledWall { axis, at: self.square()? })
    }

    /// Rule 6.2: the colour whose letter comes next, in English or Serbian, Latin or Cyrillic.
    fn axis(&mut self) -> Option<Axis> {
        match (self.peek()?, self.written()?) {
            ('b' | 'p', _) | (_, 'в' | 'В') => Some(Axis::Blue),
            ('g' | 'z', _) => Some(Axis::Green),
            _ => None,
        }
    }

    /// The character right here, as it was written.
    fn written(&self) -> Option<char> {
        self.text.chars().nth(self.at)
    }

    /// Rule 1.1: `d11`, or `4 B` as the original program writes it. A letter glued to a number is a
    /// row letter; one that stands alone is an index from 10 on.
    fn square(&mut self) -> Result<Spelled, ParseError> {
        let first = self.peek().filter(char::is_ascii_alphanumeric).ok_or_else(|| self.error(A_SQUARE))?;
        let start = self.at;
        let glued = first.is_ascii_alphabetic() && self.chars.get(start + 1).is_some_and(char::is_ascii_digit);
        let (row, col) = if glued {
            self.at += 1;
            (letter_rank(first), number(&self.digits()))
        } else {
            (self.index("a row")?, self.index("a column")?)
        };
        let text = self.chars[start..self.at].iter().collect::<String>().to_ascii_lowercase();
        Ok(Spelled { row, col, text })
    }

    /// A row or column of the original program: 1 to 9, then A, B, …; numbers above 9 are
    /// understood too.
    fn index(&mut self, what: &str) -> Result<usize, ParseError> {
        match self.peek() {
            Some(digit) if digit.is_ascii_digit() => Ok(number(&self.digits())),
            Some(letter) if letter.is_ascii_alphabetic() => {
                self.at += 1;
                Ok(9 + letter_rank(letter))
            }
            _ => Err(self.error(what)),
        }
    }

    fn digits(&mut self) -> String {
        let digits: String = self.chars[self.at..].iter().take_while(|c| c.is_ascii_digit()).collect();
        self.at += digits.len();
        digits
    }
}

/// 1 for `a`, in lower case.
fn letter_rank(letter: char) -> usize {
    letter as usize - 'a' as usize + 1
}

/// A number from digits; one that is too long for any board is as good as any other such.
fn number(digits: &str) -> usize {
    digits.parse().unwrap_or(usize::MAX)
}

/// Rule 6.3: reads a position and checks that the rules allow it.
pub(crate) fn read_position<const N: usize>(rules: Rules, text: &str) -> Result<Position<N>, PositionError> {
    let mut fields = Fields { text, rest: text, rules };
    let pawns = [fields.pawns("the pawns of X, such as `d4+h4`")?, fields.pawns("the pawns of O, such as `d11+h11`")?];
    let walls = fields.walls()?;
    let stocks = [fields.stocks("X")?, fields.stocks("O")?];
    let (at, word) = fields.next("whose turn it is, `x` or `o`")?;
    let turn = word.parse::<Player>().map_err(|_| ParseError::new(text, at, "whose turn it is, `x` or `o`"))?;
    if let Ok((at, _)) = fields.next("") {
        return Err(ParseError::new(text, at, "the end of the position").into());
    }
    setup::checked(rules, pawns, walls, stocks, turn)
}

/// The blank-separated fields of a position text.
struct Fields<'a> {
    text: &'a str,
    rest: &'a str,
    rules: Rules,
}

impl<'a> Fields<'a> {
    /// The next field and the character at which it begins.
    fn next(&mut self, expected: &str) -> Result<(usize, &'a str), ParseError> {
        let trimmed = self.rest.trim_start();
        let at = self.text[..self.text.len() - trimmed.len()].chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        self.rest = &trimmed[end..];
        if end == 0 { Err(ParseError::new(self.text, at, expected)) } else { Ok((at, &trimmed[..end])) }
    }

    /// Squares joined by `+`, each with the character at which it begins.
    fn squares(&self, at: usize, field: &str, expected: &str) -> Result<Vec<Spelled>, ParseError> {
        let mut begin = at;
        field
            .split('+')
            .map(|word| {
                let here = begin;
                begin += word.chars().count() + 1;
                let word = word.to_ascii_lowercase();
                let letter = word.chars().next().filter(char::is_ascii_lowercase);
                match (letter, word.get(1..)) {
                    (Some(letter), Some(digits))
                        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) =>
                    {
                        Ok(Spelled { row: letter_rank(letter), col: number(digits), text: word.clone() })
                    }
                    _ => Err(ParseError::new(self.text, here, expected)),
                }
            })
            .collect()
    }

    fn pawns(&mut self, expected: &str) -> Result<[Square; 2], PositionError> {
        let (at, field) = self.next(expected)?;
        let spelled = self.squares(at, field, expected)?;
        let [one, two] = spelled.as_slice() else { return Err(ParseError::new(self.text, at, expected).into()) };
        let square = |spelled: &Spelled| {
            spelled.square(&self.rules).map_err(|error| {
                PositionError::impossible("pawn-off-board", error.to_string()).with("square", &spelled.text)
            })
        };
        Ok([square(one)?, square(two)?])
    }

    fn walls<const N: usize>(&mut self) -> Result<[Bits<N>; 2], PositionError> {
        let mut walls = [Bits::EMPTY; 2];
        for axis in Axis::BOTH {
            let expected = format!("{} walls such as `d7+e2`, or `-`", axis.name());
            let (at, field) = self.next(&expected)?;
            if field == "-" {
                continue;
            }
            for at in self.squares(at, field, &expected)? {
                let wall = SpelledWall { axis, at }
                    .wall(&self.rules)
                    .map_err(|error| setup::impossible("wall-off-board", &error))?;
                setup::add_wall(&mut walls, wall)?;
            }
        }
        Ok(walls)
    }

    fn stocks(&mut self, player: &str) -> Result<[u8; 2], PositionError> {
        let expected = format!("the walls {player} has left, such as `9.9`");
        let (at, field) = self.next(&expected)?;
        let bad = || ParseError::new(self.text, at, expected.as_str());
        let (blue, green) = field.split_once('.').ok_or_else(bad)?;
        let mut stocks = [0; 2];
        for (stock, digits) in stocks.iter_mut().zip([blue, green]) {
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(bad().into());
            }
            let left = digits.parse().ok().filter(|&left| left <= self.rules.walls());
            *stock = left.ok_or_else(|| setup::too_many_walls(&self.rules, player, field))?;
        }
        Ok(stocks)
    }
}
