use std::io::{self, Write};

use potez_engine::GAMES;

/// `potez games`
pub(super) fn run(json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for game in &GAMES {
        let family = game.family;
        if json {
            writeln!(out, "{}", serde_json::to_string(family)?)?;
            continue;
        }
        writeln!(out, "{}\n    {}", family.id, family.about)?;
        for knob in family.knobs {
            writeln!(out, "    {:<8}{:<26}default {:<10}{}", knob.key, knob.values, knob.default, knob.about)?;
        }
    }
    Ok(())
}
