//! Random openings after which neither player is ahead, for `potez match --openings-file`.
//!
//! ```sh
//! cargo run --release -p potez-engine --example even_openings -- byte 100 4 2000000 > openings.txt
//! ```
//!
//! The numbers are openings, plies of each, and the nodes of the search that judges them: it must give either player
//! between 40 and 60 %. What is lost from the start is lost at any strength, and such games tell nothing of two players.

mod opening;

use std::collections::HashSet;

use potez_engine::{BotSpec, Limits, Message, Stop};

const MOST_AHEAD: f64 = 0.1;

fn main() -> Result<(), Message> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(game) = arguments.first() else {
        println!("usage: even_openings GAME [OPENINGS [PLIES [NODES]]]");
        return Ok(());
    };
    let number = |at: usize, usual: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (count, plies, nodes) = (number(1, 50), number(2, 4), number(3, 1_000_000));
    let mut positions = HashSet::new();
    for seed in 0.. {
        if positions.len() as u64 == count {
            break;
        }
        let table = opening::random(game, seed, plies as usize)?;
        if table.outcome().is_some() || positions.contains(&table.position()) {
            continue;
        }
        let mut judge = table.bot(&BotSpec::new("potez"))?;
        let report = judge.think(table.as_ref(), Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        let is_even = |chance: f64| (chance - 0.5).abs() <= MOST_AHEAD;
        if report.lines.first().is_some_and(|line| is_even(line.win_chance)) {
            println!("{}", table.moves().join(" "));
            positions.insert(table.position());
        }
    }
    Ok(())
}
