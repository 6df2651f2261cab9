//! `potez match`, and what it shares with `potez tournament`: conditions, progress and reports.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use potez_arena::guardian::Helper;
use potez_arena::stats::{Interval, Sprt, Verdict};
use potez_arena::{
    Control, Entrant, Event, Journal, Kind, Openings, Pairing, Proofs, Standing, Summary, guardian, report, runner,
};
use potez_fleet::FleetRunner;
use potez_session::TimeControl;
use potez_table::{Limits, write_whole};
use serde_json::json;

use super::fleet::FleetOptions;
use super::match_progress::{MatchProgress, show_unfit};
use super::openings_choice::{OpeningsChoice, balanced, openings};
use super::records::load;
use crate::cli::time;
use crate::exit::UsageError;
use crate::interrupt;

/// What `--help` says at its end: examples, how bots are written, and every bot there is.
fn help() -> String {
    let mut lines = Vec::new();
    for game in potez_table::games() {
        // A game that is registered can be opened by its bare name.
        let Ok(table) = potez_table::open(game.description.id, None) else { continue };
        lines.push(format!("  {}", game.description.id));
        for bot in table.bots() {
            let keys = bot.own.iter().map(|key| format!("{key}=")).collect::<Vec<_>>().join(" ");
            lines.push(format!("    {:<10} {keys}", bot.name).trim_end().to_string());
        }
    }
    format!("{EXAMPLES}\n\n{BEFORE_BOTS}\n{}\n\n{PROGRAMS}", lines.join("\n"))
}

const EXAMPLES: &str = "\
Examples:
  potez match byte --a potez:level=5 --b classic --games 100 --time 100ms
  potez match havannah:size=5 --a potez --b potez:level=9 --nodes 5000 --games 2000 --sprt 0,30 --resume m.jsonl
  potez match havannah:size=5 --a potez --time 500ms \
--b 'cmd:\"./castro\",proto=gtp,clock=off,init=\"hguicoords;time -m 0.5 -g 0 -f 0\"'";

const BEFORE_BOTS: &str = "\
A BOT is one of these, by game, with options after a colon: `potez:level=1` to `potez:level=10` are the levels,
`potez` alone is full strength. Every bot takes `time=`, `nodes=`, `depth=`, `threads=` and `seed=`; options of its own
are named behind it:";

const PROGRAMS: &str = "\
Or it is any program: cmd:\"PROGRAM ARGS\" with these behind it, separated by commas, values in quotes where you like:
  name=TEXT                    its name in tables
  proto=ugi|gtp                what it speaks (default: ugi); gtp for Havannah
  init=\"LINE;LINE\"             lines to send after every start
  newgame=\"LINE;LINE\"          lines to send before every game; {seed} stands for the seed of the game
  coords=canonical|transposed|littlegolem    how it writes cells (GTP)
  first=white|black            what it calls the player who moves first (GTP)
  clock=on|off                 whether it is told the time limits (GTP)
  restart=on|off               a new process for every game
  dir=FOLDER                   where it runs
  time=, nodes=, depth=        limits of its own in place of the match's
  threads=N, seed=N            what it uses; the seed goes into {seed}

Every program is started once before the first game; one that cannot be, or does not take the set-up of the game, is an
error. A bot with limits of its own plays by them alone. Exceeding a time limit by more than the grace loses the game.
Elo is -400 log10(1/score - 1) with bars of 95 % from the scatter of pairs; for a score of 0 or 1 half a point of one
game more is given to the side that has none, so that the number is finite.
With --json `illegal`, `crashes` and `timeLosses` count the faults of both sides; `faults` has them side by side.
Interrupted (Ctrl-C, SIGTERM), a match prints the score so far, writes its files and exits with 130.";

/// Which bots play each other, and how often.
#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct MatchArgs {
    /// The game, such as `byte` or `havannah:size=5`.
    game: String,
    /// The first bot; results are told from its side.
    #[arg(long)]
    a: String,
    /// The second bot.
    #[arg(long)]
    b: String,
    /// Games to play, two per opening.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// End when it is clear which of two Elo differences is true, at error rates of 5 %: `--sprt
    /// 0,20`.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    conditions: Conditions,
}

