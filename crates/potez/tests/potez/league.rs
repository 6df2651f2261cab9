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

/// A bot in another language, if it is installed here; Rust's is compiled into the folder.
fn example(program: &str, file: &str, folder: &Path, server: &str, token: &str) -> Option<Child> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/league").join(file);
    let mut words = program.split(' ');
    let mut command = Command::new(words.next().unwrap());
    command.args(words).arg(source);
    if program.starts_with("rustc") {
        let built = folder.join("rust-bot");
        assert!(command.arg("-o").arg(&built).status().is_ok_and(|status| status.success()), "{file} does not compile");
        command = Command::new(built);
    }
    command.args([server, token]);
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
    let languages = [
        ("python3", "bot.py"),
        ("node", "bot.js"),
        ("node --experimental-websocket", "socket_bot.js"),
        ("java", "Bot.java"),
        ("rustc --edition 2024", "bot.rs"),
    ];
    let mut children = Vec::new();
    for (program, file) in languages {
        let added = succeed(&["league", "add", &ticket, file], "");
        let token = added.split_whitespace().last().unwrap().to_string();
        match example(program, file, &folder, &url, &token) {
            Some(child) => children.push(child),
            None => drop(succeed(&["league", "exclude", &ticket, file], "")),
        }
    }
    let program = crate::program();
    let words: Vec<_> = program.iter().map(|word| word.to_string_lossy()).collect();
    let engine = |protocol: &str| format!("cmd:\"{} engine --protocol {protocol}\"", words.join(" "));
    let gtp = format!("{},proto=gtp,time=50ms", engine("gtp --game havannah:size=3"));
    for (name, bot) in [("ours", "random:seed=3".into()), ("UGI", engine("ugi") + ",nodes=50"), ("GTP", gtp)] {
        let added = succeed(&["league", "add", &ticket, name], "");
        let token = added.split_whitespace().last().unwrap().to_string();
        let mut join = Command::new(&program[0]);
        join.args(&program[1..]).args(["league", "join", &url, "--bot", &bot]).env("POTEZ_TOKEN", &token);
        children.push(join.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    }
    let bots = children.len();
    succeed(&["league", "start", &ticket], "");
    let status = || serde_json::from_str::<Value>(&succeed(&["league", "status", &ticket, "--json"], "")).unwrap();
    let deadline = Instant::now() + PATIENCE;
    while status()["played"].as_u64() < Some(1) {
        assert!(Instant::now() < deadline, "{:#}", status());
        thread::sleep(Duration::from_millis(50));
    }
    server.kill();
    let server = Served::start_at(&db, &addr);
    let planned = (bots * (bots - 1)) as u64;
    while status()["state"] != "over" {
        assert!(Instant::now() < deadline, "{:#}", status());
        thread::sleep(Duration::from_millis(100));
    }
    let over = status();
    assert_eq!((over["played"].as_u64(), over["planned"].as_u64()), (Some(planned), Some(planned)));
    for row in over["standings"].as_array().unwrap().iter().filter(|row| !row["place"].is_null()) {
        assert_eq!(row["faults"], 0, "{row}");
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

/// A bot in Python that is to play and tells instead what it may do; what it finds is in the lines of its crash.
const NOSY: &str = r#"#!/usr/bin/env python3
import os, socket, sys

def attempt(name, deed):
    try:
        print(name, "yes", deed(), file=sys.stderr)
    except BaseException as error:
        print(name, "no", type(error).__name__, file=sys.stderr)

def connect():
    socket.create_connection(("127.0.0.1", int(PORT)), timeout=5).sendall(b"hello")

def fork_many():
    for _ in range(40):
        if os.fork() == 0:
            import time
            time.sleep(30)
            os._exit(0)

def write(path, size):
    with open(path, "wb") as file:
        file.write(b"x" * size)

for line in sys.stdin:
    if line.startswith("ugi"):
        print("ugiok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        attempt("network", connect)
        attempt("memory", lambda: len(bytearray(200 << 20)))
        attempt("scratch", lambda: write("/dev/shm/small", 1000))
        attempt("large", lambda: [write(f"/dev/shm/large{n}", 40 << 20) for n in range(2)])
        attempt("here", lambda: write("left-behind", 10))
        attempt("tmp", lambda: write("/tmp/potez-left-behind", 10))
        attempt("others", lambda: os.kill(os.getppid(), 0) if os.getppid() > 1 else 1 / 0)
        attempt("processes", fork_many)
        sys.stderr.flush()
        os._exit(3)
"#;

/// Plays the nosy bot in a league of two and gives what it told; `None` where there is no Python.
fn told_by_nosy(name: &str, more: &[&str]) -> Option<(String, String)> {
    use std::net::TcpListener;
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("left out: `python3` is not installed");
        return None;
    }
    let folder = folder(name);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let file = folder.join("bots/nosy");
    fs::write(&file, NOSY.replace("PORT", &format!("\"{port}\""))).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    // Whoever runs the tests as root lets bots be somebody else, who must be able to read them.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let ticket = folder.join("nosy.league").display().to_string();
    let new = ["league", "new", &ticket, "--game", "havannah:size=3", "--games", "1", "--time", "60s"];
    succeed(&new, "");
    let program = crate::program();
    let mut play = Command::new(&program[0]);
    play.args(&program[1..]).args(["league", "play", &ticket, "--json", "--memory", "128", "--processes", "24"]);
    play.args(["--bot", "fair=random:seed=2", "--folder"]).arg(folder.join("bots")).args(more);
    let done = play.stdin(Stdio::null()).output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{errors}");
    let was_called = listener.accept().is_ok();
    let was_left = folder.join("bots/left-behind").exists();
    let told = format!("{errors}\ncalled {was_called}\nleft {was_left}\n");
    fs::remove_dir_all(folder).unwrap();
    let _ = fs::remove_file("/tmp/potez-left-behind");
    Some((told, errors))
}

#[test]
fn a_confined_bot_has_no_network_and_no_more_than_it_may_have() {
    let Some((told, errors)) = told_by_nosy("league-nosy", &[]) else { return };
    let says = |what: &str| assert!(told.contains(what), "{what} is missing in\n{told}");
    // These hold wherever the system has limits at all.
    says("memory no MemoryError");
    says("processes no");
    if errors.contains("NOT closed") {
        eprintln!("left out: network and files, for which this system has no namespaces");
        return;
    }
    for what in
        ["network no", "called false", "here no", "left false", "tmp no", "large no", "scratch yes", "others no"]
    {
        says(what);
    }
}

#[test]
fn an_unconfined_bot_shows_what_the_limits_are_for() {
    let Some((told, _)) = told_by_nosy("league-free", &["--unconfined"]) else { return };
    for what in ["network yes", "called true", "memory yes", "here yes", "left true"] {
        assert!(told.contains(what), "{what} is missing in\n{told}");
    }
}

#[test]
fn programs_that_are_handed_in_play_when_whoever_runs_the_league_lets_them() {
    let folder = folder("league-uploads");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let server = Served::start(&folder.join("games.db"));
    let url = format!("http://{}", server.addr);
    let ticket = folder.join("class.league").display().to_string();
    succeed(&["league", "new", &ticket, "--server", &url, "--game", "havannah:size=3", "--time", "30s"], "");
    let added = succeed(&["league", "add", &ticket, "Ana", "Bora"], "");
    let tokens: Vec<&str> = added.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let program: Vec<_> = crate::program().iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let program = program.join(" ");
    let engine = format!("#!/bin/sh\nexec {program} engine --protocol ugi\n");
    let file = folder.join("bot.sh");
    fs::write(&file, engine).unwrap();
    let file = file.display().to_string();
    let refused = fail(&["league", "upload", &url, &file, "--token", tokens[0]], "", 1);
    assert!(refused.contains("switched"), "{refused}");
    succeed(&["league", "set", &ticket, "--uploads", "on"], "");
    for token in &tokens {
        let said = succeed(&["league", "upload", &url, &file, "--token", token], "");
        assert!(said.contains("sha256"), "{said}");
    }
    let view: Value = serde_json::from_str(&succeed(&["league", "status", &ticket, "--json"], "")).unwrap();
    assert_eq!((&view["state"], &view["played"]), (&Value::from("new"), &Value::from(0)), "the server starts nothing");
    // Two machines, each with a part of the programs and a file of its own.
    let second = folder.join("second.league").display().to_string();
    fs::copy(&ticket, &second).unwrap();
    let words = crate::program();
    let mut other = Command::new(&words[0]);
    other.args(&words[1..]).args(["league", "play", &second, "--uploads", "--share", "2/2", "--processes", "200"]);
    let mut other = other.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let play = ["league", "play", &ticket, "--uploads", "--share", "1/2", "--json", "--processes", "200"];
    let over = succeed(&play, "");
    assert!(other.wait().unwrap().success());
    let over: Value = serde_json::from_str(over.lines().last().unwrap()).unwrap();
    assert_eq!((&over["state"], &over["played"]), (&Value::from("over"), &Value::from(2)), "{over:#}");
    for row in over["standings"].as_array().unwrap() {
        assert_eq!(row["faults"], 0, "{row}");
    }
    assert!(!folder.join("class.league.bots").exists(), "what was unpacked is taken away");
    let notes = folder.join("notes.txt");
    fs::write(&notes, "hello").unwrap();
    let notes = notes.display().to_string();
    let wrong = fail(&["league", "upload", &url, &notes, "--token", tokens[0]], "", 2);
    assert!(wrong.contains("notes.txt") && wrong.contains("not a program"), "{wrong}");
    server.end();
    fs::remove_dir_all(folder).unwrap();
}
