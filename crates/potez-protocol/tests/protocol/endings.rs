//! How conversations end, and what is said while a bot thinks.

use crate::ears::Talk;
use potez_protocol::{Next, Sink, gtp};

/// What was said, without the reports of the search.
fn words(answers: &[String]) -> Vec<String> {
    answers.iter().filter(|line| !line.starts_with("info depth")).map(|line| line.trim_end().to_string()).collect()
}

fn ugi(lines: &[&str]) -> Talk {
    let mut talk = Talk::new("ugi");
    for line in lines {
        assert_eq!(talk.say(line), Next::Line, "{line}");
    }
    talk
}

fn is_one_best_move(words: &[String]) -> bool {
    matches!(words, [word] if word.starts_with("bestmove ") && word != "bestmove none")
}

#[test]
fn the_end_of_input_lets_a_search_with_limits_finish() {
    for limits in ["movetime 50", "nodes 3000", "depth 3", "wtime 500 btime 500"] {
        let answers = words(&ugi(&["go infinite", "stop", &format!("go {limits}")]).finish());
        let best_moves = answers.iter().filter(|word| word.starts_with("bestmove ")).count();
        assert_eq!((best_moves, answers.len()), (2, 2), "{limits}: {answers:?}");
    }
}

#[test]
fn the_end_of_input_stops_a_search_without_limits() {
    assert!(is_one_best_move(&words(&ugi(&["go infinite"]).finish())));
}

#[test]
fn quit_stops_any_search_and_its_answer_is_still_given() {
    for limits in ["infinite", "movetime 600000", "depth 900", "wtime 9000000"] {
        let mut talk = ugi(&[&format!("go {limits}")]);
        assert_eq!(talk.say("quit"), Next::Finish);
        assert!(is_one_best_move(&words(&talk.finish())), "{limits}");
    }
}

#[test]
fn is_ready_is_answered_while_a_search_goes_on() {
    let mut talk = ugi(&["setoption name Game value havannah", "go infinite", "isready"]);
    while talk.hear() != "readyok" {}
    assert_eq!(talk.say("stop"), Next::Line);
    assert!(is_one_best_move(&words(&talk.finish())));
}

#[test]
fn a_session_that_is_dropped_while_it_thinks_stops_thinking() {
    drop(ugi(&["setoption name Game value blockade", "go infinite"]));
    drop(ugi(&["go infinite"]));
}

#[test]
fn after_the_best_move_the_next_command_is_never_refused() {
    let mut talk = ugi(&["setoption name Bot value random:seed=1"]);
    for _ in 0..300 {
        assert_eq!(talk.say("go nodes 1"), Next::Line);
        while !talk.hear().starts_with("bestmove ") {}
        assert_eq!(talk.say("position startpos"), Next::Line);
        assert_eq!(talk.overhear(), [""; 0]);
    }
}

#[test]
fn a_bare_go_takes_the_time_of_the_session() {
    let talk = ugi(&["go"]);
    while !talk.hear().starts_with("bestmove ") {}
    assert_eq!(talk.finish(), [""; 0]);
}

#[test]
fn every_command_of_gtp_is_answered_before_the_end() {
    let mut talk = Talk::new("gtp");
    for line in ["1 boardsize 4", "2 genmove w", "3 genmove b", "4 name"] {
        assert_eq!(talk.say(line), Next::Line);
    }
    let answers = talk.finish();
    let signs: Vec<&str> = answers.iter().map(|answer| &answer[..2]).collect();
    assert_eq!(signs, ["=1", "=2", "=3", "=4"]);
}

#[test]
fn quit_cuts_a_long_thought_of_gtp_short() {
    let mut talk = Talk::new("gtp");
    for line in ["boardsize 4", "bot potez:time=600s", "genmove w", "genmove b"] {
        assert_eq!(talk.say(line), Next::Line);
    }
    assert_eq!(talk.say("quit"), Next::Finish);
    let answers = talk.finish();
    assert_eq!(answers.len(), 5);
    assert!(answers.iter().all(|answer| answer.starts_with('=')), "{answers:?}");
}

#[test]
fn what_comes_after_quit_is_not_answered() {
    let mut talk = Talk::new("gtp");
    assert_eq!(talk.say("quit"), Next::Finish);
    let _ = talk.say("name");
    assert_eq!(talk.finish(), ["=\n"]);
}

#[test]
fn gtp_is_for_havannah_only() {
    let table = potez_table::open("byte", None).expect("Byte");
    let sink: Sink = std::sync::Arc::new(|_| {});
    let refusal = gtp::Session::new(sink, table, 1, None).err().expect("a refusal");
    assert_eq!(refusal.english, "GTP is spoken for Havannah only, and this is byte");
}

#[test]
fn the_end_of_input_stops_an_analysis_without_limits() {
    let mut talk = Talk::new("json");
    let _ = talk.say(r#"{"id":"1","query":"analyze","game":"byte"}"#);
    let _ = talk.say(r#"{"id":"2","query":"analyze","game":"byte","limits":{"depth":2}}"#);
    let answers = talk.finish();
    assert_eq!(answers.len(), 2);
    assert!(answers.iter().all(|answer| answer.contains("\"best\":\"")), "{answers:?}");
}
