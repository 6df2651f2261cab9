//! SGF and HGF files.

use potez_core::{Ending, Entry, Outcome, ParseError, Player, Transcript};
use potez_havannah::Coordinates;
use potez_havannah::sgf::{self, WriteError};

fn read(text: &str) -> Transcript {
    sgf::read(text, None).unwrap_or_else(|error| panic!("{error}"))
}

fn moves(transcript: &Transcript) -> Vec<&str> {
    transcript.moves.iter().map(|entry| entry.text.as_str()).collect()
}

#[test]
fn white_is_the_first_player_and_the_swap_is_a_move() {
    let record = read("(;FF[4]GM[Havannah]SZ[8];W[c6];B[swap];W[d4];B[resign])");
    assert_eq!(record.game, "havannah:swap=on");
    assert_eq!(moves(&record), ["c6", "swap", "d4"]);
    assert_eq!((record.result, record.reason.as_deref()), (Some(Outcome::Win(Player::X)), Some("resign")));
}

#[test]
fn blanks_and_case_do_not_matter() {
    let text = "\u{feff} ( ; ff[4] gm[ HAVANNAH ]\r\n sz[ 4 ] pw[Ana]\n;w[ D4 ] ; b [ c 3 ] ; White[e5] )";
    let record = read(text);
    assert_eq!(record.game, "havannah:size=4");
    assert_eq!(moves(&record), ["d4", "c3", "e5"]);
    assert_eq!(record.tag("X"), Some("Ana"));
}

#[test]
fn the_result_is_what_the_replay_says() {
    let record = read("(;GM[Havannah]SZ[3]RE[B+];W[a1];B[c3];W[a2];B[c4];W[a3])");
    assert_eq!((record.result, record.reason.as_deref()), (Some(Outcome::Win(Player::X)), Some("bridge")));
    let record = read("(;GM[Havannah]SZ[3]RE[B+];W[a1])");
    assert_eq!((record.result, record.reason), (Some(Outcome::Win(Player::O)), None), "a claim, and no ending");
}

#[test]
fn an_ending_that_no_move_shows_is_read_from_the_file() {
    let ending = |result: &str| read(&format!("(;GM[Havannah]SZ[4]RE[{result}];W[a1];B[b2])")).ending();
    for (text, expected) in [
        ("W+T", Some(Ending::Time(Player::O))),
        ("B+Time", Some(Ending::Time(Player::X))),
        ("B+Resign", Some(Ending::Resignation(Player::X))),
        (" w + r ", Some(Ending::Resignation(Player::O))),
        ("W+F", Some(Ending::Forfeit(Player::O))),
        ("b+forfeit", Some(Ending::Forfeit(Player::X))),
        ("0", Some(Ending::Agreement)),
        ("Draw", Some(Ending::Agreement)),
        ("Void", Some(Ending::Aborted)),
        ("?", None),
        ("W+3.5", None),
        ("X+T", None),
        ("", None),
    ] {
        assert_eq!(ending(text), expected, "{text}");
    }
    assert_eq!(ending("B+F]EC[illegal-move"), Some(Ending::IllegalMove(Player::X)));
    assert_eq!(ending("B+F]EC[bridge"), Some(Ending::Forfeit(Player::X)), "the board shows no bridge");
    assert_eq!(ending("0]EC[time"), Some(Ending::Agreement), "nobody loses a draw on time");
}

#[test]
fn the_moves_are_surer_than_the_word_of_the_file() {
    let bridge = read("(;GM[Havannah]SZ[3]RE[B+Time];W[a1];B[c3];W[a2];B[c4];W[a3])");
    assert_eq!(bridge.reason.as_deref(), Some("bridge"));
    let resigned = read("(;GM[Havannah]SZ[3]RE[B+Time];W[a1];B[resign])");
    assert_eq!(resigned.ending(), Some(Ending::Resignation(Player::O)));
}

