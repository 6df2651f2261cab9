//! The program `potez` as a library: arguments and wiring, nothing else.
//!
//! The binary only calls [`run`]. So does a test that registers a game of its own first, since the
//! registry of games belongs to a process.

mod cli;
mod commands;
mod exit;
mod folders;
mod interrupt;
mod screen;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

/// The argument that makes the program the guardian of the engines that another one has started.
const GUARDIAN: &str = "__guard";
/// The argument that makes the program become the engine that is named behind it, when it is told to.
const STARTER: &str = "__start";
/// The argument that makes the program set limits and become the engine that is named behind them.
const CONFINER: &str = "__confine";

/// Runs the program with these arguments, the first of which is its own name.
pub fn run<T: Into<OsString> + Clone>(args: impl IntoIterator<Item = T>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    if args.get(1).is_some_and(|arg| arg == GUARDIAN) {
        potez_arena::guardian::guard(io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    if args.get(1).is_some_and(|arg| arg == CONFINER) {
        return match potez_arena::confinement::enter(&args[2..]) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("potez: cannot start `{}`: {error}", args.get(4).unwrap_or(&OsString::new()).display());
                ExitCode::from(127)
            }
        };
    }
    if args.get(1).is_some_and(|arg| arg == STARTER) {
        return match potez_arena::starter::start(&args[2..]) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("potez: cannot start `{}`: {error}", args.get(2).unwrap_or(&OsString::new()).display());
                ExitCode::from(127)
            }
        };
    }
    let cli = match cli::Cli::try_parse_from(args) {
        Ok(cli) => cli,
        // Help and version are "errors" too: they go to standard output and succeed.
        Err(error) => {
            // A reader that has gone away hears nothing, and there is nobody else to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    if cli.command.is_none() && !commands::has_screen() {
        eprint!("{}", cli::Cli::command().render_help());
        return ExitCode::from(2);
    }
    match commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if exit::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("potez: {error:#}");
            exit::exit_code(&error)
        }
    }
}
