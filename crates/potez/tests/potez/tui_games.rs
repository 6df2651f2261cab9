//! The full-screen application in a pseudo-terminal.

use crate::pty::{Pty, state};

const ENTER: &str = "\r";

/// Where a text is on the screen: column and row.
fn find(screen: &str, text: &str) -> (usize, usize) {
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(text)).expect("the text is there");
    (line[..line.find(text).expect("found above")].chars().count(), row)
}

#[test]
fn a_game_of_havannah_is_played_with_the_mouse_and_the_winning_stones_stay_capital() {
    let folder = state("havannah");
    let mut pty = Pty::start(&["play", "havannah:size=3", "--x", "human", "--o", "human"], (80, 24), &folder, true);
    let has_last_row = |screen: &str| screen.lines().any(|line| line.trim_start().starts_with("e "));
    let screen = pty.wait_until(|screen| screen.contains("X to move") && has_last_row(screen), "the board");
    // A row begins two columns after its label, and the cursor stands on the first cell; on so
    // small a board its cells are six columns apart.
    let (a, top) = find(&screen, "a[");
    let (c, third) = find(&screen, "c ");
    let (a, c) = (a + 2, c + 2);
    let clicks = [(a, top), (c + 6, third), (a + 6, top), (c + 12, third), (a + 12, top)];
    for (ply, (column, row)) in clicks.into_iter().enumerate() {
        pty.click(column, row);
        if ply < 4 {
            pty.wait_for(["O to move", "X to move"][ply % 2]);
        }
    }
    let screen = pty.wait_for("X wins: a bridge");
    assert!(pty.has_colour());
    assert!(screen.contains(" o "), "the losing stones step back: {screen}");
    pty.leave();
    let left = std::fs::read_dir(folder.join("potez")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "a finished game is not offered again");
}

#[test]
fn a_game_of_byte_is_played_by_keys_against_a_bot_through_a_resize_and_a_tiny_window() {
    let folder = state("byte");
    let args = ["play", "byte", "--x", "human", "--o", "random:seed=1"];
    let mut pty = Pty::start(&args, (80, 24), &folder, false);
    pty.wait_for("Choose a piece.");
    assert!(!pty.has_colour(), "NO_COLOR is honoured");
    pty.resize((20, 4));
    pty.wait_for("This window is too");
    pty.resize((120, 40));
    pty.wait_for("Choose a piece.");
    let mut moves = 0;
    loop {
        let screen = pty.wait_until(|screen| screen.contains("X to move") || screen.contains("wins:"), "X's turn");
        if screen.contains("wins:") {
            break;
        }
        // Tab finds the next choice and Enter takes it, until the move is whole and the turn has
        // gone to the bot and back.
        pty.press("\t\r");
        let before = screen;
        pty.wait_until(|screen| screen != before, "a change");
        moves += 1;
        assert!(moves < 400, "a game of Byte ends");
    }
    pty.leave();
}

#[test]
fn a_turn_of_blockade_is_typed_and_chosen_and_the_game_resigned() {
    let folder = state("blockade");
    let args = ["play", "blockade:rows=5,cols=5,walls=1,x=b2+d2,o=b4+d4", "--x", "human", "--o", "human"];
    let mut pty = Pty::start(&args, (80, 24), &folder, true);
    pty.wait_for("Choose a piece.");
    pty.press("b2-d2\r");
    pty.wait_for("> b2-d2");
    pty.press("\x1b");
    pty.wait_until(|screen| !screen.contains("> b2"), "an empty line");
    // Enter takes the pawn under the cursor, Tab the first square it can go to.
    pty.press(ENTER);
    pty.wait_for("Choose where it goes.");
    pty.press("\t\r");
    pty.wait_until(
        |screen| screen.contains("Space turns it") || screen.contains("wins:"),
        "the wall's turn or the end",
    );
    pty.press("\t\r");
    pty.wait_until(|screen| screen.contains("O to move") || screen.contains("wins:"), "O's turn or the end");
    pty.press("\x1b[18~");
    pty.wait_for("resigns?");
    pty.press(ENTER);
    pty.wait_for("has resigned");
    pty.leave();
}

#[test]
fn a_killed_game_is_offered_again_and_goes_on_where_it_was() {
    let folder = state("kill");
    let mut pty = Pty::start(&["play", "havannah:size=4", "--x", "human", "--o", "human"], (80, 24), &folder, true);
    pty.wait_for("X to move");
    pty.press("d4\r");
    pty.wait_for("O to move");
    pty.kill();
    let mut pty = Pty::start(&[], (80, 24), &folder, true);
    pty.wait_for("Interrupted game");
    pty.press(ENTER);
    let screen = pty.wait_for("O to move");
    assert!(screen.contains("1. d4"), "{screen}");
    pty.leave();
    std::fs::remove_dir_all(&folder).expect("the kept game can go");
}

#[test]
fn the_menu_starts_a_chosen_game_and_the_help_opens_and_closes() {
    let folder = state("menu");
    let mut pty = Pty::start(&[], (80, 24), &folder, true);
    pty.wait_for("Start");
    // Up to the first line, the game; right to the next one.
    let screen = pty.text();
    assert!(screen.contains("‹ Blockade ›"), "{screen}");
    for _ in find(&screen, "Game").1..find(&screen, "Start").1 {
        pty.press("\x1b[A");
    }
    pty.press("\x1b[C");
    pty.wait_for("‹ Havannah ›");
    let (column, row) = find(&pty.wait_for("Start"), "Start");
    pty.click(column, row);
    pty.wait_for("to move");
    pty.press("?");
    pty.wait_for("Any key closes this.");
    pty.press(" ");
    pty.wait_until(|screen| !screen.contains("Any key closes"), "the help to close");
    pty.leave();
    assert!(!folder.exists(), "a game without a move is not kept");
}

#[test]
fn puzzles_are_solved_one_after_the_other_and_a_wrong_move_is_refuted() {
    let folder = state("puzzles");
    let all = potez_table::puzzles::of("havannah").expect("puzzles");
    let is_short = |puzzle: &&potez_table::puzzles::Puzzle| puzzle.asked == 2 && puzzle.game == "havannah:size=4";
    let two: Vec<_> = all.iter().filter(is_short).take(2).collect();
    let file = folder.join("two.txt");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(&file, format!("{}\n{}\n", two[0], two[1])).expect("a file");
    let args = ["puzzles", "solve", "havannah", "--file", &file.display().to_string()];
    let mut pty = Pty::start(&args, (160, 40), &folder, true);
    // They come in the order of their difficulty.
    let screen = pty.wait_for("moves to find");
    let (first, second) = if screen.contains(&two[0].id) { (two[0], two[1]) } else { (two[1], two[0]) };
    let legal = first.table().expect("a position").legal();
    let wrong = legal.iter().find(|mv| **mv != first.solution[0]).expect("another move");
    pty.press(&format!("{wrong}{ENTER}"));
    pty.wait_for(&format!("{wrong} loses"));
    for (puzzle, score) in [(first, "Solved 0 of 1 · streak 0"), (second, "Solved 1 of 2 · streak 1")] {
        pty.press(&format!("{}{ENTER}", puzzle.solution[0]));
        pty.wait_for(&format!("The answer is {}", puzzle.solution[1]));
        pty.press(&format!("{}{ENTER}", puzzle.solution[2]));
        pty.wait_for(score);
        if puzzle == first {
            pty.press(ENTER);
            pty.wait_for(&second.id);
        }
    }
    pty.leave();
}
