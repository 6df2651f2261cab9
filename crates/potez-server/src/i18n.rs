//! The languages of the server, made ready once.

use std::sync::OnceLock;

use bytes::Bytes;
use potez_words::{Lang, Part, Words, patterns};
use serde_json::{Map, Value, json};

/// The sentences of every language.
pub(crate) struct Translations {
    words: [Words; 3],
    sentences: [Bytes; 3],
    /// What can be chosen, from when it was first asked for.
    catalogues: [OnceLock<Bytes>; 3],
}

fn index(lang: Lang) -> usize {
    Lang::ALL.iter().position(|&(_, known)| known == lang).unwrap_or_default()
}

impl Translations {
    pub(crate) fn new() -> Self {
        Self {
            words: Lang::ALL.map(|(_, lang)| Words::new(lang)),
            sentences: Lang::ALL.map(|(name, lang)| Bytes::from(sentences(name, lang).to_string())),
            catalogues: Default::default(),
        }
    }

    /// The words of a language.
    pub(crate) fn words(&self, lang: Lang) -> &Words {
        &self.words[index(lang)]
    }

    /// Where the catalogue in a language is kept.
    pub(crate) fn catalogue(&self, lang: Lang) -> &OnceLock<Bytes> {
        &self.catalogues[index(lang)]
    }

    /// All sentences of a language as JSON.
    pub(crate) fn sentences(&self, lang: Lang) -> Bytes {
        self.sentences[index(lang)].clone()
    }
}

/// The language that a browser asks for; the first of ours that it names.
pub(crate) fn of_accept_language(header: &str) -> Lang {
    let tag = |part: &str| part.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    for tag in header.split(',').map(tag) {
        if tag.starts_with("en") {
            return Lang::En;
        }
        // Browsers that ask for plain Serbian read both scripts; the interface is written in Latin.
        if tag.starts_with("sr") {
            return if tag.contains("cyrl") { Lang::SrCyrl } else { Lang::SrLatn };
        }
    }
    Lang::En
}

/// The sentences of the pages of recorded searches, which only those pages need.
const EXPLAIN: &str = "explain-";

/// Sentences that do not come with the page. Courses come by themselves, to whoever opens one; the pages about
/// recorded searches and about the fleet, and what is refused, are said by the server; the terminal says the rest.
const ELSEWHERE: [&str; 9] = ["rules-", "guide-", "fleet-", "book-", EXPLAIN, "server-", "tui-", "play-", "review-"];

fn sentences(name: &str, lang: Lang) -> Value {
    let is_elsewhere = |key: &str| ELSEWHERE.iter().any(|prefix| key.starts_with(prefix));
    json!({ "lang": name, "locale": name, "texts": texts(lang, |key| !is_elsewhere(key)) })
}

/// The sentences of a language whose keys are wanted.
pub(crate) fn texts(lang: Lang, is_wanted: impl Fn(&str) -> bool) -> Map<String, Value> {
    let wanted = patterns(lang).into_iter().filter(|(key, _)| is_wanted(key));
    wanted.map(|(key, parts)| (key, pattern(&parts))).collect()
}

fn pattern(parts: &[Part]) -> Value {
    match parts {
        [] => json!(""),
        [Part::Text(text)] => json!(text),
        parts => parts.iter().map(part).collect(),
    }
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text(text) => json!(text),
        Part::Arg(name) => json!({ "arg": name }),
        Part::Select { arg, variants, default } => {
            let variants: Map<String, Value> =
                variants.iter().map(|(key, parts)| (key.clone(), pattern(parts))).collect();
            json!({ "select": arg, "default": default, "variants": variants })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_answered_in_the_first_language_it_shares_with_us() {
        assert_eq!(of_accept_language("de-DE,de;q=0.9,sr;q=0.8,en;q=0.7"), Lang::SrLatn);
        assert_eq!(of_accept_language("sr-Cyrl-RS, en"), Lang::SrCyrl);
        assert_eq!(of_accept_language("fr"), Lang::En);
    }

    #[test]
    fn plurals_reach_the_browser_as_variants() {
        let texts: Value = serde_json::from_slice(&Translations::new().sentences(Lang::SrCyrl)).unwrap();
        let plies = &texts["texts"]["plies"];
        assert_eq!(plies[0]["select"], "count");
        assert_eq!(plies[0]["variants"]["few"], json!([{ "arg": "count" }, " потеза"]));
    }
}
