//! `potez engine` as a process: whatever comes in on standard input, it answers and ends well.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn engine(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_potez"))
        .arg("engine")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("potez starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // An engine that has said good-bye reads no more; what it printed is looked at all the same.
    let _ = pipe.write_all(input);
    drop(pipe);
    child.wait_with_output().expect("potez ends")
}

fn text(args: &[&str], input: &str) -> String {
    let output = engine(args, input.as_bytes());
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn binary_junk_gets_errors_and_the_conversation_goes_on() {
    let mut junk: Vec<u8> = (0..=255_u8).cycle().take(4096).collect();
    junk.extend(b"\n\xff\xfe\x00\n");
    for (protocol, question, answer) in [
        ("ugi", "isready\n", "readyok\n"),
        ("gtp", "9 name\n", "=9 Potez\n\n"),
        ("json", "{\"id\":\"9\",\"query\":\"stop\"}\n", "\"id\":\"9\"}\n"),
    ] {
        let input = [junk.as_slice(), question.as_bytes()].concat();
        let output = engine(&["--protocol", protocol], &input);
        assert!(output.status.success(), "{protocol}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{protocol}");
        assert!(String::from_utf8_lossy(&output.stdout).ends_with(answer), "{protocol}: {output:?}");
    }
}

#[test]
fn a_half_line_at_the_end_of_input_is_taken_as_a_line() {
    assert_eq!(text(&["--protocol", "ugi"], "isready\nquery p1tu"), {
        "readyok\ninfo string error unknown query `p1tu`: the queries are gameover, p1turn, result, fen, legal\n"
    });
    assert_eq!(text(&["--protocol", "gtp"], "1 name\n2 versi"), "=1 Potez\n\n?2 unknown command: versi\n\n");
}

#[test]
fn a_search_under_way_at_the_end_of_input_still_answers() {
    for go in ["go infinite", "go movetime 30", "go"] {
        let answers = text(&["--protocol", "ugi", "--game", "byte", "--movetime", "30ms"], go);
        let last = answers.lines().last().unwrap_or_default();
        assert!(last.starts_with("bestmove ") && last != "bestmove none", "{go}: {answers}");
    }
}

#[test]
fn a_game_and_a_time_can_be_given_on_the_command_line() {
    let answers = text(&["--protocol", "ugi", "--game", "havannah:size=4"], "query fen\n");
    assert_eq!(answers, "response ..../...../....../......./....../...../.... x 0\n");
    let args = ["--protocol", "gtp", "--game", "havannah:size=3,swap=on", "--movetime", "20ms", "--threads", "2"];
    let answers = text(&args, "position\nswap\ngenmove w\n");
    assert!(answers.starts_with("= .../..../...../..../... x 0\n\n= on\n\n= "), "{answers}");
    assert_eq!(answers.matches("\n\n").count(), 3);
}

#[test]
fn a_wrong_game_is_wrong_usage() {
    for args in [["--protocol", "ugi", "--game", "chess"], ["--protocol", "gtp", "--game", "byte"]] {
        let output = engine(&args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{output:?}");
    }
}

#[test]
fn nothing_after_quit_is_answered() {
    assert_eq!(text(&["--protocol", "ugi"], "isready\nquit\nisready\n"), "readyok\n");
    assert_eq!(text(&["--protocol", "gtp"], "quit\nname\n"), "=\n\n");
}
