//! The gate: a new net of Blockade is taken into use only if it beats the one in use.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use potez_arena::stats::{Pairs, Sprt, Verdict};
use potez_blockade::{Game, SMALL};
use potez_core::{Outcome, Player, Position as _, Record};
use potez_engine::blockade::{net::BlockadeNet, player};
use potez_search::alphabeta::AlphaBetaSettings;
use potez_search::{Limits, Stop};

use crate::games::parse_time;
use crate::progress;
use crate::resume::StudyResults;
use crate::workers::{in_order, thread_count};

/// Random plies before each pair of games.
const OPENING_PLIES: usize = 4;

/// Play a new net of Blockade against the one in use, in pairs of games from one opening, until a
/// sequential test decides. Fails if the new one is not accepted.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab blockade-gate weights.bin --time 100ms --pairs 500 --resume gate.jsonl")]
pub struct GateArgs {
    /// The weights of the new net.
    pub weights: PathBuf,
    /// The game spec: a board of the small class.
    #[arg(long, default_value = "blockade")]
    pub game: String,
    /// Time per move.
    #[arg(long, default_value = "100ms", value_parser = parse_time)]
    pub time: Duration,
    /// Nodes per move instead: games that can be repeated.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// The most pairs of games.
    #[arg(long, default_value_t = 500)]
    pub pairs: u64,
    /// The gain in Elo that is to be told from none.
    #[arg(long, default_value_t = 20.0)]
    pub elo: f64,
    /// The seed of the first opening.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores).
    #[arg(long)]
    pub threads: Option<usize>,
    /// Keep every pair in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// Pairs that are played between two looks at the test.
const ROUND: u64 = 10;

/// Writes the score and what the test says.
pub fn run(args: &GateArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = args.weights.display();
    let bytes = std::fs::read(&args.weights).with_context(|| format!("cannot read {path}"))?;
    let new = BlockadeNet::from_bytes(&bytes).with_context(|| format!("{path}: not the weights of this net"))?;
    let old = BlockadeNet::standard();
    let game: Game<SMALL> = args.game.parse()?;
    let sprt = Sprt::new(0.0, args.elo).with_context(|| format!("{} Elo is no gain", args.elo))?;
    let limits = args.nodes.map_or_else(|| Limits::time(args.time), Limits::nodes);
    let header = format!("blockade-gate {path} game={game} limits={limits:?} seed={}", args.seed);
    let mut results: StudyResults<u32> = StudyResults::open(args.resume.as_deref(), &header)?;
    let bar = progress::bar(args.pairs, results.next(), "pairs");
    let mut pairs = Pairs::default();
    results.done.iter().for_each(|&half_points| pairs.add(half_points));
    while results.next() < args.pairs && sprt.verdict(&pairs).is_none() {
        let jobs = results.next()..args.pairs.min(results.next() + ROUND);
        let play = |job| play_pair(&game, [&new, &old], limits, args.seed + job);
        in_order(jobs, thread_count(args.threads), play, |_, half_points| {
            bar.inc(1);
            pairs.add(half_points);
            results.push(half_points)
        })?;
    }
    bar.finish_and_clear();
    let (low, high) = pairs.score_interval();
    let verdict = sprt.verdict(&pairs);
    let word = match verdict {
        Some(Verdict::H1) => "accepted",
        Some(Verdict::H0) => "rejected",
        None => "not decided",
    };
    let percent = |score: f64| 100.0 * score;
    writeln!(
        out,
        "{word}: {:.1} % of {} games ({:.1} to {:.1} %)",
        percent(pairs.score()),
        2 * pairs.total(),
        percent(low),
        percent(high)
    )?;
    if verdict != Some(Verdict::H1) {
        bail!("the new net is {word}");
    }
    Ok(())
}

/// The half points of the first net in two games from one random opening, colours swapped.
fn play_pair(game: &Game<SMALL>, nets: [&BlockadeNet; 2], limits: Limits, seed: u64) -> anyhow::Result<u32> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut opening = Record::new(game.clone());
    for _ in 0..OPENING_PLIES {
        let Some(mv) = opening.position().random_move(&mut rng) else { break };
        opening.play(mv)?;
    }
    let settings = AlphaBetaSettings::default();
    let mut half_points = 0;
    for colour in Player::BOTH {
        let mut record = opening.clone();
        let mut players = nets.map(|net| player(game, Some(net), &settings));
        while record.outcome().is_none() {
            let mover = usize::from(record.position().turn() != colour);
            let report = players[mover].think(&record, limits, &Stop::new(), &mut |_| {});
            record.play(report.best().context("the player found no move")?)?;
        }
        half_points += match record.outcome() {
            Some(Outcome::Win(winner)) if winner == colour => 2,
            Some(Outcome::Draw) => 1,
            _ => 0,
        };
    }
    Ok(half_points)
}
