//! Records on file: reading and writing games in every format, and checking them against the rules.

mod encoding;
mod json;

use potez_core::{Ending, Entry, Explain, Kind, Message, Outcome, ParseError, RecordFormat, Transcript};

use crate::{Table, games, registry};

pub use encoding::decode;

/// Tags and numbered moves, like PGN.
pub const TEXT: RecordFormat = RecordFormat {
    id: "text",
    name: "text",
    about: "tags and numbered moves, like PGN",
    extensions: &["txt"],
    media_type: "text/plain",
    first: None,
    read: Transcript::read_all,
    write: |transcript| Ok(transcript.to_string()),
};

/// A JSON object for each game.
const JSON: RecordFormat = RecordFormat {
    id: "json",
    name: "JSON",
    about: "one JSON object",
    extensions: &["json"],
    media_type: "application/json",
    first: Some('{'),
    read: json::read_all,
    write: |transcript| Ok(json::write(transcript)),
};

/// Every format: the common ones, the most usual first, then those of the games.
pub fn formats() -> impl Iterator<Item = RecordFormat> {
    let of_games = games().iter().flat_map(|game| game.description.formats);
    [TEXT, JSON].into_iter().chain(of_games.copied())
}

/// The format that is asked for by a name.
pub fn format(id: &str) -> Option<RecordFormat> {
    formats().find(|format| format.id.eq_ignore_ascii_case(id))
}

/// The format that a file's name asks for; text where it asks for none.
pub fn format_of_name(file: &str) -> RecordFormat {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    let fits = |format: &RecordFormat| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
    formats().find(fits).unwrap_or(TEXT)
}

/// The format of a file's contents, by its first character.
pub fn format_of(text: &str) -> RecordFormat {
    let first = text.trim_start_matches(MARK).trim_start().chars().next();
    formats().find(|format| format.first.is_some() && format.first == first).unwrap_or(TEXT)
}

/// The mark that some editors put before a text.
const MARK: char = '\u{feff}';

/// Why a record is not a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read as a record.
    #[error("{0}")]
    Unreadable(Message),
    /// The game or the start position is wrong.
    #[error("{0}")]
    Start(Message),
    /// A move of the main line is wrong.
    #[error("move {ply} `{text}`: {message}")]
    Move {
        /// Number of the move, from 1.
        ply: usize,
        /// The move as the record has it.
        text: String,
        /// What is wrong with it.
        message: Message,
    },
    /// A move of a variation is wrong.
    #[error("variation to move {ply}: `{text}`: {message}")]
    Variation {
        /// Number of the move, from 1.
        ply: usize,
        /// The move as the record has it.
        text: String,
        /// What is wrong with it.
        message: Message,
    },
    /// The format cannot hold this record.
    #[error("{0}")]
    Unwritable(String),
}

impl RecordError {
    fn unreadable(error: &(impl Explain + ?Sized)) -> Self {
        Self::Unreadable(Message::new(Kind::BadRequest, error))
    }
}

/// A record that was played through.
pub struct Replayed {
    /// The table at the end of the main line.
    pub table: Box<dyn Table>,
    /// The record with every move in canonical notation, and the ending as the rules have it, or
    /// the record where they have none.
    pub transcript: Transcript,
    /// The result the record claimed, where the rules say otherwise.
    pub overruled: Option<Outcome>,
    /// The reason of the rules that the record claimed, though by the rules the game is not over.
    pub unfounded: Option<String>,
}

impl Replayed {
    /// Whether the record claims what its moves disprove: another result, or an end by the rules
    /// that has not come.
    pub fn is_false(&self) -> bool {
        self.overruled.is_some() || self.unfounded.is_some()
    }

    /// The result that the record claims and the moves do not show.
    pub fn claimed(&self) -> Option<Outcome> {
        self.overruled.or_else(|| self.transcript.result.filter(|_| self.table.ending().is_none()))
    }
}

/// Reads a record of one game in any format.
pub fn read(text: &str) -> Result<Transcript, RecordError> {
    let mut games = read_all(text)?;
    match (games.pop(), games.len()) {
        (Some(game), 0) => Ok(game),
        (_, others) => {
            let first = text.lines().next().unwrap_or_default();
            let expected = format!("a record of one game, this one holds {}", others + 1);
            Err(RecordError::unreadable(&ParseError::new(first, 0, expected)))
        }
    }
}

