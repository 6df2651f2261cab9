//! A match over workers, with workers, the server and the owner killed in the middle of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use potez_fleet::testing::NatsServer;
use serde_json::Value;

use crate::run::{fail, potez, succeed};

const MATCH: [&str; 12] =
    ["match", "havannah:size=4", "--a", "potez", "--b", "random", "--nodes", "400", "--games", "120", "--seed", "7"];

/// How often something is killed.
const KILLS: usize = 8;

/// A process that is killed when its owner goes.
struct Killed(Child);

impl Killed {
    fn start(args: &[&str]) -> Self {
        let program = crate::program();
        let child = Command::new(&program[0])
            .args(&program[1..])
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.expect("the binary starts"))
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    fn worker(url: &str) -> Self {
        Self::start(&["worker", "--nats", url, "--slots", "1", "--lease", "1s"])
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        self.kill();
    }
}

fn scratch(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("potez-fleet-{name}-{}.jsonl", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

/// The pairs of a journal in the order of the schedule, without the time they took. Each is there
/// once.
fn pairs(journal: &Path) -> Vec<Value> {
    let text = fs::read_to_string(journal).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut pairs: Vec<Value> = whole.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for game in pairs.iter_mut().flat_map(|pair| pair["games"].as_array_mut().expect("games")) {
        for key in ["timeMs", "longestMs"] {
            game[key] = Value::Null;
        }
    }
    pairs.sort_by_key(|pair| pair["pair"].as_u64());
    pairs
}

/// Waits until a journal has this number of pairs.
fn wait_for(journal: &Path, count: usize) {
    for _ in 0..2400 {
        if pairs(journal).len() >= count {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{} pairs, not {count}, in two minutes", pairs(journal).len());
}

#[test]
fn a_match_whose_workers_server_and_owner_are_killed_is_the_match_of_one_machine() {
    let Some(mut server) = NatsServer::start() else { return };
    let (local, over) = (scratch("local"), scratch("over"));
    let (local_path, over_path) = (local.display().to_string(), over.display().to_string());
    succeed(&[&MATCH[..], &["--resume", &local_path]].concat(), "");
    let url = server.url();
    let mut workers = [(); 3].map(|()| Killed::worker(&url));
    let args = [&MATCH[..], &["--resume", &over_path, "--fleet", &url]].concat();
    let mut owner = Killed::start(&args);
    let mut rng = fastrand::Rng::with_seed(3);
    let goal = pairs(&local).len();
    assert_eq!(goal, 60);
    // Each kill waits for some pairs after the last one: however slow the machine is, it goes on.
    for kill in 0..KILLS {
        wait_for(&over, (kill + 1) * goal / (KILLS + 2));
        match kill % 5 {
            1 => server.restart(),
            3 => {
                // The journal has one owner at a time.
                owner.kill();
                owner = Killed::start(&args);
            }
            _ => workers[rng.usize(..3)] = Killed::worker(&url),
        }
    }
    wait_for(&over, goal);
    drop(owner);
    // An owner that finds everything done says so without a worker.
    drop(workers);
    succeed(&args, "");
    assert_eq!(pairs(&over), pairs(&local));
    for file in [local, over] {
        fs::remove_file(file).expect("a file");
    }
}

#[test]
fn the_status_of_a_fleet_names_its_workers() {
    let Some(server) = NatsServer::start() else { return };
    let url = server.url();
    let _worker = Killed::worker(&url);
    let status = || -> Value {
        serde_json::from_str(&succeed(&["fleet", "status", "--nats", &url, "--json"], "")).expect("JSON")
    };
    let is_here = |status: &Value| status["workers"].as_array().is_some_and(|workers| workers.len() == 1);
    // Every answer takes most of a second.
    assert!((0..120).any(|_| is_here(&status())), "no worker in two minutes");
    let status = status();
    assert_eq!(status["workers"][0]["slots"], 1, "{status}");
    assert_eq!((&status["dead"], &status["leases"]), (&Value::from(0), &Value::from(0)));
    let text = succeed(&["fleet", "status", "--nats", &url], "");
    assert!(text.starts_with("1 worker(s)\n") && text.contains("0 dead letter(s)"), "{text}");
    assert_eq!(succeed(&["fleet", "forget", "--nats", &url], ""), "0 dead letter(s) forgotten\n");
}

#[test]
fn a_book_that_workers_search_for_is_the_one_made_here() {
    let Some(server) = NatsServer::start() else { return };
    let (url, _worker) = (server.url(), Killed::worker(&server.url()));
    let status = ["fleet", "status", "--nats", &url];
    assert!((0..120).any(|_| succeed(&status, "").starts_with("1 worker")), "no worker in two minutes");
    let [here, there] = ["book-here", "book-there"].map(scratch);
    let make = |work: &Path, more: &[&str]| {
        let work = work.display().to_string();
        let of = ["book", "make", "havannah:size=3", "--positions", "9", "--nodes", "200", "--games", "2"];
        let run = potez(&[&of[..], &["--game-nodes", "20", "--batch", "4", "--work", &work], more].concat(), "");
        assert_eq!(run.code, 0, "{}", run.err);
        run.err
    };
    make(&here, &[]);
    let told = make(&there, &["--fleet", &url]);
    assert!(told.contains("workers thought") && !told.contains("thought 0 times"), "{told}");
    assert_eq!(fs::read_to_string(&there).expect("a file"), fs::read_to_string(&here).expect("a file"));
    for file in [here, there] {
        fs::remove_file(file).expect("a file");
    }
}

#[cfg(unix)]
#[test]
fn a_worker_ends_in_order_when_it_is_told_to() {
    let Some(server) = NatsServer::start() else { return };
    let mut worker = Killed::worker(&server.url());
    let status = ["fleet", "status", "--nats", &server.url()];
    assert!((0..120).any(|_| succeed(&status, "").starts_with("1 worker")), "no worker in two minutes");
    let told = Command::new("kill").args(["-TERM", &worker.0.id().to_string()]).status();
    assert!(told.expect("kill").success());
    assert_eq!(worker.0.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_server_that_is_not_there_is_named_without_its_password() {
    // Nobody listens at port 1 of the loopback.
    let url = "nats://ana:secret@127.0.0.1:1";
    let error = fail(&["fleet", "status", "--nats", url], "", 1);
    assert!(error.contains("cannot reach NATS at nats://127.0.0.1:1") && !error.contains("secret"), "{error}");
    let error = fail(&[&MATCH[..], &["--fleet", url]].concat(), "", 1);
    assert!(error.contains("cannot reach NATS") && !error.contains("secret"), "{error}");
    let error = fail(&["worker", "--nats", url, "--allow-engine", "random"], "", 2);
    assert!(error.contains("bots of ours need no permission"), "{error}");
    let error = fail(&["worker", "--nats", url, "--creds", "/nowhere/creds"], "", 1);
    assert!(error.contains("/nowhere/creds"), "{error}");
}

#[test]
fn an_address_that_others_shall_not_see_is_taken_from_the_environment() {
    let program = crate::program();
    let said = |args: &[&str]| {
        let mut command = Command::new(&program[0]);
        command.args(&program[1..]).args(args).env("POTEZ_NATS", "nats://ana:secret@127.0.0.1:1");
        let output = command.output().expect("the binary starts");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
    };
    // A worker would wait for the server.
    for args in [&["fleet", "status"][..], &["fleet", "forget"]] {
        let text = said(args);
        assert!(
            text.contains("cannot reach NATS at nats://127.0.0.1:1") && !text.contains("secret"),
            "{args:?}: {text}"
        );
    }
    for args in [&["serve", "--help"][..], &["worker", "--help"]] {
        let text = said(args);
        assert!(text.contains("POTEZ_NATS") && !text.contains("secret"), "{args:?}: {text}");
    }
}
