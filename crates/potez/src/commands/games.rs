//! `potez games`: every game with its options.

use std::io::{self, Write};

use potez_table::games;

/// `potez games`
pub(super) fn run(json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for game in games().iter().map(|game| game.description) {
        if json {
            writeln!(out, "{}", serde_json::to_string(game)?)?;
            continue;
        }
        writeln!(out, "{}\n    {}", game.id, game.about)?;
        if !game.options.is_empty() {
            writeln!(out, "    options:")?;
        }
        for option in game.options {
            let (key, values, default, about) = (option.key, option.values, option.default, option.about);
            writeln!(out, "    {key:<8}{values:<26}default {default:<10}{about}")?;
        }
    }
    Ok(())
}
