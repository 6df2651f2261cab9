//! Moves and positions in text, and what is said when they are wrong.

use potez_core::{Explain as _, Game as _, MoveError, Outcome, Player, Position as _, PositionError};
use potez_havannah::{Cell, Game, Illegal, Move, Position, Structures, Upto5};

fn game(spec: &str) -> Game<Upto5> {
    spec.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn play(game: &Game<Upto5>, moves: &str) -> Position<Upto5> {
    let mut pos = game.start();
    for word in moves.split_whitespace() {
        let mv = game.read_move(&pos, word).unwrap_or_else(|error| panic!("{error}"));
        pos.try_play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
    pos
}

fn cell(x: usize, y: usize) -> Cell {
    Cell::new(x, y)
}

#[test]
fn the_start_is_written_row_by_row() {
    let game = game("havannah:size=4");
    assert_eq!(game.start().to_string(), "..../...../....../......./....../...../.... x 0");
}

#[test]
fn moves_are_read_in_canonical_and_in_list_form_in_any_case() {
    let game = game("havannah:size=5");
    let pos = game.start();
    for text in ["e5", " E5 ", "e 5", "(e 4)", "( E  4 )", "(e4)"] {
        assert_eq!(game.read_move(&pos, text), Ok(Move::stone(cell(4, 4))), "{text}");
    }
    for text in ["swap", " SWAP"] {
        assert_eq!(game.read_move(&pos, text), Ok(Move::SWAP), "{text}");
    }
}

#[test]
fn a_text_that_is_no_move_says_what_was_expected_and_where() {
    let game = game("havannah:size=4");
    for (text, at, expected) in [
        ("", 0, "a cell such as `c3`, or `swap`"),
        ("  ", 0, "a cell such as `c3`, or `swap`"),
        ("k1", 0, "a row from `a` to `g`"),
        ("a5", 1, "a column from 1 to 4 (row `a`)"),
        ("(a 4)", 3, "a column from 0 to 3 (row `a`)"),
        ("swapp", 0, "a row from `a` to `g`"),
        ("5e", 0, "a row from `a` to `g`"),
    ] {
        let Err(MoveError::Syntax(error)) = game.read_move(&game.start(), text) else { panic!("{text} was read") };
        assert_eq!((error.at, error.expected.as_str()), (at, expected), "{text}");
    }
}

#[test]
fn a_taken_cell_is_refused() {
    let pos = play(&game("havannah:size=4"), "d4 c3");
    let error = pos.check(Move::stone(cell(2, 2))).expect_err("taken");
    assert_eq!(error, Illegal::Taken { cell: cell(2, 2) });
    assert_eq!(error.to_string(), "`c3` is taken");
    assert_eq!((error.code(), error.args()), ("cell-taken", vec![("cell", "c3".to_string())]));
}

#[test]
fn a_cell_off_the_board_is_refused() {
    let pos = play(&game("havannah:size=4"), "d4");
    let error = pos.check(Move::stone(cell(4, 0))).expect_err("off the board");
    assert_eq!(error, Illegal::OffBoard { cell: cell(4, 0), size: 4 });
    assert_eq!(error.to_string(), "`a5` is not on the board of size 4");
    assert_eq!(error.code(), "cell-off-board");
    assert_eq!(error.args(), [("cell", "a5".to_string()), ("size", "4".to_string())]);
}

#[test]
fn the_swap_is_refused_when_the_rules_do_not_have_it() {
    let error = play(&game("havannah:size=4"), "d4").check(Move::SWAP).expect_err("swap=off");
    assert_eq!((error, error.code(), error.args()), (Illegal::SwapOff, "swap-off", vec![]));
}

#[test]
fn the_swap_is_refused_on_any_ply_but_the_second() {
    let game = game("havannah:size=4,swap=on");
    let early = game.start().check(Move::SWAP).expect_err("too early");
    assert_eq!((early, early.code(), early.args()), (Illegal::SwapTooEarly, "swap-too-early", vec![]));
    for (moves, ply) in [("d4 d5", 3), ("d4 swap", 3), ("d4 swap d5", 4)] {
        let late = play(&game, moves).check(Move::SWAP).expect_err("too late");
        assert_eq!(late, Illegal::SwapTooLate { ply });
        assert_eq!((late.code(), late.args()), ("swap-too-late", vec![("ply", ply.to_string())]));
    }
}

#[test]
fn a_finished_game_refuses_every_move() {
    let pos = play(&game("havannah:size=3,swap=on"), "a1 c3 a2 c4 a3");
    assert_eq!((pos.outcome(), pos.structures()), (Some(Outcome::Win(Player::X)), Structures::BRIDGE));
    for mv in [Move::stone(cell(3, 3)), Move::stone(cell(0, 0)), Move::SWAP] {
        let error = pos.check(mv).expect_err("the game is over");
        assert_eq!((error, error.code(), error.args()), (Illegal::GameOver, "game-over", vec![]));
    }
}

#[test]
fn the_swap_gives_the_stone_to_o_and_the_turn_to_x() {
    let game = game("havannah:size=3,swap=on");
    let pos = play(&game, "b2 swap");
    assert_eq!(pos.to_string(), ".../.o../...../..../... x 2");
    assert!(pos.swapped() && pos.turn() == Player::X && pos.count_moves() == 18);
    assert_eq!(play(&game, "b2 swap a1").to_string(), "x../.o../...../..../... o 3");
    assert_ne!(pos.key(), play(&game, "b2").key());
}

#[test]
fn a_finished_position_reads_back_with_its_structures() {
    let game = game("havannah:size=3");
    let pos = game.read_position("  XXX/..../.oo../..../...  O   5 ").expect("a won position");
    assert_eq!(pos.outcome(), Some(Outcome::Win(Player::X)));
    assert_eq!(game.reason(&pos).as_deref(), Some("bridge"));
    assert_eq!(pos.winning_chain(), [cell(0, 0), cell(1, 0), cell(2, 0)]);
    assert_eq!(pos.to_string(), "xxx/..../.oo../..../... o 5");
}

#[test]
fn a_full_board_without_structure_is_a_draw() {
    let game = game("havannah:size=3");
    // Found by random play: every line of either player is cut.
    let pos = play(&game, include_str!("../draw.txt"));
    assert_eq!((pos.outcome(), pos.structures()), (Some(Outcome::Draw), Structures::NONE));
    assert_eq!(game.reason(&pos).as_deref(), Some("full-board"));
    assert!(pos.winning_chain().is_empty());
    let read = game.read_position(&pos.to_string()).expect("a drawn position");
    assert_eq!(read.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_position_of_the_wrong_form_says_where() {
    let game = game("havannah:size=3");
    for (text, at, expected) in [
        ("", 0, "`.`, `x` or `o` (row `a` has 3 cells)"),
        ("..", 2, "`.`, `x` or `o` (row `a` has 3 cells)"),
        ("../..", 2, "`.`, `x` or `o` (row `a` has 3 cells)"),
        ("..../", 3, "`/` (row `a` has 3 cells)"),
        (".../.?../...../..../... x 0", 5, "`.`, `x` or `o` (row `b` has 4 cells)"),
        (".../..../...../..../...", 23, "the turn, `x` or `o`"),
        (".../..../...../..../.... x 0", 23, "a blank after the last row"),
        (".../..../...../..../.../ x 0", 23, "a blank after the last row"),
        (".../..../...../..../... z 0", 24, "the turn, `x` or `o`"),
        (".../..../...../..../... x", 25, "the ply number"),
        (".../..../...../..../... x0", 25, "a blank after the turn"),
        (".../..../...../..../... x -1", 26, "the ply number"),
        (".../..../...../..../... x 99999", 26, "the ply number"),
        (".../..../...../..../... x 0 0", 28, "the end of the position"),
    ] {
        let Err(PositionError::Syntax(error)) = game.read_position(text) else { panic!("`{text}` was read") };
        assert_eq!((error.at, error.expected.as_str()), (at, expected), "{text}");
    }
}

fn defect(game: &Game<Upto5>, text: &str) -> &'static str {
    match game.read_position(text) {
        Err(PositionError::Impossible { code, .. }) => code,
        other => panic!("`{text}`: {other:?}"),
    }
}

#[test]
fn positions_that_no_game_reaches_are_refused() {
    let game = game("havannah:size=3");
    for (text, code) in [
        (".../..../...../..../... o 0", "turn-and-ply"),
        ("x../..../...../..../... x 1", "turn-and-ply"),
        (".../..../...../..../... o 1", "stone-count"),
        ("o../..../...../..../... o 1", "stone-count"),
        ("xx./..../...../..../... x 2", "stone-count"),
        ("o../..../...../..../... x 2", "stone-count"),
        ("xxx/..../...../..../ooo x 6", "two-winners"),
        ("xxx/..../...../.oo./o.. x 6", "winner-on-turn"),
        // Two bridges that share no stone.
        ("xxx/o..o/.ooo./..../xxx o 11", "won-before"),
    ] {
        assert_eq!(defect(&game, text), code, "{text}");
    }
}

#[test]
fn with_the_swap_one_x_less_is_allowed_from_the_second_ply_on() {
    let game = game("havannah:size=3,swap=on");
    for text in [
        "x../..../...../..../... o 1",
        "o../..../...../..../... x 2",
        "x../o.../...../..../... x 2",
        "ox./..../...../..../... o 3",
        "xx./..o./...../..../... o 3",
        "oxo/..../...../..../... x 4",
    ] {
        let pos = game.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(pos.to_string(), text);
        assert_eq!(pos.swapped(), pos.stones().count() < pos.ply(), "{text}");
    }
    for text in ["o../..../...../..../... o 1", "oo./..../...../..../... x 2", ".../..../...../..../... x 2"] {
        assert_eq!(defect(&game, text), "stone-count", "{text}");
    }
}
