//! English and Serbian sentences for errors, results and interfaces.
//!
//! The sentences live in `texts/*.ftl`, one file a language and subject. Serbian is written in
//! Latin script; the Cyrillic one is made from it, letter by letter, and leaves moves, squares and
//! names alone.
//!
//! ```
//! use potez_words::{Arg, Lang, Words};
//!
//! let words = Words::new(Lang::SrLatn);
//! assert_eq!(words.say("plies", &[("count", Arg::from(3))]), "3 poteza");
//! assert_eq!(Words::new(Lang::SrCyrl).say("plies", &[("count", Arg::from(21))]), "21 потез");
//! ```

mod courses;
mod cyrillic;
mod games;
mod lang;
mod patterns;
mod phrases;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use potez_core::{Message, Moment, Outcome, Remark};
use unic_langid::LanguageIdentifier;

pub use courses::{BlockSource, Course, CourseSource, DiagramSource, ProvenValue, SectionSource};
pub use lang::Lang;
pub use patterns::{Part, patterns};
pub use phrases::phrase_key;

/// The texts of a language, subject by subject. A module for browsers says nothing of courses and recorded searches.
const ENGLISH: &[&str] = &[
    include_str!("../texts/book.en.ftl"),
    include_str!("../texts/errors.en.ftl"),
    #[cfg(not(target_family = "wasm"))]
    include_str!("../texts/explain.en.ftl"),
    include_str!("../texts/game.en.ftl"),
    #[cfg(not(target_family = "wasm"))]
    include_str!("../texts/guide.en.ftl"),
    include_str!("../texts/phrases.en.ftl"),
    include_str!("../texts/play.en.ftl"),
    include_str!("../texts/puzzles.en.ftl"),
    include_str!("../texts/remarks.en.ftl"),
    include_str!("../texts/review.en.ftl"),
    #[cfg(not(target_family = "wasm"))]
    include_str!("../texts/rules.en.ftl"),
    include_str!("../texts/server.en.ftl"),
    include_str!("../texts/tui.en.ftl"),
    include_str!("../texts/web.en.ftl"),
];
const SERBIAN: &[&str] = &[
    include_str!("../texts/book.sr.ftl"),
    include_str!("../texts/errors.sr.ftl"),
    #[cfg(not(target_family = "wasm"))]
    include_str!("../texts/explain.sr.ftl"),
    include_str!("../texts/game.sr.ftl"),
    #[cfg(not(target_family = "wasm"))]
    include_str!("../texts/guide.sr.ftl"),
    include_str!("../texts/phrases.sr.ftl"),
    include_str!("../texts/play.sr.ftl"),
    include_str!("../texts/puzzles.sr.ftl"),
    include_str!("../texts/remarks.sr.ftl"),
    include_str!("../texts/review.sr.ftl"),
    #[cfg(not(target_family = "wasm"))]
    include_str!("../texts/rules.sr.ftl"),
    include_str!("../texts/server.sr.ftl"),
    include_str!("../texts/tui.sr.ftl"),
    include_str!("../texts/web.sr.ftl"),
];

/// Something a sentence names: a text, or a number that decides its plural.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A name, a move, a square.
    Text(String),
    /// A count.
    Number(usize),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

/// The moves of a line with which it is told that a move was answered.
const ANSWERED: usize = 2;

/// The sentences of one language.
pub struct Words {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
    english: FluentBundle<FluentResource>,
}

