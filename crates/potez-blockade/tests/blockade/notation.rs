//! What can be read, and what the errors say about the rest.

use potez_blockade::{Game, LARGE, Position, Rules, SMALL};
use potez_core::{Explain, Game as _, MoveError, Position as _};
use proptest::prelude::*;

fn start(spec: &str) -> (Game<LARGE>, Position<LARGE>) {
    let game: Game<LARGE> = spec.parse().unwrap();
    let pos = game.start();
    (game, pos)
}

fn read(spec: &str, text: &str) -> String {
    let (game, pos) = start(spec);
    game.read_move(&pos, text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

#[test]
fn every_accepted_form_reads_as_the_canonical_move() {
    let forms = [
        ("d4-d6/Bd7", "d4-d6/Bd7"),
        ("  D4 - D6 / bD7 ", "d4-d6/Bd7"),
        ("d4-d6 Bd7", "d4-d6/Bd7"),
        ("X 1 4 6 B 4 7", "d4-d6/Bd7"),
        ("x 1 4 6 p 4 7", "d4-d6/Bd7"),
        ("X1 4 6 P 4 7", "d4-d6/Bd7"),
        ("[X2] [6 3] [Z 4 9]", "h4-f3/Gd9"),
        ("[X 2], [6, 3], [G 4 9]", "h4-f3/Gd9"),
        ("X1 4 6", "d4-d6"),
        ("X1 d6 Bd7", "d4-d6/Bd7"),
        ("X 1 4 B", "d4-d11"),
        ("X 1 4 B B 4 B", "d4-d11/Bd11"),
        ("X 1 A 6 Z A D", "d4-j6/Gj13"),
        ("X 1 4 11 Z 10 13", "d4-d11/Gj13"),
        ("4 4-4 6/P 4 7", "d4-d6/Bd7"),
        ("B 4 7", "Bd7"),
        ("z 4 9", "Gd9"),
        ("Pd7", "Bd7"),
        ("zd7", "Gd7"),
        ("bb7", "Bb7"),
        ("b A 7", "Bj7"),
        ("b4-b6/Bb7", "b4-b6/Bb7"),
    ];
    for (text, canonical) in forms {
        assert_eq!(read("blockade", text), canonical, "{text}");
    }
    // Row o exists on tall boards: a dash tells the square from the player.
    assert_eq!(read("blockade:rows=22", "o4-o6/Bd7"), "o4-o6/Bd7");
}

#[test]
fn syntax_errors_say_where_and_what() {
    let cases = [
        ("", 0, "a move such as"),
        ("d4", 0, "a move such as"),
        ("d4-", 3, "a square such as"),
        ("d4-d6/", 6, "a wall such as"),
        ("d4-d6/Xd7", 6, "a wall such as"),
        ("d4-d6/Bd7x", 9, "the end of the move"),
        ("d4d5-d6", 2, "`-` and the square"),
        ("X", 1, "the number of a pawn"),
        ("X 1", 3, "a square such as"),
        ("X 1 4", 5, "a column"),
        ("B 4", 3, "a column"),
        ("X 1 4 6 Q 4 7", 8, "a wall such as"),
        ("?", 0, "a move such as"),
    ];
    let (game, pos) = start("blockade");
    for (text, at, expected) in cases {
        match game.read_move(&pos, text) {
            Err(MoveError::Syntax(error)) => {
                assert_eq!(error.at, at, "{text}: {error}");
                assert!(error.expected.contains(expected), "{text}: {error}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn position_errors_have_their_names() {
    let cases = [
        ("", "cannot-read"),
        ("d4+h4 d11+h11 - - 9.9 9.9", "cannot-read"),
        ("d4+h4 d11+h11 - - 9.9 9.9 x x", "cannot-read"),
        ("d4+h4 d11+h11 - - 9.9 9.9 z", "cannot-read"),
        ("d4 d11+h11 - - 9.9 9.9 x", "cannot-read"),
        ("d4+h4 d11+h11 d - 9.9 9.9 x", "cannot-read"),
        ("d4+h4 d11+h11 - - 9-9 9.9 x", "cannot-read"),
        ("d4+h44 d11+h11 - - 9.9 9.9 x", "pawn-off-board"),
        ("d4+h4 z11+h11 - - 9.9 9.9 x", "pawn-off-board"),
        ("d4+h4 d11+h11 k1 - 8.9 9.9 x", "wall-off-board"),
        ("d4+h4 d11+h11 a1+a2 - 8.9 8.9 x", "walls-overlap"),
        ("d4+h4 d11+h11 a1+a1 - 8.9 8.9 x", "walls-overlap"),
        ("d4+h4 d11+h11 a1 a1 8.9 9.8 x", "walls-cross"),
        ("d4+d4 d11+h11 - - 9.9 9.9 x", "pawns-share-square"),
        ("d4+h4 h4+h11 - - 9.9 9.9 o", "winner-to-move"),
        ("d5+h4 d5+h11 - - 9.9 9.9 x", "pawns-share-square"),
        ("d11+h11 d10+h10 - - 9.9 9.9 o", "two-pawns-on-goals"),
        ("d11+h4 d10+h10 - - 9.9 9.9 x", "winner-to-move"),
        ("d4+h4 d11+h11 - - 10.9 9.9 x", "too-many-walls-left"),
        ("d4+h4 d11+h11 a1 - 9.9 9.9 x", "walls-do-not-add-up"),
        ("d4+h4 d11+h11 - - 9.9 9.8 x", "walls-do-not-add-up"),
        ("a1+h4 d11+h11 - a1+c1 9.8 9.8 o", ""),
        ("a1+h4 d11+h11 d1 a1+c1 8.8 9.8 o", "pawn-cut-off"),
    ];
    let (game, _) = start("blockade");
    for (text, code) in cases {
        match game.read_position(text) {
            Ok(pos) => assert_eq!((pos.to_string().as_str(), ""), (text, code)),
            Err(error) => assert_eq!(error.code(), code, "{text}: {error}"),
        }
    }
}

#[test]
fn a_pawn_on_a_goal_reads_back_as_the_end() {
    let (game, _) = start("blockade");
    for text in ["d11+h4 d11+h11 - - 9.9 9.9 o", "d11+h4 d10+h11 - - 9.9 9.9 o", "d4+h5 h4+h11 - - 9.9 9.9 x"] {
        let pos = game.read_position(text).unwrap();
        assert_eq!(pos.to_string(), text);
        assert_eq!(game.reason(&pos).as_deref(), Some("goal"));
        assert_eq!(pos.count_moves(), 0);
    }
}

#[test]
fn specs_are_written_as_short_as_they_can_be() {
    let cases = [
        ("blockade", "blockade"),
        ("Blockade:rows=11,cols=14,walls=9,turn=full,step=two,goal=home,x=d4+h4,o=d11+h11", "blockade"),
        ("blockade:x=h4+d4", "blockade:x=h4+d4"),
        ("blockade:cols=28,rows=22", "blockade:rows=22,cols=28"),
        ("blockade:goal=rank,turn=EITHER,step=upto", "blockade:turn=either,step=upto,goal=rank"),
        ("blockade:rows=5,cols=5,o=A2+e4", "blockade:rows=5,cols=5,o=a2+e4"),
    ];
    for (spec, short) in cases {
        let rules: Rules = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(rules.to_string(), short);
        assert_eq!(short.parse(), Ok(rules));
    }
}

#[test]
fn usual_starts_follow_the_size() {
    let cases =
        [("rows=11,cols=14", "d4+h4 d11+h11"), ("rows=5,cols=5", "b1+d1 b5+d5"), ("rows=22,cols=28", "g7+p7 g22+p22")];
    for (size, pawns) in cases {
        let (_, pos) = start(&format!("blockade:{size}"));
        assert!(pos.to_string().starts_with(pawns), "{pos}");
    }
}

#[test]
fn bad_specs_say_what_is_allowed() {
    let cases = [
        ("blockade:rows=4", "spec-bad-value", "a number from 5 to 22"),
        ("blockade:cols=29", "spec-bad-value", "a number from 5 to 28"),
        ("blockade:walls=19", "spec-bad-value", "a number from 0 to 18"),
        ("blockade:turn=half", "spec-bad-value", "`either`"),
        ("blockade:x=d4", "spec-bad-value", "two squares such as"),
        ("blockade:x=d4+é1", "spec-bad-value", "two squares such as"),
        ("blockade:x=d4+d99", "spec-start-off-board", "11 × 14"),
        ("blockade:x=d4+l1", "spec-start-off-board", "`l1`"),
        ("blockade:x=d4+d11", "spec-equal-starts", "`d11`"),
        ("blockade:goal=rank,o=a1+b2", "spec-bad-value", "outside column 1"),
        ("blockade:size=8", "spec-unknown-key", "rows, cols, walls"),
    ];
    for (spec, code, part) in cases {
        let error = spec.parse::<Rules>().expect_err(spec);
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn boards_that_do_not_fit_a_class_are_refused_by_it() {
    assert!("blockade:rows=12,cols=15".parse::<Game<SMALL>>().is_ok());
    let error = "blockade:rows=13".parse::<Game<SMALL>>().unwrap_err().to_string();
    assert_eq!(error, "blockade: `rows=13` is not allowed: rows is a number from 5 to 12 on this class of boards");
    assert!("blockade:cols=16".parse::<Game<SMALL>>().is_err());
    assert!("blockade:rows=22,cols=28".parse::<Game<LARGE>>().is_ok());
}

/// Text that looks a little like moves and positions.
const LIKELY: &str = "[xXoObBgGpPzZa-v0-9 ,/+.\\-\\[\\]é]{0,40}";

proptest! {
    #[test]
    fn reading_anything_never_panics(text in prop_oneof![LIKELY, ".{0,60}"]) {
        let (game, pos) = start("blockade");
        if let Ok(mv) = game.read_move(&pos, &text) {
            prop_assert_eq!(game.read_move(&pos, &mv.to_string()), Ok(mv));
        }
        if let Ok(pos) = game.read_position(&text) {
            prop_assert_eq!(game.read_position(&pos.to_string()).map(|pos| pos.key()), Ok(pos.key()));
        }
        let spec = format!("blockade:{text}");
        if let Ok(rules) = spec.parse::<Rules>() {
            prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
        }
    }

    #[test]
    fn positions_made_of_likely_fields_round_trip(
        pawns in prop::collection::vec((0u8..5, 1u8..6), 4),
        walls in prop::collection::vec((any::<bool>(), 0u8..4, 1u8..5), 0..6),
        o_moves in any::<bool>(),
    ) {
        let square = |(row, col): (u8, u8)| format!("{}{col}", char::from(b'a' + row));
        let list = |blue: bool| {
            let of_colour = walls.iter().filter(|wall| wall.0 == blue);
            let names: Vec<String> = of_colour.map(|&(_, r, c)| square((r, c))).collect();
            if names.is_empty() { "-".to_string() } else { names.join("+") }
        };
        let left = |blue: bool| 9 - walls.iter().filter(|wall| wall.0 == blue).count();
        let squares: Vec<String> = pawns.into_iter().map(square).collect();
        let text = format!(
            "{}+{} {}+{} {} {} {}.{} 9.9 {}",
            squares[0], squares[1], squares[2], squares[3], list(true), list(false), left(true), left(false),
            if o_moves { 'o' } else { 'x' },
        );
        let game: Game<SMALL> = "blockade:rows=5,cols=5".parse().unwrap();
        if let Ok(pos) = game.read_position(&text) {
            let again = game.read_position(&pos.to_string()).unwrap();
            prop_assert!(again == pos && again.key() == pos.key());
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            prop_assert_eq!(moves.len() as u64, pos.count_moves());
            prop_assert!(moves.iter().all(|&mv| pos.is_legal(mv)));
        }
    }

    #[test]
    fn every_set_of_options_reads_back(
        rows in 5usize..=22, cols in 5usize..=28, walls in 0usize..=18,
        turn in 0usize..3, step in 0usize..3, goal in 0usize..2,
    ) {
        let turn = ["full", "either", "optional"][turn];
        let step = ["two", "upto", "one"][step];
        let goal = ["home", "rank"][goal];
        let spec = format!("blockade:rows={rows},cols={cols},walls={walls},turn={turn},step={step},goal={goal}");
        let rules: Rules = spec.parse().unwrap();
        prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
        prop_assert_eq!((rules.rows(), rules.cols(), usize::from(rules.walls())), (rows, cols, walls));
        prop_assert_eq!(rules.is_small(), Game::<SMALL>::new(rules).is_some());
    }
}
