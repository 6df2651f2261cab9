//! Games in plain mode.

use std::path::PathBuf;

use crate::run::{potez, succeed};

/// A fresh folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("potez-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

#[test]
fn two_people_play_with_mistakes_undo_and_a_result() {
    let input = "x wing\na1\na1\nc3\na2\nundo\nundo\nredo\na2\nmoves\nhelp\nfly\nc4\na3\n";
    let text = succeed(&["play", "havannah:size=3", "--x", "human", "--o", "human", "--plain"], input);
    assert!(text.contains("X to move>") && text.contains("O to move>"));
    assert!(text.contains("cannot read `fly`"), "{text}");
    assert!(text.contains("`a1` is taken"), "{text}");
    assert!(text.contains("X wins: a bridge between two corners"), "{text}");
}

#[test]
fn the_end_of_input_ends_the_game_cleanly() {
    let run = potez(&["play", "byte", "--x", "human", "--o", "human"], "d2-c3\n");
    assert_eq!(run.code, 0);
    assert_eq!(run.err, "");
    assert!(run.out.trim_end().ends_with("O to move>"), "{}", run.out);
}

#[test]
fn without_sides_it_asks_and_the_computer_takes_the_other() {
    let text = succeed(&["play", "havannah:size=3", "--time", "20ms"], "o\nquit\n");
    assert!(text.contains("X/O?"), "{text}");
    assert!(text.contains("X (potez) plays"), "{text}");
    let both = succeed(&["play", "havannah:size=3"], "what\nb2\nquit\n");
    assert!(both.contains("expected X, O or both"), "{both}");
    assert!(both.contains("O to move>"), "{both}");
}

#[test]
fn bots_play_each_other_to_the_end() {
    for game in ["byte", "havannah:size=4", "blockade:rows=5,cols=5,walls=2"] {
        let args = ["play", game, "--x", "random:seed=1", "--o", "greedy", "--time", "50ms"];
        let text = succeed(&args, "");
        assert!(text.contains(" wins: ") || text.contains("a draw: "), "{game}: {text}");
    }
}

#[test]
fn a_game_is_saved_and_never_over_another_file() {
    let folder = folder("play");
    let file = folder.join("game.txt");
    let name = file.to_str().expect("a plain name");
    let input = format!("d2-c3\nsave {name}\na3-b2\nsave {name}\nsave\nresign\nquit\n");
    let text = succeed(&["play", "byte", "--x", "human", "--o", "human"], &input);
    assert_eq!(text.matches("saved to").count(), 2, "{text}");
    assert!(text.contains("save needs the name of a file"));
    assert!(text.contains("has resigned"), "{text}");
    let record = std::fs::read_to_string(&file).expect("the record is there");
    assert!(record.contains("1. d2-c3 a3-b2"), "{record}");
    let refused = succeed(&["play", "byte", "--x", "human", "--o", "human"], &format!("save {name}\n"));
    assert!(refused.contains("exists already"), "{refused}");
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), record);
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn undo_against_a_bot_goes_back_to_the_persons_turn() {
    let input = "d4\nundo\nquit\n";
    let text = succeed(&["play", "havannah:size=4", "--x", "human", "--o", "random:seed=3"], input);
    assert_eq!(text.matches("X to move>").count(), 3, "{text}");
    assert!(!text.contains("O to move>"), "{text}");
}

#[test]
fn the_game_speaks_serbian_in_both_scripts() {
    let play = |lang| succeed(&["play", "byte", "--x", "human", "--o", "human", "--lang", lang], "d2-d4\nhelp\n");
    assert!(play("sr").contains("X je na potezu>") && play("sr").contains("nije dijagonalni sused"));
    let cyrillic = play("sr-Cyrl");
    assert!(
        cyrillic.contains("X је на потезу>") && cyrillic.contains("`d4` није дијагонални сусед поља `d2`"),
        "{cyrillic}"
    );
}

#[test]
fn the_plain_game_has_the_commands_of_the_screen() {
    let args = ["play", "havannah:size=3", "--x", "human", "--o", "human", "--time", "20ms"];
    let text = succeed(&args, "a1\nc3\na2\nd3\nhint\nhint\nanalysis\nrecord\nsides\nquit\n");
    assert!(text.contains("look at a3; `hint` again") && text.contains("try a3"), "{text}");
    assert!(text.contains(" 1. a3") && text.contains("proven win in 1"), "{text}");
    assert!(text.contains("  1. a1 c3\n  2. a2 d3"), "{text}");
}

