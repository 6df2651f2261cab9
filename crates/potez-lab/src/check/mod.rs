//! Checking a certificate: whether the moves that it names win against everything.
//!
//! A certificate is a text. Its first line names the game, claims say who wins which position, and
//! the lines that follow are a strategy: for positions with the winner to move the move to play, or
//! `.` for a leaf, which is won but must be searched to see it.
//!
//! ```text
//! certificate byte
//! claim o -,-,-,-/o,o,o,o/x,x,x,x/… x 0-0
//! o d2-c3 -,-,-,-/… o 0-0
//! o . -,-,-,-/… x 0-0
//! ```
//!
//! This module uses nothing of the rules crates, the engine or the search, so that none of their
//! errors can hide here.

pub mod board;
pub mod prover;

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;

use crate::games::parse_time;
use crate::resume::ResumeFile;
use board::{CheckedBoard, CheckedSide, read_side};
use prover::PlainProver;

/// Check a certificate with rules and a solver of its own: that every move of the loser is answered
/// and every leaf is won.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab check byte.certificate --sample 60s")]
pub struct CheckArgs {
    /// The certificate.
    pub file: PathBuf,
    /// Search leaves at random for this time instead of all of them.
    #[arg(long, value_parser = parse_time)]
    pub sample: Option<Duration>,
    /// The seed of the sample.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Keep the leaves that are done in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// Checks a certificate; an error if it proves less than it claims.
pub fn run(args: &CheckArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let certificate = Certificate::read(&text).with_context(|| args.file.display().to_string())?;
    let leaves = certificate.leaves()?;
    writeln!(
        out,
        "{} claims: every move is answered, by {} positions with a move and {} leaves",
        certificate.claims.len(),
        certificate.strategy.len() - certificate.leaf_lines,
        leaves.len()
    )?;
    match args.sample {
        Some(time) => check_sample(&leaves, time, args.seed, out),
        None => check_all(&leaves, args, out),
    }
}

/// A leaf and who is said to win it.
pub type Leaf = (CheckedBoard, CheckedSide);

fn check_leaf((board, winner): &Leaf) -> anyhow::Result<u64> {
    let mut prover = PlainProver::default();
    if prover.winner(board) != *winner {
        bail!("the leaf {} is not won as the certificate says", board.text());
    }
    Ok(prover.nodes)
}

fn check_sample(leaves: &[Leaf], time: Duration, seed: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let (started, mut order, mut nodes) = (Instant::now(), (0..leaves.len()).collect::<Vec<_>>(), 0);
    fastrand::Rng::with_seed(seed).shuffle(&mut order);
    let mut checked = 0;
    for leaf in order {
        if started.elapsed() > time {
            break;
        }
        nodes += check_leaf(&leaves[leaf])?;
        checked += 1;
    }
    writeln!(out, "{checked} of {} leaves are won, chosen at random: {nodes} nodes", leaves.len())?;
    Ok(())
}

fn check_all(leaves: &[Leaf], args: &CheckArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut file = None;
    let mut done = HashSet::new();
    if let Some(path) = &args.resume {
        let (opened, lines) = ResumeFile::open(path, "leaves that are won")?;
        done.extend(lines);
        file = Some(opened);
    }
    let mut nodes = 0;
    for leaf in leaves {
        let line = format!("{} {}", leaf.1, leaf.0.text());
        if done.contains(&line) {
            continue;
        }
        nodes += check_leaf(leaf)?;
        if let Some(file) = &mut file {
            file.append(&line)?;
        }
    }
    writeln!(out, "all {} leaves are won: {nodes} nodes in this run", leaves.len())?;
    Ok(())
}

/// What a certificate says.
#[derive(Debug)]
pub struct Certificate {
    merge_first: bool,
    /// Who wins which position.
    pub claims: Vec<(CheckedBoard, CheckedSide)>,
    /// By winner and canonical text: the move, none for a leaf.
    pub strategy: HashMap<(CheckedSide, String), Option<String>>,
    leaf_lines: usize,
}

impl Certificate {
    /// Reads a certificate.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines();
        let merge_first = match lines.next() {
            Some("certificate byte") => false,
            Some("certificate byte:rules=merge-first") => true,
            _ => bail!("not a certificate of byte on 8 × 8"),
        };
        let mut certificate = Self { merge_first, claims: Vec::new(), strategy: HashMap::new(), leaf_lines: 0 };
        for (line, number) in lines.zip(2..) {
            certificate.read_line(line).with_context(|| format!("line {number} says nothing: {line}"))?;
        }
        Ok(certificate)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (first, rest) = line.split_once(' ')?;
        let (second, position) = rest.split_once(' ')?;
        if first == "claim" {
            let winner = second.chars().next().and_then(read_side)?;
            self.claims.push((CheckedBoard::read(position, self.merge_first)?, winner));
            return Some(());
        }
        let winner = first.chars().next().and_then(read_side)?;
        let mv = (second != ".").then(|| second.to_owned());
        self.leaf_lines += usize::from(mv.is_none());
        self.strategy.insert((winner, position.to_owned()), mv);
        Some(())
    }

    /// Plays through the strategy from every claim: every move of the loser must lead to a position
    /// that the strategy knows, or that is won already. The leaves that are met.
    pub fn leaves(&self) -> anyhow::Result<Vec<Leaf>> {
        let (mut seen, mut leaves) = (HashSet::new(), Vec::new());
        let mut left: Vec<Leaf> = self.claims.clone();
        while let Some((board, winner)) = left.pop() {
            if let Some(actual) = board.winner() {
                if actual != winner {
                    bail!("{} is lost for the player who is to win it", board.text());
                }
                continue;
            }
            let (text, board) = board.canonical();
            if !seen.insert((winner, text.clone())) {
                continue;
            }
            match self.strategy.get(&(winner, text)) {
                Some(None) => leaves.push((board, winner)),
                Some(Some(mv)) if board.turn() == winner => {
                    let lift = board.read_lift(mv);
                    let lift = lift.with_context(|| format!("{mv} is not legal in {}", board.text()))?;
                    left.push((board.after(lift), winner));
                }
                Some(Some(mv)) => bail!("{mv} is no move of the winner's in {}", board.text()),
                None if board.turn() == winner => bail!("the strategy has no move for {}", board.text()),
                None => {
                    let mut lifts = Vec::new();
                    board.lifts(&mut lifts);
                    left.extend(lifts.into_iter().map(|lift| (board.after(lift), winner)));
                }
            }
        }
        Ok(leaves)
    }
}
