//! How far the solver of Byte reaches: `cargo run --release -p potez-engine --example byte_solver -- [GAMES] [SECONDS]`.
//!
//! Plays games of the engine against itself from random openings of four plies and asks the solver, with an empty table
//! each time, for the value of the position at ply 14 and of the first ones with at most 12 and at most 10 stacks.

use std::time::Duration;

use potez_engine::{BotSpec, Limits, Message, Stop, Table, open};

const OPENING: usize = 4;
const NODES: u64 = 20_000;

/// The positions to solve: by their ply, and by the most stacks they have.
const GROUPS: [(&str, Option<usize>, usize); 3] =
    [("ply 14", Some(14), usize::MAX), ("at most 12 stacks", None, 12), ("at most 10 stacks", None, 10)];

fn main() -> Result<(), Message> {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (games, seconds) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(60));
    let mut times = [const { Vec::new() }; GROUPS.len()];
    let mut solved = [0; GROUPS.len()];
    for seed in 0..games {
        for (group, position) in collect(seed)? {
            let found = open("byte", Some(&position))?.solve(Limits::time(Duration::from_secs(seconds)), &Stop::new());
            solved[group] += u64::from(found.proof.is_some());
            times[group].push(found.time);
        }
    }
    for ((name, ..), (times, solved)) in GROUPS.iter().zip(times.iter_mut().zip(solved)) {
        times.sort_unstable();
        let (median, worst) = (times.get(times.len() / 2), times.last());
        println!("{name}: {solved} of {} solved, median {median:?}, worst {worst:?}", times.len());
    }
    Ok(())
}

/// The positions of one game, each with its group.
fn collect(seed: u64) -> Result<Vec<(usize, String)>, Message> {
    let mut table = open("byte", None)?;
    let mut opener = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") })?;
    let mut player = table.bot(&BotSpec::new("potez"))?;
    let mut found: [Option<String>; GROUPS.len()] = [const { None }; GROUPS.len()];
    while table.outcome().is_none() && found.iter().any(Option::is_none) {
        for (place, &(_, ply, most)) in found.iter_mut().zip(&GROUPS) {
            let fits = ply.is_none_or(|ply| table.ply() == ply) && stacks(table.as_ref()) <= most;
            if place.is_none() && fits {
                *place = Some(table.position());
            }
        }
        let bot = if table.ply() < OPENING { &mut opener } else { &mut player };
        let report = bot.think(table.as_ref(), Limits::nodes(NODES), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        table.play(&mv)?;
    }
    Ok(found.into_iter().enumerate().filter_map(|(group, position)| Some((group, position?))).collect())
}

/// Stacks on the board, counted in the text of the position.
fn stacks(table: &dyn Table) -> usize {
    let text = table.position();
    let board = text.split(' ').next().unwrap_or_default();
    board.split(['/', ',']).filter(|stack| *stack != "-").count()
}
