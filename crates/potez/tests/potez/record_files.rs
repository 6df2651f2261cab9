//! Files of records on the command line: many games in one, old encodings, false claims, and what is
//! not a file.

use std::fs;
use std::path::PathBuf;

use crate::run::{fail, potez, succeed};
use serde_json::Value;

/// A folder of its own for each test, gone at the end.
struct RecordFolder(PathBuf);

impl RecordFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("potez-records-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), contents).expect("a file");
        self.path(name)
    }
}

impl Drop for RecordFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn objects(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn what_a_match_writes_is_replayed_converted_and_reviewed() {
    let folder = RecordFolder::new("match");
    let file = folder.path("games.txt");
    succeed(
        &["match", "havannah:size=3", "--a", "random", "--b", "random:seed=2", "--games", "6", "--records", &file],
        "",
    );
    let played = objects(&succeed(&["replay", &file, "--json"], ""));
    assert_eq!(played.len(), 6);
    for to in ["json", "sgf", "lg", "text"] {
        let converted = folder.write("converted", succeed(&["convert", &file, "--to", to], ""));
        assert_eq!(objects(&succeed(&["replay", &converted, "--json"], "")), played, "{to}");
    }
    let reviewed = objects(&succeed(&["review", &file, "--nodes", "20", "--json"], ""));
    assert_eq!(reviewed.len(), 6);
    let third = objects(&succeed(&["review", &file, "--nodes", "20", "--json", "--game", "3"], ""));
    assert_eq!(third, reviewed[2..3]);
    fail(&["review", &file, "--nodes", "20", "--game", "7"], "", 2);
    let page = folder.path("page.html");
    succeed(&["review", &file, "--nodes", "20", "--lang", "en", "--html", &page], "");
    assert!((1..=6).all(|number| folder.0.join(format!("page-{number}.html")).exists()));
}

#[test]
fn a_wrong_game_among_others_is_named_and_the_others_are_replayed() {
    let folder = RecordFolder::new("wrong");
    let text = "[Game \"byte\"] 1. d2-c3 *\n[Game \"byte\"] 1. d2-d3 *\n[Game \"havannah:size=4\"] 1. a1 *\n";
    let file = folder.write("games.txt", text);
    let run = potez(&["replay", &file, "--json"], "");
    assert_eq!((run.code, objects(&run.out).len()), (1, 2), "{}", run.err);
    assert!(run.err.contains("game 2 of 3: move 1 `d2-d3`"), "{}", run.err);
    let run = potez(&["convert", &file, "--to", "json"], "");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "all games or none");
}

#[test]
fn a_false_result_fails_after_it_was_shown() {
    let folder = RecordFolder::new("false");
    let file = folder.write("game.txt", "[Game \"havannah:size=3\"] 1. a1 c3 2. a2 c4 3. a3 o");
    let run = potez(&["replay", &file], "");
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("result: x (bridge)") && run.out.contains("the record says o, which is wrong"),
        "{}",
        run.out
    );
    let run = potez(&["replay", &file, "--json"], "");
    assert_eq!((run.code, &objects(&run.out)[0]["claimed"]), (1, &Value::from("o")));
}

#[test]
fn a_latin_1_file_is_read() {
    let folder = RecordFolder::new("latin");
    let file = folder.write("game.sgf", b"(;GM[Havannah]SZ[4]PW[Andr\xe9]RE[W+T];W[a1];B[b2])");
    assert!(succeed(&["convert", &file, "--to", "text"], "").contains("[X \"André\"]"));
    let replayed = objects(&succeed(&["replay", &file, "--json"], ""));
    assert_eq!((&replayed[0]["outcome"], &replayed[0]["reason"]), (&Value::from("x"), &Value::from("time")));
    let binary = folder.write("game.bin", [0x7f, b'E', b'L', b'F', 0, 0xff]);
    assert!(fail(&["replay", &binary], "", 1).contains("is not text"));
}

#[test]
fn folders_devices_and_pipes_are_refused() {
    let folder = RecordFolder::new("special");
    for command in [&["replay"][..], &["convert", "--to", "json"], &["review"]] {
        let error = fail(&[command, &[&folder.path("")]].concat(), "", 1);
        assert!(error.contains("it is a folder"), "{error}");
        #[cfg(unix)]
        {
            let error = fail(&[command, &["/dev/zero"]].concat(), "", 1);
            assert!(error.contains("is not a regular file"), "{error}");
        }
    }
    #[cfg(unix)]
    {
        let pipe = folder.path("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
        assert!(fail(&["replay", &pipe], "", 1).contains("is not a regular file"));
        let bots = ["match", "byte", "--a", "random", "--b", "random", "--games", "2", "--resume"];
        for name in [pipe.as_str(), "/dev/null"] {
            assert!(fail(&[&bots[..], &[name]].concat(), "", 1).contains("is not a regular file"));
        }
    }
}

#[test]
fn a_report_that_cannot_be_written_is_said_after_the_score() {
    let folder = RecordFolder::new("report");
    let missing = folder.path("missing/page.html");
    let bots = ["match", "byte", "--a", "random", "--b", "random:seed=2", "--games", "2", "--report", &missing];
    let run = potez(&bots, "");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("random against random:seed=2"), "{}", run.out);
    assert!(run.err.contains("cannot write") && run.err.contains("missing/page.html"), "{}", run.err);
    let game = folder.write("game.txt", "[Game \"havannah:size=3\"] 1. a1 c3 *");
    let run = potez(&["review", &game, "--nodes", "20", "--lang", "en", "--html", &missing], "");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("havannah:size=3") && run.err.contains("cannot write"), "{}{}", run.out, run.err);
}

#[cfg(unix)]
#[test]
fn a_journal_that_can_no_longer_be_written_ends_the_match_with_its_score() {
    let folder = RecordFolder::new("full");
    let (journal, page) = (folder.path("match.jsonl"), folder.path("page.html"));
    // A disk that is full after a few kilobytes, as far as one file can tell.
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec '{}' match byte --a random --b random:seed=2 --games 1000 --nodes 5 \
         --resume '{journal}'",
        env!("CARGO_BIN_EXE_potez")
    );
    let run = std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(1), "{err}");
    assert!(out.contains("random against random:seed=2") && err.contains("match.jsonl"), "{out}{err}");
    // And it goes on where it was.
    let on = ["match", "byte", "--a", "random", "--b", "random:seed=2", "--games", "1000", "--nodes", "5", "--json"];
    let kept = fs::read_to_string(&journal).expect("a journal").lines().count();
    assert!(kept > 2, "{out}");
    let rest = succeed(&[&on[..], &["--resume", &journal, "--report", &page]].concat(), "");
    let result: Value = serde_json::from_str(rest.lines().last().expect("a result")).expect("JSON");
    assert_eq!(result["games"].as_u64(), Some(1000));
}