/// Reads every game of a file in any format, at least one.
///
/// ```
/// let file = "[Game \"byte\"] 1. d2-c3 *\n[Game \"havannah\"] 1. a1 *";
/// let games = potez_table::records::read_all(file).unwrap();
/// assert_eq!((games.len(), games[1].game.as_str()), (2, "havannah"));
/// ```
pub fn read_all(text: &str) -> Result<Vec<Transcript>, RecordError> {
    (format_of(text).read)(text.trim_start_matches(MARK)).map_err(|error| RecordError::unreadable(&error))
}

/// Writes a record whose moves are canonical.
pub fn write(transcript: &Transcript, format: &RecordFormat) -> Result<String, RecordError> {
    (format.write)(transcript).map_err(RecordError::Unwritable)
}

/// Writes several records whose moves are canonical, one after the other.
pub fn write_all(transcripts: &[Transcript], format: &RecordFormat) -> Result<String, RecordError> {
    let texts = transcripts.iter().map(|transcript| write(transcript, format)).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.join("\n"))
}

/// Plays a record through, main line and variations, by the rules of its game.
pub fn replay(transcript: &Transcript) -> Result<Replayed, RecordError> {
    let mut table = registry::open(&transcript.game, transcript.position.as_deref()).map_err(RecordError::Start)?;
    let mut canonical = transcript.clone();
    canonical.game = table.game();
    canonical.position = table.start();
    canonical.moves =
        play_line(table.as_mut(), &transcript.moves, &|ply, text, message| RecordError::Move { ply, text, message })?;
    // What the moves do not show comes from the record; what they show, the table knows better.
    let claimed = transcript.ending();
    if let Some(ending) = claimed.clone() {
        table.end(ending);
    }
    let (mut overruled, mut unfounded) = (None, None);
    if let Some(ending) = table.ending() {
        overruled = transcript.result.filter(|&claimed| Some(claimed) != ending.outcome());
        canonical.set_ending(Some(&ending));
    } else {
        // A reason that is not true, or fits no such result, is not passed on; the claim itself is.
        canonical.reason = None;
        unfounded = claimed.filter(Ending::is_by_rules).map(|ending| ending.code().to_string());
    }
    Ok(Replayed { table, transcript: canonical, overruled, unfounded })
}

/// Plays a line and leaves it on the table. Variations are played and taken back, so that their
/// number and the length of the game do not multiply.
fn play_line(
    table: &mut dyn Table,
    line: &[Entry],
    wrong: &dyn Fn(usize, String, Message) -> RecordError,
) -> Result<Vec<Entry>, RecordError> {
    let mut played = Vec::new();
    for entry in line {
        let mut variations = Vec::new();
        for variation in &entry.variations {
            let wrong = |ply, text, message| RecordError::Variation { ply, text, message };
            let played = play_line(table, variation, &wrong)?;
            for _ in variation {
                table.undo();
            }
            push_flat(&mut variations, played);
        }
        let ply = table.ply() + 1;
        let text = table.play(&entry.text).map_err(|message| wrong(ply, entry.text.clone(), message))?;
        played.push(Entry { text, comment: entry.comment.clone(), variations });
    }
    Ok(played)
}

/// Adds a variation. What could be played instead of its first move is a variation beside it, not
/// within it: not every format can tell the two apart.
fn push_flat(variations: &mut Vec<Vec<Entry>>, mut variation: Vec<Entry>) {
    let others = variation.first_mut().map(|first| std::mem::take(&mut first.variations)).unwrap_or_default();
    variations.push(variation);
    variations.extend(others);
}

/// The record of what was played at a table.
pub fn transcript(table: &dyn Table, tags: Vec<(String, String)>) -> Transcript {
    let mut transcript = Transcript {
        game: table.game(),
        position: table.start(),
        tags,
        moves: table.moves().into_iter().map(Entry::new).collect(),
        ..Transcript::default()
    };
    transcript.set_ending(table.ending().as_ref());
    transcript
}
