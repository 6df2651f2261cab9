//! Whether the chances that the player reports come true: games against itself, chances in bins against results.
//!
//! ```sh
//! cargo run --release -p potez-engine --example calibration -- blockade 300 3000 docs/pictures/calibration-blockade.svg
//! ```
//!
//! The numbers are games and nodes a move; the last argument, if there is one, is where the plot goes. Openings are six
//! random plies. Proven results are left out: they are not estimates. The same numbers give the same games.

mod opening;

use std::fmt::Write as _;
use std::fs;

use potez_core::Player;
use potez_engine::{BotSpec, Limits, Message, Stop, Table};

const BINS: usize = 10;
const OPENING: usize = 6;

/// What was said between two chances, and what came of it.
#[derive(Clone, Copy, Default)]
struct Bin {
    positions: u32,
    chances: f64,
    points: f64,
}

impl Bin {
    fn said(&self) -> f64 {
        self.chances / f64::from(self.positions.max(1))
    }

    fn came(&self) -> f64 {
        self.points / f64::from(self.positions.max(1))
    }
}

fn main() -> Result<(), Message> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(game) = arguments.first() else {
        println!("usage: calibration GAME [GAMES [NODES [PLOT.svg]]]");
        return Ok(());
    };
    let number = |at: usize, usual: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, nodes) = (number(1, 200), number(2, 5000));
    let mut bins = [Bin::default(); BINS];
    for seed in 0..games {
        note_game(opening::random(game, seed, OPENING)?, nodes, &mut bins)?;
    }
    println!("{game}, {games} games, {nodes} nodes a move");
    println!("| chance | positions | said | came true |\n|---|---|---|---|");
    for (at, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.positions > 0) {
        let (from, to) = (100 * at / BINS, 100 * (at + 1) / BINS);
        println!("| {from}–{to} % | {} | {:.1} % | {:.1} % |", bin.positions, 100.0 * bin.said(), 100.0 * bin.came());
    }
    if let Some(path) = arguments.get(3)
        && let Err(error) = fs::write(path, plot(game, &bins))
    {
        eprintln!("cannot write {path}: {error}");
    }
    Ok(())
}

/// Plays a game to its end and notes what was said in it.
fn note_game(mut table: Box<dyn Table>, nodes: u64, bins: &mut [Bin; BINS]) -> Result<(), Message> {
    let mut players = [table.bot(&BotSpec::new("potez"))?, table.bot(&BotSpec::new("potez"))?];
    let mut said: Vec<(Player, f64)> = Vec::new();
    while table.outcome().is_none() {
        let mover = table.turn();
        let report = players[mover.index()].think(table.as_ref(), Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        let Some(line) = report.lines.first() else { break };
        if line.proof.is_none() {
            said.push((mover, line.win_chance));
        }
        table.play(&line.mv())?;
    }
    let winner = table.outcome().and_then(potez_core::Outcome::winner);
    for (player, chance) in said {
        let bin = &mut bins[((chance * BINS as f64) as usize).min(BINS - 1)];
        bin.positions += 1;
        bin.chances += chance;
        bin.points += winner.map_or(0.5, |winner| f64::from(u8::from(winner == player)));
    }
    Ok(())
}

/// What was said to the right, what came true upwards; the area of a dot is the number of positions.
fn plot(game: &str, bins: &[Bin; BINS]) -> String {
    const SIDE: f64 = 400.0;
    const FRAME: f64 = 50.0;
    let at = |chance: f64| FRAME + SIDE * chance;
    let up = |share: f64| FRAME + SIDE * (1.0 - share);
    let size = SIDE + 2.0 * FRAME;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{game}: reported chances and results</title>\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"white\"/>\n\
         <rect x=\"{FRAME}\" y=\"{FRAME}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#888\"/>\n\
         <line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>\n",
        at(0.0),
        up(0.0),
        at(1.0),
        up(1.0)
    );
    for tenth in (0..=10).step_by(2) {
        let share = f64::from(tenth) / 10.0;
        let percent = 10 * tenth;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{percent}</text>", at(share), up(-0.05));
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent}</text>", at(-0.02), up(share) + 4.0);
    }
    let _ =
        writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">chance reported, %</text>", at(0.5), up(-0.1));
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{game}: games won, %</text>", at(0.0), up(1.03));
    let most = bins.iter().map(|bin| bin.positions).max().unwrap_or(1).max(1);
    for bin in bins.iter().filter(|bin| bin.positions > 0) {
        let radius = 3.0 + 9.0 * (f64::from(bin.positions) / f64::from(most)).sqrt();
        // Two standard errors, were the positions independent.
        let error = 1.96 * (bin.came() * (1.0 - bin.came()) / f64::from(bin.positions)).sqrt();
        let (x, low, high) = (at(bin.said()), up((bin.came() - error).max(0.0)), up((bin.came() + error).min(1.0)));
        let _ =
            writeln!(svg, "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" stroke=\"#1f5fa8\"/>");
        let _ =
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#1f5fa8\"/>", up(bin.came()));
    }
    svg.push_str("</svg>\n");
    svg
}
