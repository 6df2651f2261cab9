//! Files of records: several games, claims, encodings, and any tag and comment whatever.

use potez_table::records::{self, RecordError};
use potez_table::{Ending, Entry, Outcome, Player, RecordFormat, Table, Transcript, games, open};
use proptest::prelude::*;

fn format(id: &str) -> RecordFormat {
    records::format(id).expect("a format")
}

/// A game that every format can hold.
const GAME: &str = "havannah:size=4";

#[test]
fn a_file_of_several_games_comes_back_game_by_game_in_every_format() {
    let tables: Vec<Box<dyn Table>> = (0..3)
        .map(|moves| {
            let mut table = open(GAME, None).expect("a game");
            for _ in 0..moves {
                let mv = table.legal().swap_remove(0);
                table.play(&mv).expect("a legal move");
            }
            table
        })
        .collect();
    let all: Vec<Transcript> = tables.iter().map(|table| records::transcript(table.as_ref(), Vec::new())).collect();
    for format in records::formats() {
        let text = records::write_all(&all, &format).expect("a file");
        assert_eq!(records::read_all(&text).unwrap_or_else(|error| panic!("{error}: {text}")), all, "{}", format.id);
        let error = records::read(&text).expect_err("it holds more than one").to_string();
        assert!(error.contains("a record of one game, this one holds 3"), "{error}");
    }
}

#[test]
fn an_error_in_a_later_game_is_named_with_its_line() {
    let error = records::read_all("[Game \"byte\"] *\n[Game \"byte\"]\n[X \"open] *").expect_err("not closed");
    assert!(matches!(&error, RecordError::Unreadable(_)) && error.to_string().contains("(line 3)"), "{error}");
    assert!(records::read_all("").is_err() && records::read_all("(;SZ[4])(;SZ[4]").is_err());
}

#[test]
fn a_claimed_result_is_kept_in_every_format_and_is_no_ending() {
    for claim in [Outcome::Win(Player::X), Outcome::Win(Player::O), Outcome::Draw] {
        for format in records::formats() {
            let claimed = Transcript {
                game: GAME.into(),
                moves: vec![Entry::new("a1")],
                result: Some(claim),
                ..Transcript::default()
            };
            let text = records::write(&claimed, &format).expect("a record");
            let back = records::replay(&records::read(&text).expect("a record")).expect("a game");
            assert_eq!((back.transcript.result, back.table.ending()), (Some(claim), None), "{text}");
            assert_eq!((back.claimed(), back.is_false()), (Some(claim), false), "{text}");
        }
    }
}

#[test]
fn time_forfeits_and_agreements_are_kept_and_written() {
    for (result, ending) in [
        ("W+T", Ending::Time(Player::O)),
        ("B+Forfeit", Ending::Forfeit(Player::X)),
        ("0", Ending::Agreement),
        ("B+R", Ending::Resignation(Player::X)),
    ] {
        let read = records::read(&format!("(;GM[Havannah]SZ[4]RE[{result}];W[a1];B[b2])")).expect("a record");
        let replayed = records::replay(&read).expect("a game");
        for format in records::formats() {
            let text = records::write(&replayed.transcript, &format).expect("a record");
            assert_eq!(records::read(&text).expect("a record").ending(), Some(ending.clone()), "{text}");
        }
    }
}

#[test]
fn a_claim_that_the_moves_disprove_is_false() {
    let is_false = |text: &str| records::replay(&records::read(text).expect("a record")).expect("a game").is_false();
    let bridge = "[Game \"havannah:size=3\"] 1. a1 c3 2. a2 c4 3. a3";
    assert!(!is_false(&format!("{bridge} x")) && !is_false(&format!("{bridge} *")));
    assert!(is_false(&format!("{bridge} o")) && is_false(&format!("{bridge} draw")));
    assert!(is_false("[Game \"havannah:size=3\"] [Result \"x\"] [Reason \"bridge\"] 1. a1 x"), "there is no bridge");
    assert!(!is_false("[Game \"havannah:size=3\"] [Result \"x\"] [Reason \"resign\"] 1. a1 x"));
    // Little Golem's files may name the wrong winner (Rule 4.2).
    assert!(!is_false("(;GM[Havannah]SZ[3]RE[B+];W[a1];B[c3];W[a2];B[c4];W[a3])"));
}

