//! Phrases inside sentences: what was expected, what is allowed.
//!
//! Readers say in English what would have been right, such as "a row from `a` to `g`". The phrase
//! without what it names is the key of its translation, here `phrase-a-row-from-to`; names and
//! numbers are what the translation names as `a`, `b`, … in the same order.

use crate::{Arg, Words};

/// The arguments of messages that are phrases.
pub(crate) const PHRASES: [&str; 4] = ["expected", "allowed", "found", "cuts"];

impl Words {
    /// An English phrase in this language; as it is where that has no translation.
    pub fn phrase(&self, english: &str) -> String {
        if let Some((phrase, line)) = split_line(english) {
            return format!("{}{}", self.phrase(phrase), self.say("phrase-line", &[("line", line.into())]));
        }
        // What the reader of JSON has to say is its own English.
        let english = if english.starts_with("JSON (") { "JSON" } else { english };
        let (key, names) = phrase_key(english);
        if self.bundle.has_message(&key) {
            let args: Vec<(String, Arg)> =
                ('a'..='z').map(String::from).zip(names.into_iter().map(Arg::from)).collect();
            let args: Vec<(&str, Arg)> = args.iter().map(|(name, arg)| (name.as_str(), arg.clone())).collect();
            return self.say(&key, &args);
        }
        // A list whose items are phrases of their own.
        match english.split_once(", ") {
            Some((first, rest)) => format!("{}, {}", self.phrase(first), self.phrase(rest)),
            None => english.to_string(),
        }
    }
}

/// A phrase of a longer text, and the line of that text which it is about.
fn split_line(english: &str) -> Option<(&str, &str)> {
    english.strip_suffix(')')?.rsplit_once(" (line ")
}

/// The key of a phrase and what it names: whatever stands in backticks or quotes, numbers, players
/// and their pieces. Names with nothing but a comma between them count as one.
///
/// ```
/// let (key, names) = potez_words::phrase_key("one of `full`, `either` in row 3");
/// assert_eq!((key.as_str(), names), ("phrase-one-of-in-row", vec!["`full`, `either`".to_string(), "3".to_string()]));
/// ```
pub fn phrase_key(english: &str) -> (String, Vec<String>) {
    let mut key = String::from("phrase");
    let mut names: Vec<String> = Vec::new();
    // Whether only a comma stands between here and the last name.
    let mut joined = false;
    let mut rest = english;
    while let Some(first) = rest.chars().next() {
        let length = token(rest, first);
        let (word, after) = rest.split_at(length);
        rest = after;
        if is_name(word, first) {
            match names.last_mut().filter(|_| joined) {
                Some(name) => *name = format!("{name}, {word}"),
                None => names.push(word.into()),
            }
            joined = true;
        } else if first.is_alphanumeric() {
            key.push('-');
            key.extend(word.chars().flat_map(char::to_lowercase).filter(char::is_ascii_alphanumeric));
            joined = false;
        } else if !matches!(first, ',' | ' ') {
            joined = false;
        }
    }
    (key, names)
}

/// The length of the word, the quotation or the single sign that a text begins with.
fn token(text: &str, first: char) -> usize {
    match first {
        '`' | '"' => text[1..].find(first).map_or(1, |end| end + 2),
        _ if first.is_ascii_digit() => text.find([' ', ',', ')', ';']).unwrap_or(text.len()),
        _ if first.is_alphanumeric() => text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len()),
        _ => first.len_utf8(),
    }
}

fn is_name(word: &str, first: char) -> bool {
    let is_piece = || word.strip_prefix(['X', 'O']).is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()));
    (matches!(first, '`' | '"') && word.len() > 1) || first.is_ascii_digit() || is_piece()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn names_are_taken_out_of_a_phrase_and_put_back_in_order() {
        let (key, names) = phrase_key("`-` and the score of O");
        assert_eq!((key.as_str(), names), ("phrase-and-the-score-of", vec!["`-`".into(), "O".into()]));
        let serbian = Words::new(Lang::SrLatn);
        assert_eq!(serbian.phrase("a row from `a` to `g`"), "red od `a` do `g`");
        assert_eq!(serbian.phrase("X1 from `d11`, O2 from `h4`"), "X1 od `d11`, O2 od `h4`");
        assert_eq!(serbian.phrase("the name of a tag (line 3)"), "ime oznake (red 3)");
        assert_eq!(Words::new(Lang::SrCyrl).phrase("one of `on`, `off`"), "једно od `on`, `off`".replace("od", "од"));
    }

    #[test]
    fn what_has_no_translation_stays_as_it_is() {
        for text in ["5..=22", "full|either|optional", "", "`", "a thing nobody heard of"] {
            assert_eq!(Words::new(Lang::SrCyrl).phrase(text), text);
        }
    }
}
