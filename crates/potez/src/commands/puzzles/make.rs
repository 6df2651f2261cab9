//! `potez puzzles make` and `select`: new puzzles from games, and a choice of them.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use potez_table::puzzles::{self, MinedGame, Miner, MiningSettings, Puzzle};

use super::super::{progress, records as files};
use crate::exit::UsageError;
use crate::interrupt;

/// Where puzzles are looked for.
#[derive(Args)]
#[command(after_help = "Examples:\n\
    \x20 potez puzzles make havannah:size=5 --games 50 --out mined.txt    call it again to go on where it was\n\
    \x20 potez puzzles make havannah:size=4 --holds --out holds.txt       lost positions: which move lasts longest?
    \x20 potez puzzles make byte --from league.txt --out mined.txt        from records instead of new games\n\
    \x20 potez puzzles select mined.txt --count 300 > puzzles.txt         for `potez puzzles byte --file puzzles.txt`")]
pub(super) struct MakeArgs {
    /// The game, such as `havannah:size=5`.
    game: String,
    /// The file that puzzles are added to; it also says how far an earlier run has come.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games of the engine to look at.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Look at the games of these records instead.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// The seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of each proof: more finds longer puzzles and takes longer.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Puzzles that one game may give.
    #[arg(long, default_value_t = 4)]
    per_game: usize,
    /// Look for lost positions in which exactly one move holds out longest.
    #[arg(long)]
    holds: bool,
}

/// Which files are chosen from.
#[derive(Args)]
#[command(after_help = "Example: potez puzzles select mined.txt --count 300 > puzzles.txt")]
pub(super) struct SelectArgs {
    /// Files of puzzles.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Puzzles to choose.
    #[arg(long, default_value_t = 300)]
    count: usize,
}

/// `potez puzzles make`
pub(super) fn run(args: &MakeArgs) -> anyhow::Result<()> {
    let game = potez_table::open(&args.game, None).map_err(UsageError::from)?.game();
    let stop = interrupt::listen();
    let MakeArgs { seed, nodes, per_game, holds, .. } = *args;
    let settings = MiningSettings { game, seed, nodes, per_game, holds };
    let mut journal = Journal::open(&args.out)?;
    let miner = Miner::new(settings.clone(), &stop);
    let jobs = jobs(args, &settings)?;
    let bar = progress::bar(jobs.len() as u64);
    let before = journal.ids.len();
    for (mark, job) in jobs {
        bar.inc(1);
        if journal.marks.contains(&mark) {
            continue;
        }
        bar.set_message(format!("{mark}, {} puzzles", journal.ids.len()));
        let mined = match &job {
            Job::Engine(number) => miner.mine(*number),
            Job::Record(table) => miner.mine_game(table.as_ref(), &mut fastrand::Rng::with_seed(args.seed)),
        };
        // What was cut short is done again as a whole.
        if stop.is_raised() {
            break;
        }
        journal.add(&mark, &mined.map_err(|message| anyhow::anyhow!("{mark}: {message}"))?)?;
    }
    bar.finish_and_clear();
    let count = journal.ids.len();
    writeln!(io::stdout().lock(), "{} puzzles more, {count} in {}", count - before, args.out.display())?;
    Ok(interrupt::check(&stop)?)
}

/// A game to look at.
enum Job {
    /// The engine's game of this number.
    Engine(u64),
    /// A game that somebody has played.
    Record(Box<dyn potez_table::Table>),
}

/// All games to look at, each with the mark that says that it is done.
fn jobs(args: &MakeArgs, settings: &MiningSettings) -> anyhow::Result<Vec<(String, Job)>> {
    let MiningSettings { game, seed, nodes, holds, .. } = settings;
    let kind = if *holds { " holds" } else { "" };
    if args.from.is_empty() {
        let mark = |number| format!("{game} seed {seed} nodes {nodes}{kind} game {number}");
        return Ok((0..args.games).map(|number| (mark(number), Job::Engine(number))).collect());
    }
    let mut jobs = Vec::new();
    for file in &args.from {
        let all = files::games(file)?;
        for (number, record) in (1..).zip(&all) {
            let table =
                files::play_through(record, number, all.len()).with_context(|| format!("{}", file.display()))?.table;
            // Records of other boards may stand in the same file.
            if table.game() == *game {
                let name = format!("{record:?}");
                jobs.push((format!("{game} nodes {nodes}{kind} record {:08x}", checksum(&name)), Job::Record(table)));
            }
        }
    }
    Ok(jobs)
}

/// FNV-1a: enough to tell the records of a file apart.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The file of a run: puzzles, and after those of a game a comment that names it.
struct Journal {
    file: File,
    ids: HashSet<String>,
    marks: HashSet<String>,
}

impl Journal {
    /// Opens a file, and cuts off what a run that was killed has left half written.
    fn open(path: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        // A game counts when its mark is there; what follows the last mark is done again.
        let whole = text.rfind("\n# ").and_then(|at| text[at + 1..].find('\n').map(|end| at + 2 + end));
        let whole = whole.or_else(|| text.starts_with("# ").then(|| text.find('\n').map(|end| end + 1)).flatten());
        let kept = &text[..whole.unwrap_or_default()];
        let known = puzzles::read(&text[..text.rfind('\n').map_or(0, |end| end + 1)])
            .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        if whole.is_none() && !known.is_empty() {
            anyhow::bail!("{} has puzzles but no line that says where they come from", path.display());
        }
        let ids = puzzles::read(kept)?.into_iter().map(|puzzle| puzzle.id).collect();
        let marks = kept.lines().filter_map(|line| line.strip_prefix("# ")).map(String::from).collect();
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).with_context(cannot)?;
        file.set_len(kept.len() as u64).with_context(cannot)?;
        let mut file = file;
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).with_context(cannot)?;
        Ok(Self { file, ids, marks })
    }

    /// Adds what a game has given.
    fn add(&mut self, mark: &str, mined: &MinedGame) -> anyhow::Result<()> {
        let new = mined.puzzles.iter().filter(|puzzle| self.ids.insert(puzzle.id.clone()));
        let mut lines: Vec<String> = new.map(ToString::to_string).collect();
        lines.extend([format!("# {mark}"), String::new()]);
        self.file.write_all(lines.join("\n").as_bytes()).context("cannot write the puzzles")?;
        self.marks.insert(mark.into());
        Ok(())
    }
}

/// `potez puzzles select`
pub(super) fn select(args: &SelectArgs) -> anyhow::Result<()> {
    let mut all: Vec<Puzzle> = Vec::new();
    for file in &args.files {
        let puzzles = puzzles::read(&files::load(file)?);
        for puzzle in puzzles.map_err(|error| anyhow::anyhow!("{}: {error}", file.display()))? {
            let id = puzzle.id.clone();
            all.push(puzzle.described().map_err(|message| anyhow::anyhow!("puzzle {id}: {message}"))?);
        }
    }
    let mut out = io::stdout().lock();
    for puzzle in puzzles::select(all, args.count) {
        writeln!(out, "{puzzle}")?;
    }
    Ok(())
}
