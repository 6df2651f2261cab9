//! What a second thread is worth to the players that search with alpha-beta: the time to a depth on
//! one thread and on two.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use potez_table::{BotSpec, Limits, Stop};

use crate::games::random_opening;
use crate::progress;

const OPENING_PLIES: usize = 6;
/// Games with the depth that takes some seconds.
const GAMES: [(&str, u32); 3] = [("byte", 18), ("blockade", 10), ("blockade:turn=either", 13)];

/// Measure the time to a depth on one thread and on two.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab two-threads --positions 16")]
pub struct TwoThreadsArgs {
    /// Positions per game, after six random plies each.
    #[arg(long, default_value_t = 24)]
    pub positions: u64,
    /// The seed of the first position.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

/// Writes one line per game. One thread and two take turns, each with a fresh table.
pub fn run(args: &TwoThreadsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "game, depth: nodes and ms of one thread, of two, one's time over two's")?;
    let bar = progress::bar(GAMES.len() as u64 * args.positions, 0, "positions");
    for (game, depth) in GAMES {
        let mut sums = [(0, Duration::ZERO); 2];
        for seed in args.seed..args.seed + args.positions {
            let table = random_opening(game, seed, OPENING_PLIES)?;
            // In turn on the same position: a machine that slows down does so for both.
            for (threads, (nodes, spent)) in (1..).zip(&mut sums) {
                let mut player = table.bot(&BotSpec { threads: Some(threads), ..BotSpec::new("potez") })?;
                let report = player.think(table.as_ref(), Limits::depth(depth), &Stop::new(), &mut |_| {})?;
                *nodes += report.nodes;
                *spent += report.time;
            }
            bar.inc(1);
        }
        let [(one, ms), (two, two_ms)] = sums.map(|(nodes, spent)| (nodes, spent.as_secs_f64() * 1e3));
        bar.suspend(|| writeln!(out, "{game}, {depth}: {one} {ms:.0}  {two} {two_ms:.0}  {:.2}", ms / two_ms))?;
    }
    bar.finish_and_clear();
    Ok(())
}
