//! Whatever help texts, README and docs promise runs: every command in them is taken out and run,
//! the long ones with less to do.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::succeed;

/// What a command may need that is not ours: such lines are not run.
const FOREIGN: [(&str, &str); 7] = [
    ("castro", "another program"),
    ("postgres", "a database server"),
    ("nats", "a message server"),
    ("man -l", "a reader of manual pages"),
    ("potez.ugi", "the Python package; its own tests play such matches"),
    ("potez league ", "a server that goes on running; its own tests play leagues"),
    ("potez bench", "minutes of fixed work; its own tests run it"),
];

/// What a command does too much of when nothing is said: the command, its option, and less of it.
/// Of a book all of them are said, since one that was begun goes on with the same options only.
const ABSENT: [(&str, &str, &str); 7] = [
    ("potez match", "--games", "2"),
    ("book make", "--positions", "3"),
    ("book make", "--nodes", "30"),
    ("book make", "--games", "2"),
    ("book make", "--game-nodes", "30"),
    ("book map", "--nodes", "30"),
    ("puzzles rate", "--sample", "4"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the workspace")
}

/// README, changelog apart, and every page of the docs.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// The lines of a text, those joined that end with a backslash.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let part = if line.ends_with('\\') { line.trim_end_matches('\\').trim_end() } else { line };
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => *last = format!("{last} {}", part.trim()),
            None => lines.push(part.to_string()),
        }
        goes_on = line.ends_with('\\');
    }
    lines
}

/// A line that is a command: what stands before two blanks and a remark.
fn command_of(line: &str) -> Option<String> {
    let line = line.trim().trim_start_matches("Example: ").trim_start_matches("More examples: ");
    let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().trim_start_matches("$ ");
    let line = line.replace("cargo run --release -- ", "potez ");
    let line = line.split("  ").next().unwrap_or_default().split(" # ").next().unwrap_or_default().trim();
    let begins = line.starts_with("potez ") || line.starts_with("echo ") || line.starts_with("printf ");
    (begins && line.contains("potez ")).then(|| line.to_string())
}

/// Whether a command stands for many: it has words in capitals or dots for what is left out.
fn is_pattern(command: &str) -> bool {
    let placeholder = |word: &str| {
        let letters: String = word.chars().filter(char::is_ascii_alphabetic).collect();
        word.ends_with("=N")
            || word.ends_with("=N-1")
            || letters.len() > 1 && letters.chars().all(|c| c.is_ascii_uppercase())
    };
    let words = command.split(|c: char| c.is_whitespace() || c == '[' || c == ']');
    command.contains('…')
        || command.contains("json|ugi")
        || command.contains("\\|")
        || words.into_iter().any(placeholder)
}

/// The commands of a page: lines of blocks and, if wanted, code within sentences.
fn commands_of_page(text: &str, sentences: bool) -> Vec<String> {
    let mut commands = Vec::new();
    let mut fenced = false;
    for line in joined(text) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced || line.starts_with("    ") {
            commands.extend(command_of(&line));
        } else if sentences && !line.contains("``") {
            let codes = line.split('`').skip(1).step_by(2).map(|code| code.replace("\\|", "|"));
            let named = codes.filter(|code| code.starts_with("potez ")).filter_map(|code| command_of(&code));
            // A command that is only named in a sentence need not be complete, but it must exist.
            let is_whole = |command: &String| command.split(' ').count() > 2;
            commands.extend(named.map(|code| if is_whole(&code) { code } else { format!("{code} --help") }));
        }
    }
    commands.retain(|command| !is_pattern(command) && command.split_whitespace().count() > 1);
    commands
}

/// The examples of every command's help.
fn commands_of_help() -> Vec<String> {
    let help = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_potez")).args(args).env("COLUMNS", "300").output();
        String::from_utf8(output.expect("the binary starts").stdout).expect("its output is text")
    };
    let whole = help(&["--help"]);
    let names = whole.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names = names.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    let mut commands: Vec<String> = whole.lines().filter_map(command_of).collect();
    for name in names.filter(|name| *name != "help") {
        let text = help(&[name, "--help"]);
        let before = commands.len();
        commands.extend(text.lines().filter(|line| !line.contains("Usage:")).filter_map(command_of));
        assert!(commands.len() > before, "potez {name} --help has no example");
    }
    commands
}

/// Replaces the word after an option.
fn with_value(command: &str, option: &str, value: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    for at in 0..words.len().saturating_sub(1) {
        if words[at] == option {
            words[at + 1] = value;
        }
    }
    words.join(" ")
}

