//! Reading and writing of moves and positions.

use potez_byte::{Board, Eight, Game, Move, Sixteen, Ten};
use potez_core::{Explain, Game as _, MoveError, Outcome, Player, Position as _};
use proptest::prelude::*;

use crate::refusals::text;
use crate::{SPECS, on_board};

fn read_move<B: Board>(text: &str) -> Result<Move, MoveError<potez_byte::Illegal>> {
    let game = Game::<B>::default();
    game.read_move(&game.start(), text)
}

#[test]
fn the_start_reads_as_the_rules_write_it() {
    let starts = [
        "-,-,-,-/o,o,o,o/x,x,x,x/o,o,o,o/x,x,x,x/o,o,o,o/x,x,x,x/-,-,-,- x 0-0",
        "-,-,-,-,-/o,o,o,o,o/x,x,x,x,x/o,o,o,o,o/x,x,x,x,x/o,o,o,o,o/x,x,x,x,x/o,o,o,o,o/x,x,x,x,x/-,-,-,-,- x 0-0",
    ];
    assert_eq!(Game::<Eight>::default().start().to_string(), starts[0]);
    assert_eq!(Game::<Ten>::default().start().to_string(), starts[1]);
}

#[test]
fn a_move_may_be_written_loosely_or_in_five_numbers() {
    let whole = ["d4-e3", "D4-E3", " d4 - e3 ", "d4 e3", "d4e3", "(d4, e3)", "d4:1-e3", "4 3 5 4 0", "[4, 3, 5, 4, 0]"];
    for text in whole {
        assert_eq!(read_move::<Eight>(text).expect(text).to_string(), "d4-e3", "{text}");
    }
    for text in ["d4:2-e3", "D4 : 2 - E3", "((4,3),(5,4),1)", "04 03 05 04 01"] {
        assert_eq!(read_move::<Eight>(text).expect(text).to_string(), "d4:2-e3", "{text}");
    }
    for text in ["pass", " PASS ", "(Pass)"] {
        assert_eq!(read_move::<Sixteen>(text).expect(text), Move::PASS, "{text}");
    }
    // Rows count from the top, so the same numbers are other squares on another board; and p is a
    // file there.
    assert_eq!(read_move::<Ten>("4 3 5 4 0").expect("five numbers").to_string(), "d6-e5");
    assert_eq!(read_move::<Sixteen>("p2-o3").expect("two squares").to_string(), "p2-o3");
}

#[test]
fn a_text_that_is_no_move_says_where_it_fails() {
    let any = "a move such as `d4-e3`, `d4:2-e3`, `pass` or the five numbers `4 3 5 4 0`";
    let cases = [
        ("", 0, any),
        ("  ", 2, any),
        ("?", 0, any),
        ("-d4", 0, any),
        ("d-e3", 1, "the number of a rank"),
        ("d4", 2, "a square such as `d4`"),
        ("d4-", 3, "a square such as `d4`"),
        ("d4-3e", 3, "a square such as `d4`"),
        ("d4:x-e3", 3, "the number of a checker, 1 to 7"),
        ("d4:0-e3", 3, "the number of a checker, 1 to 7"),
        ("d4:8-e3", 3, "the number of a checker, 1 to 7"),
        ("d4-e3 f2", 6, "the end"),
        ("pass!", 4, "the end"),
        ("passe", 4, "the end"),
        ("4 3 5", 5, "the number of a column"),
        ("4 3", 3, "the number of a row"),
        ("4 3 5 4", 7, "the number of a checker, 0 to 6"),
        ("4 3 5 4 7", 8, "the number of a checker, 0 to 6"),
        ("4 3 5 4 0 0", 10, "the end"),
        ("4 3 5 4 x", 8, "the number of a checker, 0 to 6"),
    ];
    for (text, at, expected) in cases {
        match read_move::<Eight>(text) {
            Err(MoveError::Syntax(error)) => assert_eq!((error.at, error.expected.as_str()), (at, expected), "{text}"),
            other => panic!("`{text}` gave {other:?}"),
        }
    }
}

