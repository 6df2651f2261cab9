//! `potez book make`: a book by searches and games, kept line by line.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use potez_server::league_client::far_bots;
use potez_server::{FleetLink, FleetSettings};
use potez_table::book::{BookMaker, BookSettings};
use potez_table::write_whole;

use super::super::fleet::Credentials;
use super::super::progress;
use crate::exit::UsageError;
use crate::interrupt;

/// How long workers are waited for.
const MEETING: Duration = Duration::from_mins(1);
/// How long a search waits for one of them before it is done here.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a book is made of.
#[derive(Args)]
#[command(after_help = "Example: potez book make byte --work byte.jsonl --out byte.bin --openings byte.txt\n\
    Call it again to go on where it was; equal options make equal books.")]
pub(super) struct MakeArgs {
    /// The game, such as `byte`.
    game: String,
    /// The file that keeps every search and every game; it also says how far an earlier run has come.
    #[arg(long, value_name = "FILE")]
    work: PathBuf,
    /// Where the finished book goes.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where openings go after which neither player is ahead.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Positions to search.
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// Nodes of each search.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves of a position that are kept.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    width: u16,
    /// Games to play from the book.
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Nodes of each move in them.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    game_nodes: u64,
    /// The seed of searches and games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions that are searched beside each other, each by a thread or a worker; another number makes another book.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    batch: u16,
    /// Let the workers of this NATS server search and play (`potez worker`); the book is the one made without them.
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,
    #[command(flatten)]
    credentials: Credentials,
}

/// `potez book make`
pub(super) fn run(args: &MakeArgs) -> anyhow::Result<()> {
    let settings = BookSettings {
        book: args.game.clone(),
        nodes: args.nodes,
        width: args.width.into(),
        game_nodes: args.game_nodes,
        seed: args.seed,
        batch: args.batch.into(),
    };
    let mut maker = BookMaker::new(settings).map_err(UsageError::from)?;
    let mut work = WorkFile::open(&args.work, &mut maker)?;
    let fleet = Fleet::meet(args)?;
    if let Some(fleet) = &fleet {
        maker = maker.with_bots(far_bots(fleet.link.queue()));
    }
    let stop = interrupt::listen();
    let bar = progress::bar(args.positions as u64 + args.games);
    let show = |maker: &BookMaker| {
        bar.set_position(maker.positions() as u64 + maker.games());
        bar.set_message(format!("{} positions, {} games", maker.positions(), maker.games()));
    };
    // Games begin in the book as it will be, so that no position of it is passed by.
    let mut has_more = true;
    while has_more && maker.games() == 0 && maker.positions() < args.positions && !stop.is_raised() {
        show(&maker);
        let line = maker.search(args.positions - maker.positions(), &stop).map_err(anyhow::Error::msg)?;
        has_more = line.is_some();
        work.add(line)?;
    }
    while maker.games() < args.games && !stop.is_raised() {
        show(&maker);
        work.add(maker.play(args.games - maker.games(), &stop).map_err(anyhow::Error::msg)?)?;
    }
    bar.finish_and_clear();
    if let Some(fleet) = fleet {
        eprintln!("potez: workers thought {} times", fleet.link.queue().done());
    }
    let write = |file: &Path, bytes: &[u8]| {
        write_whole(file, bytes).with_context(|| format!("cannot write {}", file.display()))
    };
    args.out.as_ref().map_or(Ok(()), |file| write(file, &maker.pack()))?;
    args.openings.as_ref().map_or(Ok(()), |file| write(file, maker.balanced().as_bytes()))?;
    let (positions, games) = (maker.positions(), maker.games());
    writeln!(io::stdout().lock(), "{positions} positions searched, {games} games in {}", args.work.display())?;
    Ok(interrupt::check(&stop)?)
}

/// Workers that search for the book, as long as this lasts.
struct Fleet {
    link: Arc<FleetLink>,
    /// What the link runs on.
    _runtime: tokio::runtime::Runtime,
}

impl Fleet {
    /// The fleet that was asked for, once it is there; without it everything is done here.
    fn meet(args: &MakeArgs) -> anyhow::Result<Option<Self>> {
        let Some(url) = &args.fleet else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let mut settings = FleetSettings::new(args.credentials.address(url));
        settings.patience = PATIENCE;
        let link = runtime.block_on(async { FleetLink::start(settings) });
        let began = Instant::now();
        while link.queue().slots() == 0 && began.elapsed() < MEETING {
            std::thread::sleep(Duration::from_millis(50));
        }
        match link.queue().slots() {
            0 => eprintln!("potez: no worker of this build answers; everything is done here until one does"),
            slots => eprintln!("potez: {slots} slots of workers search"),
        }
        Ok(Some(Self { link, _runtime: runtime }))
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.link.close();
    }
}

/// The file of a run: its settings, and a line for each search and game.
struct WorkFile(File);

impl WorkFile {
    /// Opens a file, takes in what an earlier run has found, and cuts off what it has left half written.
    fn open(path: &Path, maker: &mut BookMaker) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let settings = serde_json::to_string(maker.settings())?;
        let mut lines = whole.lines();
        if let Some(first) = lines.next().filter(|first| *first != settings) {
            let first: String = first.chars().take(200).collect();
            let problem = format!("{} was begun with other options: {first}, not {settings}", path.display());
            return Err(UsageError(problem).into());
        }
        for line in lines {
            maker.restore(line).with_context(|| path.display().to_string())?;
        }
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path).with_context(cannot)?;
        file.set_len(whole.len() as u64).with_context(cannot)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).with_context(cannot)?;
        let mut work = Self(file);
        if whole.is_empty() {
            work.add(Some(settings))?;
        }
        Ok(work)
    }

    fn add(&mut self, line: Option<String>) -> anyhow::Result<()> {
        let Some(mut line) = line else { return Ok(()) };
        line.push('\n');
        self.0.write_all(line.as_bytes()).context("cannot keep what was found")
    }
}
