//! `potez states`: what a move leads to, numbered.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::run::{fail, succeed};

#[test]
fn every_state_is_numbered_and_counted_as_in_the_reports() {
    let text = succeed(&["states", "blockade"], "");
    assert_eq!(text.lines().count(), 4161);
    assert!(text.starts_with("1 d4-b4/Ba1 b4+h4 d11+h11 a1 - 8.9 9.9 o\n"), "{}", &text[..80]);
    assert!(text.ends_with("\n4160 states\n"));
    assert!(succeed(&["states", "blockade:turn=either"], "").ends_with("\n276 states\n"));
}

#[test]
fn as_json_a_state_has_its_number_its_move_and_its_position() {
    let text = succeed(&["states", "byte", "--moves", "d2-c3", "--json"], "");
    let moves = succeed(&["moves", "byte", "--moves", "d2-c3"], "");
    for ((line, mv), number) in text.lines().zip(moves.lines()).zip(1..) {
        let state: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((state["number"].as_u64(), state["move"].as_str()), (Some(number), Some(mv)));
        let position = state["position"].as_str().expect("a position");
        assert!(succeed(&["show", "byte", "--position", position], "").contains("X to move"));
    }
    assert_eq!(text.lines().count(), moves.lines().count());
}

#[test]
fn boards_are_drawn_as_the_originals_draw_them() {
    let text = succeed(&["states", "havannah:size=3", "--boards"], "");
    assert!(text.contains("1 a1 x../..../...../..../... o 1\n     0 1 2\nA   X - - 3"), "{text}");
    assert!(text.ends_with("\n19 states\n"));
    let blockade = succeed(&["states", "blockade:rows=5,cols=5,walls=1", "--boards"], "");
    assert!(blockade.contains("Walls X") && blockade.contains('\u{01c1}'));
}

#[test]
fn a_game_that_is_over_leads_nowhere() {
    assert_eq!(succeed(&["states", "havannah:size=3", "--moves", "a1 c3 a2 c4 a3"], ""), "0 states\n");
    assert!(fail(&["states", "chess"], "", 2).contains("the games are"));
}

#[test]
fn a_reader_that_goes_away_ends_it_without_an_error() {
    let program = crate::program();
    let mut child = Command::new(&program[0])
        .args(&program[1..])
        .args(["states", "blockade:rows=22,cols=28", "--boards"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let first = lines.next().expect("a line").expect("text");
    assert!(first.starts_with("1 "), "{first}");
    drop(lines);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
