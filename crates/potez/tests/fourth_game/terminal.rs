//! The fourth game in the full-screen terminal.

use crate::Test;
use crate::pty::{Pty, state};

pub(crate) const TESTS: &[Test] = &[
    ("the_menu_offers_the_game", the_menu_offers_the_game),
    ("a_whole_game_is_played_by_keys_and_by_typing", a_whole_game_is_played_by_keys_and_by_typing),
];

fn the_menu_offers_the_game() {
    let folder = state("fourth-menu");
    let pty = Pty::start(&[], (100, 30), &folder, false);
    pty.wait_for("Hex");
    pty.leave();
}

fn a_whole_game_is_played_by_keys_and_by_typing() {
    let folder = state("fourth-game");
    let mut pty = Pty::start(&["play", "hex:size=3", "--x", "human", "--o", "human"], (100, 30), &folder, false);
    pty.wait_for("X to move");
    pty.press("b2\r");
    pty.wait_for("O to move");
    pty.press("a1\r");
    pty.wait_for("X to move");
    // The next choice by Tab, whichever it is; then the game is typed to its end.
    pty.press("\t\r");
    let screen = pty.wait_for("O to move");
    assert!(!screen.contains("cannot"), "{screen}");
    pty.press("c1\r");
    pty.wait_for("X to move");
    for mv in ["a2", "a3", "c2", "c3"] {
        pty.press(&format!("{mv}\r"));
        let screen = pty.wait_until(|screen| screen.contains("to move") || screen.contains("wins"), "an answer");
        if screen.contains("X wins: joined") {
            break;
        }
    }
    pty.leave();
}