#[test]
fn a_text_that_is_no_position_says_where_it_fails() {
    let start = Game::<Eight>::default().start().to_string();
    let cases = [
        ("", 0, "the stack on `b8` in letters `x` and `o`, or `-`"),
        ("-,-,-", 5, "`,` and 1 more of rank 8"),
        ("-,-,-/o", 5, "`,` and 1 more of rank 8"),
        ("-,-,-,-,-/o", 7, "`/` and 7 more ranks"),
        ("-,-,-,-", 7, "`/` and 7 more ranks"),
        ("-,-,-,q/", 6, "the stack on `h8` in letters `x` and `o`, or `-`"),
        ("-,-,-,xq/", 7, "`/` and 7 more ranks"),
        ("-,-,,-/", 4, "the stack on `f8` in letters `x` and `o`, or `-`"),
        (&start[..64], 64, "the turn, `x` or `o`"),
        (&start[..63], 63, "a blank and the turn"),
        (&start.replace(" x 0-0", "/-,-,-,- x 0-0"), 63, "a blank and the turn"),
        (&start.replace(" x 0-0", " z 0-0"), 64, "the turn, `x` or `o`"),
        (&start.replace(" x 0-0", " x"), 65, "a blank and the scores, such as `1-0`"),
        (&start.replace(" x 0-0", " x -0"), 66, "the score of X"),
        (&start.replace(" x 0-0", " x 0:0"), 67, "`-` and the score of O"),
        (&start.replace(" x 0-0", " x 0-"), 68, "the score of O"),
        (&start.replace(" x 0-0", " x 0-0 0"), 70, "the end"),
    ];
    for (text, at, expected) in cases {
        match Game::<Eight>::default().read_position(text) {
            Err(potez_core::PositionError::Syntax(error)) => {
                assert_eq!((error.at, error.expected.as_str()), (at, expected), "{text}");
            }
            other => panic!("`{text}` gave {other:?}"),
        }
    }
}

#[test]
fn a_position_that_cannot_arise_is_refused() {
    let start = Game::<Eight>::default().start().to_string();
    let cases = [
        (
            start.replacen("o,", "oxoxoxox,", 1),
            "byte-stack-too-high",
            "the stack on `a7` is 8 high; one of 8 leaves the board",
        ),
        (
            start.replacen("o,", &format!("{},", "o".repeat(500)), 1),
            "byte-stack-too-high",
            "the stack on `a7` is 500 high; one of 8 leaves the board",
        ),
        (
            start.replace("0-0", "3-0"),
            "byte-score-too-high",
            "no game comes to 3-0; the first of 3 stacks to take 2 wins",
        ),
        (
            start.replace("0-0", "2-2"),
            "byte-score-too-high",
            "no game comes to 2-2; the first of 3 stacks to take 2 wins",
        ),
        (
            start.replace("0-0", "0-999"),
            "byte-score-too-high",
            "no game comes to 0-999; the first of 3 stacks to take 2 wins",
        ),
        (start.replace("0-0", "1-0"), "byte-checkers", "at 1-0 the board holds 16 checkers, not 24"),
        (start.replacen('x', "-", 1), "byte-checkers", "at 0-0 the board holds 24 checkers, not 23"),
        (start.replacen('x', "o", 1), "byte-checkers-of-one", "at 0-0 at most 12 checkers of O can be left, not 13"),
        (
            text(&[("a1", "xxxxxx"), ("d4", "xxxxxx"), ("g7", "oooo")], "o 1-0"),
            "byte-checkers-of-one",
            "at 1-0 at most 11 checkers of X can be left, not 12",
        ),
    ];
    for (text, code, sentence) in cases {
        let error = Game::<Eight>::default().read_position(&text).expect_err(&text);
        assert_eq!((error.code(), error.to_string()), (code, format!("not a position of this game: {sentence}")));
    }
}

