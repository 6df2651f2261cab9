//! The two players, and what becomes of a game.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::ParseError;

/// One of the two players; X moves first in every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Player {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Player {
    /// Both players, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::X, Self::O];

    /// 0 for X, 1 for O: to index arrays kept per player.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of position texts and protocols, `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::O => 'o',
        }
    }

    /// The player of this letter, in either case; the Cyrillic letters that look the same are
    /// understood too.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'x' | 'X' | 'х' | 'Х' => Some(Self::X),
            'o' | 'O' | 'о' | 'О' => Some(Self::O),
            _ => None,
        }
    }
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

/// The upper-case letter, as people write it: `X` or `O`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(player), None) => Ok(player),
            _ => Err(ParseError::new(text, 0, "`x` or `o`")),
        }
    }
}

/// Who won, seen from outside; search has its own mover-relative scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }
}

/// `x`, `o` or `draw`, as in protocols and records.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Player::X) => "x",
            Self::Win(Player::O) => "o",
            Self::Draw => "draw",
        })
    }
}

impl FromStr for Outcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.to_ascii_lowercase().as_str() {
            "x" => Ok(Self::Win(Player::X)),
            "o" => Ok(Self::Win(Player::O)),
            "draw" => Ok(Self::Draw),
            _ => Err(ParseError::new(text, 0, "`x`, `o` or `draw`")),
        }
    }
}
