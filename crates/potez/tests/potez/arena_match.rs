//! `potez match` and `potez tournament`, as a script sees them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{fail, potez, succeed};
use serde_json::Value;

/// A folder of its own for each test, gone at the end.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("potez-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn last_object(out: &str) -> Value {
    serde_json::from_str(out.lines().last().expect("a line")).expect("JSON")
}

const KEYS: [&str; 14] = [
    "a",
    "b",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "elo",
    "eloLow",
    "eloHigh",
    "illegal",
    "crashes",
    "timeLosses",
    "faults",
];

#[test]
fn the_result_is_one_object_with_the_keys_of_the_contract() {
    let out = succeed(
        &["match", "byte", "--a", "random", "--b", "random:seed=2", "--games", "10", "--seed", "4", "--json"],
        "",
    );
    assert_eq!(out.lines().count(), 6, "five pairs and the result");
    let object = last_object(&out);
    let mut keys: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut expected = KEYS.to_vec();
    keys.sort_unstable();
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!((object["a"].as_str(), object["b"].as_str()), (Some("random"), Some("random:seed=2")));
    let count = |key: &str| object[key].as_u64().expect(key);
    assert_eq!(count("wins") + count("draws") + count("losses"), 10);
    assert_eq!((count("games"), count("illegal"), count("crashes"), count("timeLosses")), (10, 0, 0, 0));
    let number = |key: &str| object[key].as_f64().expect(key);
    let score = (count("wins") as f64 + count("draws") as f64 / 2.0) / 10.0;
    assert!((number("score") - score).abs() < 1e-9);
    assert!(number("eloLow") <= number("elo") && number("elo") <= number("eloHigh"));
}

