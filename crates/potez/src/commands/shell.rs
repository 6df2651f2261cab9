//! What a shell and a manual need to know of the command line: completions and manual pages, made
//! from its definition.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::exit::UsageError;

const NAME: &str = "potez";

/// `potez completions`
pub(super) fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(())
}

/// `potez man`
pub(super) fn manual(command: Option<&str>, folder: Option<&Path>) -> anyhow::Result<()> {
    let mut whole = Cli::command();
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
