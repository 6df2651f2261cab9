//! The table of levels: each against the one below.

use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{cargo, root};

const USAGE: &str = "usage: cargo xtask levels GAME [GAMES [TIME]], such as `cargo xtask levels byte 100 1s`";

/// Prints a row a level; the last level thinks for the whole time.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let [game, rest @ ..] = args else { bail!(USAGE) };
    let games = rest.first().map_or("100", String::as_str);
    let time = rest.get(1).map_or("1s", String::as_str);
    cargo(&["build", "--release", "-p", "potez"], &[])?;
    println!("| level | against | games | score | Elo | 95 % |");
    println!("|---|---|---|---|---|---|");
    for level in 2..=10 {
        let result = play(game, level, games, time)?;
        let number = |key: &str| result[key].as_f64().unwrap_or_default();
        println!(
            "| {level} | {} | {} | {:.1} % | {:+.0} | {:+.0} to {:+.0} |",
            level - 1,
            result["games"],
            100.0 * number("score"),
            number("elo"),
            number("eloLow"),
            number("eloHigh"),
        );
    }
    Ok(())
}

/// The result of one match, from the side of the higher level.
fn play(game: &str, level: u32, games: &str, time: &str) -> anyhow::Result<Value> {
    let (a, b) = (format!("potez:level={level}"), format!("potez:level={}", level - 1));
    let args = [
        "match",
        game,
        "--a",
        &a,
        "--b",
        &b,
        "--games",
        games,
        "--time",
        time,
        "--concurrency",
        "1",
        "--grace",
        "5s",
        "--json",
    ];
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let output = Command::new(target.join("release/potez"))
        .args(args)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start potez")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().with_context(|| format!("`potez {}` said nothing", args.join(" ")))?;
    serde_json::from_str(last).context("the last line is no JSON")
}
