//! Who wins after each first move, of any game: by the solver alone, or where that is too much by
//! a few plies of best play above it.
//!
//! First moves that a symmetry maps onto each other are one, and so are all later positions. Every
//! position that the solver was asked about is a line of the file, so that nothing is asked twice.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use potez_core::{Outcome, Player};
use potez_table::{BotSpec, Limits, Proof, Stop, Table, open};
use serde::{Deserialize, Serialize};

use crate::resume::ResumeFile;

/// Prove who wins after each first move. What was not proven is tried again by a run that gives it
/// more nodes.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab openings havannah:size=3 --resume openings.jsonl")]
pub struct OpeningsArgs {
    /// The game with its options.
    pub game: String,
    /// Nodes for the solver, for each position.
    #[arg(long, default_value_t = 1_000_000)]
    pub nodes: u64,
    /// Positions that the solver can't decide are opened up to this ply.
    #[arg(long, default_value_t = 3)]
    pub plies: usize,
    /// The most moves of X that are tried where X must find one, those that the engine prefers.
    #[arg(long, default_value_t = 3)]
    pub width: usize,
    /// Only these first moves.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
    /// Keep every result in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// What the solver said of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct AskedPosition {
    moves: Vec<String>,
    /// `x`, `o` or `draw`; none if it was too much.
    winner: Option<String>,
    nodes: u64,
    limit: u64,
}

/// Nodes of the engine's search for the moves that X should try.
const ENGINE_NODES: u64 = 4000;

struct OpeningProofs<'a> {
    args: &'a OpeningsArgs,
    known: HashMap<u64, AskedPosition>,
    file: Option<ResumeFile>,
    /// Nodes of the solver in this run and in all earlier ones.
    nodes: u64,
}

/// Writes a line for each first move.
pub fn run(args: &OpeningsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let start = open(&args.game, None)?;
    let mut proofs = OpeningProofs { args, known: HashMap::new(), file: None, nodes: 0 };
    if let Some(path) = &args.resume {
        let (file, asked) = ResumeFile::open_json::<AskedPosition>(path, &format!("openings {}", start.game()))?;
        proofs.file = Some(file);
        for position in asked {
            let mut table = start.fork();
            for mv in &position.moves {
                table.play(mv).with_context(|| path.display().to_string())?;
            }
            proofs.nodes += position.nodes;
            proofs.known.insert(table.canonical_key(), position);
        }
    }
    for OpeningChild { table, images } in children(start.as_ref())? {
        if !args.only.is_empty() && !args.only.iter().any(|only| images.contains(only)) {
            continue;
        }
        let before = proofs.nodes;
        let winner = match proofs.x_wins(table.as_ref())? {
            Some(true) => "x wins",
            Some(false) => "x does not win",
            None => "not proven",
        };
        writeln!(out, "{} (and {} like it): {winner}; {} nodes", images[0], images.len() - 1, proofs.nodes - before)?;
        out.flush()?;
    }
    writeln!(out, "{} positions asked, {} nodes in all", proofs.known.len(), proofs.nodes)?;
    Ok(())
}

/// A position after a move.
struct OpeningChild {
    table: Box<dyn Table>,
    /// The moves that lead to it or to an image of it: at least one.
    images: Vec<String>,
}

/// The positions after the moves, one for all that symmetries map onto each other.
fn children(table: &dyn Table) -> anyhow::Result<Vec<OpeningChild>> {
    let mut children: Vec<OpeningChild> = Vec::new();
    let mut numbers = HashMap::new();
    for mv in table.legal() {
        let mut child = table.fork();
        child.play(&mv)?;
        let number = *numbers.entry(child.canonical_key()).or_insert(children.len());
        match children.get_mut(number) {
            Some(known) => known.images.push(mv),
            None => children.push(OpeningChild { table: child, images: vec![mv] }),
        }
    }
    Ok(children)
}

impl OpeningProofs<'_> {
    /// Whether X wins; `None` if that was not found out.
    fn x_wins(&mut self, table: &dyn Table) -> anyhow::Result<Option<bool>> {
        if let Some(outcome) = table.outcome() {
            return Ok(Some(outcome == Outcome::Win(Player::X)));
        }
        if let Some(winner) = self.ask(table)? {
            return Ok(Some(winner == "x"));
        }
        if table.ply() >= self.args.plies {
            return Ok(None);
        }
        let mut children = children(table)?;
        let is_xs = table.turn() == Player::X;
        if is_xs {
            let preferred = self.preferred(table)?;
            let place = |images: &[String]| preferred.iter().position(|mv| images.contains(mv));
            children.retain(|child| place(&child.images).is_some());
            children.sort_by_key(|child| place(&child.images));
        }
        for child in &children {
            match self.x_wins(child.table.as_ref())? {
                Some(wins) if wins == is_xs => return Ok(Some(is_xs)),
                // X's other moves may win; one of O's that is not refuted leaves it open.
                None if !is_xs => return Ok(None),
                _ => {}
            }
        }
        Ok((!is_xs).then_some(true))
    }

    /// The winner by the solver, `draw` if there is none.
    fn ask(&mut self, table: &dyn Table) -> anyhow::Result<Option<String>> {
        let (key, limit) = (table.canonical_key(), self.args.nodes);
        if let Some(known) = self.known.get(&key).filter(|known| known.winner.is_some() || known.limit >= limit) {
            return Ok(known.winner.clone());
        }
        let found = table.solve(Limits::nodes(limit), &Stop::new());
        let winner = found.proof.map(|proof| match proof {
            Proof::Win => table.turn().letter().to_string(),
            Proof::Loss => (!table.turn()).letter().to_string(),
            Proof::Draw => "draw".into(),
        });
        let asked = AskedPosition { moves: table.moves(), winner, nodes: found.nodes, limit };
        if let Some(file) = &mut self.file {
            file.append_json(&asked)?;
        }
        self.nodes += asked.nodes;
        let winner = asked.winner.clone();
        self.known.insert(key, asked);
        Ok(winner)
    }

    /// The moves that the engine prefers, best first.
    fn preferred(&self, table: &dyn Table) -> anyhow::Result<Vec<String>> {
        let mut bot = table.bot(&BotSpec { multipv: Some(self.args.width), ..BotSpec::new("potez") })?;
        let report = bot.think(table, Limits::nodes(ENGINE_NODES), &Stop::new(), &mut |_| {})?;
        Ok(report.lines.iter().map(|line| line.mv().text).collect())
    }
}
