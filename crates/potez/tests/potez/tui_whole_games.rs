//! Whole games in a pseudo-terminal, by mouse and by keys, and what outlives the program.

use potez_table::{CellRef, MovePart, Outcome, Player, Table, TableMove, WallAxis};

use crate::pty::{Pty, state};

/// Column and row of the middle of a cell on a board of squares, found by the labels of the screen:
/// those of the columns stand in the frame.
pub(crate) fn square(screen: &str, name: &str) -> (usize, usize) {
    let digits = name.find(|letter: char| letter.is_ascii_digit()).expect("a number");
    let (letters, number) = name.split_at(digits);
    let frame = screen.lines().position(|line| line.trim_start().starts_with('┌')).expect("a frame");
    let header = screen.lines().nth(frame).expect("a header");
    let by_letters = header.chars().find(|letter| letter.is_alphanumeric()) == Some('a');
    let (column, row) = if by_letters { (letters, number) } else { (number, letters) };
    let x = label(header, column);
    let is_row = |line: &str| line.split_whitespace().next() == Some(row);
    let y = screen.lines().skip(frame + 1).position(is_row).expect("a row") + frame + 1;
    (x, y)
}

/// The screen once X is to move and the whole board is drawn: what stands above the last row comes
/// first.
fn board(pty: &Pty, last_row: &str) -> String {
    let has_row = |screen: &str| screen.lines().skip(1).any(|line| line.split_whitespace().next() == Some(last_row));
    pty.wait_until(|screen| screen.contains("X to move") && has_row(screen), "the board")
}

/// Where a word of the header stands.
fn label(header: &str, word: &str) -> usize {
    let letters: Vec<char> = header.chars().collect();
    let is = |at: usize| letters.get(at).is_none_or(|letter| !letter.is_alphanumeric());
    let length = word.chars().count();
    (0..letters.len())
        .find(|&at| {
            let fits = letters[at..].iter().take(length).copied().eq(word.chars());
            fits && is(at + length) && (at == 0 || is(at - 1))
        })
        .expect("a column")
}

/// The next number of a row that looks random enough.
fn draw(state: &mut usize, below: usize) -> usize {
    *state = (*state * 1_103_515_245 + 12_345) % (1 << 31);
    (*state >> 8) % below
}

/// A move that ends the game if there is one, and any other otherwise.
fn choose(table: &dyn Table, legal: &[TableMove], state: &mut usize) -> TableMove {
    let wins = legal.iter().find(|mv| {
        let mut copy = table.fork();
        copy.play_parts(&mv.parts).is_ok() && matches!(copy.outcome(), Some(Outcome::Win(_)))
    });
    wins.unwrap_or(&legal[draw(state, legal.len())]).clone()
}

/// The legal moves with their parts.
fn legal(table: &dyn Table) -> Vec<TableMove> {
    table.legal().iter().map(|text| table.read_move(text).expect("a legal move")).collect()
}

/// The name of a cell, which its labels on the screen are made of.
fn name(table: &dyn Table, cell: CellRef) -> String {
    let is_meant = |view: &potez_table::CellView| CellRef::new(view.row, view.col) == cell;
    table.view().cells.into_iter().find(is_meant).expect("a cell").name
}

/// What the panel says when it is a player's turn.
fn turn_text(player: Player) -> String {
    format!("{player} to move")
}

#[test]
fn a_whole_game_of_blockade_is_played_with_the_mouse_walls_and_all() {
    let spec = "blockade:rows=7,cols=9,walls=2";
    let folder = state("mouse-blockade");
    let mut pty = Pty::start(&["play", spec, "--x", "human", "--o", "human"], (80, 26), &folder, true);
    let mut table = potez_table::open(spec, None).expect("a table");
    let mut state = 7;
    let screen = board(&pty, "g");
    let ((left, top), (right, bottom)) = (square(&screen, "a1"), square(&screen, "b2"));
    // Without the lines between the cells.
    let (wide, high) = (right - left - 1, bottom - top - 1);
    while table.outcome().is_none() {
        let mv = choose(table.as_ref(), &legal(table.as_ref()), &mut state);
        for part in mv.parts.iter() {
            let (x, y) = square(&screen, &name(table.as_ref(), part.cell().expect("every part has a cell")));
            match part {
                MovePart::Wall(wall) => {
                    pty.wait_for("Choose a wall");
                    // A cell's label is half a cell from its border.
                    match wall.axis {
                        WallAxis::Horizontal => pty.click(x, y - (high - 1) / 2 + high),
                        WallAxis::Vertical => pty.click(x - (wide - 1) / 2 + wide, y),
                    }
                }
                _ => pty.click(x, y),
            }
        }
        table.play_parts(&mv.parts).expect("a legal move");
        if table.outcome().is_none() {
            let turn = turn_text(table.turn());
            let has_come = |screen: &str| screen.contains(&turn) && screen.contains(&mv.text);
            pty.wait_until(has_come, &format!("the turn after {mv}"));
        }
    }
    let screen = pty.wait_for("wins: a pawn");
    assert!(screen.contains('•'), "the way of the pawn is shown: {screen}");
    pty.leave();
}

