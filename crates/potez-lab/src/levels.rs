//! The table of levels of a game: each against the one below.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use potez_arena::stats::Interval;
use potez_arena::{Control, Entrant, Event, Journal, Openings, Pairing, Summary, runner};
use potez_table::{LEVELS, Limits, Stop, open};

use crate::games::parse_time;
use crate::progress;

/// A level may take longer than its time by this much: other work on the machine must not decide
/// games.
const GRACE: Duration = Duration::from_secs(5);
const OPENING_PLIES: usize = 4;

/// Measure every level of a game against the one below.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab levels byte --games 100 --time 1s --resume levels-byte")]
pub struct LevelsArgs {
    /// The game spec.
    pub game: String,
    /// Games of each match.
    #[arg(long, default_value_t = 100)]
    pub games: usize,
    /// Time per move; only the last level uses all of it.
    #[arg(long, default_value = "1s", value_parser = parse_time)]
    pub time: Duration,
    /// The seed of openings and bots.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The first level that is measured.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=i64::from(*LEVELS.end())))]
    pub from: u32,
    /// Keep the games in this folder, one journal per match, and go on where they end if they
    /// exist.
    #[arg(long, value_name = "FOLDER")]
    pub resume: Option<PathBuf>,
}

/// Writes one row per level, as its match ends.
pub fn run(args: &LevelsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(folder) = &args.resume {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    writeln!(out, "| level | against | games | score | Elo | 95 % |")?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for level in args.from..=*LEVELS.end() {
        let event = event(args, level)?;
        let file = args.resume.as_ref().map(|folder| folder.join(format!("level-{level}.jsonl")));
        let summary = play(&event, file.as_deref())?;
        let standing = &summary.standings[0];
        let Interval { elo, low, high } = standing.elo();
        writeln!(
            out,
            "| {level} | {} | {} | {:.1} % | {elo:+.0} | {low:+.0} to {high:+.0} |",
            level - 1,
            standing.score.games(),
            100.0 * standing.score.share(),
        )?;
        out.flush()?;
    }
    Ok(())
}

/// The match of a level against the one below; results are told from the side of the higher one.
fn event(args: &LevelsArgs, level: u32) -> anyhow::Result<Event> {
    let game = open(&args.game, None)?.game();
    // Both sides are told their level alone: everything else about it is data of the game.
    let entrants = [level, level - 1].map(|level| format!("potez:level={level}").parse::<Entrant>());
    Ok(Event {
        openings: Openings::random(&game, OPENING_PLIES, args.seed),
        game,
        entrants: entrants.into_iter().collect::<Result<_, _>>()?,
        pairing: Pairing::RoundRobin,
        games: args.games,
        control: Control { grace: GRACE, ..Control::new(Limits::time(args.time)) },
        seed: args.seed,
        sprt: None,
    })
}

fn play(event: &Event, file: Option<&Path>) -> anyhow::Result<Summary> {
    let journal = file.map(|file| Journal::open(file, event)).transpose()?;
    let (mut journal, done) = journal.map_or((None, Vec::new()), |(journal, pairs)| (Some(journal), pairs));
    let bar = progress::bar(event.pairs() as u64, done.len() as u64, "pairs of games");
    // One game at a time: the last level plays by the clock, and a second game beside it would take
    // its time.
    let options =
        runner::Options { concurrency: 1, journal: journal.as_mut(), done, keep_moves: false, stop: Stop::new() };
    let results = runner::run(event, options, &mut |_| bar.inc(1))?;
    bar.finish_and_clear();
    if let Some(failure) = results.failure {
        return Err(failure.into());
    }
    Ok(Summary::of(event, &results.pairs))
}
