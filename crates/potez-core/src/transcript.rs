//! A game on paper, and the PGN-like text it is written in.

mod reader;
mod writer;

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
///
/// A file may hold several games, one after the other: each begins with its tags. Any text can be a
/// tag or a comment. In quotes `\"`, `\\`, `\n` and `\r` stand for what a line cannot hold, and a tag
/// whose name is quoted, `["Result" "x"]`, is never more than a tag. In a comment blanks and line
/// breaks are one blank; `\{`, `\}`, `\\`, `\n`, `\r`, `\t` and a backslash before a blank mean
/// exactly that character.
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

    /// Variations within variations are read this deep and no deeper, in every format: what one can
    /// hold, all can.
    pub const DEEPEST: usize = 40;

    /// Reads the text form of one game. Blanks and line breaks mean nothing, names of tags may have
    /// any case.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        reader::read_one(text)
    }

    /// Reads the text form of a file: one game or several, one after the other.
    pub fn read_all(text: &str) -> Result<Vec<Self>, ParseError> {
        reader::read_all(text)
    }
}

/// The tags of the text form that are read for what they mean, in lower case.
const RESERVED: [&str; 4] = ["game", "position", "result", "reason"];

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
    fn games_stand_one_after_the_other_and_each_begins_with_its_tags() {
        let text = "[Game \"byte\"] 1. a1 {one} x\n\n[Game \"hex\"]\n[X \"Ana\"]\n2. b2 (b3 {two})\n[Game \"go\"]";
        let all = Transcript::read_all(text).unwrap_or_else(|error| panic!("{error}"));
        let games: Vec<&str> = all.iter().map(|transcript| transcript.game.as_str()).collect();
        assert_eq!(games, ["byte", "hex", "go"]);
        assert_eq!((all[1].tag("X"), all[1].result), (Some("Ana"), None));
        let written: String = all.iter().map(ToString::to_string).collect();
        assert_eq!(Transcript::read_all(&written), Ok(all));
        assert!(Transcript::read(text).is_err(), "more than one game");
    }

    #[test]
    fn tags_and_comments_hold_any_text() {
        let texts =
            ["", " ", "  a  b ", "{a}", "}", "\\", "\\n", "line\nbreak\r\n", "\ttab", "\"]\n[Result \"x\"]", "\u{a0}"];
        for text in texts {
            let mut transcript = read("[Game \"byte\"] 1. a1 a2 *");
            transcript.tags = vec![(text.into(), text.into()), ("Result".into(), "x".into())];
            transcript.comment = Some(text.into());
            transcript.moves[1].comment = Some(text.into());
            let written = transcript.to_string();
            assert_eq!(read(&written), transcript, "{written}");
        }
    }

    #[test]
    fn a_comment_in_several_lines_or_several_braces_is_one() {
        let transcript = read("[Game \"byte\"] {one\n   two } {three} 1. {ahead} a1 {four} (b1) {five} *");
        assert_eq!(transcript.comment.as_deref(), Some("one two three"));
        assert_eq!(transcript.moves[0].comment.as_deref(), Some("ahead four five"));
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
            ("[Game \"byte\"] [result \"x\"] [Result \"o\"] a1", "no second tag `Result`"),
        ];
        for (text, expected) in cases {
            let error = Transcript::read(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
