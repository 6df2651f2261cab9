//! The program as its users meet it: the binary in a process of its own, with pipes or in a
//! pseudo-terminal.

use std::ffi::OsString;

mod arena_kill;
mod arena_match;
mod arena_protocols;
mod book;
mod cli;
mod databases;
mod explain;
mod fleet;
#[cfg(target_os = "linux")]
mod interrupts;
mod json;
#[cfg(target_os = "linux")]
mod league;
mod originals;
#[cfg(target_os = "linux")]
mod orphans;
mod plain_terminal;
mod play;
mod promises;
mod protocol_bots;
mod protocol_engine;
mod pty;
mod puzzles;
mod record_files;
mod review;
mod run;
mod serve_kill;
mod served;
mod setup;
mod shell;
mod states;
mod tui_games;
mod tui_sizes;
mod tui_whole_games;

/// The program under test.
pub(crate) fn program() -> Vec<OsString> {
    vec![env!("CARGO_BIN_EXE_potez").into()]
}
