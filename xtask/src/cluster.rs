//! A match over workers and NATS on this machine, with kills.

use anyhow::bail;

use crate::debian;
use crate::shell::{cargo, target};

/// How many games, and how many kills.
const GAMES: &str = "1000";
const KILLS: &str = "100";

/// `cargo xtask cluster [GAMES [KILLS [SEED]]]`
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    if !debian::has("nats-server", &["nats-server"]) {
        bail!("the cluster needs nats-server");
    }
    let games = args.first().map_or(GAMES, String::as_str);
    let kills = args.get(1).map_or(KILLS, String::as_str);
    let seed = args.get(2).map_or("1", String::as_str);
    cargo(&["build", "-p", "potez"], &[])?;
    let program = target().join("debug").join(format!("potez{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_string_lossy();
    cargo(&["run", "-p", "potez-fleet", "--example", "cluster", "--", &program, games, kills, seed], &[])
}
