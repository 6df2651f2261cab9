//! A fourth game, known to these tests alone, goes through every interface without a line changed
//! elsewhere.
//!
//! The registry of games belongs to a process, so this is a program of its own: it runs the tests,
//! and started with `--as-potez` it is `potez` with one game more. What it had to do to add the
//! game (`hex.rs`, `engine.rs`, one call of `register`) is the checklist in ARCHITECTURE.md.

mod command_line;
mod engine;
mod hex;
mod protocols;
#[path = "../potez/pty.rs"]
#[expect(dead_code, reason = "only a part of what the other tests need is needed here")]
mod pty;
mod rules;
#[path = "../potez/run.rs"]
mod run;
#[path = "../potez/served.rs"]
#[expect(dead_code, reason = "no server is killed here")]
mod served;
mod terminal;
mod web;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// The argument that makes this program `potez`.
const AS_POTEZ: &str = "--as-potez";

/// A test by its name.
type Test = (&'static str, fn());

/// The program under test.
pub(crate) fn program() -> Vec<OsString> {
    vec![std::env::current_exe().expect("this program").into(), AS_POTEZ.into()]
}

fn main() -> ExitCode {
    assert!(potez_table::register(&[engine::HEX]), "no game was asked for before");
    let mut args: Vec<OsString> = std::env::args_os().collect();
    if args.get(1).is_some_and(|arg| arg == AS_POTEZ) {
        args.remove(1);
        return potez::run(args);
    }
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let tests = [rules::TESTS, command_line::TESTS, protocols::TESTS, terminal::TESTS, web::TESTS].concat();
    let chosen: Vec<Test> = tests.into_iter().filter(|(name, _)| name.contains(&wanted)).collect();
    let mut failed = 0;
    for (name, test) in &chosen {
        let passes = catch_unwind(AssertUnwindSafe(test)).is_ok();
        println!("test {name} ... {}", if passes { "ok" } else { "FAILED" });
        failed += usize::from(!passes);
    }
    println!("{} passed, {failed} failed", chosen.len() - failed);
    ExitCode::from(u8::from(failed > 0))
}