/// The same command with less to do: the line is as right as before.
fn bounded(command: &str) -> String {
    let mut line = with_value(command, "--games", "2");
    let less = [("--time", "20ms"), ("--nodes", "30"), ("--game-nodes", "30"), ("--positions", "3")];
    for (option, value) in less.into_iter().chain([("--addr", "127.0.0.1:0"), ("--resume", "")]) {
        line = with_value(&line, option, value);
    }
    // A journal of another match would be refused.
    line = line.replace(" --resume ", " ");
    for own in ["time=200ms", "time=100ms", "time=500ms", "nodes=2000", "nodes=1000"] {
        line = line.replace(own, "nodes=30");
    }
    line = line.replace("depth=3", "depth=1").replace("perft blockade 3", "perft blockade 2");
    let name = line.split("potez ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default().to_string();
    let has_limit = ["--time", "--nodes", "--clock"].iter().any(|option| line.contains(&format!("{option} ")));
    let thinks = ["play", "analyze", "solve", "review", "match", "tournament"].contains(&name.as_str());
    if thinks && (!has_limit || name == "play") && !line.contains("--help") && !line.contains("--time ") {
        line = line.replacen(&format!("potez {name}"), &format!("potez {name} --time 20ms"), 1);
    }
    for (command, option, value) in ABSENT {
        if line.contains(command) && !line.contains(&format!("{option} ")) && !line.contains("--help") {
            line = format!("{line} {option} {value}");
        }
    }
    line
}

/// A folder in which every command finds what it names.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("potez-promises-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("target/release")).expect("a folder for the test");
    std::fs::create_dir_all(folder.join("bots")).expect("a folder of bots");
    std::fs::create_dir_all(folder.join("matches")).expect("a folder of reports");
    let program = env!("CARGO_BIN_EXE_potez");
    symlink(program, folder.join("target/release/potez")).expect("a link");
    symlink(root().join("examples"), folder.join("examples")).expect("a link");
    let record = "[Game \"havannah:size=4\"]\n1. d4 a1 2. e5 *\n";
    std::fs::write(folder.join("game.txt"), record).expect("a record");
    std::fs::write(folder.join("game.sgf"), succeed(&["convert", "-", "--to", "sgf"], record)).expect("a record");
    for name in ["one", "two"] {
        let bot = folder.join("bots").join(name);
        std::fs::write(&bot, format!("#!/bin/sh\nexec {program} engine --protocol ugi\n")).expect("a bot");
        std::fs::set_permissions(&bot, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    }
    serve("potez serve --db games.db", &folder).expect("a database");
    folder
}

/// Openings that fit the game of a command.
fn write_openings(folder: &Path, command: &str) {
    let moves = if command.contains("blockade") { "d4-d6/Bd7 d11-d9/Gf8" } else { "d2-c3 a3-b2" };
    std::fs::write(folder.join("even.txt"), format!("{moves}\n")).expect("openings");
}

/// Runs a command to its end.
fn run(command: &str, folder: &Path) -> Result<(), String> {
    let here = Path::new(env!("CARGO_BIN_EXE_potez")).parent().expect("a folder");
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{}", here.display(), std::env::var("PATH").unwrap_or_default()))
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_STATE_HOME", folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() && !errors.contains("panicked") { Ok(()) } else { Err(errors.into_owned()) }
}

/// Runs a server until it says where it listens.
fn serve(command: &str, folder: &Path) -> Result<(), String> {
    let words = command.split_whitespace().skip(2);
    let mut server = Command::new(env!("CARGO_BIN_EXE_potez"));
    server.arg("serve").args(words).current_dir(folder).env("XDG_DATA_HOME", folder);
    if !command.contains("--addr") {
        server.args(["--addr", "127.0.0.1:0"]);
    }
    let mut child = server.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("text");
    let listens = line.contains("http://");
    child.kill().expect("it can be ended");
    let output = child.wait_with_output().expect("it ends");
    if listens { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// The commands that can be run here, each once and with less to do.
fn runnable(commands: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    let bounded = commands.into_iter().map(|command| bounded(&command));
    bounded.filter(|command| FOREIGN.iter().all(|(name, _)| !command.contains(name))).collect()
}

#[test]
fn every_command_of_help_readme_and_docs_runs() {
    let folder = folder();
    let helped = runnable(commands_of_help());
    assert!(helped.len() >= 20, "only {} examples in the help texts", helped.len());
    let documented = runnable(pages().iter().flat_map(|page| {
        // Diaries abbreviate in their sentences.
        let sentences = page.components().all(|part| part.as_os_str() != "notebook");
        commands_of_page(&std::fs::read_to_string(page).expect("a page"), sentences)
    }));
    assert!(documented.len() >= 30, "only {} commands in README and docs", documented.len());
    for command in helped.union(&documented) {
        write_openings(&folder, command);
        let is_server = command.starts_with("potez serve") && !command.contains("--help");
        let done = if is_server { serve(command, &folder) } else { run(command, &folder) };
        assert_eq!(done, Ok(()), "{command}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn commands_are_taken_out_of_pages_and_made_short() {
    let page = "Run `potez solve GAME` or `potez games`:\n```sh\npotez match byte --a potez \\\n  --b random --games 100\n```\n\
        \n    potez serve                then open it\n";
    assert_eq!(
        commands_of_page(page, true),
        ["potez games --help", "potez match byte --a potez --b random --games 100", "potez serve"]
    );
    assert_eq!(
        bounded("potez match byte --a potez --b random --games 100"),
        "potez match --time 20ms byte --a potez --b random --games 2"
    );
    assert_eq!(bounded("potez book map byte"), "potez book map byte --nodes 30");
}
