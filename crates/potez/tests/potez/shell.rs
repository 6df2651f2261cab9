//! Completions and manual pages.

use crate::run::{fail, succeed};

const COMMANDS: [&str; 6] = ["play", "analyze", "match", "engine", "completions", "man"];

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeed(&["completions", shell], "");
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} lacks {command}");
        }
        assert!(script.contains("movetime"), "{shell} lacks the options of a command");
    }
    assert!(fail(&["completions", "cmd.exe"], "", 2).contains("possible values"));
}

/// What bash offers for a line, after it has read the script.
fn bash(line: &str) -> Option<String> {
    let script = succeed(&["completions", "bash"], "");
    let words: Vec<&str> = line.split(' ').collect();
    let question = format!(
        "COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'; COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; \
         COMP_WORDS=({line}); COMP_CWORD={}; _potez_values potez '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.len() - 1,
        words[words.len() - 1],
        words[words.len() - 2],
    );
    let path = format!("{}:{}", folder_of_the_program(), std::env::var("PATH").unwrap_or_default());
    let mut shell = std::process::Command::new("bash");
    // A machine without bash has nothing to complete.
    let answer = shell.arg("-c").arg(format!("{script}\n{question}")).env("PATH", path).output().ok()?;
    assert!(answer.stderr.is_empty(), "{}", String::from_utf8_lossy(&answer.stderr));
    Some(String::from_utf8_lossy(&answer.stdout).trim().to_string())
}

fn folder_of_the_program() -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_potez"));
    program.parent().expect("a folder").display().to_string()
}

#[test]
fn bash_reads_its_script_and_completes_commands_games_options_and_bots() {
    for (line, expected) in [
        ("potez anal", "analyze"),
        ("potez show hav", "havannah"),
        // Bash breaks words at colons and equals signs and wants what follows the last of them.
        ("potez show havannah:s", "size=\nswap="),
        ("potez show byte:size=1", "10\n16"),
        ("potez play byte --o pot", "potez"),
        ("potez play byte --o potez:lev", "level="),
        ("potez match byte --a mob", "mobility"),
        ("potez play byte --pla", "--plain"),
    ] {
        let Some(answer) = bash(line) else { return };
        assert_eq!(answer, expected, "{line}");
    }
}

#[test]
fn zsh_and_fish_ask_the_program_too() {
    for (shell, hook) in
        [("zsh", "compdef _potez_values potez"), ("fish", "complete -c potez -l bot -x -a '(__potez_option_values)'")]
    {
        let script = succeed(&["completions", shell], "");
        assert!(script.contains(hook) && script.contains("complete -- "), "{script}");
        assert!(!script.contains("complete:") && !script.contains("Print what the last"), "a command for scripts only");
    }
    assert_eq!(succeed(&["complete", "--", "play", "byte", "--x", "classic:d"], ""), "classic:depth=\n");
}

#[test]
fn shells_that_are_here_read_their_scripts() {
    for shell in ["bash", "zsh", "fish"] {
        let file = std::env::temp_dir().join(format!("potez-completions-{}.{shell}", std::process::id()));
        std::fs::write(&file, succeed(&["completions", shell], "")).expect("a file");
        let checked = std::process::Command::new(shell).arg("-n").arg(&file).output();
        std::fs::remove_file(&file).expect("the file can go");
        let Ok(checked) = checked else { continue };
        assert!(checked.status.success(), "{shell}: {}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_every_command() {
    let page = succeed(&["man"], "");
    assert!(page.contains(".TH potez 1") && page.contains("havannah"), "{page}");
    for command in COMMANDS {
        let page = succeed(&["man", command], "");
        assert!(page.contains(&format!(".TH potez-{command} 1")), "{page}");
        assert!(page.contains("Example"), "{command}");
    }
    assert!(fail(&["man", "fly"], "", 2).contains("the commands are games, play"));
}

#[test]
fn all_pages_are_written_into_a_folder() {
    let folder = std::env::temp_dir().join(format!("potez-man-{}", std::process::id()));
    succeed(&["man", "--out", folder.to_str().expect("a plain name")], "");
    for name in ["potez.1", "potez-play.1", "potez-match.1"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    let pages = std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("a page").file_name());
    for page in pages.map(|name| name.to_string_lossy().into_owned()) {
        assert!(!page.contains("help") && page != "potez-complete.1", "a page that nobody needs: {page}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}