#[test]
fn old_files_of_one_byte_a_character_are_read() {
    let bytes = b"(;GM[Havannah]SZ[4]CA[ISO-8859-1]PW[Andr\xe9]PB[\x8eeljko]C[na\xefve];W[a1])".to_vec();
    let text = records::decode(bytes).expect("text");
    let read = records::read(&text).expect("a record");
    assert_eq!((read.tag("X"), read.tag("O"), read.comment.as_deref()), (Some("André"), Some("Željko"), Some("naïve")));
    let written = records::write(&read, &format("sgf")).expect("a record");
    assert!(written.contains("CA[UTF-8]") && !written.contains("ISO-8859-1"), "{written}");
    assert_eq!(records::decode(b"\x7fELF\xff\x00".to_vec()), None);
}

#[test]
fn no_tag_forges_what_it_is_not() {
    let forged = [
        ("Result", "x"),
        ("reason", "resign"),
        ("Game", "byte"),
        ("Position", "nonsense"),
        ("A \"x\"]\n[Result", "o"),
        ("RE", "W+R"),
        ("SZ", "9"),
        ("W", "a1"),
        ("TG", "x"),
        ("Winner]RE[W+R", "y"),
    ];
    for (name, value) in forged {
        let record = Transcript {
            game: GAME.into(),
            tags: vec![(name.into(), value.into())],
            moves: vec![Entry::new("a1")],
            ..Transcript::default()
        };
        for format in records::formats() {
            let text = records::write(&record, &format).expect("a record");
            assert_eq!(records::read(&text).unwrap_or_else(|error| panic!("{error}: {text}")), record, "{text}");
        }
    }
}

#[test]
fn a_variation_of_the_first_move_of_a_variation_stands_beside_it() {
    let text = "[Game \"havannah:size=4\"] 1. a1 a2 (b1 (c1 (d1) 2. c2) 2. b2) 2. a3 *";
    let replayed = records::replay(&records::read(text).expect("a record")).expect("a game").transcript;
    let firsts: Vec<&str> = replayed.moves[1].variations.iter().map(|line| line[0].text.as_str()).collect();
    assert_eq!(firsts, ["b1", "c1", "d1"]);
    for format in records::formats() {
        let nested = records::write(&records::read(text).expect("a record"), &format).expect("a record");
        let again = records::replay(&records::read(&nested).expect("a record")).expect("a game").transcript;
        assert_eq!(again, replayed, "{nested}");
    }
}

/// The tags in an order that does not depend on the format.
fn sorted(mut transcript: Transcript) -> Transcript {
    let six = ["X", "O", "Event", "Round", "Date", "Site"];
    for (name, _) in &mut transcript.tags {
        if let Some(canonical) = six.into_iter().find(|canonical| canonical.eq_ignore_ascii_case(name)) {
            *name = canonical.into();
        }
    }
    transcript.tags.sort();
    transcript
}

/// Any text: letters, what formats use for themselves, blanks and line breaks in any order.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,12}", "[\\[\\](){}\\\\\"; \\n\\r\\tn:čćжA]{0,12}", "\\PC{0,8}", ".{0,8}"]
}

fn any_name() -> impl Strategy<Value = String> {
    let known = ["X", "o", "Event", "Result", "result", "Game", "Reason", "RE", "PW", "C", "GN", "TG", "EC", "", "A1"];
    prop_oneof![any_text(), proptest::sample::select(known.to_vec()).prop_map(String::from), "[A-Z]{1,3}"]
}

