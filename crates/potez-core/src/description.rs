//! What a game says of itself: its name, its options, and what interfaces offer with it.

use crate::{ParseError, Player, Transcript, WallAxis, WallColour};

/// A game before any of its options are chosen.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Description {
    /// The name in specs, such as `byte`.
    pub id: &'static str,
    /// The name for people. Interfaces say it in the user's language where they can.
    pub name: &'static str,
    /// One line on the game.
    pub about: &'static str,
    /// The options in the order of the spec.
    pub options: &'static [GameOption],
    /// The characters of the classic display that can be chosen, in the order in which they are
    /// given.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub glyphs: &'static [ClassicGlyph],
    /// Choices of options worth offering, the usual one first.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub presets: &'static [Preset],
    /// A position that shows what the game looks like.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub sample: Sample,
    /// What a position editor can put on the board.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub editor: &'static [EditorTool],
    /// The rules with diagrams, as JSON: sections of paragraphs, lists and boards. Their sentences
    /// are named by keys.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub lessons: &'static str,
    /// A course on playing well in the same form, one section per lesson; empty where there is none.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub guide: &'static str,
    /// The notations in which programs of others may write moves, the game's own first.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub notations: &'static [&'static str],
    /// File formats of records that this game has besides the common ones.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub formats: &'static [RecordFormat],
    /// Whether programs that speak GTP play it: its board has one `size`, and a move is a cell.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub gtp: bool,
    /// Specs whose speed is measured, with the depth of their perft.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub bench: &'static [(&'static str, u32)],
}

/// One key of a game spec.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GameOption {
    /// The key, such as `size`.
    pub key: &'static str,
    /// What values it takes, such as `8|10|16` or `5..=22`.
    pub values: &'static str,
    /// The value when the key is not given.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// A character of the classic display that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassicGlyph {
    /// What it draws, such as `a green wall`.
    pub draws: &'static str,
    /// The original program's own.
    pub usual: char,
}

/// A choice of options with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name among the game's.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One line on it.
    pub about: &'static str,
    /// The game spec.
    pub spec: &'static str,
}

/// A game spec and moves from its start.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The game spec.
    pub spec: &'static str,
    /// The moves.
    pub moves: &'static [&'static str],
}

/// A file format of records.
#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// How it is asked for, such as `sgf`.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it is and whom it is for, one line.
    pub about: &'static str,
    /// The endings of file names, the usual one first.
    pub extensions: &'static [&'static str],
    /// The media type of the web.
    pub media_type: &'static str,
    /// The character that files of this format begin with, where there is one.
    pub first: Option<char>,
    /// Reads the records of a file, at least one.
    pub read: fn(&str) -> Result<Vec<Transcript>, ParseError>,
    /// Writes a record whose moves are canonical, or says why this format cannot hold it.
    pub write: fn(&Transcript) -> Result<String, String>,
}

/// Something that a position editor can put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
pub enum EditorTool {
    /// A piece of a player; where cells hold stacks, it goes on top.
    Piece {
        /// Whose.
        owner: Player,
        /// The most pieces that a cell can hold.
        height: u8,
    },
    /// A wall.
    Wall {
        /// How it lies.
        axis: WallAxis,
        /// Its colour, which is also the name of the stock it comes from.
        colour: WallColour,
    },
}
