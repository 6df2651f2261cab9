//! What the examples share: random openings.

use potez_engine::{BotSpec, Limits, Message, Stop, Table, open};

/// A game after so many random plies.
pub(crate) fn random(game: &str, seed: u64, plies: usize) -> Result<Box<dyn Table>, Message> {
    let mut table = open(game, None)?;
    let mut opener = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") })?;
    for _ in 0..plies {
        let report = opener.think(table.as_ref(), Limits::depth(1), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        table.play(&mv)?;
    }
    Ok(table)
}
