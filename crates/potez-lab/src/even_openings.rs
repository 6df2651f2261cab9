//! Random openings after which neither player is ahead, for `potez match --openings-file`.
//!
//! A search must give either player between 40 and 60 %. What is lost from the start is lost at any
//! strength, and games from such openings tell nothing of two players.

use std::collections::HashSet;
use std::io::Write;

use clap::Args;
use potez_table::{BotSpec, Limits, Stop};

use crate::games::random_opening;
use crate::progress;

/// How far the chance to win may be from one half.
const MAX_ADVANTAGE: f64 = 0.1;

/// Find random openings after which neither player is ahead.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab even-openings byte --openings 100 --nodes 2000000 > openings.txt")]
pub struct EvenOpeningsArgs {
    /// The game spec.
    pub game: String,
    /// Openings to find.
    #[arg(long, default_value_t = 50)]
    pub openings: usize,
    /// Plies of each.
    #[arg(long, default_value_t = 4)]
    pub plies: usize,
    /// Nodes of the search that evaluates them.
    #[arg(long, default_value_t = 1_000_000)]
    pub nodes: u64,
    /// The seed of the first opening tried; the next ones count up from it.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

/// Writes one opening per line, as it is found.
pub fn run(args: &EvenOpeningsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let bar = progress::bar(args.openings as u64, 0, "openings");
    let mut positions = HashSet::new();
    for seed in args.seed.. {
        if positions.len() == args.openings {
            break;
        }
        let table = random_opening(&args.game, seed, args.plies)?;
        // Openings of two seeds may lead to the same position by another order of moves.
        if table.outcome().is_some() || positions.contains(&table.position()) {
            continue;
        }
        // A fresh bot, so that an opening is found even or not whatever was tried before it.
        let mut bot = table.bot(&BotSpec::new("potez"))?;
        let report = bot.think(table.as_ref(), Limits::nodes(args.nodes), &Stop::new(), &mut |_| {})?;
        let is_even = |chance: f64| (chance - 0.5).abs() <= MAX_ADVANTAGE;
        if report.lines.first().is_some_and(|line| is_even(line.win_chance)) {
            bar.suspend(|| writeln!(out, "{}", table.moves().join(" ")))?;
            positions.insert(table.position());
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}
