//! Servers and workers on this machine, with kills.

use anyhow::bail;

use crate::shell::{cargo, target};
use crate::{debian, postgres};

/// Games of the match, games over HTTP, kills, and the seed of what is killed when.
const USUAL: [&str; 4] = ["1000", "200", "100", "1"];

/// `cargo xtask cluster [GAMES [WEB_GAMES [KILLS [SEED]]]]`
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    if !debian::has("nats-server", &["nats-server"]) || !postgres::has() {
        bail!("the cluster needs nats-server and PostgreSQL");
    }
    cargo(&["build", "-p", "potez"], &[])?;
    let program = target().join("debug").join(format!("potez{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_string_lossy();
    let numbers = USUAL.iter().enumerate().map(|(index, usual)| args.get(index).map_or(*usual, String::as_str));
    let mut command =
        vec!["run", "-p", "potez-server", "--features", "testing", "--example", "cluster", "--", &program];
    command.extend(numbers);
    cargo(&command, &[])
}
