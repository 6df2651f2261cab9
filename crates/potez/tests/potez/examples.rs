//! The examples in the help texts do what they promise.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::succeed;

/// Commands whose examples are run as they stand, in a folder with a record in each format. The
/// others' go on until they are stopped, or need a program that is not ours.
const RUN: [&str; 13] = [
    "games",
    "play",
    "show",
    "moves",
    "perft",
    "analyze",
    "solve",
    "replay",
    "convert",
    "engine",
    "completions",
    "match",
    "tournament",
];

/// The first example of a command.
fn example(command: &str) -> String {
    // So wide that no example is broken into two lines.
    let help = Command::new(env!("CARGO_BIN_EXE_potez")).args([command, "--help"]).env("COLUMNS", "300").output();
    let help = String::from_utf8(help.expect("the binary starts").stdout).expect("its output is text");
    let start = format!("potez {command}");
    let line = help.lines().find(|line| line.contains(&start) && !line.contains("Usage:")).expect("an example");
    line.trim().trim_start_matches("Example: ").to_string()
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("potez-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let record = "[Game \"havannah:size=4\"]\n1. d4 a1 2. e5 *\n";
    std::fs::write(folder.join("game.txt"), record).expect("a record");
    std::fs::write(folder.join("game.sgf"), succeed(&["convert", "-", "--to", "sgf"], record)).expect("a record");
    folder
}

#[test]
fn the_example_of_every_command_runs() {
    let folder = folder();
    let here = Path::new(env!("CARGO_BIN_EXE_potez")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    for command in RUN {
        // Whole matches take minutes; two games show as well that the line is right.
        let line = example(command)
            .replace("--games 100", "--games 2")
            .replace("--games 20 ", "--games 2 ")
            .replace("--time 100ms", "--nodes 50");
        let run = Command::new("sh")
            .args(["-c", &line])
            .current_dir(&folder)
            .env("PATH", format!("{}:{path}", here.display()))
            .stdin(std::process::Stdio::null())
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && !errors.contains("panicked"), "{line}: {errors}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}
