//! What the levels solve, and how hard a puzzle is by that.

use std::ops::RangeInclusive;

use potez_core::Message;
use potez_search::{Limits, Stop};

use super::Puzzle;
use super::mining::level;

/// A level has tried a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trial {
    pub(super) level: u32,
    pub(super) solved: bool,
    /// Its first move.
    pub(super) first: String,
}

/// The difficulty of a puzzle as measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// Tries and successes by level.
    pub by_level: Vec<(u32, u32, u32)>,
    /// The level that solves it half the time.
    pub difficulty: u8,
}

/// Whether a level finds every move of a puzzle that must be found, and its first move.
pub fn solves(puzzle: &Puzzle, number: u32, seed: u64, stop: &Stop) -> Result<(bool, String), Message> {
    let mut table = puzzle.table()?;
    let solver = table.turn();
    let mut bot = table.bot(&level(number, seed))?;
    // The last level has no limit of its own.
    let limits = Limits::nodes(FULL_NODES);
    let mut first = None;
    for expected in puzzle.asked_line() {
        if table.turn() == solver {
            let report = bot.think(table.as_ref(), limits, stop, &mut |_| {})?;
            let Some(line) = report.lines.first() else { break };
            let mv = line.mv().text.clone();
            let is_right = mv == *expected;
            let first = first.get_or_insert(mv);
            if !is_right {
                return Ok((false, first.clone()));
            }
        }
        table.play(expected)?;
    }
    Ok((first.is_some(), first.unwrap_or_default()))
}

/// Nodes of full strength: few, as a person who looks for a minute has few.
const FULL_NODES: u64 = 200_000;

/// Tries of levels at a puzzle.
pub(super) fn trials(
    puzzle: &Puzzle,
    levels: RangeInclusive<u32>,
    tries: u64,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Trial>, Message> {
    let mut trials = Vec::new();
    for level in levels {
        for number in 0..tries {
            let (solved, first) = solves(puzzle, level, seed.wrapping_add(number), stop)?;
            trials.push(Trial { level, solved, first });
        }
    }
    Ok(trials)
}

/// Measures how hard a puzzle is by what the levels solve.
pub fn rate(
    puzzle: &Puzzle,
    levels: RangeInclusive<u32>,
    tries: u64,
    seed: u64,
    stop: &Stop,
) -> Result<Rating, Message> {
    let trials = trials(puzzle, levels.clone(), tries, seed, stop)?;
    let count = |level| {
        let own = || trials.iter().filter(move |trial| trial.level == level);
        (level, own().count() as u32, own().filter(|trial| trial.solved).count() as u32)
    };
    let difficulty = difficulty(&trials, puzzle.asked).max(estimate(puzzle)?);
    Ok(Rating { by_level: levels.map(count).collect(), difficulty })
}

/// What is likely before anybody has tried: more moves to find, a long line and many alternatives are
/// harder. A person has no search that sees all of them.
pub(super) fn estimate(puzzle: &Puzzle) -> Result<u8, Message> {
    let legal = puzzle.table()?.count_legal();
    let moves = puzzle.asked.saturating_sub(1).min(3) as u8;
    Ok(1 + moves + u8::from(puzzle.plies() >= 7) + u8::from(legal > 60))
}

/// The difficulty that makes the tries likeliest, if a level succeeds in half of the puzzles of its
/// own number; moves to find say what is likely before anybody has tried.
pub(super) fn difficulty(trials: &[Trial], asked: usize) -> u8 {
    /// How fast success comes with levels.
    const SLOPE: f64 = 0.9;
    /// How much the estimate without tries counts.
    const PRIOR: f64 = 0.08;
    let expected = 2.0 + 1.5 * asked as f64;
    let likelihood = |difficulty: f64| {
        let tries = trials.iter().map(|trial| {
            let margin = SLOPE * (f64::from(trial.level) - difficulty);
            let chance = 1.0 / (1.0 + (-margin).exp());
            // Anybody may be lucky, and anybody may err.
            let chance = 0.03 + 0.94 * chance;
            if trial.solved { chance.ln() } else { (1.0 - chance).ln() }
        });
        tries.sum::<f64>() - PRIOR * (difficulty - expected).powi(2)
    };
    (1..=10u8).max_by(|&a, &b| likelihood(f64::from(a)).total_cmp(&likelihood(f64::from(b)))).unwrap_or(1)
}
