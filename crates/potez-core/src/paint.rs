//! The colours of boards in text.

use crate::Player;

/// Whether a picture may use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Text alone.
    #[default]
    Plain,
    /// ANSI colours, for a terminal.
    Colour,
}

/// What a piece of a picture stands for; each has one colour in all pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// A piece of this player.
    Of(Player),
    /// Something the last move touched.
    Last(Player),
    /// A blue wall.
    Blue,
    /// A green wall.
    Green,
    /// Labels, frames, empty cells.
    Faint,
    /// A winning chain or path.
    Winning(Player),
}

impl Ink {
    /// The text in its colour, or as it is.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        if self == Self::Plain {
            return text.to_string();
        }
        let code = match paint {
            Paint::Of(Player::X) => "1;33",
            Paint::Of(Player::O) => "1;35",
            Paint::Last(Player::X) => "1;4;33",
            Paint::Last(Player::O) => "1;4;35",
            Paint::Blue => "1;34",
            Paint::Green => "1;32",
            Paint::Faint => "2",
            Paint::Winning(Player::X) => "1;7;33",
            Paint::Winning(Player::O) => "1;7;35",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}
