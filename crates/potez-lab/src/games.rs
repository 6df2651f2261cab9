//! Games that studies are made of: random openings, and the engine against itself at fixed nodes.

use std::time::Duration;

use potez_table::{BotSpec, Limits, Message, Stop, Table, open};

/// Reads a time such as `500ms` or `2s` on the command line.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    potez_table::duration(text).ok_or_else(|| "expected a time such as 500ms, 2s or 1m".into())
}

/// A table after this many random plies; fewer if the game is over before.
pub fn random_opening(game: &str, seed: u64, plies: usize) -> Result<Box<dyn Table>, Message> {
    let mut table = open(game, None)?;
    // Through the bot, so that any game of the registry has random openings.
    let mut opener = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") })?;
    for _ in 0..plies {
        let report = opener.think(table.as_ref(), Limits::depth(1), &Stop::new(), &mut |_| {})?;
        let Some(mv) = report.best() else { break };
        table.play(&mv.text)?;
    }
    Ok(table)
}

/// Plays on with one full-strength bot for both sides, with fixed nodes per move so that other work
/// on the machine changes nothing, while `goes_on` says so. Each side would know as much as the
/// other anyway.
pub fn play_on(table: &mut dyn Table, nodes: u64, goes_on: impl Fn(&dyn Table) -> bool) -> Result<(), Message> {
    let mut player = table.bot(&BotSpec::new("potez"))?;
    while table.outcome().is_none() && goes_on(table) {
        let report = player.think(table, Limits::nodes(nodes), &Stop::new(), &mut |_| {})?;
        let Some(mv) = report.best() else { break };
        table.play(&mv.text)?;
    }
    Ok(())
}
