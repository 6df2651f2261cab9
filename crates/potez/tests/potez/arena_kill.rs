//! A match that is killed again and again ends with the same games as one that was left alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

const ARGS: [&str; 14] = [
    "match",
    "havannah:size=4",
    "--a",
    "potez",
    "--b",
    "random",
    "--nodes",
    "500",
    "--games",
    "160",
    "--seed",
    "9",
    "--json",
    "--resume",
];

/// Pairs of the match: two games each.
const PAIRS: usize = 80;
/// How often it is killed.
const KILLS: usize = 25;

fn start(journal: &Path, out: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_potez"))
        .args(ARGS)
        .arg(journal)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts")
}

/// Lets it run to the end; the last line is the result.
fn result(child: Child) -> Value {
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
}

/// The games by pair without the times they took. Every pair is there once.
fn games(journal: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(journal).expect("a journal");
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut pair: Value = serde_json::from_str(line).expect("JSON");
        for game in pair["games"].as_array_mut().expect("games") {
            for key in ["timeMs", "longestMs"] {
                game.as_object_mut().expect("a game").remove(key);
            }
        }
        let number = pair["pair"].as_u64().expect("a number");
        assert!(games.insert(number, pair).is_none(), "pair {number} is there twice");
    }
    games
}

/// Leaves only the first bytes of a file.
fn cut(file: &Path, length: u64) {
    let file = fs::OpenOptions::new().write(true).open(file).expect("a journal");
    file.set_len(length).expect("it can be cut");
}

fn size(journal: &Path) -> u64 {
    fs::metadata(journal).map_or(0, |file| file.len())
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[test]
fn a_match_that_is_killed_again_and_again_ends_as_if_it_had_been_left_alone() {
    let path = |name: &str| -> PathBuf {
        std::env::temp_dir().join(format!("potez-kill-{name}-{}.jsonl", std::process::id()))
    };
    let (whole, torn) = (path("whole"), path("torn"));
    for file in [&whole, &torn] {
        let _ = fs::remove_file(file);
    }
    let expected = result(start(&whole, Stdio::piped()));
    let mut dice = Dice(1);
    for round in 1..=KILLS {
        // Kill once the journal has grown by a few pairs, a moment later, wherever that is.
        let goal = size(&torn) + 1 + dice.roll(2500);
        let mut child = start(&torn, Stdio::null());
        while size(&torn) < goal && child.try_wait().expect("a process").is_none() {
            thread::sleep(Duration::from_micros(500));
        }
        thread::sleep(Duration::from_micros(dice.roll(5000)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let text = fs::read_to_string(&torn).expect("a journal");
        if text.lines().count() > PAIRS {
            // The whole match was over before the kill. The journal only grows, so any beginning of
            // it is what an earlier kill would have left behind.
            let length = text.find('\n').expect("a header") as u64 + 1;
            cut(&torn, length + dice.roll(size(&torn) - length));
        } else if round % 5 == 0 {
            // What a kill in the middle of a write would leave behind.
            fs::write(&torn, format!("{text}{{\"pair\":7,\"pla")).expect("a journal");
        }
    }
    assert_eq!(result(start(&torn, Stdio::piped())), expected);
    assert_eq!(games(&torn), games(&whole));
    for file in [&whole, &torn] {
        let _ = fs::remove_file(file);
    }
}
