//! The fourth game over the protocols.

use serde_json::Value;

use crate::Test;
use crate::run::succeed;

pub(crate) const TESTS: &[Test] = &[
    ("json_knows_the_game", json_knows_the_game),
    ("ugi_knows_the_game", ugi_knows_the_game),
    ("gtp_knows_the_game", gtp_knows_the_game),
];

fn json_knows_the_game() {
    let input = r#"{"id":"1","query":"state","game":"hex","moves":["b2"]}
{"id":"2","query":"analyze","game":"hex","moves":["b2"],"limits":{"nodes":200}}
"#;
    let out = succeed(&["engine", "--protocol", "json"], input);
    let answer = |id: &str| {
        let lines = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.into_iter().find(|answer| answer["id"] == id).expect("an answer")
    };
    assert_eq!(answer("1")["legal"].as_array().map(Vec::len), Some(15));
    assert_eq!(answer("2")["lines"][0]["remarks"][0]["code"], "hex-stone");
}

fn ugi_knows_the_game() {
    let input = "ugi\nsetoption name Game value hex:size=3\nposition startpos moves b2 a1 a2 c1\ngo nodes 300\n\
                 isready\nquery p1turn\nquit\n";
    let out = succeed(&["engine", "--protocol", "ugi"], input);
    assert!(out.contains("bestmove c2") || out.contains("bestmove b1") || out.contains("bestmove a3"), "{out}");
    assert!(out.contains("response true"), "{out}");
}

fn gtp_knows_the_game() {
    let input = "boardsize 3\nplay white b2\nplay black a1\nplay white a2\nplay black c1\nplay white c2\nwinner\n\
                 final_score\nquit\n";
    let out = succeed(&["engine", "--protocol", "gtp", "--game", "hex"], input);
    assert!(out.contains("= white") && out.contains("= W+joined"), "{out}");
}
