//! Byte against itself, at fixed nodes so that other work on the machine changes nothing.
//!
//! ```sh
//! cargo run --release -p potez-engine --example byte_games -- first byte 100 40000      # who wins: games, nodes a move
//! cargo run --release -p potez-engine --example byte_games -- kept 100 2000000 4000000  # are proven wins kept?
//! cargo run --release -p potez-engine --example byte_games -- speed                     # nodes per CPU-second
//! ```
//!
//! `first` plays equal opponents from random openings of two plies and counts the wins of X. `kept` plays games and asks
//! a fresh solver of the given nodes about every position afterwards: where it proves that the player to move wins, the
//! move that was played must not lose.

mod opening;

use potez_core::{Outcome, Player};
use potez_engine::bench::cpu_seconds;
use potez_engine::{BotSpec, Limits, Message, Proof, Stop, Table, open};

const OPENING: usize = 2;

fn main() -> Result<(), Message> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = arguments.iter().filter_map(|text| text.parse().ok()).collect();
    let number = |at: usize, usual: u64| numbers.get(at).copied().unwrap_or(usual);
    match arguments.first().map(String::as_str) {
        Some("first") => {
            let game = arguments.get(1).map_or("byte", String::as_str);
            first(game, number(0, 100), number(1, 40_000))
        }
        Some("kept") => kept(number(0, 100), number(1, 2_000_000), number(2, 4_000_000)),
        Some("speed") => speed(),
        _ => {
            println!("one of: first [GAME] [GAMES] [NODES], kept [GAMES] [NODES] [SOLVER NODES], speed");
            Ok(())
        }
    }
}

/// A game of the engine against itself after a random opening.
fn play(game: &str, seed: u64, nodes: u64) -> Result<Box<dyn Table>, Message> {
    let mut table = opening::random(game, seed, OPENING)?;
    // One mind for both: each would know as much as the other anyway.
    let mut player = table.bot(&BotSpec::new("potez"))?;
    while table.outcome().is_none() {
        let report = player.think(table.as_ref(), Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        table.play(&mv)?;
    }
    Ok(table)
}

fn first(game: &str, games: u64, nodes: u64) -> Result<(), Message> {
    let mut wins = 0;
    let mut plies = 0;
    for seed in 0..games {
        let table = play(game, seed, nodes)?;
        wins += u64::from(table.outcome() == Some(Outcome::Win(Player::X)));
        plies += table.ply();
    }
    let share = wins as f64 / games as f64;
    let half_width = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
    println!(
        "{game}, {nodes} nodes a move: X wins {wins} of {games}, {:.1} % ± {:.1}, {:.1} plies a game",
        100.0 * share,
        100.0 * half_width,
        plies as f64 / games as f64
    );
    Ok(())
}

fn kept(games: u64, nodes: u64, solver_nodes: u64) -> Result<(), Message> {
    let (mut proven, mut given_away, mut open_after) = (0, 0, 0);
    let mut first_plies = Vec::new();
    for seed in 0..games {
        let table = play("byte", seed, nodes)?;
        let mut replay = open("byte", None)?;
        let mut first_ply = None;
        // A position that is won for its mover, until the solver has looked at what came of it.
        let mut was_won: Option<(usize, String)> = None;
        for mv in table.moves() {
            let value = open("byte", Some(&replay.position()))?.solve(Limits::nodes(solver_nodes), &Stop::new()).proof;
            if let Some((ply, before)) = was_won.take() {
                match value {
                    Some(Proof::Win) => {
                        given_away += 1;
                        println!("game {seed}, ply {ply}: a proven win given away in {before}");
                    }
                    None => open_after += 1,
                    _ => {}
                }
            }
            if value.is_some() {
                first_ply.get_or_insert(replay.ply());
            }
            if value == Some(Proof::Win) {
                proven += 1;
                was_won = Some((replay.ply(), replay.position()));
            }
            replay.play(&mv)?;
        }
        first_plies.extend(first_ply);
    }
    first_plies.sort_unstable();
    println!(
        "{games} games, {nodes} nodes a move, solver {solver_nodes}: {proven} positions proven won, {given_away} given away, \
         {open_after} not decided after the move; first proof at ply {:?} (median)",
        first_plies.get(first_plies.len() / 2)
    );
    Ok(())
}

/// The search from three positions of random play, with so many stacks that the solver is not asked.
fn speed() -> Result<(), Message> {
    const NODES: u64 = 2_000_000;
    let (mut all_nodes, mut all_seconds) = (0, 0.0);
    for plies in [0, 4, 8] {
        let table = opening::random("byte", 1, plies)?;
        let mut player = table.bot(&BotSpec::new("potez"))?;
        let started = cpu_seconds();
        let report = player.think(table.as_ref(), Limits::nodes(NODES), &Stop::new(), &mut |_| {});
        let seconds = cpu_seconds() - started;
        println!("ply {plies}: depth {}, {:.2} million nodes/s", report.depth, report.nodes as f64 / seconds / 1e6);
        (all_nodes, all_seconds) = (all_nodes + report.nodes, all_seconds + seconds);
    }
    println!("all: {:.2} million nodes/s", all_nodes as f64 / all_seconds / 1e6);
    Ok(())
}
