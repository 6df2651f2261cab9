//! Calibration: whether the chances to win that the player reports come true.
//!
//! Games against itself; the reported chances are collected in bins and compared with the results.
//! Proven results are left out: they are not estimates.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use potez_table::{BotSpec, Limits, Outcome, Player, Stop, Table, write_whole};
use serde::{Deserialize, Serialize};

use crate::games::random_opening;
use crate::progress;
use crate::resume::StudyResults;
use crate::workers::{in_order, thread_count};

const BINS: usize = 10;
const OPENING_PLIES: usize = 6;

/// Compare reported chances to win with the results of games.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab calibrate blockade --games 300 --nodes 3000 --plot calibration.svg")]
pub struct CalibrationArgs {
    /// The game spec.
    pub game: String,
    /// Games to play, after six random plies each.
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 5000)]
    pub nodes: u64,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores).
    #[arg(long)]
    pub threads: Option<usize>,
    /// Write a plot to this file.
    #[arg(long, value_name = "OUT.svg")]
    pub plot: Option<PathBuf>,
    /// Keep every game in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// The estimates of one game: the chance that the mover reported, and the points that the mover got
/// in the end.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct GameEstimates(Vec<(f64, f64)>);

/// The estimates between two chances.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct CalibrationBin {
    positions: u32,
    chances: f64,
    points: f64,
}

impl CalibrationBin {
    fn mean_chance(&self) -> f64 {
        self.chances / f64::from(self.positions.max(1))
    }

    fn mean_points(&self) -> f64 {
        self.points / f64::from(self.positions.max(1))
    }
}

/// Writes a table of bins, and the plot where one is asked for. The same options give the same
/// games.
pub fn run(args: &CalibrationArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let CalibrationArgs { game, games, nodes, seed, .. } = args;
    let header = format!("calibration game={game} nodes={nodes} seed={seed}");
    let mut results: StudyResults<GameEstimates> = StudyResults::open(args.resume.as_deref(), &header)?;
    let bar = progress::bar(*games, results.next(), "games");
    let jobs = results.next()..*games;
    let play = |job| estimates(random_opening(game, seed + job, OPENING_PLIES)?, *nodes);
    in_order(jobs, thread_count(args.threads), play, |_, estimates| {
        bar.inc(1);
        results.push(estimates)
    })?;
    bar.finish_and_clear();
    let bins = bins(&results.done);
    writeln!(out, "{game}, {games} games, {nodes} nodes per move")?;
    writeln!(out, "| chance | positions | reported | came true |\n|---|---|---|---|")?;
    for (at, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.positions > 0) {
        let (from, to) = (100 * at / BINS, 100 * (at + 1) / BINS);
        let (chance, points) = (100.0 * bin.mean_chance(), 100.0 * bin.mean_points());
        writeln!(out, "| {from}–{to} % | {} | {chance:.1} % | {points:.1} % |", bin.positions)?;
    }
    if let Some(path) = &args.plot {
        write_whole(path, plot(game, &bins).as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Plays a game to its end, with a bot for each side.
fn estimates(mut table: Box<dyn Table>, nodes: u64) -> anyhow::Result<GameEstimates> {
    // A bot for each side, as in a match: one for both would find the other side's search in its
    // table.
    let mut players = [table.bot(&BotSpec::new("potez"))?, table.bot(&BotSpec::new("potez"))?];
    let mut reported: Vec<(Player, f64)> = Vec::new();
    while table.outcome().is_none() {
        let mover = table.turn();
        let report = players[mover.index()].think(table.as_ref(), Limits::nodes(nodes), &Stop::new(), &mut |_| {})?;
        let Some(line) = report.lines.first() else { break };
        // A proven result is certain by definition: it would only flatter the outer bins.
        if line.proof.is_none() {
            reported.push((mover, line.win_chance));
        }
        table.play(&line.mv().text)?;
    }
    let winner = table.outcome().and_then(Outcome::winner);
    let points = |player| winner.map_or(0.5, |winner| f64::from(u8::from(winner == player)));
    Ok(GameEstimates(reported.into_iter().map(|(player, chance)| (chance, points(player))).collect()))
}

fn bins(games: &[GameEstimates]) -> [CalibrationBin; BINS] {
    let mut bins = [CalibrationBin::default(); BINS];
    for &(chance, points) in games.iter().flat_map(|game| &game.0) {
        let bin = &mut bins[((chance * BINS as f64) as usize).min(BINS - 1)];
        bin.positions += 1;
        bin.chances += chance;
        bin.points += points;
    }
    bins
}

/// Reported chances to the right, results upwards; the area of a dot is the number of positions.
fn plot(game: &str, bins: &[CalibrationBin; BINS]) -> String {
    const SIDE: f64 = 400.0;
    const FRAME: f64 = 50.0;
    let x = |chance: f64| FRAME + SIDE * chance;
    let y = |share: f64| FRAME + SIDE * (1.0 - share);
    let size = SIDE + 2.0 * FRAME;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n\
         <title>{game}: reported chances and results</title>\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"white\"/>\n\
         <rect x=\"{FRAME}\" y=\"{FRAME}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#888\"/>\n\
         <line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>\n",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    // Writing to a string cannot fail.
    for tenth in (0..=10).step_by(2) {
        let (share, percent) = (f64::from(tenth) / 10.0, 10 * tenth);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{percent}</text>", x(share), y(-0.05));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent}</text>", x(-0.02), y(share) + 4.0);
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">chance reported, %</text>", x(0.5), y(-0.1));
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{game}: games won, %</text>", x(0.0), y(1.03));
    let most = bins.iter().map(|bin| bin.positions).max().unwrap_or(1).max(1);
    for bin in bins.iter().filter(|bin| bin.positions > 0) {
        let radius = 3.0 + 9.0 * (f64::from(bin.positions) / f64::from(most)).sqrt();
        let points = bin.mean_points();
        // Two standard errors, were the positions independent.
        let error = 1.96 * (points * (1.0 - points) / f64::from(bin.positions)).sqrt();
        let (at, low, high) = (x(bin.mean_chance()), y((points - error).max(0.0)), y((points + error).min(1.0)));
        let _ =
            writeln!(svg, "<line x1=\"{at:.1}\" y1=\"{low:.1}\" x2=\"{at:.1}\" y2=\"{high:.1}\" stroke=\"#1f5fa8\"/>");
        let _ = writeln!(svg, "<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#1f5fa8\"/>", y(points));
    }
    svg.push_str("</svg>\n");
    svg
}
