//! Many live games at once against a server on this machine.

use crate::shell::{cargo, target};

/// How many games, and how many moves each.
const GAMES: &str = "300";
const MOVES: &str = "20";

/// `cargo xtask load [GAMES [MOVES]]`
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let games = args.first().map_or(GAMES, String::as_str);
    let moves = args.get(1).map_or(MOVES, String::as_str);
    cargo(&["build", "-p", "potez"], &[])?;
    let program = target().join("debug").join(format!("potez{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_string_lossy();
    cargo(&["run", "-p", "potez-server", "--example", "load", "--", &program, games, moves], &[])
}
