//! The options of the game.

use std::fmt;
use std::str::FromStr;

use potez_core::notation::{latin, spec_choice, spec_number, spec_pairs};
use potez_core::{Player, SpecError};

use crate::DESCRIPTION;
use crate::{Bits, SMALL, Square};

/// What a turn consists of (Rules 2.1 to 2.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Turn {
    /// Rule 2.1: a pawn, then a wall.
    #[default]
    Full,
    /// Rule 2.2: a pawn or a wall.
    Either,
    /// Rule 2.3: a pawn, then a wall or none.
    Optional,
}

/// How pawns move (Rules 3.1, 3.6 and 3.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Step {
    /// Rule 3.1: two squares straight or one diagonally.
    #[default]
    Two,
    /// Rule 3.6: one square straight as well.
    UpTo,
    /// Rule 3.7: one square straight, over a pawn if one stands there.
    One,
}

/// What the pawns run for (Rule 1.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// The two enemy homes.
    #[default]
    Home,
    /// Any square of the far column.
    Rank,
}

/// The options of the game, all chosen and within their ranges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    rows: u8,
    cols: u8,
    walls: u8,
    turn: Turn,
    step: Step,
    goal: Goal,
    /// Homes by player, pawn 1 first.
    homes: [[Square; 2]; 2],
}

const GAME: &str = DESCRIPTION.id;
const TURNS: [(&str, Turn); 3] = [("full", Turn::Full), ("either", Turn::Either), ("optional", Turn::Optional)];
const STEPS: [(&str, Step); 3] = [("two", Step::Two), ("upto", Step::UpTo), ("one", Step::One)];
const GOALS: [(&str, Goal); 2] = [("home", Goal::Home), ("rank", Goal::Rank)];

impl Rules {
    /// Rows of the board.
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Columns of the board.
    pub const fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Walls of each colour that a player starts with (Rule 1.3).
    pub const fn walls(&self) -> u8 {
        self.walls
    }

    /// What a turn consists of.
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// How pawns move.
    pub const fn step(&self) -> Step {
        self.step
    }

    /// What the pawns run for.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The squares a player's pawns start on, pawn 1 first (Rule 1.4).
    pub const fn homes(&self, player: Player) -> [Square; 2] {
        self.homes[player.index()]
    }

    /// Whether the board fits the small class of boards.
    pub const fn is_small(&self) -> bool {
        self.rows() <= Bits::<SMALL>::ROWS && self.cols() <= Bits::<SMALL>::COLS
    }

    /// Whether the square is on the board.
    pub const fn has_square(&self, square: Square) -> bool {
        square.row() < self.rows() && square.col() < self.cols()
    }

    /// Rule 4.2: whether a wall can have this square as its top-left.
    pub const fn has_slot(&self, square: Square) -> bool {
        square.row() + 1 < self.rows() && square.col() + 1 < self.cols()
    }

    /// Rule 1.4: whether the square is a goal of the player.
    pub fn is_goal(&self, player: Player, square: Square) -> bool {
        match self.goal {
            Goal::Home => self.homes(!player).contains(&square),
            Goal::Rank => square.col() == self.far_column(player),
        }
    }

    /// The column that `goal=rank` sends a player to.
    pub(crate) const fn far_column(&self, player: Player) -> usize {
        match player {
            Player::X => self.cols() - 1,
            Player::O => 0,
        }
    }

    /// Rule 1.2: the starts that a size has unless they are given.
    fn usual_homes(rows: usize, cols: usize) -> [[Square; 2]; 2] {
        let top = (rows + 1) / 3;
        let left = (cols + 2) / 4;
        [left, cols + 1 - left].map(|col| [top, rows + 1 - top].map(|row| Square::new(row - 1, col - 1)))
    }

    /// The starts of the player whose key this is, as specs write them.
    pub(crate) fn starts(&self, key: &str) -> Option<String> {
        let player = Player::BOTH.into_iter().find(|player| key.eq_ignore_ascii_case(&player.to_string()))?;
        Some(starts_text(self.homes(player)))
    }

    /// The sizes and starts must agree; everything else cannot clash.
    fn check_starts(&self) -> Result<(), SpecError> {
        for (player, key) in Player::BOTH.into_iter().zip(["x", "o"]) {
            for square in self.homes(player) {
                if !self.has_square(square) {
                    let (rows, cols) = (self.rows(), self.cols());
                    return Err(SpecError::StartOffBoard { game: GAME, key, square: square.to_string(), rows, cols });
                }
                // Otherwise nobody could tell from a position whether the pawn has moved onto its
                // goal (Rule 5.1).
                if self.goal == Goal::Rank && self.is_goal(player, square) {
                    let value = starts_text(self.homes(player));
                    let allowed = format!("two squares outside column {}, the goals", self.far_column(player) + 1);
                    return Err(SpecError::BadValue { game: GAME, key, value, allowed });
                }
            }
        }
        let all = self.homes.as_flattened();
        match all.iter().enumerate().find(|&(index, square)| all[..index].contains(square)) {
            Some((_, square)) => Err(SpecError::EqualStarts { game: GAME, square: square.to_string() }),
            None => Ok(()),
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            rows: 11,
            cols: 14,
            walls: 9,
            turn: Turn::Full,
            step: Step::Two,
            goal: Goal::Home,
            homes: Self::usual_homes(11, 14),
        }
    }
}

