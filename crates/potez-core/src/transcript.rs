//! A game on paper, and the PGN-like text it is written in.

use std::fmt;

use crate::{Ending, Outcome, ParseError};

/// A game on paper: texts only, not yet checked against any rules.
///
/// The text form is like PGN: tags in brackets, then numbered moves, `{comments}`, `(variations)`,
/// and the result.
///
/// ```text
/// [Game "byte:size=8"]
/// [X "Ana"]
/// [O "potez:level=4"]
///
/// 1. d2-c3 {towards the middle} a3-b2 (e3-d4) 2. f2-g3 *
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// The game spec.
    pub game: String,
    /// The position at the start, if it is not the game's own.
    pub position: Option<String>,
    /// Every other tag, in order.
    pub tags: Vec<(String, String)>,
    /// A comment before the first move.
    pub comment: Option<String>,
    /// The moves of the game.
    pub moves: Vec<Entry>,
    /// The result the record claims.
    pub result: Option<Outcome>,
    /// The reason the record claims, such as `resign`.
    pub reason: Option<String>,
}

/// A move on paper, with what stands beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move.
    pub text: String,
    /// What was said of it.
    pub comment: Option<String>,
    /// What could have been played instead of it, line by line.
    pub variations: Vec<Vec<Entry>>,
}

impl Entry {
    /// A move without remarks.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Transcript {
    /// The value of a tag other than `Game`, `Position`, `Result` and `Reason`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// How the game ended, as the record claims it.
    ///
    /// `None` where it claims nothing, or a result without saying how it came about.
    pub fn ending(&self) -> Option<Ending> {
        let reason = self.reason.as_deref()?;
        // Records used to call a loss on time a resignation, and to tell the two apart by this tag.
        let was_time = reason == "resign" && self.tag("Termination") == Some("time");
        Ending::new(self.result, if was_time { "time" } else { reason })
    }

    /// Claims this ending, or none.
    pub fn set_ending(&mut self, ending: Option<&Ending>) {
        self.result = ending.and_then(Ending::outcome);
        self.reason = ending.map(|ending| ending.code().into());
    }

    /// Reads the text form. Blanks and line breaks mean nothing, names of tags may have any case.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        Reader { text, chars: text.chars().collect(), at: 0 }.transcript()
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let quoted = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{}\"]", quoted.replace(['\n', '\r'], " "))
        };
        tag("Game", &self.game)?;
        if let Some(position) = &self.position {
            tag("Position", position)?;
        }
        for (name, value) in &self.tags {
            tag(name, value)?;
        }
        tag("Result", &self.result.map_or("*".into(), |outcome| outcome.to_string()))?;
        if let Some(reason) = &self.reason {
            tag("Reason", reason)?;
        }
        let mut words = Vec::new();
        comment_words(self.comment.as_deref(), &mut words);
        line_words(&self.moves, 0, &mut words);
        words.push(self.result.map_or("*".into(), |outcome| outcome.to_string()));
        write!(f, "\n{}\n", fill(&words))
    }
}