#[test]
fn what_is_wrong_on_the_command_line_is_named() {
    let cases: [(&[&str], &str); 9] = [
        (&["match", "chess", "--a", "random", "--b", "random"], "chess"),
        (&["match", "byte", "--a", "nobody", "--b", "random"], "no bot `nobody` plays byte"),
        (&["match", "byte", "--a", "random:x=1", "--b", "random"], "no parameter `x`"),
        (&["match", "byte", "--a", "cmd:", "--b", "random"], "names no program"),
        (&["match", "byte", "--a", "cmd:x,proto=uci", "--b", "random"], "proto is ugi or gtp"),
        (&["match", "byte", "--a", "random", "--b", "random", "--sprt", "5,0"], "the smaller first"),
        (&["match", "byte", "--a", "random", "--b", "random", "--clock", "soon"], "60s+1s"),
        (&["match", "byte", "--a", "random", "--b", "random", "--time", "1s", "--nodes", "5"], "cannot be used with"),
        (&["tournament", "byte", "--bots", "random"], "two bots or more"),
    ];
    for (args, expected) in cases {
        let error = fail(args, "", 2);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    let help = succeed(&["match", "--help"], "");
    assert!(help.contains("Examples:") && help.contains("proto=ugi|gtp"));
}

#[test]
fn the_help_lists_every_bot_of_every_game() {
    let help = succeed(&["match", "--help"], "");
    for game in potez_table::games() {
        let id = game.description.id;
        let part = help.split_once(&format!("\n  {id}\n")).unwrap_or_else(|| panic!("{id} is not in {help}")).1;
        for bot in potez_table::open(id, None).expect("a game").bots() {
            let line = part.lines().find(|line| line.split_whitespace().next() == Some(bot.name));
            let line = line.unwrap_or_else(|| panic!("{} of {id} is not in {help}", bot.name));
            assert!(bot.own.iter().all(|key| line.contains(&format!("{key}="))), "{line}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_faults_of_both_sides_are_counted() {
    let bad = "cmd:\"sh -c 'while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
               go*) echo bestmove nonsense;; esac; done'\"";
    let run = potez(&["match", "byte", "--a", "random", "--b", bad, "--games", "2", "--nodes", "5", "--json"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    let object = last_object(&run.out);
    assert_eq!((object["wins"].as_u64(), object["illegal"].as_u64()), (Some(2), Some(2)));
    assert_eq!(object["faults"]["a"]["illegal"].as_u64(), Some(0));
    assert_eq!(object["faults"]["b"]["illegal"].as_u64(), Some(2));
}

#[test]
fn a_program_that_cannot_play_is_an_error_before_the_first_game() {
    let missing = ["match", "byte", "--a", "random", "--b", "cmd:/no/such/program", "--games", "2", "--json"];
    let run = potez(&missing, "");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("cannot start `/no/such/program`"), "{}", run.err);
    let gtp = fail(&["match", "byte", "--a", "random", "--b", "cmd:x,proto=gtp"], "", 2);
    assert!(gtp.contains("GTP is not spoken over byte"), "{gtp}");
}

#[test]
fn a_test_says_how_it_ended() {
    let out = succeed(
        &[
            "match", "byte", "--a", "potez", "--b", "random", "--nodes", "200", "--games", "1000", "--sprt", "0,200",
            "--json",
        ],
        "",
    );
    let lines: Vec<&str> = out.lines().collect();
    let verdict: Value = serde_json::from_str(lines[lines.len() - 2]).expect("JSON");
    assert_eq!(verdict["verdict"], "H1");
    assert!(last_object(&out)["games"].as_u64().expect("a number") < 1000);
}

#[test]
fn reports_records_and_openings_are_files() {
    let scratch = TestFolder::new("reports");
    let (page, records, book) = (scratch.path("page.html"), scratch.path("games/"), scratch.path("book.txt"));
    fs::write(&book, "# two openings\nd4 c3\na1 b2\n").expect("a file");
    let args = [
        "match",
        "havannah:size=4",
        "--a",
        "random",
        "--b",
        "potez",
        "--nodes",
        "50",
        "--games",
        "4",
        "--openings-file",
        &book,
    ];
    succeed(&[&args[..], &["--report", &page, "--records", &records]].concat(), "");
    assert!(fs::read_to_string(&page).expect("a page").starts_with("<!DOCTYPE html>"));
    let mut files: Vec<PathBuf> =
        fs::read_dir(&records).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    assert_eq!(files.len(), 4);
    for (file, opening) in files.iter().zip(["1. d4 c3", "1. d4 c3", "1. a1 b2", "1. a1 b2"]) {
        assert!(fs::read_to_string(file).expect("a record").contains(opening));
        succeed(&["replay", &file.to_string_lossy()], "");
    }
    let error = fail(&[&args[..9], &["2", "--openings-file", &page]].concat(), "", 2);
    assert!(error.contains("line 1"), "{error}");
}

#[test]
fn a_clock_is_kept_and_more_games_at_a_time_than_cores_are_not_played() {
    let run = potez(
        &[
            "match",
            "byte",
            "--a",
            "potez",
            "--b",
            "random",
            "--clock",
            "2s+10ms",
            "--games",
            "2",
            "--concurrency",
            "999",
            "--json",
        ],
        "",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("too many for"), "{}", run.err);
    assert_eq!(last_object(&run.out)["games"], 2);
}

#[cfg(unix)]
fn script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("an executable");
}

#[cfg(unix)]
#[test]
fn a_folder_of_bots_plays_a_tournament() {
    let scratch = TestFolder::new("folder");
    let potez = env!("CARGO_BIN_EXE_potez");
    let good = format!("#!/bin/sh\nexec '{potez}' engine --protocol ugi\n");
    script(&scratch.0.join("ana.sh"), &good);
    fs::create_dir(scratch.0.join("boris")).expect("a folder");
    script(
        &scratch.0.join("boris/run"),
        &format!("#!/bin/sh\ntest -f weights || exit 1\nexec '{potez}' engine --protocol ugi\n"),
    );
    fs::write(scratch.0.join("boris/weights"), "1 2 3").expect("a file");
    // Answers every question with the same move, which is soon illegal.
    script(
        &scratch.0.join("cane.sh"),
        "#!/bin/sh\nwhile read -r word rest; do case $word in ugi) echo ugiok;; \
         isready) echo readyok;; go) echo bestmove b2-a3;; \
         quit) exit;; esac; done\n",
    );
    let unfinished = "echo 'my game is not finished' >&2";
    script(&scratch.0.join("dunja.sh"), &format!("#!/bin/sh\n{unfinished}\nexit 1\n"));
    fs::write(scratch.0.join("notes.txt"), "not a bot").expect("a file");
    let page = scratch.path("table.html");
    let folder = scratch.0.to_string_lossy().into_owned();
    let args = ["tournament", "byte", "--folder", &folder, "--depth", "1", "--json", "--report", &page];
    // Whoever cannot even begin is named, and nothing is played.
    let error = fail(&args, "", 1);
    assert!(error.contains("dunja.sh cannot play") && error.contains("! my game is not finished"), "{error}");
    script(
        &scratch.0.join("dunja.sh"),
        &format!(
            "#!/bin/sh\nwhile read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; \
             go) {unfinished}; exit 1;; esac; done\n"
        ),
    );
    let run = potez_run(&args);
    assert!(run.err.contains("notes.txt is not a bot"), "{}", run.err);
    assert!(run.err.contains("! my game is not finished"), "{}", run.err);
    let players = last_object(&run.out)["players"].as_array().expect("players").clone();
    let find = |name: &str| players.iter().find(|player| player["name"] == name).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!(players.len(), 4);
    assert_eq!((&find("ana.sh")["crashes"], &find("ana.sh")["illegal"]), (&0.into(), &0.into()));
    assert_eq!((&find("boris")["crashes"], &find("boris")["illegal"]), (&0.into(), &0.into()));
    assert!(find("cane.sh")["illegal"].as_u64().expect("a number") >= 4, "{:?}", find("cane.sh"));
    assert!(find("dunja.sh")["crashes"].as_u64().expect("a number") >= 4, "{:?}", find("dunja.sh"));
    let page = fs::read_to_string(&page).expect("a page");
    assert!(page.contains("my game is not finished") && page.contains("Who beat whom"));
}

#[cfg(unix)]
fn potez_run(args: &[&str]) -> crate::run::ProgramRun {
    let run = potez(args, "");
    assert_eq!(run.code, 0, "{}", run.err);
    run
}