impl FromStr for Rules {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let keys: Vec<&'static str> = DESCRIPTION.options.iter().map(|option| option.key).collect();
        let pairs = spec_pairs(GAME, &keys, text)?;
        let mut rules = Self::default();
        for (key, value) in &pairs {
            match *key {
                "rows" => rules.rows = spec_number(GAME, key, value, 5..=22)? as u8,
                "cols" => rules.cols = spec_number(GAME, key, value, 5..=28)? as u8,
                "walls" => rules.walls = spec_number(GAME, key, value, 0..=18)? as u8,
                "turn" => rules.turn = spec_choice(GAME, key, value, &TURNS)?,
                "step" => rules.step = spec_choice(GAME, key, value, &STEPS)?,
                "goal" => rules.goal = spec_choice(GAME, key, value, &GOALS)?,
                _ => {}
            }
        }
        // The usual starts depend on the size, wherever in the spec it stands.
        rules.homes = Self::usual_homes(rules.rows(), rules.cols());
        for (key, value) in &pairs {
            match *key {
                "x" => rules.homes[0] = read_starts(key, value, &rules)?,
                "o" => rules.homes[1] = read_starts(key, value, &rules)?,
                _ => {}
            }
        }
        rules.check_starts()?;
        Ok(rules)
    }
}

/// Two squares such as `d4+h4`; a blank joins them as well.
fn read_starts(key: &'static str, value: &str, rules: &Rules) -> Result<[Square; 2], SpecError> {
    let bad = || SpecError::BadValue {
        game: GAME,
        key,
        value: value.chars().take(40).collect(),
        allowed: "two squares such as `d4+h4`".into(),
    };
    let mut words = value.split(|c: char| c == '+' || c.is_whitespace()).filter(|word| !word.is_empty());
    let (Some(one), Some(two), None) = (words.next(), words.next(), words.next()) else { return Err(bad()) };
    let mut squares = [Square::new(0, 0); 2];
    for (square, text) in squares.iter_mut().zip([one, two]) {
        let text = text.chars().map(latin).collect::<String>().to_ascii_lowercase();
        let mut letters = text.chars();
        let letter = letters.next().filter(char::is_ascii_lowercase).ok_or_else(bad)?;
        let digits = letters.as_str();
        if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(bad());
        }
        let (row, col) = ((letter as u8 - b'a') as usize, digits.parse::<usize>().unwrap_or(0));
        if col == 0 || col > Square::MOST {
            let (rows, cols) = (rules.rows(), rules.cols());
            return Err(SpecError::StartOffBoard { game: GAME, key, square: text, rows, cols });
        }
        *square = Square::new(row, col - 1);
    }
    Ok(squares)
}

fn starts_text([one, two]: [Square; 2]) -> String {
    format!("{one}+{two}")
}

/// The shortest spec: only what differs from the defaults.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        let homes = Self::usual_homes(self.rows(), self.cols());
        let mut mark = ':';
        f.write_str(GAME)?;
        let mut option = |key: &str, value: String, differs: bool| {
            if !differs {
                return Ok(());
            }
            let before = std::mem::replace(&mut mark, ',');
            write!(f, "{before}{key}={value}")
        };
        option("rows", self.rows.to_string(), self.rows != usual.rows)?;
        option("cols", self.cols.to_string(), self.cols != usual.cols)?;
        option("walls", self.walls.to_string(), self.walls != usual.walls)?;
        option("turn", word(&TURNS, self.turn), self.turn != usual.turn)?;
        option("step", word(&STEPS, self.step), self.step != usual.step)?;
        option("goal", word(&GOALS, self.goal), self.goal != usual.goal)?;
        option("x", starts_text(self.homes[0]), self.homes[0] != homes[0])?;
        option("o", starts_text(self.homes[1]), self.homes[1] != homes[1])
    }
}

fn word<T: PartialEq + Copy>(words: &[(&str, T)], value: T) -> String {
    words.iter().find(|(_, choice)| *choice == value).map(|(word, _)| (*word).to_string()).unwrap_or_default()
}