#[test]
fn comments_variations_and_escapes_are_kept() {
    let text = "(;GM[Havannah]SZ[4]PW[A \\] \\\\ b]C[before];W[a1]C[one\\\n line]\
        (;B[b1]C[main];W[c1](;B[d1])(;B[d2]))(;B[b2]C[other];W[c2];B[resign])(;B[b3]))";
    let record = read(text);
    assert_eq!(moves(&record), ["a1", "b1", "c1", "d1"]);
    assert_eq!(record.comment.as_deref(), Some("before"));
    assert_eq!(record.tag("x"), Some("A ] \\ b"));
    assert_eq!(record.moves[0].comment.as_deref(), Some("one line"));
    assert_eq!(record.moves[1].variations.len(), 2);
    assert_eq!(record.moves[1].variations[0][0].comment.as_deref(), Some("other"));
    assert_eq!(record.moves[1].variations[0][1].comment.as_deref(), Some("O resigns"));
    assert_eq!(record.moves[3].variations[0][0].text, "d2");
    let again = read(&sgf::write(&record, Coordinates::Canonical).expect("a record of the game"));
    assert_eq!(again, record);
}

#[test]
fn a_record_written_reads_back_with_tags_result_and_resignation() {
    let record = read(
        "(;GM[Havannah]SZ[5]RU[swap]PW[Ana]PB[Bo]EV[Cup]DT[2024-05-01]PC[home]GN[a][b];W[e5];B[a1];W[b2];W[resign])",
    );
    assert_eq!(record.game, "havannah:size=5,swap=on");
    assert_eq!((record.tag("Event"), record.tag("Site"), record.tag("O")), (Some("Cup"), Some("home"), Some("Bo")));
    assert_eq!(record.result, Some(Outcome::Win(Player::O)));
    let written = sgf::write(&record, Coordinates::Canonical).expect("a record of the game");
    assert!(written.contains("RE[B+R]") && written.contains("GN[a][b]") && written.contains("RU[swap]"), "{written}");
    assert_eq!(read(&written), record);
}

#[test]
fn a_record_reads_back_in_whatever_coordinates_it_was_written() {
    let record = read("(;SZ[4]PC[Little Golem];W[e1];B[d4](;W[g1];B[a2])(;W[g2]))");
    for coordinates in Coordinates::ALL {
        let written = sgf::write(&record, coordinates).expect("a record of the game");
        assert_eq!(read(&written), record, "{written}");
    }
    let error = sgf::read("(;SZ[4]CO[chess];W[e2])", None).expect_err("no such coordinates").to_string();
    assert!(error.contains("`littlegolem`"), "{error}");
}

#[test]
fn the_grid_of_little_golem_is_recognised_by_name() {
    let text = "(;FF[4]EV[havannah]PW[a]PB[b]SZ[4]SO[http://www.littlegolem.com];W[g1];B[d4];W[a1])";
    assert_eq!(moves(&read(text)), ["g4", "d4", "a1"]);
    assert_eq!(moves(&read("(;SZ[4]PC[Little Golem];W[e1];B[d4])")), ["e2", "d4"]);
}

#[test]
fn the_grid_of_little_golem_is_recognised_by_cells_that_are_none_in_canonical_coordinates() {
    assert_eq!(moves(&read("(;SZ[4];W[g1];B[e4])")), ["g4", "e5"]);
    assert_eq!(moves(&read("(;SZ[4];W[f4];B[e4])")), ["f4", "e4"]);
    let forced = sgf::read("(;SZ[4];W[f4];B[e4])", Some(Coordinates::LittleGolem)).expect("a record");
    assert_eq!(moves(&forced), ["f6", "e5"]);
    let transposed = sgf::read("(;SZ[4];W[a4])", Some(Coordinates::Transposed)).expect("a record");
    assert_eq!(moves(&transposed), ["d1"]);
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    for (text, at, expected) in [
        ("", 0, "`(` (line 1)"),
        ("()", 1, "`;` and a node (line 1)"),
        ("(;SZ[4]", 7, "`;`, `(` or `)` (line 1)"),
        ("(;SZ[4])x", 8, "the end of the file, or `(` and another game (line 1)"),
        ("(;SZ[4])(;SZ[5])", 9, "the end of the file after one game (line 1)"),
        ("(;SZ[4]TG[a][b][c])", 16, "a value for this tag (line 1)"),
        ("(;SZ[4];W)", 9, "`[` and the value of the property (line 1)"),
        ("(;SZ[4];W[a1)", 10, "a value that is closed by `]` (line 1)"),
        ("(;SZ[4]SZ[5])", 7, "no second `SZ` in the same node (line 1)"),
        ("(;GM[Hex]SZ[4])", 5, "the game `Havannah` (line 1)"),
        ("(;FF[4])", 1, "a first node with the side of the board, such as `SZ[8]` (line 1)"),
        ("(;SZ[16])", 5, "a side from 3 to 15 (line 1)"),
        ("(;SZ[4]\n;B[a1])", 3, "a move of `W`, whose turn it is (line 2)"),
        ("(;SZ[4]\n;W[a1]\n;W[a2])", 3, "a move of `B`, whose turn it is (line 3)"),
        ("(;SZ[4];W[a1];B[z9])", 16, "a row from `a` to `g` (line 1)"),
        ("(;SZ[4];W[a1];B[a9])", 17, "a column from 1 to 4 (row `a`) (line 1)"),
        ("(;SZ[4];W[swap])", 10, "`swap` on the second ply only (line 1)"),
        ("(;SZ[4];W[a1]B[a2])", 7, "one move in a node (line 1)"),
        ("(;SZ[4];W[resign];B[a2])", 20, "no move after the resignation (line 1)"),
        ("(;SZ[4];W[resign](;B[a2]))", 18, "nothing after the resignation (line 1)"),
        ("(;SZ[4]AB[a1])", 7, "a record without stones set up by hand (line 1)"),
    ] {
        let ParseError { at: found_at, expected: found, .. } = sgf::read(text, None).expect_err(text);
        assert_eq!((found_at, found.as_str()), (at, expected), "{text}");
    }
}

