//! Mixed load with kills and faults against a server on this machine, for a long time.

use crate::shell::{cargo, target};

/// How long it goes on.
const MINUTES: &str = "60";

/// `cargo xtask soak [MINUTES]`
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let minutes = args.first().map_or(MINUTES, String::as_str);
    // As users have it: the times of a build without optimisation say nothing.
    cargo(&["build", "--release", "-p", "potez"], &[])?;
    let program = target().join("release").join(format!("potez{}", std::env::consts::EXE_SUFFIX));
    // The clients, too: they share the processors with the server.
    let clients = ["run", "--release", "-p", "potez-server", "--example", "soak", "--"];
    cargo(&[&clients[..], &[&program.to_string_lossy(), minutes]].concat(), &[])
}
