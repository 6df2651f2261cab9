//! Records as SGF or HGF files (Rule 4.2), read into and written from a
//! [`Transcript`](potez_core::Transcript).
//!
//! White is the first player, X. Comments and variations are kept, the tags of the first node too;
//! marks and clocks on later nodes are not. The result is what the replay says; only an ending that
//! no move shows, such as a loss on time or an agreed draw, is read from `RE[]` (see `result`). Files
//! are written in UTF-8 and say so.

mod reader;
mod result;
mod tree;
mod writer;

use potez_core::SpecError;

pub use reader::{read, read_all};
pub use writer::write;

/// The tags of a [`Transcript`](potez_core::Transcript) that have a property of their own in SGF.
const TAGS: [(&str, &str); 6] =
    [("PW", "X"), ("PB", "O"), ("EV", "Event"), ("RO", "Round"), ("DT", "Date"), ("PC", "Site")];

/// The properties that are read for what they mean, or refused, and never are tags.
const RESERVED: [&str; 16] = [
    "FF",
    "GM",
    "SZ",
    result::RESULT,
    result::ENDING,
    "RU",
    CHARSET,
    COORDINATES,
    OTHER_TAGS,
    "C",
    "W",
    "B",
    "AB",
    "AW",
    "AE",
    "PL",
];

/// The property that names the encoding. Whoever reads the bytes of a file looks at it, or guesses.
const CHARSET: &str = "CA";

/// The property for tags that are no property themselves: name and value in turn.
const OTHER_TAGS: &str = "TG";

/// The property that names the coordinates of a record; files of others do without.
const COORDINATES: &str = "CO";

/// The rules property of a game that is played with the swap.
const SWAP_RULE: &str = "swap";

/// Why a transcript cannot be written as SGF.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// It is not a game of Havannah.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A record of this kind begins with the empty board.
    #[error("a record that begins at a position of its own cannot be written as SGF")]
    Position,
}
