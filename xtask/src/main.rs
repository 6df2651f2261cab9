//! The project's own chores: `cargo xtask ci` and its parts, one file a command.

mod browser;
mod checks;
mod deps;
mod levels;
mod load;
mod shell;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  ci       everything below, in order: what a change must pass
  fmt      formatting
  clippy   lints, warnings are errors
  test     unit, integration and documentation tests
  full     the same tests with the long comparisons against the slow reference rules
  docs     the documentation builds without a warning
  deps     the crates depend on each other only as ARCHITECTURE.md says
  fuzz     the fuzz targets build
  browser  the client in a real browser: types, games, access; pictures go to target/pictures
  pictures the pictures of the README, made anew
  load [GAMES [MOVES]]
           300 live games at once against a server on this machine: how long moves take to be acknowledged
  levels   the table of levels of a game: each against the one below (minutes)";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let result = match command.as_str() {
        "ci" => checks::ci(),
        "fmt" => checks::fmt(),
        "clippy" => checks::clippy(),
        "test" => checks::test(),
        "full" => checks::full(),
        "docs" => checks::docs(),
        "deps" => deps::run(),
        "fuzz" => checks::fuzz(),
        "browser" => browser::run(),
        "pictures" => browser::pictures(),
        "load" => load::run(),
        "levels" => levels::run(&std::env::args().skip(2).collect::<Vec<_>>()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