#[test]
fn a_position_may_be_written_loosely() {
    let game = Game::<Eight>::default();
    let text = game.start().to_string();
    let loose = format!("  {} ", text.to_uppercase().replace(' ', "   "));
    assert_eq!(game.read_position(&loose).expect(&loose), game.start());
}

#[test]
fn a_finished_game_reads_back_with_its_result() {
    let game = Game::<Eight>::default();
    for (rest, player) in [("x 2-1", Player::X), ("o 1-2", Player::O)] {
        let text = text(&[], rest);
        let pos = game.read_position(&text).expect(&text);
        assert_eq!((pos.outcome(), pos.to_string()), (Some(Outcome::Win(player)), text));
        assert_eq!((pos.count_moves(), game.reason(&pos).as_deref()), (0, Some("majority")));
    }
    let game = Game::<Sixteen>::default();
    let text = format!("{} x 7-7", ["-,-,-,-,-,-,-,-"; 16].join("/"));
    let pos = game.read_position(&text).expect(&text);
    assert_eq!((pos.outcome(), game.reason(&pos).as_deref()), (Some(Outcome::Draw), Some("tie")));
}

/// The text of a position after some random moves.
fn position_text<B: Board>(spec: &str, seed: u64, plies: usize) -> String {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut pos = spec.parse::<Game<B>>().expect(spec).start();
    for _ in 0..plies {
        let Some(mv) = pos.random_move(&mut rng) else { break };
        pos.play(mv);
    }
    pos.to_string()
}

/// Reads a text as both a position and a move; what can be read must print to something that reads
/// back the same.
fn survives<B: Board>(spec: &str, text: &str) {
    let game: Game<B> = spec.parse().expect(spec);
    if let Ok(pos) = game.read_position(text) {
        assert_eq!(game.read_position(&pos.to_string()), Ok(pos));
        assert_eq!(pos.outcome().is_none(), pos.count_moves() > 0);
    }
    if let Ok(mv) = game.read_move(&game.start(), text) {
        assert_eq!(game.read_move(&game.start(), &mv.to_string()).ok(), Some(mv));
        let _ = game.start().check(mv);
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_readers_panic(text in ".{0,80}", which in 0..6_usize) {
        on_board!(SPECS[which], survives(&text));
    }

    #[test]
    fn no_text_of_the_right_letters_makes_the_readers_panic(text in "[a-p0-9xo:,/ \\-]{0,30}", which in 0..6_usize) {
        on_board!(SPECS[which], survives(&text));
    }

    #[test]
    fn a_damaged_position_is_refused_or_round_trips(
        seed in any::<u64>(),
        plies in 0..60_usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), "[xo,/ 0-9\\-]{0,3}"), 1..4),
        which in 0..6_usize,
    ) {
        let mut chars: Vec<char> = on_board!(SPECS[which], position_text(seed, plies)).chars().collect();
        for (place, patch) in damage {
            let at = place.index(chars.len());
            chars.splice(at..=at, patch.chars());
            prop_assume!(!chars.is_empty());
        }
        on_board!(SPECS[which], survives(&chars.into_iter().collect::<String>()));
    }

    #[test]
    fn every_move_between_squares_of_the_board_round_trips(numbers in prop::array::uniform5(0..16_usize)) {
        let [row, col, row_to, col_to, level] = numbers;
        let text = format!("{row} {col} {row_to} {col_to} {}", level % 7);
        let mv = read_move::<Sixteen>(&text).expect("a move");
        prop_assert_eq!(read_move::<Sixteen>(&mv.to_string()).ok(), Some(mv));
        prop_assert_eq!((mv.from().file(), 15 - mv.from().rank()), (col, row));
        prop_assert_eq!((mv.to().file(), 15 - mv.to().rank(), usize::from(mv.level())), (col_to, row_to, level % 7));
    }
}
