//! Every reason for which a move is refused.

use potez_byte::{Board, Eight, Game, Illegal};
use potez_core::{Explain, Game as _, MoveError, Position as _};

/// The text of an 8 × 8 position with these stacks.
pub(crate) fn text(stacks: &[(&str, &str)], rest: &str) -> String {
    let stack = |file: u8, rank: u8| {
        let square = format!("{}{rank}", char::from(b'a' + file));
        stacks.iter().find(|(name, _)| *name == square).map_or("-", |(_, stack)| stack)
    };
    let rank =
        |rank: u8| (0..8).filter(|file| (file + 1 + rank).is_multiple_of(2)).map(|file| stack(file, rank)).collect();
    let ranks: Vec<Vec<&str>> = (1..=8).rev().map(rank).collect();
    let ranks: Vec<String> = ranks.iter().map(|rank| rank.join(",")).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// What happens to a move: its code and sentence, or that it is legal.
fn refusal(spec: &str, position: &str, mv: &str) -> String {
    fn ask<B: Board>(spec: &str, position: &str, mv: &str) -> Result<(), Illegal> {
        let game: Game<B> = spec.parse().expect(spec);
        let pos = game.read_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let mv = match game.read_move(&pos, mv) {
            Ok(mv) => mv,
            Err(MoveError::Illegal(reason)) => return Err(reason),
            Err(MoveError::Syntax(error)) => panic!("{error}"),
        };
        assert_eq!(pos.check(mv).is_ok(), pos.is_legal(mv));
        pos.check(mv)
    }
    match ask::<Eight>(spec, position, mv) {
        Ok(()) => "legal".into(),
        Err(reason) => {
            // Whatever the sentence names is an argument too, so that it can be said in another
            // language.
            let sentence = reason.to_string();
            for (name, value) in reason.args() {
                assert!(sentence.contains(&value), "{name} = {value} is not in `{sentence}`");
            }
            format!("{}: {sentence}", reason.code())
        }
    }
}

/// Two neighbours in the middle and a lonely stack in each of two corners.
fn crowd() -> String {
    text(&[("d4", "xox"), ("e5", "ox"), ("a1", "xo"), ("b8", "o")], "x 1-1")
}

#[test]
fn squares_must_be_dark_diagonal_neighbours_on_the_board() {
    let cases = [
        ("d4-e5", "legal"),
        ("i9-h8", "byte-off-board: `i9` is not on the 8 × 8 board"),
        ("z99-h8", "byte-off-board: `z99` is not on the 8 × 8 board"),
        ("8 1 7 2 0", "byte-off-board: `8 1` is not on the 8 × 8 board"),
        ("d5-e6", "byte-light-square: `d5` is a light square; Byte is played on the dark ones"),
        ("d4-d5", "byte-light-square: `d5` is a light square; Byte is played on the dark ones"),
        ("d4-f6", "byte-not-adjacent: `f6` is not a diagonal neighbour of `d4`"),
        ("d4-f4", "byte-not-adjacent: `f4` is not a diagonal neighbour of `d4`"),
        ("d4-d4", "byte-not-adjacent: `d4` is not a diagonal neighbour of `d4`"),
    ];
    for (mv, expected) in cases {
        assert_eq!(refusal("byte", &crowd(), mv), expected, "{mv}");
    }
}

#[test]
fn a_lift_needs_a_checker_of_ones_own() {
    let cases = [
        (
            "d4:3-e5",
            "byte-not-higher: checker 3 of `d4` would land as number 3 on `e5`; it must land higher than it stood",
        ),
        ("g1-h2", "byte-no-stack: there is no stack on `g1`"),
        ("d4:4-e5", "byte-no-such-level: there is no checker 4 in the stack on `d4`, which is 3 high"),
        ("d4:2-e5", "byte-not-yours: checker 2 on `d4` is not yours"),
        ("e5-d4", "byte-not-yours: checker 1 on `e5` is not yours"),
        ("e5:2-d4", "legal"),
    ];
    for (mv, expected) in cases {
        assert_eq!(refusal("byte", &crowd(), mv), expected, "{mv}");
    }
}

#[test]
fn no_stack_exceeds_eight() {
    let stacks = [("d4", "xxxxo"), ("e5", "ooooo"), ("a1", "xxo"), ("h8", "xoo")];
    let position = text(&stacks, "x 1-0");
    assert_eq!(refusal("byte", &position, "d4-e5"), "byte-too-tall: the stack on `e5` would be 10 high; the most is 8");
    assert_eq!(
        refusal("byte", &position, "d4:2-e5"),
        "byte-too-tall: the stack on `e5` would be 9 high; the most is 8"
    );
    assert_eq!(refusal("byte", &position, "d4:3-e5"), "legal");
}

#[test]
fn only_a_whole_lonely_stack_steps_and_only_nearer() {
    let cases = [
        ("a1:2-b2", "byte-split-step: `b2` is empty, so only the whole stack on `a1` could step there"),
        (
            "d4-c5",
            "byte-has-neighbours: the stack on `d4` has a neighbour on `e5`, so it may not step to the empty `c5`",
        ),
        (
            "b8-c7",
            "byte-bottom-not-yours: the bottom checker on `b8` is not yours, so you may not move the whole stack",
        ),
        ("a1-b2", "legal"),
    ];
    for (mv, expected) in cases {
        assert_eq!(refusal("byte", &crowd(), mv), expected, "{mv}");
    }
    let away = "byte-not-nearer: `a7` is no closer to any of the stacks nearest to `b8`, which are 3 steps away";
    let replies = crowd().replace(" x ", " o ");
    assert_eq!(refusal("byte", &replies, "b8-a7"), away);
    assert_eq!(refusal("byte", &replies, "b8-c7"), "legal");
}

#[test]
fn who_can_move_must_and_who_cannot_must_pass() {
    assert_eq!(refusal("byte", &crowd(), "pass"), "byte-must-move: you can move, so you may not pass");
    let stuck = text(&[("a1", "oxx"), ("a3", "oxx"), ("h8", "ox")], "x 1-1");
    for mv in ["a1-b2", "d4-e5", "h8:2-g7"] {
        assert_eq!(refusal("byte", &stuck, mv), "byte-must-pass: you have no move, so you must pass", "{mv}");
    }
    assert_eq!(refusal("byte", &stuck, "pass"), "legal");
}

#[test]
fn merges_come_first_and_then_the_shortest_way_where_the_seed_is_followed() {
    let spec = "byte:rules=merge-first";
    let first = "byte-merge-first: a merge is possible, so the move must be a merge";
    assert_eq!(refusal(spec, &crowd(), "a1-b2"), first);
    assert_eq!(refusal(spec, &crowd(), "d4-e5"), "legal");
    let lonely = text(&[("a1", "xxo"), ("a3", "xox"), ("h8", "xo")], "x 1-1");
    let far = "byte-not-nearest: the stack on `h8` is 7 steps from the nearest; another of yours is only 2 away";
    assert_eq!(refusal(spec, &lonely, "h8-g7"), far);
    assert_eq!(refusal("byte", &lonely, "h8-g7"), "legal");
    assert_eq!(refusal(spec, &lonely, "a1-b2"), "legal");
    // With other owners the far stack is X's only one, and may go its way.
    let others = text(&[("a1", "oxo"), ("a3", "oox"), ("h8", "xo")], "x 1-1");
    assert_eq!(refusal(spec, &others, "h8-g7"), "legal");
}

#[test]
fn a_finished_game_takes_no_move() {
    let over = text(&[("d4", "xox"), ("e5", "oxx"), ("a1", "xo")], "o 2-0");
    for mv in ["e5-d4", "pass", "a1-a1"] {
        assert_eq!(refusal("byte", &over, mv), "game-over: the game is over", "{mv}");
    }
}
