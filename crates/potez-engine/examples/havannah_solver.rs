//! How far into the opening the solver of Havannah gets: `cargo run --release -p potez-engine --example havannah_solver -- [SIZE]
//! [GAMES] [SECONDS]`.
//!
//! Plays games of the engine against itself after one random stone, and asks the solver, with an empty table each time, for
//! the values of their positions, from the last one backwards until it fails. No two proofs may contradict each other: who
//! is proven to win after a move is proven to win before it, if it was the winner's move. Times are of the CPU.

mod opening;

use std::time::Duration;

use potez_engine::bench::cpu_seconds;
use potez_engine::{BotSpec, Limits, Message, Proof, Stop, open};

const NODES: u64 = 2000;

fn main() -> Result<(), Message> {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (size, games, seconds) =
        (numbers.next().unwrap_or(4), numbers.next().unwrap_or(10), numbers.next().unwrap_or(60));
    let game = format!("havannah:size={size}");
    let (mut proven, mut contradictions) = (0, 0);
    let mut reached = Vec::new();
    for seed in 0..games {
        let positions = play(&game, seed)?;
        // The value of the position one ply later.
        let mut later: Option<Proof> = None;
        let mut earliest = positions.len();
        for (ply, position) in positions.iter().enumerate().rev() {
            let table = open(&game, Some(position))?;
            let started = cpu_seconds();
            let found = table.solve(Limits::time(Duration::from_secs(seconds)), &Stop::new());
            let took = cpu_seconds() - started;
            let Some(proof) = found.proof else {
                println!("game {seed}: nothing at ply {ply} in {took:.1} s, {} nodes: {position}", found.nodes);
                break;
            };
            proven += 1;
            contradictions += u64::from(later == Some(Proof::Loss) && proof != Proof::Win);
            later = Some(proof);
            earliest = ply;
            if took > 1.0 {
                println!("game {seed}: {proof:?} at ply {ply} in {took:.1} s, {} nodes", found.nodes);
            }
        }
        println!("game {seed}: {} plies, proven from ply {earliest} on", positions.len());
        reached.push(earliest);
    }
    reached.sort_unstable();
    println!("{proven} proofs, {contradictions} contradictions; proven from plies {reached:?} on");
    Ok(())
}

/// The positions of a game, all but the last.
fn play(game: &str, seed: u64) -> Result<Vec<String>, Message> {
    let mut table = opening::random(game, seed, 1)?;
    let mut player = table.bot(&BotSpec::new("potez"))?;
    let mut positions = vec![open(game, None)?.position()];
    while table.outcome().is_none() {
        positions.push(table.position());
        let report = player.think(table.as_ref(), Limits::nodes(NODES), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        table.play(&mv)?;
    }
    Ok(positions)
}
