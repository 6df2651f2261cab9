//! How far the solver of Byte reaches: `cargo run --release -p potez-engine --example byte_solver -- [GAMES] [SECONDS]`.
//!
//! Plays games of the engine against itself from random openings of four plies, and as many games of random moves, and
//! asks the solver, with an empty table each time, for the value of positions: at ply 14 of the good games, and the
//! first with at most 12 and at most 10 stacks of both kinds of games. Times are of the CPU.

use std::time::Duration;

use potez_engine::bench::cpu_seconds;
use potez_engine::{BotSpec, Limits, Message, Stop, Table, open};

const OPENING: usize = 4;
const NODES: u64 = 20_000;

/// Positions of one kind.
struct Group {
    name: &'static str,
    /// Plies that are random; the engine plays the rest.
    random: usize,
    ply: Option<usize>,
    most_stacks: usize,
    /// The seconds in which they should be solved.
    aim: f64,
}

const GROUPS: [Group; 5] = [
    Group { name: "good games, ply 14", random: OPENING, ply: Some(14), most_stacks: usize::MAX, aim: 60.0 },
    Group { name: "good games, at most 12 stacks", random: OPENING, ply: None, most_stacks: 12, aim: 1.0 },
    Group { name: "good games, at most 10 stacks", random: OPENING, ply: None, most_stacks: 10, aim: 0.1 },
    Group { name: "random games, at most 12 stacks", random: usize::MAX, ply: None, most_stacks: 12, aim: 1.0 },
    Group { name: "random games, at most 10 stacks", random: usize::MAX, ply: None, most_stacks: 10, aim: 0.1 },
];

fn main() -> Result<(), Message> {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (games, seconds) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(60));
    for group in &GROUPS {
        let mut times = Vec::new();
        let (mut solved, mut in_time) = (0, 0);
        for seed in 0..games {
            let Some(position) = find(group, seed)? else { continue };
            let table = open("byte", Some(&position))?;
            let started = cpu_seconds();
            let found = table.solve(Limits::time(Duration::from_secs(seconds)), &Stop::new());
            let took = cpu_seconds() - started;
            solved += u64::from(found.proof.is_some());
            in_time += u64::from(found.proof.is_some() && took <= group.aim);
            times.push((took, found.nodes, position));
        }
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        let at = |place: usize| times.get(place).map_or(0.0, |(took, ..)| *took);
        println!(
            "{}: {} positions, {solved} solved in {seconds} s, {in_time} in {} s; median {:.4} s, nine in ten {:.3} s, worst {:.3} s",
            group.name,
            times.len(),
            group.aim,
            at(times.len() / 2),
            at(times.len() * 9 / 10),
            at(times.len().saturating_sub(1))
        );
        if let Some((_, nodes, position)) = times.last() {
            println!("  the worst: {position}, {nodes} nodes");
        }
    }
    Ok(())
}

/// The first position of the group in the game of this seed.
fn find(group: &Group, seed: u64) -> Result<Option<String>, Message> {
    let mut table = open("byte", None)?;
    let mut opener = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") })?;
    let mut player = table.bot(&BotSpec::new("potez"))?;
    while table.outcome().is_none() {
        if group.ply.is_none_or(|ply| table.ply() == ply) && stacks(table.as_ref()) <= group.most_stacks {
            return Ok(Some(table.position()));
        }
        let bot = if table.ply() < group.random { &mut opener } else { &mut player };
        let report = bot.think(table.as_ref(), Limits::nodes(NODES), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        table.play(&mv)?;
    }
    Ok(None)
}

/// Stacks on the board, counted in the text of the position.
fn stacks(table: &dyn Table) -> usize {
    let text = table.position();
    let board = text.split(' ').next().unwrap_or_default();
    board.split(['/', ',']).filter(|stack| *stack != "-").count()
}