/// How games are played and what is kept of them.
#[derive(Args)]
pub(crate) struct Conditions {
    /// Random moves before the bots take over (default: 4), or `balanced`: openings of the game's book after which
    /// neither player is ahead; every opening is played twice, colours swapped.
    #[arg(long, value_name = "PLIES|balanced", value_parser = openings)]
    openings: Option<OpeningsChoice>,
    /// Openings from a file instead, one per line, moves separated by blanks.
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    openings_file: Option<PathBuf>,
    /// Time per move (default where no other limit is given: 100ms).
    #[arg(long, value_parser = time, conflicts_with_all = ["nodes", "clock", "depth"])]
    time: Option<Duration>,
    /// Nodes per move: the same seed gives the same games.
    #[arg(long, conflicts_with_all = ["clock", "depth"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in plies.
    #[arg(long, conflicts_with = "clock", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Time per game and increment per move, such as `60s+1s`.
    #[arg(long, value_name = "TIME+INCREMENT", value_parser = clock)]
    clock: Option<TimeControl>,
    /// How far a time limit may be exceeded before the game is lost.
    #[arg(long, default_value = "200ms", value_parser = time)]
    grace: Duration,
    /// How long a program without a time limit may be silent before it has lost.
    #[arg(long, default_value = "60s", value_parser = time)]
    patience: Duration,
    /// Games at a time (default: as many as there are cores for, which is also the most).
    #[arg(long, conflicts_with = "fleet", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    #[command(flatten)]
    fleet: FleetOptions,
    /// The seed of openings and bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep every finished pair of games in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write a page with tables, plots and games.
    #[arg(long, value_name = "OUT.html")]
    report: Option<PathBuf>,
    /// Write the records of all games: one file, or one file per game where OUT is a folder or ends
    /// with `/`.
    #[arg(long, value_name = "OUT")]
    records: Option<PathBuf>,
    /// End games whose result the solver can prove with this many nodes before a move.
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_missing_value = "2000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    adjudicate: Option<u64>,
    /// Call games drawn that are longer than this.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// One JSON object per pair of games, and one with the result at the end.
    #[arg(long)]
    pub(super) json: bool,
}

/// `potez match`
pub(super) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let entrants = [&args.a, &args.b].map(|spec| entrant(spec));
    let [a, b] = entrants;
    let games = args.games as usize;
    let mut event = args.conditions.event(&args.game, vec![a?, b?], Pairing::RoundRobin, games, Defaults::default())?;
    event.sprt = args.sprt;
    args.conditions.play(&event, &|results, out| {
        let summary = Summary::of(&event, &results.pairs);
        if !args.conditions.json {
            return write!(out, "{}", report::text::match_text(&event, &summary, results.verdict));
        }
        if let Some(sprt) = event.sprt {
            let (llr, verdict) = (sprt.llr(&summary.standings[0].pairs), results.verdict.map(Verdict::word));
            writeln!(out, "{}", json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": llr, "verdict": verdict }))?;
        }
        writeln!(out, "{}", match_json(&event, &summary))
    })
}

/// The object that ends `--json`.
fn match_json(event: &Event, summary: &Summary) -> serde_json::Value {
    let standing = &summary.standings[0];
    let Interval { elo, low, high } = standing.elo();
    let both = |count: fn(&Standing) -> u64| summary.standings.iter().map(count).sum::<u64>();
    json!({
        "a": event.entrants[0].name,
        "b": event.entrants[1].name,
        "games": standing.score.games(),
        "wins": standing.score.wins,
        "draws": standing.score.draws,
        "losses": standing.score.losses,
        "score": standing.score.share(),
        "elo": elo,
        "eloLow": low,
        "eloHigh": high,
        "illegal": both(|standing| standing.illegal),
        "crashes": both(|standing| standing.crashes),
        "timeLosses": both(|standing| standing.time_losses),
        "faults": { "a": faults(&summary.standings[0]), "b": faults(&summary.standings[1]) },
    })
}

/// What one side did wrong.
fn faults(standing: &Standing) -> serde_json::Value {
    let Standing { illegal, crashes, time_losses, .. } = standing;
    json!({ "illegal": illegal, "crashes": crashes, "timeLosses": time_losses })
}

/// What holds where nothing is said.
#[derive(Clone, Copy)]
pub(super) struct Defaults {
    /// Random moves before the bots take over.
    pub(super) openings: u16,
    /// Time per move.
    pub(super) time: Duration,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { openings: 4, time: Duration::from_millis(100) }
    }
}

/// A participant by its spec.
pub(super) fn entrant(spec: &str) -> Result<Entrant, UsageError> {
    spec.parse().map_err(|error| UsageError(format!("{error}")))
}

impl Conditions {
    pub(super) fn event(
        &self,
        game: &str,
        entrants: Vec<Entrant>,
        pairing: Pairing,
        games: usize,
        defaults: Defaults,
    ) -> anyhow::Result<Event> {
        let game = potez_table::open(game, None).map_err(UsageError::from)?.game();
        let openings = match &self.openings_file {
            Some(file) => {
                let text = load(file)?;
                Openings::read(&game, &text).map_err(|error| UsageError(format!("{}: {error}", file.display())))?
            }
            None => match self.openings.unwrap_or(OpeningsChoice::Random(defaults.openings)) {
                OpeningsChoice::Random(plies) => Openings::random(&game, plies.into(), self.seed),
                OpeningsChoice::Balanced => balanced(&game)?,
            },
        };
        let control = self.control(defaults.time);
        let event = Event { game, entrants, pairing, games, openings, control, seed: self.seed, sprt: None };
        event.check().map_err(|error| UsageError(error.to_string()))?;
        Ok(event)
    }

