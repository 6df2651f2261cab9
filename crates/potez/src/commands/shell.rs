//! What a shell and a manual need to know of the command line: completions and manual pages, made
//! from its definition.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::complete;
use crate::cli::Cli;
use crate::exit::UsageError;

const NAME: &str = "potez";

/// What bash does before it looks into the generated script. It breaks words at colons and equals
/// signs, so that it wants only what follows the last of them.
const BASH: &str = r#"
_potez_values() {
    local line="${COMP_LINE:0:COMP_POINT}" words values breaks word
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    mapfile -t values < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
    if ((${#values[@]} == 0)); then
        _potez "$@"
        return
    fi
    word="${words[${#words[@]}-1]}"
    breaks="${COMP_WORDBREAKS//[^:=]/}"
    [[ -n $breaks ]] && values=("${values[@]#"${word%"${word##*[$breaks]}"}"}")
    COMPREPLY=("${values[@]}")
    [[ ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace 2>/dev/null
}
complete -F _potez_values -o bashdefault -o default potez
"#;

/// The end of the script for zsh, in place of the generated one.
const ZSH: &str = r#"
_potez_values() {
    local -a values
    values=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${values[*]}" ]]; then
        compadd -Q -S '' -- "${values[@]}"
    else
        _potez "$@"
    fi
}

if [ "$funcstack[1]" = "_potez" ]; then
    _potez_values "$@"
else
    compdef _potez_values potez
fi
"#;

/// What is added for fish.
const FISH: &str = r"
function __potez_values
    set -l words (commandline -opc) (commandline -ct)
    command $words[1] complete -- $words[2..-1] 2>/dev/null
end
function __potez_option_values
    __potez_values | string replace --regex '^--\w+=' ''
end
complete -c potez -f -n 'count (__potez_values) >/dev/null' -a '(__potez_values)'
";

/// `potez completions`
pub(super) fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown(), NAME, &mut script);
    let mut script = String::from_utf8(script).context("the script is not text")?;
    match shell {
        Shell::Bash => script.push_str(BASH),
        Shell::Zsh => {
            let end = script.rfind("\nif [ \"$funcstack[1]\"").unwrap_or(script.len());
            script.truncate(end);
            script.push_str(ZSH);
        }
        Shell::Fish => {
            script.push_str(FISH);
            // Behind an option that takes a value fish offers files, unless it is told of others.
            let values =
                complete::BOTS.map(|name| format!("complete -c potez -l {name} -x -a '(__potez_option_values)'\n"));
            script.extend(values);
        }
        _ => {}
    }
    io::stdout().lock().write_all(script.as_bytes())?;
    Ok(())
}

/// The command line without what nobody should read about: commands for scripts, and help on help.
fn shown() -> Command {
    let whole = Cli::command();
    let commands: Vec<Command> = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    // A command cannot lose a subcommand, so the program is described again with those it keeps.
    let mut program = Command::new(NAME).version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    if let Some(about) = whole.get_about() {
        program = program.about(about.clone());
    }
    if let Some(after) = whole.get_after_help() {
        program = program.after_help(after.clone());
    }
    program.subcommands(commands)
}

/// `potez man`
pub(super) fn manual(command: Option<&str>, folder: Option<&Path>) -> anyhow::Result<()> {
    let mut whole = shown();
    whole.build();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        return clap_mangen::generate_to(whole, folder)
            .with_context(|| format!("cannot write to {}", folder.display()));
    }
    let page = match command {
        None => whole,
        Some(name) => page_of(&whole, name)?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    io::stdout().lock().write_all(&text)?;
    Ok(())
}

/// The page of one command, such as `potez-play`.
fn page_of(whole: &Command, name: &str) -> Result<Command, UsageError> {
    whole.find_subcommand(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = whole.get_subcommands().map(Command::get_name).collect();
        UsageError(format!("no command `{name}`: the commands are {}", names.join(", ")))
    })
}
