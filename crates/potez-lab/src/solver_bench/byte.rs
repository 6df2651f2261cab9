//! The solver of Byte on positions of engine games and of random games.

use std::io::Write;

use potez_table::bench::cpu_seconds;
use potez_table::{BotSpec, Limits, Stop, Table, open};
use serde::{Deserialize, Serialize};

use super::SolverOptions;
use crate::progress;
use crate::resume::StudyResults;

const OPENING_PLIES: usize = 4;
/// Nodes per move of the engine's games.
const NODES: u64 = 20_000;

/// Positions of one kind.
struct PositionGroup {
    name: &'static str,
    /// Plies that are random; the engine plays the rest.
    random_plies: usize,
    ply: Option<usize>,
    max_stacks: usize,
    /// The seconds in which they should be solved.
    goal_seconds: f64,
}

const GROUPS: [PositionGroup; 5] = [
    group("engine games, ply 14", OPENING_PLIES, Some(14), usize::MAX, 60.0),
    group("engine games, at most 12 stacks", OPENING_PLIES, None, 12, 1.0),
    group("engine games, at most 10 stacks", OPENING_PLIES, None, 10, 0.1),
    group("random games, at most 12 stacks", usize::MAX, None, 12, 1.0),
    group("random games, at most 10 stacks", usize::MAX, None, 10, 0.1),
];

const fn group(
    name: &'static str,
    random_plies: usize,
    ply: Option<usize>,
    max_stacks: usize,
    goal_seconds: f64,
) -> PositionGroup {
    PositionGroup { name, random_plies, ply, max_stacks, goal_seconds }
}

/// A position and how long the solver took for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SolvedPosition {
    position: String,
    seconds: f64,
    nodes: u64,
    is_solved: bool,
}

pub(super) fn run(options: &SolverOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let SolverOptions { games, time, seed, .. } = *options;
    let header = format!("solver-byte time={time:?} seed={seed} games={games}");
    let mut results: StudyResults<Option<SolvedPosition>> = StudyResults::open(options.resume.as_deref(), &header)?;
    let total = GROUPS.len() as u64 * games;
    let bar = progress::bar(total, results.next(), "positions");
    for job in results.next()..total {
        let position = find(&GROUPS[(job / games) as usize], seed + job % games)?;
        // Some games end before they come to a position of the group.
        let solved = position.map(|position| solve(position, Limits::time(time))).transpose()?;
        results.push(solved)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (group, results) in GROUPS.iter().zip(results.done.chunks(games.max(1) as usize)) {
        let mut positions: Vec<&SolvedPosition> = results.iter().flatten().collect();
        positions.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let solved = positions.iter().filter(|position| position.is_solved);
        let in_time = solved.clone().filter(|position| position.seconds <= group.goal_seconds).count();
        let seconds = |place: usize| positions.get(place).map_or(0.0, |position| position.seconds);
        writeln!(
            out,
            "{}: {} positions, {} solved in {time:?}, {in_time} in {} s; median {:.4} s, nine in ten {:.3} s, \
             worst {:.3} s",
            group.name,
            positions.len(),
            solved.count(),
            group.goal_seconds,
            seconds(positions.len() / 2),
            seconds(positions.len() * 9 / 10),
            seconds(positions.len().saturating_sub(1))
        )?;
        if let Some(worst) = positions.last() {
            writeln!(out, "  the worst: {}, {} nodes", worst.position, worst.nodes)?;
        }
    }
    Ok(())
}

fn solve(position: String, limits: Limits) -> anyhow::Result<SolvedPosition> {
    let table = open("byte", Some(&position))?;
    let started = cpu_seconds();
    let found = table.solve(limits, &Stop::new());
    let seconds = cpu_seconds() - started;
    Ok(SolvedPosition { position, seconds, nodes: found.nodes, is_solved: found.proof.is_some() })
}

/// The first position of the group in the game of this seed.
fn find(group: &PositionGroup, seed: u64) -> anyhow::Result<Option<String>> {
    let mut table = open("byte", None)?;
    let mut opener = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") })?;
    let mut player = table.bot(&BotSpec::new("potez"))?;
    while table.outcome().is_none() {
        if group.ply.is_none_or(|ply| table.ply() == ply) && stacks(table.as_ref()) <= group.max_stacks {
            return Ok(Some(table.position()));
        }
        // A random game is one whose opening does not end.
        let bot = if table.ply() < group.random_plies { &mut opener } else { &mut player };
        let report = bot.think(table.as_ref(), Limits::nodes(NODES), &Stop::new(), &mut |_| {})?;
        let Some(mv) = report.best() else { break };
        table.play(&mv.text)?;
    }
    Ok(None)
}

/// Stacks on the board.
fn stacks(table: &dyn Table) -> usize {
    table.view().cells.iter().filter(|cell| !cell.pieces.is_empty()).count()
}
