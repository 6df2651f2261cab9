//! `potez tournament`

use std::io::{self, Write};

use clap::Args;
use potez_arena::{Pairing, Summary, report};

use super::matches::{Conditions, entrant};
use crate::failure::Usage;

const EXAMPLE: &str = "\
Examples:
  potez tournament byte --bots random classic potez:level=5 --games 20 --time 100ms --report table.html
  potez tournament havannah:size=5 --bots potez classic random --gauntlet --games 50

A BOT is written as in `potez match --help`.";

#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Tournament {
    /// The game, such as `byte` or `havannah:size=5`.
    game: String,
    /// The bots.
    #[arg(long, num_args = 1.., value_name = "BOT")]
    bots: Vec<String>,
    /// The first bot plays all others, who do not play each other.
    #[arg(long)]
    gauntlet: bool,
    /// Games of each two that meet, two an opening.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    conditions: Conditions,
}

/// `potez tournament`
pub(super) fn run(args: &Tournament) -> anyhow::Result<()> {
    let entrants = args.bots.iter().map(|spec| entrant(spec)).collect::<Result<Vec<_>, _>>()?;
    if entrants.len() < 2 {
        return Err(Usage("a tournament needs two bots or more: name them behind `--bots`".into()).into());
    }
    let pairing = if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let event = args.conditions.event(&args.game, entrants, pairing, args.games as usize, None)?;
    let results = args.conditions.play(&event)?;
    let summary = Summary::of(&event, &results.pairs);
    let mut out = io::stdout().lock();
    if args.conditions.json {
        writeln!(out, "{}", report::text::tournament_json(&event, &summary))?;
    } else {
        write!(out, "{}", report::text::tournament_text(&event, &summary))?;
    }
    Ok(())
}
