//! Reads the text form. Every character is looked at a bounded number of times, however many tags,
//! comments and games there are.

use super::writer::is_of_name;
use super::{Entry, Transcript};
use crate::{Outcome, ParseError};

/// The one game of a text.
pub(super) fn read_one(text: &str) -> Result<Transcript, ParseError> {
    let mut reader = Reader::new(text);
    let transcript = reader.transcript()?;
    if reader.peek().is_some() { Err(reader.error("the end of the record after one game")) } else { Ok(transcript) }
}

/// Every game of a text, at least one.
pub(super) fn read_all(text: &str) -> Result<Vec<Transcript>, ParseError> {
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    loop {
        games.push(reader.transcript()?);
        if reader.peek().is_none() {
            return Ok(games);
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

/// A tag as it was written.
struct Tag {
    name: String,
    value: String,
    /// The name stood in quotes: then it is a tag and nothing more.
    quoted: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, chars: text.chars().collect(), at: 0 }
    }

    fn transcript(&mut self) -> Result<Transcript, ParseError> {
        let mut transcript = self.tags()?;
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
        match self.peek() {
            None | Some('[') => Ok(transcript),
            Some(_) => Err(self.error("the end of the record, or the tags of another")),
        }
    }

    fn tags(&mut self) -> Result<Transcript, ParseError> {
        let mut transcript = Transcript::default();
        let mut seen: Vec<&str> = Vec::new();
        while self.peek() == Some('[') {
            let at = self.at;
            let Tag { name, value, quoted } = self.tag()?;
            let meaning = super::RESERVED.into_iter().find(|known| !quoted && known.eq_ignore_ascii_case(&name));
            let Some(meaning) = meaning else {
                transcript.tags.push((name, value));
                continue;
            };
            if seen.contains(&meaning) {
                self.at = at;
                return Err(self.error(&format!("no second tag `{name}` in the same game")));
            }
            seen.push(meaning);
            match meaning {
                "game" => transcript.game = value,
                "position" => transcript.position = Some(value),
                "result" => transcript.result = self.result(&value)?,
                _ => transcript.reason = Some(value),
            }
        }
        if seen.contains(&"game") { Ok(transcript) } else { Err(self.error("a tag `[Game \"…\"]`")) }
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

    fn tag(&mut self) -> Result<Tag, ParseError> {
        self.at += 1;
        let quoted = self.peek() == Some('"');
        let name = if quoted {
            self.quoted()?
        } else {
            let name: String = self.chars[self.at..].iter().take_while(|&&c| is_of_name(c)).collect();
            self.at += name.chars().count();
            name
        };
        if name.is_empty() && !quoted {
            return Err(self.error("the name of a tag"));
        }
        if self.peek() != Some('"') {
            return Err(self.error("the value of the tag in quotes"));
        }
        let value = self.quoted()?;
        if self.peek() != Some(']') {
            return Err(self.error("`]` after the tag"));
        }
        self.at += 1;
        Ok(Tag { name, value, quoted })
    }

    /// What stands in quotes; the reader is at the first of them.
    fn quoted(&mut self) -> Result<String, ParseError> {
        let mut value = String::new();
        self.at += 1;
        while let Some(&c) = self.chars.get(self.at) {
            self.at += 1;
            match c {
                '"' => return Ok(value),
                '\\' => {
                    let Some(&escaped) = self.chars.get(self.at) else { break };
                    self.at += 1;
                    value.push(match escaped {
                        'n' => '\n',
                        'r' => '\r',
                        other => other,
                    });
                }
                c => value.push(c),
            }
        }
        Err(self.error("the closing quote of the tag"))
    }

    /// All comments that stand here, joined.
    fn comment(&mut self) -> Result<Option<String>, ParseError> {
        let mut comment = None;
        while self.peek() == Some('{') {
            self.one_comment(&mut comment)?;
        }
        Ok(comment)
    }

    /// Adds a comment to what was said before it. Blanks at its ends mean nothing, and others are
    /// one blank.
    fn one_comment(&mut self, comment: &mut Option<String>) -> Result<(), ParseError> {
        let opened = self.at;
        self.at += 1;
        let text = comment.get_or_insert_with(String::new);
        // A blank before the next character: between comments, or between words of one.
        let mut blank = !text.is_empty();
        let mut begun = blank;
        while let Some(&c) = self.chars.get(self.at) {
            self.at += 1;
            let c = match c {
                '}' => return Ok(()),
                ' ' | '\n' | '\r' | '\t' => {
                    blank = begun;
                    continue;
                }
                '\\' => self.escaped_in_comment(),
                c => c,
            };
            if blank {
                text.push(' ');
            }
            text.push(c);
            (blank, begun) = (false, true);
        }
        self.at = opened;
        Err(self.error("the closing brace of the comment"))
    }

    /// What a backslash in a comment stands for; itself where nothing of ours follows.
    fn escaped_in_comment(&mut self) -> char {
        let c = match self.chars.get(self.at) {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some(&c @ ('\\' | '{' | '}' | ' ')) => c,
            _ => return '\\',
        };
        self.at += 1;
        c
    }

    fn word(&mut self) -> String {
        if self.peek() == Some('[') {
            return String::new();
        }
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

    /// Moves up to a result, a closing parenthesis, the tags of another game or the end.
    fn line(&mut self, depth: usize) -> Result<Vec<Entry>, ParseError> {
        let mut line: Vec<Entry> = Vec::new();
        // What was said before the first move belongs to it.
        let mut ahead = None;
        loop {
            match self.peek() {
                None | Some(')' | '[') => return Ok(line),
                Some('(') => {
                    let (at, variation) = self.variation(depth)?;
                    let Some(entry) = line.last_mut() else {
                        self.at = at;
                        return Err(self.error("a move before its variation"));
                    };
                    if !variation.is_empty() {
                        entry.variations.push(variation);
                    }
                }
                Some('{') => self.one_comment(line.last_mut().map_or(&mut ahead, |entry| &mut entry.comment))?,
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
                        line.push(Entry { comment: ahead.take(), ..Entry::new(text) });
                    }
                }
            }
        }
    }

    /// A line in parentheses, and where it began.
    fn variation(&mut self, depth: usize) -> Result<(usize, Vec<Entry>), ParseError> {
        if depth >= Transcript::DEEPEST {
            return Err(self.error(&format!("variations nested at most {} deep", Transcript::DEEPEST)));
        }
        let opened = self.at;
        self.at += 1;
        let variation = self.line(depth + 1)?;
        if self.peek() != Some(')') {
            self.at = opened;
            return Err(self.error("a variation that is closed by `)`"));
        }
        self.at += 1;
        Ok((opened, variation))
    }
}
