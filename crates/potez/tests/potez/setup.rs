//! Questions before a plain game.

use crate::run::{fail, succeed};

#[test]
fn every_option_is_asked_for_and_every_wrong_answer_is_explained() {
    // Rows (wrong, far off, good), columns, walls, turn (wrong, good), step, goal, X, O, side, bot.
    let answers = "seven\n99\n7\n9\n3\nhalf\neither\n\n\nc3\nc3 e3\nc7+e7\nx\ngrandmaster\nclassic:depth=1\n";
    let text = succeed(&["play", "blockade", "--setup"], &format!("{answers}c3-c5\nquit\n"));
    for expected in [
        "rows of the board (rows: 5..=22) [11]:",
        "`rows=seven` is not allowed: rows is a number from 5 to 22",
        "`rows=99` is not allowed",
        "turn is one of `full`, `either`, `optional`",
        "where X starts, pawn 1 first (x: two squares) [b2+f2]:",
        "x is two squares such as `d4+h4`",
        "X/O?",
        "no bot `grandmaster` plays",
        "X to move>",
        "O (classic:depth=1) plays",
    ] {
        assert!(text.contains(expected), "`{expected}` is missing in {text}");
    }
}

#[test]
fn starting_squares_can_change_places_though_each_answer_alone_does_not_fit() {
    let text = succeed(&["play", "blockade", "--setup"], "\n\n\n\n\n\nd11+h11\nd4+h4\nboth\nquit\n");
    assert!(text.contains("X to move>") && !text.contains("do not go together"), "{text}");
    let clash = succeed(&["play", "blockade", "--setup"], "\n\n\n\n\n\nd11+h11\n\n");
    assert!(clash.contains("these choices do not go together") && clash.contains("two pawns start on"), "{clash}");
}

#[test]
fn what_the_spec_says_is_proposed_and_enter_keeps_it() {
    let text = succeed(&["play", "havannah:size=4", "--setup"], "\non\nboth\nd4\nswap\nquit\n");
    assert!(text.contains("(size: 3..=15) [4]:") && text.contains("(swap: on|off) [off]:"), "{text}");
    assert!(!text.contains("not possible") && text.matches("X to move>").count() == 2, "{text}");
    let error = fail(&["play", "byte", "--setup", "--moves", "d2-c3"], "", 2);
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn it_asks_in_serbian_in_both_scripts() {
    let play =
        |lang| succeed(&["play", "blockade", "--setup", "--lang", lang], "sedam\n7\n9\n3\n\n\n\n\n\nХ\n\nquit\n");
    let latin = play("sr");
    assert!(latin.contains("redovi table (rows: 5..=22) [11]:"), "{latin}");
    assert!(latin.contains("nije dozvoljeno: rows je broj od 5 do 22"), "{latin}");
    assert!(latin.contains("X je na potezu>") && latin.contains("Plavi zidovi 3"), "{latin}");
    let cyrillic = play("sr-Cyrl");
    assert!(cyrillic.contains("rows је број од 5 до 22") && cyrillic.contains("два поља"), "{cyrillic}");
}