    fn control(&self, default: Duration) -> Control {
        let mut limits = Limits { time: self.time, nodes: self.nodes, depth: self.depth, ..Limits::default() };
        if limits == Limits::default() && self.clock.is_none() {
            limits.time = Some(default);
        }
        Control {
            clock: self.clock,
            grace: self.grace,
            timeout: self.patience,
            max_plies: self.max_plies.map(|plies| plies as usize),
            proofs: self.adjudicate.map(|nodes| Proofs { nodes }),
            ..Control::new(limits)
        }
    }

    /// Plays the event and shows how it goes; then tells the result, and only then writes the files
    /// that were asked for: whatever happens to them, the result has been seen.
    pub(super) fn play(
        &self,
        event: &Event,
        tell: &dyn Fn(&runner::Results, &mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let concurrency = if self.fleet.is_used() { 1 } else { self.concurrency(event) };
        let run = self.fleet.is_used().then(FleetOptions::new_run);
        let (mut journal, done) = match &self.resume {
            Some(file) => {
                let (journal, pairs) = Journal::open_run(file, event, run.as_deref())?;
                (Some(journal), pairs)
            }
            None => (None, Vec::new()),
        };
        let run = journal.as_ref().and_then(Journal::run).map(str::to_string).or(run);
        if !self.fleet.is_used() && event.entrants.iter().any(|entrant| matches!(entrant.kind, Kind::External(_))) {
            employ_guardian();
        }
        let stop = interrupt::listen();
        let mut progress = MatchProgress::new(event, &done, self.json);
        let mut fleet = self.fleet.open(concurrency, run, &progress.bar)?;
        let options = runner::Options {
            concurrency,
            journal: journal.as_mut(),
            done,
            keep_moves: self.report.is_some() || self.records.is_some(),
            stop: stop.clone(),
        };
        let runner = &mut FleetRunner::new(fleet.as_mut(), concurrency);
        let results = runner::run_by(runner, event, options, &mut |pair| progress.show(event, pair));
        progress.clear();
        let results = results.inspect_err(show_unfit)?;
        let mut out = io::stdout().lock();
        let told = tell(&results, &mut out).and_then(|()| out.flush());
        drop(out);
        let written = self.write_files(event, &results);
        if let Some(failure) = results.failure {
            written.inspect_err(|error| eprintln!("potez: {error:#}")).ok();
            return Err(failure.into());
        }
        written?;
        told?;
        Ok(interrupt::check(&stop)?)
    }

    /// Writes what was asked for; a file that cannot be written does not keep the other from being.
    fn write_files(&self, event: &Event, results: &runner::Results) -> anyhow::Result<()> {
        let records = self.records.as_ref().map_or(Ok(()), |file| {
            report::records::write(file, event, &results.pairs)
                .with_context(|| format!("cannot write {}", file.display()))
        });
        let page = self.report.as_ref().map_or(Ok(()), |file| {
            let page = report::html::page(event, &results.pairs, results.verdict);
            write_whole(file, page.as_bytes()).with_context(|| format!("cannot write {}", file.display()))
        });
        if let (Err(error), Err(_)) = (&records, &page) {
            eprintln!("potez: {error:#}");
        }
        page.and(records)
    }

    /// Games at a time: threads of a bot times games never exceed the cores.
    fn concurrency(&self, event: &Event) -> usize {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = event.threads();
        // More threads than cores would take time from each other, and time is what is measured.
        let most = (cores / threads).max(1);
        if threads > cores {
            eprintln!("potez: warning: a bot uses {threads} threads and there are {cores} cores");
        }
        match self.concurrency.map(usize::from) {
            Some(asked) if asked > most => {
                eprintln!(
                    "potez: warning: {asked} games at a time, {threads} thread(s) each, are too many for {cores} cores: \
                     {most} at a time"
                );
                most
            }
            asked => asked.unwrap_or(most),
        }
    }
}

/// Lets a second process end our engines if we are killed. Without it a match can be played too.
pub(super) fn employ_guardian() {
    let (guard, start, confine) = (crate::GUARDIAN, crate::STARTER, crate::CONFINER);
    let employed =
        std::env::current_exe().and_then(|program| guardian::employ(Helper { program, guard, start, confine }));
    if let Err(error) = employed {
        eprintln!("potez: warning: engines may outlive a match that is killed: {error}");
    }
}

pub(super) fn clock(text: &str) -> Result<TimeControl, String> {
    TimeControl::read_durations(text).map_err(|_| "expected a clock such as 60s+1s".into())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let bounds =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    bounds
        .and_then(|(low, high)| Sprt::new(low, high))
        .ok_or_else(|| "expected two Elo differences, the smaller first, such as 0,20".into())
}
