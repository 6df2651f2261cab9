//! The full screen in a small, a usual and a large terminal, and beside other programs.

use crate::pty::{Pty, state};
use crate::tui_whole_games::square;

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (200, 60)];
const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const F1: &str = "\x1bOP";
const F4: &str = "\x1bOS";
const F11: &str = "\x1b[23~";

/// Two people at a game in a terminal of this size.
fn people(game: &str, size: (u16, u16), name: &str) -> Pty {
    let folder = state(&format!("{name}-{}", size.0));
    let pty = Pty::start(&["play", game, "--x", "human", "--o", "human"], size, &folder, false);
    pty.wait_for("X to move");
    pty
}

#[test]
fn blockade_is_seen_whole_and_played_in_every_size() {
    for size in SIZES {
        let mut pty = people("blockade", size, "size-blockade");
        let screen = pty.wait_until(|screen| screen.contains('└'), "the whole board");
        // The corners of the board, by their labels.
        let ((left, top), (right, bottom)) = (square(&screen, "a1"), square(&screen, "k14"));
        assert!(left < right && top < bottom, "{screen}");
        pty.press("d4-d6/Bd7\r");
        pty.wait_until(|screen| screen.contains("O to move"), "O's turn");
        pty.press(F11);
        pty.wait_until(|screen| screen.contains("shortest paths") || screen.contains("X1 to d11"), "the paths");
        pty.press("ways\r");
        let is_listed = |screen: &str| screen.contains("X1 to d11: 3 moves, d6 d8 d10 d11");
        pty.wait_until(|screen| screen.contains("The shortest paths") && is_listed(screen), "the list");
        pty.press(ESC);
        // Two keys at once would be another key.
        pty.wait_until(|screen| !screen.contains("The shortest paths"), "the board");
        pty.press(F4);
        pty.wait_for("X to move");
        pty.leave();
    }
}

#[test]
fn havannah_and_byte_are_seen_whole_and_played_in_every_size() {
    for size in SIZES {
        let mut pty = people("havannah", size, "size-havannah");
        let screen = pty.wait_until(|screen| screen.lines().any(|line| line.trim_start().starts_with("o ")), "row o");
        assert!(screen.lines().any(|line| line.trim_start().starts_with("h ")), "{screen}");
        pty.press("h8\r");
        pty.wait_for("O to move");
        pty.leave();
        let mut pty = people("byte", size, "size-byte");
        let screen = pty.wait_until(|screen| screen.contains('└'), "the whole board");
        let (from, to) = (square(&screen, "b2"), square(&screen, "c3"));
        pty.drag(from, to);
        let screen = pty.wait_for("O to move");
        assert!(screen.contains("b2-c3"), "{screen}");
        pty.leave();
    }
}

#[test]
fn help_rules_and_the_menu_can_be_read_in_every_size() {
    for size in SIZES {
        let folder = state(&format!("size-menu-{}", size.0));
        let mut pty = Pty::start(&["play", "byte", "--x", "human", "--o", "human"], size, &folder, false);
        pty.wait_for("X to move");
        pty.press(F1);
        pty.wait_for("Arrow keys move the cursor");
        pty.press("\x1b[F");
        pty.wait_for("Any key closes this.");
        pty.press("x");
        pty.wait_until(|screen| !screen.contains("Any key closes"), "the board");
        pty.press("rules\r");
        pty.wait_for("THE AIM");
        pty.press(ESC);
        pty.wait_until(|screen| !screen.contains("THE AIM"), "the board");
        pty.press("new\r");
        let screen = pty.wait_for("Start");
        assert!(screen.contains("F1 rules, q quits."), "{screen}");
        pty.leave();
    }
}

#[test]
fn the_program_asks_which_side_to_take() {
    let folder = state("sides");
    let mut pty = Pty::start(&["play", "byte"], (60, 20), &folder, false);
    pty.wait_for("Which side do you take?");
    pty.press("b");
    let screen = pty.wait_until(|screen| !screen.contains("Which side"), "the game");
    assert!(screen.contains("X human") && screen.contains("O human"), "{screen}");
    pty.leave();
}

#[test]
fn a_game_is_reviewed_in_the_full_screen() {
    let folder = state("review");
    let args = ["play", "havannah:size=3", "--x", "human", "--o", "human", "--time", "20ms"];
    let mut pty = Pty::start(&args, (60, 20), &folder, false);
    pty.wait_for("X to move");
    for (ply, mv) in ["a1", "c3", "a2", "d3", "a3"].into_iter().enumerate() {
        pty.press(&format!("{mv}\r"));
        if ply < 4 {
            pty.wait_for(["O to move", "X to move"][ply % 2]);
        }
    }
    pty.wait_for("X wins: a bridge");
    pty.press("review\r");
    let screen = pty.wait_for("Esc back");
    assert!(screen.contains("move "), "{screen}");
    pty.press(ESC);
    pty.wait_for("The game is over");
    pty.leave();
}

#[test]
fn a_game_that_another_terminal_plays_is_not_interrupted() {
    let folder = state("two-terminals");
    let mut playing = Pty::start(&["play", "byte", "--x", "human", "--o", "human"], (80, 24), &folder, false);
    playing.wait_for("X to move");
    playing.press("d2-c3\r");
    playing.wait_for("O to move");
    let other = Pty::start(&[], (80, 24), &folder, false);
    let screen = other.wait_for("Start");
    assert!(!screen.contains("Interrupted"), "{screen}");
    other.leave();
    playing.kill();
    let mut other = Pty::start(&[], (80, 24), &folder, false);
    other.wait_for("Interrupted game");
    // It is discarded when that is asked for twice.
    other.press("\x1b[3~");
    other.wait_for("once more");
    other.press("\x1b[3~");
    other.wait_until(|screen| !screen.contains("Interrupted"), "the menu without it");
    other.leave();
    let left = std::fs::read_dir(folder.join("potez")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing is left behind");
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn a_stopped_program_gives_the_terminal_back_and_takes_it_again() {
    let folder = state("stopped");
    let mut pty = Pty::start(&["play", "havannah:size=4", "--x", "human", "--o", "human"], (80, 24), &folder, false);
    pty.wait_for("X to move");
    pty.stop_and_continue();
    pty.wait_for("X to move");
    pty.press("d4");
    pty.press(ENTER);
    let screen = pty.wait_for("O to move");
    assert!(screen.contains("d4"), "{screen}");
    pty.leave();
}
