//! Servers and workers on this machine, with kills.

use std::process::Command;

use anyhow::bail;

use crate::shell::{cargo, left_out, target};
use crate::suite::Job;
use crate::{debian, postgres};

/// Games of the match, games over HTTP, kills, and the seed of what is killed when.
const USUAL: [&str; 4] = ["1000", "200", "100", "1"];

/// The same, short enough for every run of the checks.
const SHORT: [&str; 4] = ["60", "8", "8", "2"];

/// The short form, with programs that the build of the tests has made; none where a service is missing.
pub(crate) fn short() -> Option<Job> {
    if !debian::has("nats-server", &["nats-server"]) || !postgres::has() {
        left_out("the cluster that is killed at random", "nats-server or postgresql");
        return None;
    }
    let built = |name: &str| target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(built("examples/cluster"));
    command.arg(built("potez")).args(SHORT);
    Some(Job { name: "cluster".to_owned(), command })
}

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