/// Lines of at most about a hundred characters.
fn fill(words: &[String]) -> String {
    const WIDTH: usize = 100;
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

fn comment_words(comment: Option<&str>, words: &mut Vec<String>) {
    if let Some(comment) = comment {
        // A comment ends at the first brace, so it cannot hold one.
        words.push(format!("{{{}}}", comment.replace('}', ")").replace('{', "(")));
    }
}

fn line_words(line: &[Entry], first_ply: usize, words: &mut Vec<String>) {
    for (index, entry) in line.iter().enumerate() {
        let ply = first_ply + index;
        if ply.is_multiple_of(2) {
            words.push(format!("{}.", ply / 2 + 1));
        } else if index == 0 {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(entry.text.clone());
        comment_words(entry.comment.as_deref(), words);
        for variation in &entry.variations {
            words.push("(".into());
            line_words(variation, ply, words);
            words.push(")".into());
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn transcript(mut self) -> Result<Transcript, ParseError> {
        let mut transcript = Transcript::default();
        let mut has_game = false;
        while self.peek() == Some('[') {
            let (name, value) = self.tag()?;
            match name.to_ascii_lowercase().as_str() {
                "game" => {
                    has_game = true;
                    transcript.game = value;
                }
                "position" => transcript.position = Some(value),
                "result" => transcript.result = self.result(&value)?,
                "reason" => transcript.reason = Some(value),
                _ => transcript.tags.push((name, value)),
            }
        }
        if !has_game {
            return Err(self.error("a tag `[Game \"…\"]`"));
        }
        transcript.comment = self.comment()?;
        transcript.moves = self.line(0)?;
        let word = self.word();
        if !word.is_empty() {
            let result = self.result(&word)?;
            if transcript.result.is_some() && result.is_some() && result != transcript.result {
                return Err(self.error("the same result as in the tag `Result`"));
            }
            transcript.result = transcript.result.or(result);
        }
        if self.peek().is_some() {
            return Err(self.error("the end of the record"));
        }
        Ok(transcript)
    }

    /// Where the reader stands, as an error.
    fn error(&self, expected: &str) -> ParseError {
        // The whole record would drown the message: show the line, and count characters in it.
        let before: String = self.chars[..self.at].iter().collect();
        let line_number = before.matches('\n').count();
        let column = before.chars().rev().take_while(|&c| c != '\n').count();
        let line = self.text.lines().nth(line_number).unwrap_or_default();
        ParseError::new(line, column, format!("{expected} (line {})", line_number + 1))
    }

    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn tag(&mut self) -> Result<(String, String), ParseError> {
        self.at += 1;
        self.peek();
        let name: String =
            self.chars[self.at..].iter().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).collect();
        if name.is_empty() {
            return Err(self.error("the name of a tag"));
        }
        self.at += name.chars().count();
        if self.peek() != Some('"') {
            return Err(self.error("the value of the tag in quotes"));
        }
        self.at += 1;
        let mut value = String::new();
        loop {
            match self.chars.get(self.at).copied() {
                None => return Err(self.error("the closing quote of the tag")),
                Some('"') => break,
                Some('\\') => {
                    let Some(&escaped) = self.chars.get(self.at + 1) else {
                        return Err(self.error("the closing quote of the tag"));
                    };
                    self.at += 1;
                    value.push(escaped);
                }
                Some(c) => value.push(c),
            }
            self.at += 1;
        }
        self.at += 1;
        if self.peek() != Some(']') {
            return Err(self.error("`]` after the tag"));
        }
        self.at += 1;
        Ok((name, value))
    }

    /// All comments that stand here, joined.
    fn comment(&mut self) -> Result<Option<String>, ParseError> {
        let mut comment: Option<String> = None;
        while self.peek() == Some('{') {
            let rest = &self.chars[self.at + 1..];
            let Some(length) = rest.iter().position(|&c| c == '}') else {
                return Err(self.error("the closing brace of the comment"));
            };
            let text: String = rest[..length].iter().collect();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            comment = Some(comment.map_or(text.clone(), |earlier| format!("{earlier} {text}")));
            self.at += length + 2;
        }
        Ok(comment)
    }

    fn word(&mut self) -> String {
        self.peek();
        let word: String =
            self.chars[self.at..].iter().take_while(|c| !c.is_whitespace() && !"{}()".contains(**c)).collect();
        self.at += word.chars().count();
        word
    }

    fn result(&self, text: &str) -> Result<Option<Outcome>, ParseError> {
        if matches!(text, "*" | "?") {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| self.error("a result: `x`, `o`, `draw` or `*`"))
    }

    /// Moves up to a result, a closing parenthesis or the end.
    fn line(&mut self, depth: usize) -> Result<Vec<Entry>, ParseError> {
        let mut line: Vec<Entry> = Vec::new();
        loop {
            match self.peek() {
                None | Some(')') => return Ok(line),
                Some('(') => {
                    if depth >= 64 {
                        return Err(self.error("variations nested at most 64 deep"));
                    }
                    let opened = self.at;
                    self.at += 1;
                    let variation = self.line(depth + 1)?;
                    if self.peek() != Some(')') {
                        self.at = opened;
                        return Err(self.error("a variation that is closed by `)`"));
                    }
                    self.at += 1;
                    let Some(entry) = line.last_mut() else {
                        self.at = opened;
                        return Err(self.error("a move before its variation"));
                    };
                    entry.variations.push(variation);
                }
                Some('{') => {
                    let comment = self.comment()?;
                    if let Some(entry) = line.last_mut() {
                        entry.comment = comment;
                    }
                }
                Some(_) => {
                    let before = self.at;
                    let word = self.word();
                    if word.is_empty() {
                        return Err(self.error("a move"));
                    }
                    if word.parse::<Outcome>().is_ok() || word == "*" {
                        self.at = before;
                        return Ok(line);
                    }
                    // "12." and "12..." are only for the eye; "12.d4-e5" holds a move as well.
                    let text = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let text = if text.starts_with('.') { text.trim_start_matches('.') } else { &word };
                    if !text.is_empty() {
                        line.push(Entry::new(text));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Transcript {
        Transcript::read(text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_record_round_trips_with_comments_and_variations() {
        let text = "[Game \"byte:size=8\"]\n[X \"A \\\"quoted\\\" name\"]\n{before} 1. a1 {one} (b1 2. c1 {deep} (d1)) 2. e1\n x";
        let transcript = read(text);
        assert_eq!(transcript.moves.len(), 2);
        assert_eq!(transcript.moves[0].variations[0][1].variations[0][0].text, "d1");
        assert_eq!(transcript.tag("x"), Some("A \"quoted\" name"));
        assert_eq!(read(&transcript.to_string()), transcript);
    }

    #[test]
    fn blanks_case_and_glued_numbers_do_not_matter() {
        let transcript = read("[ gAmE  \"byte\" ]1.a1 a2\n\n2. a3 *");
        let moves: Vec<_> = transcript.moves.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(moves, ["a1", "a2", "a3"]);
        assert_eq!(transcript.result, None);
    }

    #[test]
    fn a_record_says_how_the_game_ended_and_reads_it_back() {
        for ending in Ending::all_beyond_the_rules() {
            let mut transcript = read("[Game \"byte\"] 1. a1 a2 *");
            transcript.set_ending(Some(&ending));
            let text = transcript.to_string();
            assert_eq!(read(&text).ending(), Some(ending), "{text}");
        }
        assert_eq!(read("[Game \"byte\"] 1. a1 x").ending(), None, "a result alone does not say how");
    }

    #[test]
    fn a_loss_on_time_in_an_old_record_is_no_resignation() {
        let old = read("[Game \"byte\"] [Termination \"time\"] [Result \"o\"] [Reason \"resign\"] 1. a1 o");
        assert_eq!(old.ending(), Some(Ending::Time(crate::Player::X)));
    }

    #[test]
    fn errors_name_the_line_and_what_is_missing() {
        let cases = [
            ("1. a1", "a tag `[Game"),
            ("[Game \"byte\"", "`]` after the tag"),
            ("[Game \"byte]", "closing quote"),
            ("[Game \"\\", "closing quote"),
            ("[Game \"byte\"]\na1 {open", "closing brace of the comment (line 2)"),
            ("[Game \"byte\"] a1 (b1", "closed by `)`"),
            ("[Game \"byte\"] (b1)", "a move before its variation"),
            ("[Game \"byte\"] a1 x b1", "the end of the record"),
            ("[Game \"byte\"] [Result \"o\"] a1 x", "the same result"),
            ("[Game \"byte\"] [Result \"won\"] a1", "a result"),
        ];
        for (text, expected) in cases {
            let error = Transcript::read(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
