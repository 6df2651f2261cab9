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

#[test]
fn bash_reads_its_script_and_completes_a_command() {
    let script = succeed(&["completions", "bash"], "");
    let question = "COMP_WORDS=(potez anal); COMP_CWORD=1; _potez potez anal potez; echo \"${COMPREPLY[@]}\"";
    let answer = std::process::Command::new("bash").arg("-c").arg(format!("{script}\n{question}")).output();
    // A machine without bash has nothing to complete.
    let Ok(answer) = answer else { return };
    assert_eq!(String::from_utf8_lossy(&answer.stdout).trim(), "analyze", "{answer:?}");
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
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}
