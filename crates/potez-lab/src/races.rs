//! How fast races of Blockade are proven.
//!
//! A race is a position without walls in stock. They come from games of random turns, from games of
//! the engine against itself with few nodes, and from the walls of the random games with pawns put
//! down anywhere.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use potez_table::bench::cpu_seconds;
use potez_table::{Limits, Message, Proof, Stop, Table, open};
use serde::{Deserialize, Serialize};

use crate::games::{parse_time, play_on, random_opening};
use crate::progress;
use crate::resume::StudyResults;

/// After this many turns all walls are placed.
const WALLS_PLACED: usize = 36;
/// Nodes per move of the engine's games.
const NODES: u64 = 300;
/// The CPU seconds in which a race should be proven.
const GOAL_SECONDS: f64 = 1.0;

/// Measure how fast races of Blockade are proven.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab races --games 2000 --time 20s --resume races.jsonl")]
pub struct RacesArgs {
    /// Games of each kind; most of them come to a race.
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Time per race.
    #[arg(long, default_value = "20s", value_parser = parse_time)]
    pub time: Duration,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Keep every result in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// Where races come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum RaceSource {
    RandomGame,
    EngineGame,
    PawnsAnywhere,
}

const SOURCES: [RaceSource; 3] = [RaceSource::RandomGame, RaceSource::EngineGame, RaceSource::PawnsAnywhere];

impl fmt::Display for RaceSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RandomGame => "random games",
            Self::EngineGame => "engine games",
            Self::PawnsAnywhere => "pawns anywhere",
        })
    }
}

/// A race and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct ProvenRace {
    position: String,
    seconds: f64,
    nodes: u64,
    /// `win`, `loss` or `draw` for the player to move.
    proof: Option<String>,
}

/// Writes one paragraph per kind of race, with the slowest of them. Times are of the CPU.
pub fn run(args: &RacesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let header = format!("races time={:?} seed={} games={}", args.time, args.seed, args.games);
    let mut results: StudyResults<Option<ProvenRace>> = StudyResults::open(args.resume.as_deref(), &header)?;
    let total = SOURCES.len() as u64 * args.games;
    let bar = progress::bar(total, results.next(), "races");
    for job in results.next()..total {
        // All games of a kind one after the other: the file of results falls into the kinds by
        // counting.
        let source = SOURCES[(job / args.games) as usize];
        results.push(prove(source, args.seed + job % args.games, args.time)?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (source, results) in SOURCES.into_iter().zip(results.done.chunks(args.games.max(1) as usize)) {
        let mut races: Vec<&ProvenRace> = results.iter().flatten().collect();
        races.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let count = |proof: &str| races.iter().filter(|race| race.proof.as_deref() == Some(proof)).count();
        let in_time = races.iter().filter(|race| race.proof.is_some() && race.seconds <= GOAL_SECONDS).count();
        writeln!(
            out,
            "{source}: {} races, {} won, {} lost, {in_time} proven in {GOAL_SECONDS} s; the slowest:",
            races.len(),
            count(Proof::Win.word()),
            count(Proof::Loss.word()),
        )?;
        for ProvenRace { seconds, nodes, proof, position } in races.iter().rev().take(3) {
            let proof = proof.as_deref().unwrap_or("nothing proven");
            writeln!(out, "  {seconds:.3} s, {nodes} nodes, {proof}: {position}")?;
        }
    }
    Ok(())
}

fn prove(source: RaceSource, seed: u64, time: Duration) -> anyhow::Result<Option<ProvenRace>> {
    let position = match source {
        RaceSource::RandomGame => random_race(seed)?,
        RaceSource::EngineGame => engine_race(seed)?,
        RaceSource::PawnsAnywhere => scattered_race(seed)?,
    };
    let Some(position) = position else { return Ok(None) };
    let table = open("blockade", Some(&position))?;
    // CPU time, so that several of these can run beside each other.
    let started = cpu_seconds();
    let found = table.solve(Limits::time(time), &Stop::new());
    let seconds = cpu_seconds() - started;
    let proof = found.proof.map(|proof| proof.word().to_owned());
    Ok(Some(ProvenRace { position, seconds, nodes: found.nodes, proof }))
}

/// The race that a game of random turns comes to, unless it is over before.
fn random_race(seed: u64) -> Result<Option<String>, Message> {
    let table = random_opening("blockade", seed, WALLS_PLACED)?;
    Ok(race(table.as_ref()))
}

/// The same for a game of the engine against itself after four random turns.
fn engine_race(seed: u64) -> Result<Option<String>, Message> {
    let mut table = random_opening("blockade", seed, 4)?;
    play_on(table.as_mut(), NODES, |table| race(table).is_none())?;
    Ok(race(table.as_ref()))
}

/// The walls of a random game, with the pawns anywhere that the rules allow.
fn scattered_race(seed: u64) -> Result<Option<String>, Message> {
    let Some(race) = random_race(seed)? else { return Ok(None) };
    let walls: Vec<&str> = race.split(' ').skip(2).collect();
    let mut rng = fastrand::Rng::with_seed(seed);
    // Sampled again until the rules accept the position.
    loop {
        let mut square = || format!("{}{}", rng.char('a'..='k'), rng.u8(1..=14));
        let pawns = format!("{}+{} {}+{}", square(), square(), square(), square());
        let position = format!("{pawns} {}", walls.join(" "));
        if open("blockade", Some(&position)).is_ok_and(|table| table.outcome().is_none()) {
            return Ok(Some(position));
        }
    }
}

/// The text of a position that is a race and not over.
fn race(table: &dyn Table) -> Option<String> {
    let text = table.position();
    (table.outcome().is_none() && text.contains(" 0.0 0.0 ")).then_some(text)
}
