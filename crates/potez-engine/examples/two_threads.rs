//! What a second thread is worth to the players that search with alpha-beta: the time to a depth on one thread and on two.
//!
//! `cargo run --release -p potez-engine --example two_threads -- [POSITIONS]`: positions after six random plies, one thread
//! and two in turn, each player with a fresh table.

mod opening;

use std::time::Duration;

use potez_engine::{BotSpec, Limits, Message, Stop};

const OPENING: usize = 6;
const GAMES: [(&str, u32); 3] = [("byte", 18), ("blockade", 10), ("blockade:turn=either", 13)];

fn main() -> Result<(), Message> {
    let positions = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(24);
    println!("game, depth: nodes and ms of one thread, of two, one's time over two's");
    for (game, depth) in GAMES {
        let mut sums = [(0, Duration::ZERO); 2];
        for seed in 0..positions {
            let table = opening::random(game, seed, OPENING)?;
            for (threads, (nodes, spent)) in (1..).zip(&mut sums) {
                let mut player = table.bot(&BotSpec { threads, ..BotSpec::new("potez") })?;
                let report = player.think(table.as_ref(), Limits::depth(depth), &Stop::new(), &mut |_| {});
                *nodes += report.nodes;
                *spent += report.time;
            }
        }
        let [(one, ms), (two, two_ms)] = sums.map(|(nodes, spent)| (nodes, spent.as_secs_f64() * 1e3));
        println!("{game}, {depth}: {one} {ms:.0}  {two} {two_ms:.0}  {:.2}", ms / two_ms);
    }
    Ok(())
}
