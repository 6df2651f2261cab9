//! A transcript as text. Whatever its tags and comments are, the reader gets the same back.

use std::fmt;

use super::{Entry, RESERVED, Transcript};

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[Game {}]", quoted(&self.game))?;
        if let Some(position) = &self.position {
            writeln!(f, "[Position {}]", quoted(position))?;
        }
        for (name, value) in &self.tags {
            writeln!(f, "[{} {}]", tag_name(name), quoted(value))?;
        }
        let result = self.result.map_or("*".into(), |outcome| outcome.to_string());
        writeln!(f, "[Result {}]", quoted(&result))?;
        if let Some(reason) = &self.reason {
            writeln!(f, "[Reason {}]", quoted(reason))?;
        }
        let mut words = Vec::new();
        words.extend(self.comment.as_deref().map(comment_word));
        line_words(&self.moves, 0, &mut words);
        words.push(result);
        write!(f, "\n{}\n", fill(&words))
    }
}

/// The name of a tag as it stands, unless it would be taken for something else.
fn tag_name(name: &str) -> String {
    let is_plain = !name.is_empty() && name.chars().all(is_of_name);
    let means_more = RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name));
    if is_plain && !means_more { name.into() } else { quoted(name) }
}

/// The characters of a name without quotes.
pub(super) fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '\\' | '"' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A comment in braces. Blanks that the reader would take away are kept by a backslash.
fn comment_word(comment: &str) -> String {
    let mut word = String::with_capacity(comment.len() + 2);
    word.push('{');
    let mut after_blank = true;
    let mut chars = comment.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' | '{' | '}' => word.extend(['\\', c]),
            '\n' => word.push_str("\\n"),
            '\r' => word.push_str("\\r"),
            '\t' => word.push_str("\\t"),
            ' ' if after_blank || chars.peek().is_none() => word.push_str("\\ "),
            c => word.push(c),
        }
        after_blank = c == ' ';
    }
    word.push('}');
    word
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

fn line_words(line: &[Entry], first_ply: usize, words: &mut Vec<String>) {
    for (index, entry) in line.iter().enumerate() {
        let ply = first_ply + index;
        if ply.is_multiple_of(2) {
            words.push(format!("{}.", ply / 2 + 1));
        } else if index == 0 {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(entry.text.clone());
        words.extend(entry.comment.as_deref().map(comment_word));
        for variation in &entry.variations {
            words.push("(".into());
            line_words(variation, ply, words);
            words.push(")".into());
        }
    }
}
