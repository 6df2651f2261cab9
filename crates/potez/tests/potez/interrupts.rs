//! Long work that is interrupted says what it knows by then, and exits with 130.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_potez"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Sends a signal by its name.
fn signal(child: &Child, name: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).status().expect("a shell");
    assert!(sent.success());
}

/// Waits until the program catches SIGINT: before that it would just die.
fn wait_until_it_listens(child: &Child) {
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a running process");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask").trim().to_string();
        u64::from_str_radix(&caught, 16).expect("a number") & 0b10 != 0
    };
    while !listens() {
        thread::sleep(Duration::from_millis(10));
    }
}

/// What an interrupted program has written, and its exit code.
fn interrupted(args: &[&str], name: &str) -> (String, String, Option<i32>) {
    let mut child = start(args);
    wait_until_it_listens(&child);
    signal(&child, name);
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    (out, err, child.wait().expect("it ends").code())
}

#[test]
fn an_analysis_and_a_proof_end_with_what_they_have() {
    for name in ["INT", "TERM"] {
        let (out, err, code) = interrupted(&["analyze", "byte", "--time", "1h"], name);
        assert_eq!(code, Some(130), "{err}");
        assert!(out.contains("nodes in") && err.contains("interrupted"), "{out}{err}");
        let (out, err, code) = interrupted(&["solve", "havannah:size=6", "--time", "1h"], name);
        assert_eq!(code, Some(130), "{err}");
        assert!(out.contains("nodes in"), "{out}");
    }
}

#[test]
fn a_match_and_a_tournament_print_the_score_so_far_and_write_their_files() {
    let folder = std::env::temp_dir().join(format!("potez-interrupts-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    let page = folder.join("page.html").to_string_lossy().into_owned();
    let common = ["--games", "1000000", "--openings", "2", "--nodes", "10", "--json", "--report", &page];
    let events: [&[&str]; 2] = [
        &["match", "havannah:size=4", "--a", "random", "--b", "random:seed=2"],
        &["tournament", "havannah:size=4", "--bots", "random", "random:seed=2", "random:seed=3"],
    ];
    for event in events {
        let mut child = start(&[event, &common].concat());
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        out.read_line(&mut first).expect("the first pair");
        signal(&child, "TERM");
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let result: Value = serde_json::from_str(rest.lines().last().expect("a result")).expect("JSON");
        let pairs = rest.lines().count() as u64;
        assert_eq!(result["games"].as_u64(), Some(2 * pairs), "{event:?}");
        assert!(fs::read_to_string(&page).expect("a page").ends_with("</html>\n"));
        fs::remove_file(&page).expect("a page");
    }
    fs::remove_dir_all(&folder).expect("an empty folder");
}

#[test]
fn a_review_shows_what_it_has_judged() {
    let file = std::env::temp_dir().join(format!("potez-interrupted-review-{}.txt", std::process::id()));
    fs::write(&file, "[Game \"havannah:size=5\"] 1. a1 b2 2. c3 d4 3. e5 f6 *").expect("a file");
    let (out, err, code) = interrupted(&["review", &file.to_string_lossy(), "--time", "1h", "--lang", "en"], "INT");
    fs::remove_file(&file).expect("a file");
    assert_eq!(code, Some(130), "{err}");
    assert!(out.contains("havannah:size=5"), "{out}");
}
