//! `potez puzzles rate`: what the levels solve, as a table.

use std::io::{self, Write};

use clap::Args;
use potez_table::LEVELS;
use potez_table::puzzles::{self, Puzzle};

use super::super::progress;
use super::PuzzleSource;
use crate::interrupt;

/// Which puzzles are tried, and how often.
#[derive(Args)]
#[command(after_help = "Example: potez puzzles rate havannah --sample 60\n\
    One row per band of difficulty, one column per level: the percentage of its puzzles that a level solves.")]
pub(super) struct RateArgs {
    #[command(flatten)]
    source: PuzzleSource,
    /// Puzzles that are tried, of all bands alike.
    #[arg(long, default_value_t = 40)]
    sample: usize,
    /// Tries of each level at each puzzle.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    tries: u64,
    /// The seed of the sample and of the levels.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// The strongest level that tries.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10))]
    level: u32,
    /// Print the puzzles that were tried with their new difficulty instead of the table.
    #[arg(long)]
    write: bool,
}

/// Bands of difficulty, the easiest first.
const BANDS: [std::ops::RangeInclusive<u8>; 4] = [1..=3, 4..=5, 6..=7, 8..=10];

/// `potez puzzles rate`
pub(super) fn run(args: &RateArgs) -> anyhow::Result<()> {
    let mut puzzles = args.source.load()?;
    fastrand::Rng::with_seed(args.seed).shuffle(&mut puzzles);
    let puzzles = spread(puzzles, args.sample);
    let stop = interrupt::listen();
    let bar = progress::bar(puzzles.len() as u64);
    let levels = *LEVELS.start()..=args.level;
    // Tries and successes by band and level; the last row is all of them.
    let mut counts = vec![vec![(0u32, 0u32); args.level as usize]; BANDS.len() + 1];
    let mut rated = Vec::new();
    for mut puzzle in puzzles {
        bar.set_message(puzzle.id.clone());
        let rating = puzzles::rate(&puzzle, levels.clone(), args.tries, args.seed, &stop)
            .map_err(|message| anyhow::anyhow!("puzzle {}: {message}", puzzle.id))?;
        interrupt::check(&stop)?;
        let band = BANDS.iter().position(|band| band.contains(&puzzle.difficulty)).unwrap_or_default();
        for (level, tries, solved) in rating.by_level {
            for row in [band, BANDS.len()] {
                let (all, good) = &mut counts[row][level as usize - 1];
                (*all, *good) = (*all + tries, *good + solved);
            }
        }
        puzzle.difficulty = rating.difficulty;
        rated.push(puzzle);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if args.write {
        for puzzle in rated {
            writeln!(out, "{puzzle}")?;
        }
        return Ok(());
    }
    write!(out, "difficulty  puzzles")?;
    for level in levels {
        write!(out, "{:>5}", format!("L{level}"))?;
    }
    writeln!(out)?;
    let names = BANDS.iter().map(|band| format!("{}–{}", band.start(), band.end())).chain(["all".into()]);
    for (name, row) in names.zip(&counts) {
        write!(out, "{name:<10}  {:>7}", row[0].0 / u32::try_from(args.tries)?)?;
        for (tries, solved) in row {
            let percent = (100 * solved).checked_div(*tries).map_or("–".into(), |percent| percent.to_string());
            write!(out, "{percent:>5}")?;
        }
        writeln!(out)?;
    }
    plot(&mut out, &counts[BANDS.len()])?;
    Ok(())
}

/// What each level solves of all, as bars.
fn plot(out: &mut impl Write, row: &[(u32, u32)]) -> io::Result<()> {
    writeln!(out)?;
    for (level, (tries, solved)) in (1..).zip(row) {
        let percent = (100 * solved).checked_div(*tries).unwrap_or_default();
        writeln!(out, "level {level:>2} {percent:>3}% {}", "█".repeat(percent as usize / 2))?;
    }
    Ok(())
}

/// Some puzzles, of every difficulty in turn.
fn spread(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut by_difficulty: Vec<Vec<Puzzle>> = vec![Vec::new(); 11];
    for puzzle in puzzles {
        by_difficulty[usize::from(puzzle.difficulty)].push(puzzle);
    }
    let mut chosen = Vec::new();
    while chosen.len() < count && by_difficulty.iter().any(|kind| !kind.is_empty()) {
        for kind in &mut by_difficulty {
            chosen.extend(kind.pop());
        }
    }
    chosen.truncate(count);
    chosen
}