#[test]
fn a_collection_is_read_game_by_game() {
    let all =
        sgf::read_all("(;SZ[4];W[a1])\n(;SZ[5];W[e5];B[resign]) (;SZ[4];W[g1];B[e4])", None).expect("a collection");
    let games: Vec<&str> = all.iter().map(|record| record.game.as_str()).collect();
    assert_eq!(games, ["havannah:size=4", "havannah:size=5", "havannah:size=4"]);
    assert_eq!(moves(&all[2]), ["g4", "e5"], "the grid of the third only");
    assert_eq!(all[1].ending(), Some(Ending::Resignation(Player::O)));
    assert!(sgf::read_all("(;SZ[4])(;SZ[99])", None).is_err());
}

#[test]
fn variations_are_read_as_deep_as_every_format_can_hold_them() {
    let nested = |depth: usize| {
        let level = |level: usize| {
            let mv = if level.is_multiple_of(2) { "B" } else { "W" };
            format!("(;{mv}[b{}])(;{mv}[c{}]", level % 9 + 1, level % 10 + 1)
        };
        let levels: String = (0..depth).map(level).collect();
        format!("(;SZ[8];W[a1]{levels}{}", ")".repeat(depth + 1))
    };
    assert!(sgf::read(&nested(Transcript::DEEPEST), None).is_ok());
    let error = sgf::read(&nested(Transcript::DEEPEST + 1), None).expect_err("too deep");
    assert!(error.expected.contains("nested at most 40 deep"), "{error}");
}

#[test]
fn a_record_of_another_kind_is_not_written() {
    let other = Transcript { game: "byte".into(), ..Transcript::default() };
    assert!(matches!(sgf::write(&other, Coordinates::Canonical), Err(WriteError::Game(_))));
    let midway = Transcript { game: "havannah".into(), position: Some("…".into()), ..Transcript::default() };
    assert_eq!(sgf::write(&midway, Coordinates::Canonical), Err(WriteError::Position));
}

#[test]
fn a_record_longer_than_any_game_is_written_all_the_same() {
    let entry = Entry { variations: vec![vec![Entry::new("a2")], Vec::new()], ..Entry::new("a1") };
    let long = Transcript { game: "havannah".into(), moves: vec![entry; 100_000], ..Transcript::default() };
    let written = sgf::write(&long, Coordinates::Canonical).expect("a record of the game");
    assert_eq!(written.matches("[a2]").count(), 100_000);
    assert_eq!(written.matches('(').count(), written.matches(')').count());
}

#[test]
fn a_game_nested_move_by_move_is_read_and_endless_nesting_refused() {
    let nested = |depth: usize| format!("(;SZ[4]{}{})", "(;C[deeper]".repeat(depth), ")".repeat(depth));
    assert!(sgf::read(&nested(600), None).is_ok());
    let error = sgf::read(&nested(100_000), None).expect_err("too deep");
    assert!(error.expected.contains("less deeply nested"));
}