#[test]
fn a_whole_game_of_blockade_is_played_by_keys_against_a_level() {
    let folder = state("keys-blockade");
    let args =
        ["play", "blockade:rows=6,cols=7,walls=1", "--x", "human", "--o", "potez:level=8,seed=2", "--time", "200ms"];
    let mut pty = Pty::start(&args, (80, 24), &folder, false);
    let over = |screen: &str| screen.contains("wins:") || screen.contains("a draw:");
    for presses in 0.. {
        let screen = pty.wait_until(|screen| screen.contains("X to move") || over(screen), "X's turn");
        if over(&screen) {
            break;
        }
        pty.press("\t\r");
        pty.wait_until(|now| now != screen, "a change");
        assert!(presses < 600, "a game of Blockade ends");
    }
    pty.leave();
}

#[test]
fn a_whole_game_of_byte_is_played_with_the_mouse() {
    let folder = state("mouse-byte");
    let mut pty = Pty::start(&["play", "byte", "--x", "human", "--o", "human"], (120, 45), &folder, true);
    let mut table = potez_table::open("byte", None).expect("a table");
    let mut state = 3;
    let screen = board(&pty, "1");
    while table.outcome().is_none() {
        let legal = legal(table.as_ref());
        let on_board = |mv: &&TableMove| mv.parts.iter().all(|part| part.cell().is_some());
        let whole: Vec<TableMove> = legal.iter().filter(on_board).cloned().collect();
        let mv = choose(table.as_ref(), if whole.is_empty() { &legal } else { &whole }, &mut state);
        if on_board(&&mv) {
            for cell in mv.parts.iter().filter_map(|part| part.cell()) {
                let (x, y) = square(&screen, &name(table.as_ref(), cell));
                pty.click(x, y);
            }
        } else {
            pty.press(&format!("{mv}\r"));
        }
        table.play_parts(&mv.parts).expect("a legal move");
        if table.outcome().is_none() {
            let turn = turn_text(table.turn());
            pty.wait_until(|screen| screen.contains(&mv.text) && screen.contains(&turn), &mv.text);
        }
    }
    pty.wait_for("wins: more than half");
    pty.leave();
}

#[test]
fn a_whole_game_of_havannah_is_played_by_keys_in_cyrillic_without_colour() {
    let folder = state("keys-havannah");
    let args = ["play", "havannah:size=3", "--x", "human", "--o", "human", "--lang", "sr-Cyrl"];
    let mut pty = Pty::start(&args, (80, 24), &folder, false);
    pty.wait_for("на потезу је X");
    for (ply, mv) in ["a1", "c3", "a2", "c4", "a3"].into_iter().enumerate() {
        pty.press(&format!("{mv}\r"));
        if ply < 4 {
            pty.wait_for(["на потезу је O", "на потезу је X"][ply % 2]);
        }
    }
    let screen = pty.wait_for("X побеђује: мост");
    assert!(screen.contains("1. a1 c3") && !pty.has_colour(), "{screen}");
    pty.leave();
}

#[test]
fn a_signal_leaves_a_sound_terminal_and_the_game_is_offered_again() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let folder = state(&format!("signal-{signal}"));
        let mut pty = Pty::start(&["play", "byte", "--x", "human", "--o", "human"], (80, 24), &folder, true);
        pty.wait_for("X to move");
        pty.press("d2-c3\r");
        pty.wait_for("O to move");
        pty.end_by(signal);
        let pty = Pty::start(&[], (80, 24), &folder, true);
        pty.wait_until(|screen| screen.contains("Interrupted game") && screen.contains("Byte, 1 move"), "the game");
        pty.leave();
        std::fs::remove_dir_all(&folder).expect("the kept game can go");
    }
}

#[test]
fn a_new_game_does_not_cost_the_interrupted_one() {
    let folder = state("two-games");
    for (game, mv) in [("byte", "d2-c3"), ("havannah:size=4", "d4")] {
        let mut pty = Pty::start(&["play", game, "--x", "human", "--o", "human"], (80, 24), &folder, true);
        pty.wait_for("X to move");
        pty.press(&format!("{mv}\r"));
        pty.wait_for("O to move");
        pty.press("\x03");
        pty.wait_end();
    }
    let mut pty = Pty::start(&[], (80, 24), &folder, true);
    pty.wait_for("Havannah: size 4, 1 move (1/2)");
    pty.press("\x1b[C");
    pty.wait_for("Byte, 1 move (2/2)");
    pty.press("\r");
    pty.wait_for("O to move");
    pty.leave();
    std::fs::remove_dir_all(&folder).expect("the kept games can go");
}
