//! `potez`: plays, teaches, analyses and referees Blockade, Havannah and Byte.

use std::process::ExitCode;

fn main() -> ExitCode {
    potez::run(std::env::args_os())
}
