//! `potez`: plays, teaches, analyses and referees Blockade, Havannah and Byte.

mod cli;
mod commands;
mod failure;
mod screen;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if failure::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("potez: {error:#}");
            failure::exit_code(&error)
        }
    }
}