#[test]
fn a_plain_game_begins_again_or_goes_on_with_a_record() {
    let folder = folder("load");
    let file = folder.join("game.txt");
    let name = file.to_str().expect("a plain name");
    let args = ["play", "havannah:size=3", "--x", "human", "--o", "potez:level=1,seed=1"];
    let input = format!("c3\nsave {name}\nnew\nnew chess\nload {name}\nload nowhere.txt\nrecord\nundo\nquit\n");
    let text = succeed(&args, &input);
    assert!(text.contains("unknown game `chess`") && text.contains("nowhere.txt not loaded"), "{text}");
    assert_eq!(text.matches("O (potez:level=1,seed=1) plays").count(), 1, "{text}");
    assert!(text.contains("  1. c3 "), "{text}");
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn sides_swapped_in_the_middle_let_the_bot_go_on_for_the_other() {
    let args = ["play", "havannah:size=4", "--x", "human", "--o", "potez:level=2,seed=1"];
    let text = succeed(&args, "sides\nquit\n");
    assert!(text.contains("X (potez:level=2,seed=1) plays"), "{text}");
}

#[test]
fn a_plain_game_is_played_by_clocks() {
    let folder = folder("clock");
    let file = folder.join("game.txt");
    let name = file.to_str().expect("a plain name");
    let args =
        ["play", "havannah:size=3", "--x", "human", "--o", "potez:level=1,seed=1", "--clock", "3+2", "--time", "20ms"];
    let text = succeed(&args, &format!("c3\nsave {name}\nquit\n"));
    assert!(text.contains("Clocks: X 3:00, O 3:00\nX to move>"), "{text}");
    assert!(text.contains("Clocks: X 3:02, O 3:0"), "the increment: {text}");
    let record = std::fs::read_to_string(&file).expect("the record is there");
    let (before, after) = record.split_once("TimeLeftX ").expect("the record has the time left");
    let rest = after.split_once("ms").expect("in milliseconds").1;
    std::fs::write(&file, format!("{before}TimeLeftX \"1ms{rest}")).expect("the file can be written");
    let text = succeed(&args, &format!("load {name}\nhint\nboard\nsave {name}.over\nundo\nrecord\nquit\n"));
    assert!(text.contains("X has run out of time\n"), "{text}");
    let over = std::fs::read_to_string(format!("{name}.over")).expect("the record is there");
    assert!(over.contains("[Reason \"time\"]"), "{over}");
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn clocks_are_given_with_units_or_for_each_move() {
    let clocks =
        |clock| succeed(&["play", "havannah:size=3", "--x", "human", "--o", "human", "--clock", clock], "quit\n");
    assert!(clocks("90s+1s").contains("Clocks: X 1:30, O 1:30"));
    assert!(clocks("30s/move").contains("Clocks: X 0:30, O 0:30"));
    for wrong in ["soon", "0+3", "2000+0", "1ms+0"] {
        let run = potez(&["play", "havannah:size=3", "--clock", wrong], "");
        assert_eq!(run.code, 2, "{wrong}");
        assert!(run.err.contains("such as 5+3"), "{}", run.err);
    }
}

#[test]
fn a_resignation_is_taken_back_and_a_hint_is_told_again() {
    let args = ["play", "havannah:size=3", "--x", "human", "--o", "human", "--time", "20ms"];
    let text = succeed(&args, "a1\nresign\nc3\nhint\nundo\nredo\nc3\na2\nd3\nhint\nhint\nhint\nquit\n");
    assert!(text.contains("X wins: O has resigned"), "{text}");
    assert!(
        text.contains("the game is over: X has won")
            && text.contains("no move: the game is over")
            && text.contains("nothing to play again"),
        "{text}"
    );
    assert_eq!((text.matches("look at a3").count(), text.matches("try a3").count()), (1, 2), "{text}");
}

#[test]
fn the_shortest_paths_are_shown_after_every_move_on_the_board_and_as_lists() {
    let args = ["play", "blockade", "--x", "human", "--o", "human", "--paths"];
    let text = succeed(&args, "d4-d6/Gc7\nquit\n");
    assert_eq!(text.matches("Shortest paths: × of X, ∘ of O, ⊗ of both").count(), 2, "{text}");
    assert!(text.contains("X1 to d11: 4 moves, d4 d6 d8 d10 d11"), "before the move: {text}");
    assert!(text.contains("X1 to d11: 4 moves, d6 "), "round the wall: {text}");
    assert_eq!(text.matches("O2 to h4: 4 moves").count(), 2, "{text}");
    assert!(text.contains("X1  ⊗"), "on the board: {text}");
    let error = potez(&["play", "byte", "--x", "human", "--o", "human", "--paths"], "");
    assert!(error.code == 2 && error.err.contains("byte has no paths to show"), "{}", error.err);
}

#[test]
fn what_has_no_end_is_not_loaded() {
    let text = succeed(&["play", "byte", "--x", "human", "--o", "human"], "load /dev/zero\nload /\nquit\n");
    assert_eq!(text.matches("not loaded: it is not a regular file").count(), 2, "{text}");
}

#[test]
fn a_serbian_game_has_no_english_below_its_board() {
    let args = ["play", "blockade", "--x", "human", "--o", "human", "--lang", "sr", "--paths"];
    let text = succeed(&args, "d4-q\nways\nzz\nnew chess\nload /dev/zero\nquit\n");
    for english in ["blue", "green", "to move", "moves", "expected", "Shortest", "unknown", "regular"] {
        assert!(!text.contains(english), "`{english}` in {text}");
    }
    assert!(text.contains("X  Plavi zidovi 9  Zeleni zidovi 9") && text.contains("očekuje se kolona"), "{text}");
}
