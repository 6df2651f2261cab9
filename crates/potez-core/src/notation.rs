//! Errors of everything that is read from text, and the reading of game specs.

use std::fmt;

use crate::Explain;

/// Text that does not have the right form: where it went wrong and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ParseError {
    /// The whole text that was read.
    pub text: String,
    /// The character (from 0) at which reading stopped.
    pub at: usize,
    /// What would have been right there.
    pub expected: String,
}

impl ParseError {
    /// Reading `text` failed at character `at`, where `expected` should stand.
    pub fn new(text: impl Into<String>, at: usize, expected: impl Into<String>) -> Self {
        Self { text: text.into(), at, expected: expected.into() }
    }

    /// What stands at the place of the error: the run of characters up to the next blank.
    fn found(&self) -> String {
        let rest: String = self.text.chars().skip(self.at).take_while(|c| !c.is_whitespace()).collect();
        if rest.is_empty() { "the end".into() } else { format!("`{}`", shorten(&rest)) }
    }
}

/// Keeps an error line readable when somebody feeds a megabyte.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.escape_debug().to_string();
    }
    let head: String = text.chars().take(MOST).collect();
    format!("{}…", head.escape_debug())
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, expected } = self;
        if text.trim().is_empty() {
            return write!(f, "expected {expected}, found nothing");
        }
        write!(
            f,
            "cannot read `{}`: expected {expected} at character {}, found {}",
            shorten(text),
            at + 1,
            self.found()
        )
    }
}

impl Explain for ParseError {
    fn code(&self) -> &'static str {
        "cannot-read"
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![
            ("text", shorten(&self.text)),
            ("at", (self.at + 1).to_string()),
            ("expected", self.expected.clone()),
            ("found", self.found()),
        ]
    }
}

/// The Latin letter for a letter of Serbian Cyrillic, in the same case, and every other character
/// as it is: notation is Latin, but a keyboard may not be.
///
/// ```
/// let typed: String = "д4-д6/Бд7".chars().map(potez_core::notation::latin).collect();
/// assert_eq!(typed, "d4-d6/Bd7");
/// ```
pub fn latin(letter: char) -> char {
    const CYRILLIC: &str = "абвгдезијклмнопрстуфхцАБВГДЕЗИЈКЛМНОПРСТУФХЦ";
    const LATIN: &str = "abvgdezijklmnoprstufhcABVGDEZIJKLMNOPRSTUFHC";
    CYRILLIC.chars().zip(LATIN.chars()).find(|(cyrillic, _)| *cyrillic == letter).map_or(letter, |(_, latin)| latin)
}

/// A game spec that names something that does not exist or is out of range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No game of that name.
    #[error("unknown game `{name}`: the games are {games}")]
    UnknownGame {
        /// What was written.
        name: String,
        /// The games that exist.
        games: String,
    },
    /// The game has no such key.
    #[error("{game} has no key `{key}`: its keys are {keys}")]
    UnknownKey {
        /// The game.
        game: &'static str,
        /// What was written.
        key: String,
        /// The keys that exist.
        keys: String,
    },
    /// The same key twice.
    #[error("{game}: `{key}` is given twice")]
    Twice {
        /// The game.
        game: &'static str,
        /// The key.
        key: String,
    },
    /// A part without `=`.
    #[error("{game}: expected `key=value`, found `{part}`")]
    NotAPair {
        /// The game.
        game: &'static str,
        /// What was written.
        part: String,
    },
    /// The value is not allowed.
    #[error("{game}: `{key}={value}` is not allowed: {key} is {allowed}")]
    BadValue {
        /// The game.
        game: &'static str,
        /// The key.
        key: &'static str,
        /// What was written.
        value: String,
        /// What would be right.
        allowed: String,
    },
    /// Two starting squares are the same.
    #[error("{game}: two pawns start on `{square}`; the starts must be four different squares")]
    EqualStarts {
        /// The game.
        game: &'static str,
        /// The square named twice.
        square: String,
    },
    /// A starting square is not on the board.
    #[error("{game}: `{key}` names `{square}`, which is not on the {rows} × {cols} board")]
    StartOffBoard {
        /// The game.
        game: &'static str,
        /// The key.
        key: &'static str,
        /// What was written.
        square: String,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
}