impl Words {
    /// The sentences of this language; what it lacks is said in English.
    pub fn new(lang: Lang) -> Self {
        Self { lang, bundle: bundle(lang, texts(lang)), english: bundle(Lang::En, ENGLISH) }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The sentence of a key, with what it names. A key that no language has is its own sentence.
    pub fn say(&self, key: &str, args: &[(&str, Arg)]) -> String {
        let text = format(&self.bundle, key, args).or_else(|| format(&self.english, key, args));
        text.unwrap_or_else(|| key.to_string())
    }

    /// Whether some language has a sentence of this key.
    fn knows(&self, key: &str) -> bool {
        self.bundle.has_message(key) || self.english.has_message(key)
    }

    /// The sentence of a key that names nothing, or these words where no language has it.
    pub fn say_or(&self, key: &str, english: &str) -> String {
        if self.knows(key) { self.say(key, &[]) } else { english.to_string() }
    }

    /// An error in this language; in English where it has no translation.
    pub fn message(&self, message: &Message) -> String {
        self.translated(message.code, &message.args, &message.english)
    }

    /// A remark on a move in this language; in English where it has no translation. What is true
    /// right after the answer needs no date.
    pub fn remark(&self, remark: &Remark) -> String {
        let said = self.translated(remark.code, &remark.args, &remark.english);
        match &remark.after {
            Some(Moment { plies, mv }) if *plies > ANSWERED => {
                self.say("review-after", &[("remark", said.into()), ("move", mv.as_str().into())])
            }
            _ => said,
        }
    }

    fn translated(&self, code: &str, args: &[(&str, String)], english: &str) -> String {
        if self.lang == Lang::En || !self.bundle.has_message(code) {
            return english.to_string();
        }
        // Counts decide plural forms, and Fluent does that for numbers only.
        let number = |value: &str| value.parse().map_or_else(|_| Arg::from(value), Arg::Number);
        let arg = |name: &str, value: &str| {
            if phrases::PHRASES.contains(&name) { Arg::from(self.phrase(value)) } else { number(value) }
        };
        let args: Vec<(&str, Arg)> = args.iter().map(|(name, value)| (*name, arg(name, value))).collect();
        self.say(code, &args)
    }

    /// How a game ended: who won and why; without an outcome it was called off.
    pub fn ending(&self, outcome: Option<Outcome>, reason: &str) -> String {
        let Some(outcome) = outcome else { return self.say("ending-aborted", &[]) };
        let reason = Arg::from(self.reason(outcome, reason));
        match outcome {
            Outcome::Win(player) => {
                self.say("ending-win", &[("player", player.to_string().into()), ("reason", reason)])
            }
            Outcome::Draw => self.say("ending-draw", &[("reason", reason)]),
        }
    }

    /// Why a game ended as it did, without who won. A reason that no language has a sentence for is
    /// said by its code.
    pub fn reason(&self, outcome: Outcome, reason: &str) -> String {
        // Whoever reads may be the loser: players are named, and nobody is "the other".
        let loser = outcome.winner().map_or_else(String::new, |winner| (!winner).to_string());
        let said = |code: &str| {
            let key = format!("reason-{code}");
            if self.knows(&key) { self.say(&key, &[("loser", Arg::from(loser.as_str()))]) } else { code.to_string() }
        };
        let reasons: Vec<String> = reason.split('+').map(said).collect();
        reasons.join(&self.say("reason-and", &[]))
    }
}

/// The files of a language; Cyrillic has none of its own.
fn texts(lang: Lang) -> &'static [&'static str] {
    if lang == Lang::En { ENGLISH } else { SERBIAN }
}

fn bundle(lang: Lang, texts: &[&str]) -> FluentBundle<FluentResource> {
    let locale = if lang == Lang::En { "en" } else { "sr" };
    let locale: LanguageIdentifier = locale.parse().expect("a language by its code");
    let mut bundle = FluentBundle::new_concurrent(vec![locale]);
    // Terminals show the marks that would isolate names of another direction of writing; there are
    // none here.
    bundle.set_use_isolating(false);
    for text in texts {
        let text = if lang == Lang::SrCyrl { cyrillic::of_texts(text) } else { (*text).to_string() };
        let resource = FluentResource::try_new(text).expect("the texts of the crate are well-formed");
        bundle.add_resource(resource).expect("no key is given twice");
    }
    bundle
}

fn format(bundle: &FluentBundle<FluentResource>, key: &str, args: &[(&str, Arg)]) -> Option<String> {
    let pattern = bundle.get_message(key)?.value()?;
    let mut values = FluentArgs::new();
    for (name, arg) in args {
        match arg {
            Arg::Text(text) => values.set(*name, FluentValue::from(text.as_str())),
            Arg::Number(number) => values.set(*name, FluentValue::from(*number)),
        }
    }
    let mut errors = Vec::new();
    Some(bundle.format_pattern(pattern, Some(&values), &mut errors).into_owned())
}
