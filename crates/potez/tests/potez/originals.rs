//! Every function of the original programs is shown by a command, and every such command runs.

use std::process::{Command, Stdio};

/// What the program can do of what the reports describe.
const PAGE: &str = include_str!("../../../../docs/originals.md");
/// The column of the tables that shows a function.
const SHOWN: &str = "shown by";

/// The cells of a line of a table; a bar with a backslash before it is no border.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{0}");
    inner.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

/// What stands in backticks.
fn codes(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(String::from).collect()
}

/// The commands of a column with what their output must hold.
fn commands() -> Vec<(String, Vec<String>)> {
    let mut commands = Vec::new();
    let mut column = None;
    for line in PAGE.lines() {
        if !line.starts_with('|') {
            column = None;
            continue;
        }
        let cells = cells(line);
        match column {
            None => column = cells.iter().position(|cell| cell == SHOWN),
            Some(_) if line.starts_with("|-") => {}
            Some(column) => {
                let codes = codes(&cells[column]);
                // A click on the page or in the full screen has no command; both are tested there.
                let click = cells[column].starts_with("on the page") || cells[column].starts_with("in the full screen");
                assert!(click || !codes.is_empty(), "nothing shows this: {line}");
                if !click {
                    commands.push((codes[0].clone(), codes[1..].to_vec()));
                }
            }
        }
    }
    commands
}

#[test]
fn every_command_of_the_table_of_the_originals_shows_what_it_says() {
    let commands = commands();
    assert!(commands.len() >= 40, "only {} commands", commands.len());
    let here = std::path::Path::new(env!("CARGO_BIN_EXE_potez")).parent().expect("a folder");
    let path = format!("{}:{}", here.display(), std::env::var("PATH").unwrap_or_default());
    for (command, expected) in commands {
        assert!(command.contains("potez "), "{command}");
        let run = Command::new("sh")
            .args(["-c", &command])
            .env("PATH", &path)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{command}: {err}");
        for text in expected {
            assert!(out.contains(&text), "{command}: no `{text}` in\n{out}{err}");
        }
    }
}
