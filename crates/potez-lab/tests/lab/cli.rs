//! The binary itself: help and errors.

use std::process::Command;

fn lab(args: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_potez-lab")).args(args).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// The subcommands that a help text lists.
fn subcommands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_study_explains_itself_with_an_example_that_is_accepted() {
    let (_, help, _) = lab(&["--help"]);
    let studies = subcommands(&help);
    assert!(studies.len() >= 12, "{studies:?}");
    let mut paths: Vec<Vec<String>> = studies.into_iter().map(|study| vec![study]).collect();
    while let Some(path) = paths.pop() {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let (ok, help, error) = lab(&args);
        assert!(ok, "{path:?}: {error}");
        // One, or a list of them.
        let example = |line| str::strip_prefix(line, "Example: potez-lab ").or(str::strip_prefix(line, "  potez-lab "));
        let examples: Vec<&str> = help.lines().filter_map(example).collect();
        assert!(!examples.is_empty(), "{path:?} has no example:\n{help}");
        for example in examples {
            assert!(example.starts_with(&path.join(" ")), "{path:?}: {example}");
        }
        paths.extend(subcommands(&help).into_iter().map(|name| [path.clone(), vec![name]].concat()));
    }
}

#[test]
fn errors_name_the_culprit() {
    for (args, expected) in [
        (&["calibrate", "chess", "--games", "1"][..], "chess"),
        (&["self-play", "/nowhere/games.txt"], "/nowhere/games.txt"),
        (&["self-play", "games.txt", "--sizes", "40"], "a size is a number from"),
        (&["train", "weights.bin", "/nowhere/games.txt"], "/nowhere/games.txt"),
        (&["tune-blockade", "byte"], "byte"),
        (&["blockade-train", "/nowhere/games.txt", "--out", "weights.bin"], "/nowhere/games.txt"),
        (&["blockade-gate", "/nowhere/weights.bin"], "/nowhere/weights.bin"),
        (&["races", "--time", "soon"], "a time such as"),
        (&["levels", "byte", "--from", "1"], "1"),
    ] {
        let (ok, _, error) = lab(args);
        assert!(!ok && error.contains(expected), "{args:?}: {error}");
    }
}
