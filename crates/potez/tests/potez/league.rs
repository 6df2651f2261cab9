//! `potez league`: bots that do everything wrong, kills in the middle, and the examples in other languages.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{fail, succeed};
use crate::served::Served;

/// How long to wait for something that never comes.
const PATIENCE: Duration = Duration::from_mins(3);
/// A number of seconds that nothing else sleeps for.
const NAP: &str = "86399.25";

/// Bots that speak UGI up to the first question, and what they do then.
fn vices() -> [(&'static str, String); 6] {
    [
        ("crashing", "echo 'Traceback: division by zero' >&2; exit 3".into()),
        ("slow", format!("sleep {NAP}")),
        ("flooding", "while :; do echo info string $line $line $line; done".into()),
        ("hungry", "x=$(head -c 300000000 /dev/zero | tr '\\0' a); echo bestmove a1".into()),
        ("forking", format!("while sleep 0.01; do sleep {NAP} & done")),
        ("illegal", "echo x > \"$0.left\"; echo bestmove z99".into()),
    ]
}

fn write_bots(folder: &Path) {
    for (name, deed) in vices() {
        let script = format!(
            "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n    ugi) echo ugiok ;;\n    isready) echo readyok ;;\n    \
             quit) exit 0 ;;\n    go*) {deed} ;;\n  esac\ndone\n"
        );
        let file = folder.join(name);
        fs::write(&file, script).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("potez-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("bots")).unwrap();
    folder
}

/// Whether a process sleeps that a bot has started.
fn naps() -> bool {
    let all = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    all.filter_map(|each| fs::read(each.path().join("cmdline")).ok())
        .any(|line| line.windows(NAP.len()).any(|part| part == NAP.as_bytes()))
}

fn play(ticket: &str, bots: &Path) -> Command {
    let program = crate::program();
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]).args(["league", "play", ticket, "--json", "--memory", "64", "--processes", "24"]);
    command.args(["--bot", "good=random:seed=1", "--bot", "fair=random:seed=2", "--folder"]).arg(bots);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn eight_bots_most_of_them_bad_are_killed_in_the_middle_and_every_game_counts_once() {
    let folder = folder("league-bad");
    let bots = folder.join("bots");
    write_bots(&bots);
    let ticket = folder.join("bad.league").display().to_string();
    let new = ["league", "new", &ticket, "--game", "havannah:size=3", "--format", "gauntlet", "--games", "1"];
    succeed(&[&new[..], &["--time", "300ms", "--openings", "1"]].concat(), "");
    assert!(fail(&new, "", 2).contains("is there already"));
    // Killed without a word as soon as something has been played.
    let mut child = play(&ticket, &bots).spawn().unwrap();
    thread::sleep(Duration::from_secs(4));
    child.kill().unwrap();
    let killed = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&killed.stderr).into_owned();
    let deadline = Instant::now() + PATIENCE;
    while naps() {
        assert!(Instant::now() < deadline, "what a bot has started is still there");
        thread::sleep(Duration::from_millis(50));
    }
    let done = play(&ticket, &bots).output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{errors}");
    let view: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(
        (view["state"].as_str(), view["played"].as_u64()),
        (Some("over"), Some(7)),
        "{view:#}\n{said}\n{errors}"
    );
    let row =
        |name: &str| view["standings"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    assert_eq!(row("good")["games"], 7);
    for (name, _) in vices() {
        let row = row(name);
        assert_eq!((row["games"].as_u64(), row["losses"].as_u64()), (Some(1), Some(1)), "{row}");
        assert!(row["faults"].as_u64() >= Some(1), "{row}");
    }
    assert_eq!(row("fair")["faults"], 0);
    assert!(!naps(), "what a bot has started is still there");
    if errors.contains("write no files") {
        assert!(!bots.join("illegal.left").exists(), "a bot has left a file behind");
    }
    let status = succeed(&["league", "status", &ticket], "");
    assert!(status.contains("7 of 7 games") && status.contains("good"), "{status}");
    let page = folder.join("table.html");
    succeed(&["league", "export", &ticket, "--out", &page.display().to_string()], "");
    assert!(fs::read_to_string(page).unwrap().contains("crashing"));
    succeed(&["league", "exclude", &ticket, "slow"], "");
    assert!(succeed(&["league", "status", &ticket], "").contains("excluded"));
    assert!(fail(&["league", "exclude", &ticket, "nobody"], "", 2).contains("`nobody`"));
    fs::remove_dir_all(folder).unwrap();
}

/// A bot in another language, if it is installed here.
fn example(program: &str, file: &str, server: &str, token: &str) -> Option<Child> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/league");
    let mut command = Command::new(program);
    command.arg(examples.join(file)).args([server, token]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if child.is_err() {
        eprintln!("{file} is left out: `{program}` is not installed");
    }
    child.ok()
}

#[test]
fn the_examples_in_other_languages_play_a_league_that_outlives_its_server() {
    let folder = folder("league-examples");
    let db = folder.join("games.db");
    let server = Served::start(&db);
    let (url, addr) = (format!("http://{}", server.addr), server.addr.clone());
    let ticket = folder.join("class.league").display().to_string();
    let new = ["league", "new", &ticket, "--server", &url, "--game", "havannah:size=3", "--time", "20s"];
    assert!(succeed(&new, "").contains("/#/league/"));
    let languages = [("python3", "bot.py"), ("node", "bot.js"), ("java", "Bot.java")];
    let mut children = Vec::new();
    for (program, file) in languages {
        let added = succeed(&["league", "add", &ticket, file], "");
        let token = added.split_whitespace().last().unwrap().to_string();
        match example(program, file, &url, &token) {
            Some(child) => children.push(child),
            None => drop(succeed(&["league", "exclude", &ticket, file], "")),
        }
    }
    let added = succeed(&["league", "add", &ticket, "adapter"], "");
    let token = added.split_whitespace().last().unwrap().to_string();
    let program = crate::program();
    let mut join = Command::new(&program[0]);
    join.args(&program[1..]).args(["league", "join", &url, "--bot", "random:seed=3"]).env("POTEZ_TOKEN", &token);
    children.push(join.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let bots = children.len();
    succeed(&["league", "start", &ticket], "");
    let status = || serde_json::from_str::<Value>(&succeed(&["league", "status", &ticket, "--json"], "")).unwrap();
    let deadline = Instant::now() + PATIENCE;
    while bots > 1 && status()["played"].as_u64() < Some(1) {
        assert!(Instant::now() < deadline, "{:#}", status());
        thread::sleep(Duration::from_millis(50));
    }
    server.kill();
    let server = Served::start_at(&db, &addr);
    let planned = (bots * (bots - 1)) as u64;
    while bots > 1 && status()["state"] != "over" {
        assert!(Instant::now() < deadline, "{:#}", status());
        thread::sleep(Duration::from_millis(100));
    }
    if bots > 1 {
        let over = status();
        assert_eq!((over["played"].as_u64(), over["planned"].as_u64()), (Some(planned), Some(planned)));
        for row in over["standings"].as_array().unwrap().iter().filter(|row| !row["place"].is_null()) {
            assert_eq!(row["faults"], 0, "{row}");
        }
    }
    for mut child in children {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    server.end();
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_wrong_is_named() {
    let folder = folder("league-wrong");
    let at = |name: &str| folder.join(name).display().to_string();
    let ticket = at("a.league");
    assert!(fail(&["league", "new", &ticket], "", 2).contains("--game"));
    assert!(fail(&["league", "new", &ticket, "--game", "chess"], "", 1).contains("chess"));
    assert!(fail(&["league", "new", &ticket, "--game", "byte", "--server", "lab"], "", 2).contains("`lab`"));
    assert!(!Path::new(&ticket).exists());
    assert!(fail(&["league", "status", &at("none.league")], "", 1).contains("none.league"));
    fs::write(at("other.txt"), "hello").unwrap();
    assert!(fail(&["league", "start", &at("other.txt")], "", 2).contains("is not the file of a league"));
    let gone = ["league", "join", "http://127.0.0.1:1/", "--bot", "no-such-bot", "--token", "x"];
    assert!(fail(&gone, "", 2).contains("no-such-bot"));
    assert!(fail(&["league", "export", &ticket, "--out", "x.pdf"], "", 2).contains("x.pdf"));
    fs::remove_dir_all(folder).unwrap();
}
