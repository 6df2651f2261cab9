//! The project's own chores: `cargo xtask ci` and its parts, one file per command.

mod audit;
mod browser;
mod checks;
mod cluster;
mod debian;
mod deny;
mod deps;
mod examples;
mod fuzz;
mod load;
mod measure;
mod metadata;
mod npm;
mod pictures;
mod postgres;
mod python;
mod release;
mod shell;
mod site;
mod soak;
mod suite;
mod tools;
mod wasm;
mod web_fmt;
mod web_types;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  ci       everything that a change must pass: the checks below, the quick ones first
  deps     the crates depend on each other exactly as ARCHITECTURE.md says
  examples the crates with examples in their documentation, and no others, have them run
  deny     the licences, sources and versions of what we depend on are those that deny.toml allows
  audit [--renew FOLDER]
           no known weakness in the lock files, by the list kept here and, where it can be asked, the database
  fmt      formatting
  web-fmt [--fix]
           formatting of the browser client, by prettier
  clippy   lints, warnings are errors
  test     unit, integration and documentation tests
  full     the same tests with the long comparisons against the slow reference rules
  docs     the documentation builds without a warning
  fuzz [TARGET] [--seed N] [--runs N] [--hours N]
           the fuzz targets over their saved inputs and mutations of them; for hours by coverage, where that works
  browser  the client in a real browser: types, games, access; pictures go to target/pictures
  python [--install | --bench]
           the Python package in a virtual environment of its own; with --install as `pip install .` makes it;
           with --bench random games per second instead of the tests, beside OpenSpiel and plain Python
  pictures [terminal|pages]
           the pictures of the documentation, made anew
  release [--smoke]
           a static archive and a Debian package in target/release-files; with --smoke also unpacked and tried out
  wasm [--speed [PROGRAM]]
           the engine for browsers and Node in target/wasm, with a package for npm; beside the native one with --speed
  site [--test] [OUT]
           the client with the engine in the browser, as a folder for any host of files (default: target/site);
           with --test whole games are played in it without a network
  measure [--names]
           files, functions, comments and type names in numbers
  load [GAMES [MOVES]]
           300 live games at once against a server on this machine: how long moves take to be acknowledged
  soak [MINUTES]
           an hour of mixed load with kills and faults: nothing is lost, nothing grows
  cluster [GAMES [WEB_GAMES [KILLS [SEED]]]]
           servers, workers, PostgreSQL and NATS on this machine, killed at random: nothing is lost or doubled";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let args: Vec<String> = args.collect();
    let result = match command.as_str() {
        "ci" => checks::ci(),
        "deps" => deps::run(),
        "examples" => examples::run(),
        "deny" => deny::run(),
        "audit" => audit::run(&args),
        "fmt" => checks::fmt(),
        "web-fmt" => web_fmt::run(&args),
        "clippy" => checks::clippy(),
        "test" => suite::run(suite::Beside::default()),
        "full" => checks::full(),
        "docs" => checks::docs(),
        "fuzz" => fuzz::run(&args),
        "browser" => browser::run(),
        "python" => python::run(&args),
        "pictures" => pictures::run(&args),
        "release" => release::run(&args),
        "site" => site::run(&args),
        "wasm" => wasm::run(&args),
        "measure" => measure::run(&args),
        "load" => load::run(&args),
        "soak" => soak::run(&args),
        "cluster" => cluster::run(&args),
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
