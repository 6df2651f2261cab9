//! Transcripts written, and read back.

use super::*;

fn read(text: &str) -> Transcript {
    Transcript::read(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_record_round_trips_with_comments_and_variations() {
    let text =
        "[Game \"byte:size=8\"]\n[X \"A \\\"quoted\\\" name\"]\n{before} 1. a1 {one} (b1 2. c1 {deep} (d1)) 2. e1\n x";
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
