//! The program as its users meet it: the binary in a process of its own, with pipes or in a
//! pseudo-terminal.

use std::ffi::OsString;

mod arena_kill;
mod arena_match;
mod arena_protocols;
mod cli;
mod examples;
mod json;
mod play;
mod protocol_bots;
mod protocol_engine;
mod pty;
mod review;
mod run;
mod serve_kill;
mod served;
mod shell;
mod tui_games;
mod tui_sizes;
mod tui_whole_games;

/// The program under test.
pub(crate) fn program() -> Vec<OsString> {
    vec![env!("CARGO_BIN_EXE_potez").into()]
}
