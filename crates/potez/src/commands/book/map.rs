//! `potez book map`: what every first move of a board is worth.

use std::io::{self, Write};

use clap::Args;
use potez_table::book::{FirstMove, first_moves};
use potez_table::{Ink, PictureOptions, Proof, Style};
use serde_json::json;

use super::super::set_up;
use crate::cli::PositionArgs;
use crate::interrupt;

/// Which board, and how long each move is looked at.
#[derive(Args)]
#[command(after_help = "Example: potez book map havannah:size=5 --nodes 20000\n\
    On the board `+` is a first move that a player who may swap should take over, `-` one to be left alone, `=` one\n\
    within two percent of even.")]
pub(super) struct MapArgs {
    #[command(flatten)]
    place: PositionArgs,
    /// Nodes of the solver and of the search for each move.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the searches.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object per kind of move.
    #[arg(long)]
    json: bool,
}

/// A chance this near to one half is even.
const EVEN: f64 = 0.02;

/// `potez book map`
pub(super) fn run(args: &MapArgs) -> anyhow::Result<()> {
    let table = set_up(&args.place)?;
    table.check_running().map_err(crate::exit::UsageError::from)?;
    let stop = interrupt::listen();
    let moves = first_moves(table.as_ref(), args.nodes, args.seed, &stop).map_err(anyhow::Error::msg)?;
    interrupt::check(&stop)?;
    let mut out = io::stdout().lock();
    if args.json {
        for FirstMove { moves, win_chance, proven } in &moves {
            let object = json!({ "moves": moves, "winChance": win_chance, "proven": proven.map(Proof::word) });
            writeln!(out, "{object}")?;
        }
        return Ok(());
    }
    let signs = moves.iter().flat_map(|first| first.moves.iter().map(|mv| (mv.clone(), sign(first.win_chance))));
    let options = PictureOptions { signs: signs.collect(), ..PictureOptions::new(Style::Modern, Ink::Plain) };
    writeln!(out, "{}", table.draw(&options))?;
    for first in &moves {
        let proven = first.proven.map(|proof| format!(", proven {}", proof.word())).unwrap_or_default();
        let (sign, chance) = (sign(first.win_chance), 100.0 * first.win_chance);
        writeln!(out, "{sign} {chance:>5.1} %{proven}  {}", first.moves.join(" "))?;
    }
    Ok(())
}

fn sign(chance: f64) -> char {
    match chance {
        chance if (chance - 0.5).abs() <= EVEN => '=',
        chance if chance > 0.5 => '+',
        _ => '-',
    }
}
