//! Whatever a client sends, a session answers in good form and goes on.

use crate::ears::Talk;
use potez_protocol::Next;
use proptest::prelude::*;

const UGI: &str = include_str!("../lines/ugi.txt");
const GTP: &str = include_str!("../lines/gtp.txt");
const JSON: &str = include_str!("../lines/json.txt");

/// Right lines, half lines, lines with foreign characters put in, and noise.
fn lines(right: &'static str) -> impl Strategy<Value = Vec<String>> {
    let right: Vec<&str> = right.lines().collect();
    let right = proptest::sample::select(right);
    let half = (right.clone(), any::<proptest::sample::Index>()).prop_map(|(line, index)| {
        let chars: Vec<char> = line.chars().collect();
        chars[..index.index(chars.len() + 1)].iter().collect()
    });
    let spoilt = (right.clone(), any::<proptest::sample::Index>(), any::<char>()).prop_map(|(line, index, c)| {
        let mut chars: Vec<char> = line.chars().collect();
        chars.insert(index.index(chars.len() + 1), c);
        chars.into_iter().collect()
    });
    let noise =
        proptest::collection::vec(any::<u8>(), 0..60).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let line = prop_oneof![
        6 => right.prop_map(str::to_string),
        2 => half,
        2 => spoilt,
        1 => noise,
    ];
    proptest::collection::vec(line, 0..40)
}

fn check_ugi(answer: &str) {
    let words = ["id ", "option ", "ugiok", "readyok", "response", "info depth ", "info string error ", "bestmove "];
    assert!(words.iter().any(|word| answer.starts_with(word)), "a strange answer: {answer}");
    assert!(!answer.contains(['\n', '\r']), "more than a line: {answer}");
}

/// The position that the session reports, with the answers that came before it.
fn position(talk: &mut Talk) -> (String, Vec<String>) {
    let _ = talk.say("query fen");
    let mut before = Vec::new();
    loop {
        let answer = talk.hear();
        if answer.starts_with("response ") {
            return (answer, before);
        }
        before.push(answer);
    }
}

fn ugi(lines: &[String]) {
    let mut talk = Talk::new("ugi");
    let _ = talk.say("setoption name Bot value random:seed=1");
    let (mut stands, _) = position(&mut talk);
    for line in lines.iter().filter(|line| line.trim() != "quit") {
        assert_eq!(talk.say(line), Next::Line, "{line}");
        let answers = talk.overhear();
        for answer in &answers {
            check_ugi(answer);
        }
        let (now, _) = position(&mut talk);
        if answers.iter().any(|answer| answer.starts_with("info string error")) {
            assert_eq!(now, stands, "`{line}` was refused and changed the position");
        }
        stands = now;
    }
    let _ = talk.say("stop");
    let _ = talk.say("isready");
    loop {
        let answer = talk.hear();
        check_ugi(&answer);
        if answer == "readyok" {
            break;
        }
    }
    assert_eq!(talk.finish(), [""; 0]);
}

fn check_gtp(answer: &str) {
    assert!(answer.starts_with(['=', '?']), "no sign: {answer:?}");
    let text = answer.strip_suffix('\n').expect("an end of line for the blank line");
    assert!(!text.ends_with('\n') && !text.contains("\n\n"), "a blank line inside: {answer:?}");
    assert!(answer.starts_with('=') || !text.contains('\n'), "an error of several lines: {answer:?}");
}

fn gtp(lines: &[String]) {
    let mut talk = Talk::new("gtp");
    let _ = talk.say("boardsize 4");
    let _ = talk.say("bot random:seed=1");
    let mut quit = false;
    for line in lines {
        if talk.say(line) == Next::Finish {
            quit = true;
            break;
        }
    }
    let _ = talk.say("777 name");
    let answers = talk.finish();
    for answer in &answers {
        check_gtp(answer);
    }
    let last = answers.last().map(String::as_str);
    if quit {
        assert!(last.is_some_and(|answer| answer.starts_with('=')), "{last:?}");
    } else {
        assert_eq!(last, Some("=777 Potez\n"));
    }
}

fn json(lines: &[String]) {
    let mut talk = Talk::new("json");
    let mut requests = 0;
    for line in lines {
        let _ = talk.say(line);
        requests += usize::from(!line.trim().is_empty());
    }
    let _ = talk.say(r#"{"id":"last","query":"state","game":"byte"}"#);
    let answers = talk.finish();
    let mut answered = 0;
    for answer in &answers {
        let value: serde_json::Value = serde_json::from_str(answer).expect("JSON");
        assert!(value.get("id").is_some(), "{answer}");
        answered += usize::from(value.get("partial").is_none());
    }
    assert!(answers.iter().any(|answer| answer.starts_with("{\"id\":\"last\"")));
    // `stop` has no answer of its own when it works; everything else has exactly one.
    assert!(answered <= requests + 1, "{answered} answers to {requests} requests");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ugi_survives_any_mixture_of_lines(lines in lines(UGI)) {
        ugi(&lines);
    }

    #[test]
    fn gtp_survives_any_mixture_of_lines(lines in lines(GTP)) {
        gtp(&lines);
    }
}

proptest! {
    // Every analysis has its own bot, and a bot takes its time to settle down.
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_survives_any_mixture_of_lines(lines in lines(JSON)) {
        json(&lines);
    }
}

#[test]
fn a_megabyte_line_gets_a_short_answer() {
    let endless = "x".repeat(1 << 20);
    let many = "a1 ".repeat(1 << 18);
    let beginnings = ["", "position fen ", "position startpos moves ", "setoption name Bot value ", "go ", "query "];
    let mut talk = Talk::new("ugi");
    for line in beginnings.iter().flat_map(|start| [format!("{start}{endless}"), format!("{start}{many}")]) {
        assert_eq!(talk.say(&line), Next::Line);
        let answer = talk.hear();
        assert!(answer.starts_with("info string error ") && answer.len() < 2000, "{} bytes", answer.len());
    }
    let mut talk = Talk::new("gtp");
    for start in ["", "play w ", "boardsize ", "bot ", "coordinates ", "swap ", "time_settings 1 1 "] {
        for line in [format!("{start}{endless}"), format!("{start}{many}")] {
            assert_eq!(talk.say(&line), Next::Line);
            let answer = talk.hear();
            assert!(answer.starts_with('?') && answer.len() < 2000, "{start}: {} bytes", answer.len());
        }
    }
    let mut talk = Talk::new("json");
    for line in [endless.clone(), format!("{{\"query\":\"{endless}\"}}"), "[".repeat(1 << 20)] {
        let _ = talk.say(&line);
        assert!(talk.hear().contains("\"error\""));
    }
}
