//! `potez`: plays, teaches, analyses and referees Blockade, Havannah and Byte.

mod cli;
mod commands;
mod failure;
mod screen;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    if cli.command.is_none() && !commands::has_screen() {
        eprint!("{}", cli::Cli::command().render_help());
        return ExitCode::from(2);
    }
    match commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if failure::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("potez: {error:#}");
            failure::exit_code(&error)
        }
    }
}
