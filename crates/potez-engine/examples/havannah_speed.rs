//! How fast trees of Havannah grow on one thread and on two: `cargo run --release -p potez-engine --example havannah_speed`.
//!
//! Simulations a second by the clock on the wall, from the empty board: of the plain tree with random playouts and
//! all-moves-as-first, and of the player with its net. One thread and two take turns, and the best of some rounds counts.

use std::time::{Duration, Instant};

use potez_engine::{BotSpec, Limits, Message, Stop, open};

const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_millis(700);
const PLAIN: &str = "potez:without=net+look-ahead+prior+saves+rings";

fn main() -> Result<(), Message> {
    println!("simulations a second on one thread and on two, and their ratio");
    for (name, bot) in [("plain", PLAIN), ("net", "potez")] {
        for size in [4, 5, 6, 8, 10] {
            let mut best = [0.0_f64; 2];
            for _ in 0..ROUNDS {
                for (threads, best) in (1..).zip(&mut best) {
                    *best = best.max(rate(size, bot, threads)?);
                }
            }
            println!("{name:5} size {size:2}: {:8.0} {:8.0} {:.2}", best[0], best[1], best[1] / best[0]);
        }
    }
    Ok(())
}

/// Simulations a second of a player that has not thought before.
fn rate(size: usize, bot: &str, threads: usize) -> Result<f64, Message> {
    let table = open(&format!("havannah:size={size}"), None)?;
    let mut player = table.bot(&BotSpec { threads, ..bot.parse()? })?;
    let started = Instant::now();
    let report = player.think(table.as_ref(), Limits::time(TIME), &Stop::new(), &mut |_| {});
    Ok(report.nodes as f64 / started.elapsed().as_secs_f64())
}