/// A line of a random game with comments and, here and there, a variation.
fn line(table: &mut dyn Table, plies: usize, rng: &mut fastrand::Rng, said: &[String], depth: usize) -> Vec<Entry> {
    let mut line = Vec::new();
    for ply in 0..plies {
        let mut legal = table.legal();
        if legal.is_empty() {
            break;
        }
        let mv = legal.swap_remove(rng.usize(..legal.len()));
        let comment = (rng.u8(..3) == 0 && !said.is_empty()).then(|| said[rng.usize(..said.len())].clone());
        let mut variations = Vec::new();
        // What could be played instead of the first move of a variation stands beside it.
        if depth < 4 && rng.u8(..5) == 0 && (ply > 0 || depth == 0) {
            let variation = self::line(table.fork().as_mut(), rng.usize(1..4), rng, said, depth + 1);
            variations.push(variation);
        }
        table.play(&mv).expect("a legal move");
        line.push(Entry { text: mv, comment, variations });
    }
    line
}

proptest! {
    #[test]
    fn whatever_is_written_reads_back_in_every_format(
        tags in proptest::collection::vec((any_name(), any_text()), 0..5),
        comment in proptest::option::of(any_text()),
        said in proptest::collection::vec(any_text(), 0..4),
        seed: u64,
        plies in 0_usize..14,
        which in 0_usize..3,
        ending in proptest::option::of(proptest::sample::select(Ending::all_beyond_the_rules())),
    ) {
        let spec = games()[which].description.id;
        let mut table = open(spec, None).expect("a game");
        let mut rng = fastrand::Rng::with_seed(seed);
        let moves = line(table.as_mut(), plies, &mut rng, &said, 0);
        let mut record = Transcript { game: table.game(), tags, comment, moves, ..Transcript::default() };
        record.set_ending(table.ending().or(ending).as_ref());
        // Nobody can resign twice: a record that is over by its moves claims no other ending.
        let own = games()[which].description.formats.iter().copied();
        for format in [format("text"), format("json")].into_iter().chain(own) {
            let text = records::write(&record, &format).expect("a record of this game");
            let read = records::read(&text);
            prop_assert!(read.is_ok(), "{}: {:?}\n{}", format.id, read, text);
            let read = sorted(read.expect("it was looked at"));
            prop_assert_eq!(&read, &sorted(record.clone()), "{}\n{}", format.id, text);
            // And the rules take it as it is.
            let replayed = records::replay(&read).expect("a game");
            prop_assert_eq!(sorted(replayed.transcript), read);
        }
    }

    #[test]
    fn what_is_read_of_a_damaged_record_is_written_and_read_the_same(
        seed: u64,
        said in any_text(),
        at in 0_usize..400,
        cut in 0_usize..3,
        put in any_text(),
        which in 0_usize..4,
    ) {
        let mut table = open(GAME, None).expect("a game");
        let mut rng = fastrand::Rng::with_seed(seed);
        let moves = line(table.as_mut(), 8, &mut rng, std::slice::from_ref(&said), 0);
        let tags = vec![("X".to_string(), said.clone()), (said.clone(), "y".to_string())];
        let record = Transcript { game: GAME.into(), tags, comment: Some(said), moves, ..Transcript::default() };
        let format = records::formats().nth(which).expect("four formats");
        let mut chars: Vec<char> = records::write(&record, &format).expect("a record").chars().collect();
        let at = at % chars.len();
        let end = (at + cut).min(chars.len());
        chars.splice(at..end, put.chars());
        let text: String = chars.into_iter().collect();
        let Ok(read) = records::read(&text) else { return Ok(()) };
        let Ok(replayed) = records::replay(&read) else { return Ok(()) };
        for format in records::formats() {
            let Ok(written) = records::write(&replayed.transcript, &format) else { continue };
            let again = records::read(&written);
            prop_assert!(again.is_ok(), "{}: {:?}\n{}\n{}", format.id, again, text, written);
            let again = again.expect("it was looked at");
            prop_assert_eq!(sorted(again), sorted(replayed.transcript.clone()), "{}\n{}", format.id, written);
        }
    }
}