impl Explain for SpecError {
    fn code(&self) -> &'static str {
        match self {
            Self::UnknownGame { .. } => "spec-unknown-game",
            Self::UnknownKey { .. } => "spec-unknown-key",
            Self::Twice { .. } => "spec-key-twice",
            Self::NotAPair { .. } => "spec-not-a-pair",
            Self::BadValue { .. } => "spec-bad-value",
            Self::EqualStarts { .. } => "spec-equal-starts",
            Self::StartOffBoard { .. } => "spec-start-off-board",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::UnknownGame { name, games } => vec![("name", name.clone()), ("games", games.clone())],
            Self::UnknownKey { game, key, keys } => {
                vec![("game", (*game).into()), ("key", key.clone()), ("keys", keys.clone())]
            }
            Self::Twice { game, key } => vec![("game", (*game).into()), ("key", key.clone())],
            Self::NotAPair { game, part } => vec![("game", (*game).into()), ("part", part.clone())],
            Self::BadValue { game, key, value, allowed } => vec![
                ("game", (*game).into()),
                ("key", (*key).into()),
                ("value", value.clone()),
                ("allowed", allowed.clone()),
            ],
            Self::EqualStarts { game, square } => vec![("game", (*game).into()), ("square", square.clone())],
            Self::StartOffBoard { game, key, square, rows, cols } => vec![
                ("game", (*game).into()),
                ("key", (*key).into()),
                ("square", square.clone()),
                ("rows", rows.to_string()),
                ("cols", cols.to_string()),
            ],
        }
    }
}

/// The `key=value` pairs of a spec, checked for form, for known keys and for repetition.
///
/// `text` may be the whole spec, `byte:size=8`, or only what follows the colon. Keys and values
/// keep their case for the reader of the values; keys are compared without case.
///
/// ```
/// let pairs = potez_core::notation::spec_pairs("byte", &["size", "rules"], "byte:size=10").unwrap();
/// assert_eq!(pairs, [("size", "10".to_string())]);
/// ```
pub fn spec_pairs(
    game: &'static str,
    keys: &[&'static str],
    text: &str,
) -> Result<Vec<(&'static str, String)>, SpecError> {
    let (name, rest) = text.split_once(':').map_or((text.trim(), ""), |(name, rest)| (name.trim(), rest));
    if !name.eq_ignore_ascii_case(game) {
        return Err(SpecError::UnknownGame { name: shorten(name), games: game.into() });
    }
    let mut pairs: Vec<(&'static str, String)> = Vec::new();
    for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((key, value)) = part.split_once('=') else {
            return Err(SpecError::NotAPair { game, part: shorten(part) });
        };
        let key = key.trim();
        let Some(known) = keys.iter().find(|known| known.eq_ignore_ascii_case(key)) else {
            return Err(SpecError::UnknownKey { game, key: shorten(key), keys: keys.join(", ") });
        };
        if pairs.iter().any(|(earlier, _)| earlier == known) {
            return Err(SpecError::Twice { game, key: (*known).into() });
        }
        pairs.push((known, value.trim().to_string()));
    }
    Ok(pairs)
}

/// The value that a spec gives a key.
///
/// ```
/// assert_eq!(potez_core::notation::spec_value("havannah:size=5,swap=on", "swap"), Some("on"));
/// assert_eq!(potez_core::notation::spec_value("havannah", "swap"), None);
/// ```
pub fn spec_value<'a>(spec: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = spec.split_once(':')?;
    let mut pairs = rest.split(',').filter_map(|part| part.split_once('='));
    pairs.find(|(known, _)| known.trim().eq_ignore_ascii_case(key)).map(|(_, value)| value.trim())
}

/// The number behind a spec's key, within its range.
pub fn spec_number(
    game: &'static str,
    key: &'static str,
    value: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, SpecError> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| SpecError::BadValue {
        game,
        key,
        value: shorten(value),
        allowed: format!("a number from {} to {}", range.start(), range.end()),
    })
}

/// The choice behind a spec's key: one of the words, in any case.
pub fn spec_choice<T: Copy>(
    game: &'static str,
    key: &'static str,
    value: &str,
    choices: &[(&str, T)],
) -> Result<T, SpecError> {
    choices.iter().find(|(word, _)| word.eq_ignore_ascii_case(value)).map(|(_, choice)| *choice).ok_or_else(|| {
        let words: Vec<String> = choices.iter().map(|(word, _)| format!("`{word}`")).collect();
        SpecError::BadValue { game, key, value: shorten(value), allowed: format!("one of {}", words.join(", ")) }
    })
}

/// A position text that cannot be read, or that describes what the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The text does not have the right form.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// The form is right, but no such position can stand on the board.
    #[error("not a position of this game: {what}")]
    Impossible {
        /// A stable name of the defect, such as `walls-overlap`.
        code: &'static str,
        /// What the sentence names.
        args: Vec<(&'static str, String)>,
        /// The defect in English, such as "wall `Be5` overlaps `Be4`".
        what: String,
    },
}

impl PositionError {
    /// A position that breaks a rule: the stable name of the defect and the sentence.
    pub fn impossible(code: &'static str, what: impl Into<String>) -> Self {
        Self::Impossible { code, args: Vec::new(), what: what.into() }
    }

    /// The same error with something that its sentence names, for other languages.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        if let Self::Impossible { args, .. } = &mut self {
            args.push((name, value.to_string()));
        }
        self
    }
}

impl Explain for PositionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Syntax(error) => error.code(),
            Self::Impossible { code, .. } => code,
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Syntax(error) => error.args(),
            Self::Impossible { args, .. } => args.clone(),
        }
    }
}
