//! Lists of moves in one text, as a command line has them.
//!
//! The original programs write moves with blanks in them: `[X 1] [4 6] [Z 4 9]`, `(e 1)`, five
//! numbers. So a blank alone does not say where a move ends; the game's own reader does.

use potez_core::{Kind, Message};

use crate::Table;

/// The most words that a move can have: brackets and all of them apart.
const LONGEST: usize = 16;
/// More attempts than any list needs whose moves have one meaning.
const ATTEMPTS: usize = 1_000_000;

/// A move of a list that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, `{text}`: {message}")]
pub struct MoveListError {
    /// Which move, from 1.
    pub number: usize,
    /// What was written.
    pub text: String,
    /// Why it cannot be played.
    pub message: Message,
}

/// Plays the moves of a list one after the other. Blanks separate them; where a semicolon stands,
/// semicolons do.
///
/// ```
/// let mut table = potez_table::open("byte", None).unwrap();
/// potez_table::play_list(table.as_mut(), "6 3 5 2 0 (c7 d6)").unwrap();
/// assert_eq!(table.moves(), ["d2-c3", "c7-d6"]);
/// ```
pub fn play_list(table: &mut dyn Table, text: &str) -> Result<(), MoveListError> {
    if text.contains(';') {
        let moves = text.split(';').map(str::trim).filter(|mv| !mv.is_empty());
        for (number, text) in (1..).zip(moves) {
            table.play(text).map_err(|message| MoveListError { number, text: text.into(), message })?;
        }
        return Ok(());
    }
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        words.push((start, start + word.len()));
    }
    let mut splitter = Splitter { table, text, words, attempts: ATTEMPTS, furthest: 0, error: None };
    match (splitter.play_from(0, 1), splitter.error) {
        (false, Some(error)) => Err(error),
        _ => Ok(()),
    }
}

/// Tries to cut a text into moves that can be played one after the other.
struct Splitter<'a> {
    table: &'a mut dyn Table,
    text: &'a str,
    /// Where each word begins and ends.
    words: Vec<(usize, usize)>,
    attempts: usize,
    /// The word at which the last move begins that could not be read or played.
    furthest: usize,
    error: Option<MoveListError>,
}

impl Splitter<'_> {
    /// Plays the words from `first` on, the first of which begins move `number`. The longest
    /// reading comes first: a pawn's move may go on with a wall.
    fn play_from(&mut self, first: usize, number: usize) -> bool {
        if first == self.words.len() {
            return true;
        }
        let mut refusal: Option<(String, Message)> = None;
        for count in (1..=LONGEST.min(self.words.len() - first)).rev() {
            if self.attempts == 0 {
                return false;
            }
            self.attempts -= 1;
            let text = &self.text[self.words[first].0..self.words[first + count - 1].1];
            match self.table.play(text) {
                Ok(_) => {
                    if self.play_from(first + count, number + 1) {
                        return true;
                    }
                    self.table.undo();
                }
                // What could be read says more than what could not; of the rest, the shortest.
                Err(message) => {
                    let said = refusal.as_ref().is_some_and(|(_, said)| said.kind == Kind::IllegalMove);
                    if !said {
                        refusal = Some((text.into(), message));
                    }
                }
            }
        }
        if let Some((text, message)) = refusal.filter(|_| self.error.is_none() || first >= self.furthest) {
            (self.furthest, self.error) = (first, Some(MoveListError { number, text, message }));
        }
        false
    }
}
