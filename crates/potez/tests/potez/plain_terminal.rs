//! Plain play and progress in a real terminal.

use crate::pty::{Pty, state};

#[test]
fn a_plain_game_in_a_terminal_asks_for_the_side_and_is_played_to_its_end() {
    let folder = state("plain");
    let args = ["play", "havannah:size=3", "--plain", "--time", "20ms"];
    let mut pty = Pty::start(&args, (80, 40), &folder, false);
    pty.wait_for("X/O?");
    pty.press("both\r");
    for mv in ["a1", "c3", "a2", "c4", "a3"] {
        pty.press(&format!("{mv}\r"));
    }
    pty.wait_for("X wins: a bridge between two corners");
    pty.press("quit\r");
    pty.wait_end();
}

#[test]
fn a_plain_game_in_a_terminal_speaks_serbian_and_reads_cyrillic() {
    let folder = state("plain-sr");
    let args = ["play", "blockade:rows=7,cols=9,walls=4", "--plain", "--time", "20ms", "--lang", "sr-Cyrl", "--paths"];
    let mut pty = Pty::start(&args, (100, 60), &folder, false);
    pty.wait_for("X/O");
    pty.press("both\r");
    pty.wait_for("X је на потезу>");
    pty.press("[Х 1] [2 4] [З 5 5]\r");
    pty.wait_for("O је на потезу>");
    let screen = pty.wait_for("Најкраћи путеви");
    assert!(screen.contains("X1 до b8: 2 потеза, b4 b6 b8"), "{screen}");
    pty.press("quit\r");
    pty.wait_end();
}

#[test]
fn a_solver_shows_that_it_works_and_how_long_it_may() {
    let folder = state("solve");
    let pty = Pty::start(&["solve", "havannah:size=8", "--time", "3s"], (80, 24), &folder, false);
    pty.wait_for("3s at most: looking for a proof");
    let screen = pty.wait_for("not solved in the time given");
    assert!(!screen.contains("looking for a proof"), "{screen}");
    pty.wait_end();
}
