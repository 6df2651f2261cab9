//! A census of small boards of Blockade: who wins from the start, and in how many plies.

pub mod exhaustive;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use potez_blockade::{Game, SMALL};
use potez_core::{Game as _, Player};
use potez_table::{Limits, Proof, Stop, open};
use serde::{Deserialize, Serialize};

use crate::games::parse_time;
use crate::progress;
use crate::resume::ResumeFile;
use exhaustive::{PlainValue, by_depth, by_listing};

/// Find out who wins small boards of Blockade, and in how many plies. Boards that were not decided
/// in the time given are tried again by a run that gives them more.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab census --rows 6 --cols 6 --walls 2 --time 60s --resume census.jsonl")]
pub struct CensusArgs {
    /// The most rows; the least are 5.
    #[arg(long, default_value_t = 6)]
    pub rows: usize,
    /// The most columns; the least are 5.
    #[arg(long, default_value_t = 6)]
    pub cols: usize,
    /// The most walls of each colour.
    #[arg(long, default_value_t = 2)]
    pub walls: usize,
    /// Time for the solver, for each board.
    #[arg(long, default_value = "10s", value_parser = parse_time)]
    pub time: Duration,
    /// Positions that the exhaustive search may look at, for each board.
    #[arg(long, default_value_t = 2_000_000)]
    pub confirm: u64,
    /// Keep every result in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// What is known of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CensusEntry {
    /// The game with its options.
    pub game: String,
    /// `x`, `o` or `draw`; none if it is not decided.
    pub winner: Option<String>,
    /// The plies of the win that the solver found.
    pub plies: Option<u32>,
    /// Positions that the solver visited.
    pub nodes: u64,
    /// The seconds that it had.
    pub limit: f64,
    /// Whether an exhaustive search came to the same winner; none if it was too long.
    pub confirmed: Option<bool>,
    /// The plies of the shortest win, by the exhaustive search.
    pub shortest: Option<u32>,
}

/// Writes a table of all boards.
pub fn run(args: &CensusArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (mut file, entries) = match &args.resume {
        Some(path) => {
            let (file, entries) = ResumeFile::open_json::<CensusEntry>(path, "census of blockade")?;
            (Some(file), entries)
        }
        None => (None, Vec::new()),
    };
    let mut known: HashMap<String, CensusEntry> =
        entries.into_iter().map(|entry| (entry.game.clone(), entry)).collect();
    let games = games(args);
    let bar = progress::bar(games.len() as u64, 0, "boards");
    for game in &games {
        let is_done = |entry: &CensusEntry| entry.winner.is_some() || entry.limit >= args.time.as_secs_f64();
        if !known.get(game).is_some_and(is_done) {
            let entry = solve(game, args)?;
            if let Some(file) = &mut file {
                file.append_json(&entry)?;
            }
            known.insert(game.clone(), entry);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    write_table(&games, &known, out)
}

/// All boards, the small ones first.
fn games(args: &CensusArgs) -> Vec<String> {
    let sizes = (5..=args.rows).flat_map(|rows| (5..=args.cols).map(move |cols| (rows, cols)));
    let mut sizes: Vec<(usize, usize)> = sizes.collect();
    sizes.sort_by_key(|&(rows, cols)| (rows * cols, rows));
    let mut games = Vec::new();
    for walls in 0..=args.walls {
        for &(rows, cols) in &sizes {
            for turn in ["full", "either"] {
                games.push(format!("blockade:rows={rows},cols={cols},walls={walls},turn={turn}"));
            }
        }
    }
    games
}

fn solve(spec: &str, args: &CensusArgs) -> anyhow::Result<CensusEntry> {
    let table = open(spec, None)?;
    let found = table.solve(Limits::time(args.time), &Stop::new());
    let winner = found.proof.map(|proof| match proof {
        Proof::Win => table.turn().letter().to_string(),
        Proof::Loss => (!table.turn()).letter().to_string(),
        Proof::Draw => "draw".into(),
    });
    let plies = found.plies.filter(|_| matches!(found.proof, Some(Proof::Win | Proof::Loss)));
    let mut entry = CensusEntry {
        game: spec.into(),
        winner,
        plies,
        nodes: found.nodes,
        limit: args.time.as_secs_f64(),
        confirmed: None,
        shortest: None,
    };
    if let Some(value) = exhaustive_value(spec, entry.plies, args.confirm)? {
        let (winner, shortest) = match value {
            PlainValue::Won(player, plies) => (player.letter().to_string(), Some(plies)),
            PlainValue::Drawn => ("draw".into(), None),
        };
        entry.confirmed = entry.winner.as_ref().map(|found| *found == winner);
        anyhow::ensure!(entry.confirmed != Some(false), "{spec}: the solver says {:?}, not {winner}", entry.winner);
        (entry.winner, entry.shortest) = (Some(winner), shortest);
    }
    Ok(entry)
}

/// The value of the start by trying everything, if that is not too much.
fn exhaustive_value(spec: &str, plies: Option<u32>, most: u64) -> anyhow::Result<Option<PlainValue>> {
    let game: Game<SMALL> = spec.parse().with_context(|| format!("{spec} is not a small board"))?;
    let start = game.start();
    let by_depth = plies.and_then(|plies| by_depth(&start, plies, most));
    Ok(match by_depth {
        Some((player, plies)) => Some(PlainValue::Won(player, plies)),
        // A position of a list takes more memory.
        None => by_listing(&start, (most / 4) as usize),
    })
}

fn write_table(games: &[String], known: &HashMap<String, CensusEntry>, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "| game | winner | plies of the proof | shortest win | nodes |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    let or_dash = |number: Option<u32>| number.map_or("–".into(), |number| number.to_string());
    let (mut decided, mut confirmed, mut wins) = (0, 0, [0; 2]);
    for entry in games.iter().filter_map(|game| known.get(game)) {
        let winner = entry.winner.as_deref().unwrap_or("?");
        let (plies, shortest) = (or_dash(entry.plies), or_dash(entry.shortest));
        writeln!(out, "| `{}` | {winner} | {plies} | {shortest} | {} |", entry.game, entry.nodes)?;
        decided += usize::from(entry.winner.is_some());
        confirmed += usize::from(entry.confirmed == Some(true));
        for player in Player::BOTH {
            wins[player.index()] += usize::from(winner == player.letter().to_string());
        }
    }
    let total = games.len();
    writeln!(
        out,
        "{decided} of {total} boards decided, {confirmed} confirmed by exhaustive search; X wins {}, O wins {}",
        wins[0], wins[1]
    )?;
    Ok(())
}
