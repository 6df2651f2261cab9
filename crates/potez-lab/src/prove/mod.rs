//! Proofs of whole games: a tree whose leaves are handed out to solvers, kept in a journal.

pub mod certificate;
pub mod checkpoint;
pub mod journal;
mod progress;
pub mod source;
pub mod tree;
mod work;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use potez_byte::{Eight, Game, Rules, Ten};
use potez_engine::proving::ProofGame;

use crate::fleet::FleetArgs;
use journal::ProofJournal;
use tree::ProofTree;

/// Prove who wins a game, in hours or days: every result is kept, and the next run goes on there.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab prove run byte --journal byte.journal --memory 8000 --threads 2 --hours 10")]
pub struct ProveArgs {
    /// What to do.
    #[command(subcommand)]
    pub task: ProofTask,
}

/// What can be done with a proof.
#[derive(Subcommand, Debug)]
pub enum ProofTask {
    /// Go on with a proof until it is done or the time is over. It may be killed at any moment:
    /// started again with the same options it goes on where it was.
    #[command(after_help = "Examples:\n  potez-lab prove run byte --journal byte.journal --memory 8000 --hours 10\n  \
                            potez-lab prove run byte --journal byte.journal --fleet nats://127.0.0.1:4222\n\nWith \
                            --fleet workers (`potez worker`) do the leaves, each with a table of its own \
                            (`--proof-memory`); tree and journal stay here.")]
    Run {
        /// The proof and its files.
        #[command(flatten)]
        proof: ProofFiles,
        /// How it is done.
        #[command(flatten)]
        options: RunOptions,
    },
    /// Put checkpoint and journal together into a new checkpoint, which is small.
    #[command(after_help = "Example: potez-lab prove fold byte --journal byte.journal --into byte.proof")]
    Fold {
        /// The proof and its files.
        #[command(flatten)]
        proof: ProofFiles,
        /// The new checkpoint; it may take the old one's place.
        #[arg(long, value_name = "FILE")]
        into: PathBuf,
    },
    /// Write a certificate of what is proven, for `potez-lab check`.
    #[command(after_help = "Example: potez-lab prove certify byte --checkpoint byte.proof --into byte.certificate")]
    Certify {
        /// The proof and its files.
        #[command(flatten)]
        proof: ProofFiles,
        /// The certificate.
        #[arg(long, value_name = "FILE")]
        into: PathBuf,
        /// Nodes within which a leaf is proven from nothing.
        #[arg(long, default_value_t = 1_000_000)]
        leaf_nodes: u64,
        /// Mebibytes of memory for the solver's table.
        #[arg(long, default_value_t = 1024)]
        memory: usize,
        /// The most positions whose winner is claimed.
        #[arg(long, default_value_t = usize::MAX)]
        claims: usize,
    },
    /// Say how far a proof has come.
    #[command(after_help = "Example: potez-lab prove status byte --checkpoint byte.proof")]
    Status {
        /// The proof and its files.
        #[command(flatten)]
        proof: ProofFiles,
    },
}

/// A proof and where it is kept.
#[derive(Args, Debug)]
pub struct ProofFiles {
    /// The game with its options, such as `byte` or `byte:rules=merge-first`.
    pub game: String,
    /// Prove this position instead of the start.
    #[arg(long, allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Results of earlier runs in a compact form, to begin with.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// The file to which results are added.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
}

/// How a proof is done.
#[derive(Args, Debug)]
pub struct RunOptions {
    /// Mebibytes of memory for the solver's table, which all threads share; over a fleet it only serves to check.
    #[arg(long, default_value_t = 1024)]
    pub memory: usize,
    /// Solvers at work at the same time.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Hours to work.
    #[arg(long)]
    pub hours: Option<f64>,
    /// Nodes after which a leaf that is not proven is opened instead.
    #[arg(long, default_value_t = 20_000_000)]
    pub leaf_nodes: u64,
    /// Prove the value of every first move, not only of one that decides.
    #[arg(long)]
    pub every_move: bool,
    /// Seconds from one line of progress to the next.
    #[arg(long, default_value_t = 60.0)]
    pub report: f64,
    /// Where it is done.
    #[command(flatten)]
    pub fleet: FleetArgs,
}

/// Works on a proof, or says how far it is.
pub fn run(args: &ProveArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (ProofTask::Run { proof, .. }
    | ProofTask::Fold { proof, .. }
    | ProofTask::Certify { proof, .. }
    | ProofTask::Status { proof }) = &args.task;
    let rules: Rules = proof.game.parse().with_context(|| format!("cannot prove `{}`", proof.game))?;
    match rules.size {
        8 => run_game::<Game<Eight>>(args, proof, out),
        10 => run_game::<Game<Ten>>(args, proof, out),
        size => anyhow::bail!("size {size} can end in a draw; only games without draws can be proven"),
    }
}

fn run_game<G: ProofGame>(args: &ProveArgs, proof: &ProofFiles, out: &mut dyn Write) -> anyhow::Result<()> {
    let game: G = proof.game.parse().with_context(|| format!("cannot prove `{}`", proof.game))?;
    let mut loaded = LoadedProof::load(&game, proof)?;
    match &args.task {
        ProofTask::Run { options, .. } => {
            let path = proof.journal.as_deref().context("results need a file: give one with --journal")?;
            let (journal, events) = ProofJournal::open(path, &loaded.subject)?;
            loaded.take_in(&events, path)?;
            // Results that came while nobody owned the run are those of the next one at the same journal.
            let path = path.canonicalize().unwrap_or_else(|_| path.into());
            let run = format!("{} {}", loaded.subject, path.display());
            work::work(loaded.tree, journal, options, &run, out)
        }
        ProofTask::Fold { into, .. } => {
            loaded.read_journal(proof.journal.as_deref())?;
            let bytes = checkpoint::write(into, &loaded.subject, &loaded.tree)?;
            writeln!(out, "{}: {bytes} bytes", into.display())?;
            progress::write_status(&loaded.tree, out)
        }
        ProofTask::Certify { into, leaf_nodes, memory, claims, .. } => {
            loaded.read_journal(proof.journal.as_deref())?;
            let context = || format!("cannot write {}", into.display());
            let mut file = BufWriter::new(File::create(into).with_context(context)?);
            let size = certificate::write(&loaded.tree, *leaf_nodes, *memory, *claims, &mut file)?;
            file.flush().with_context(context)?;
            let certificate::CertificateSize { claims, moves, leaves } = size;
            Ok(writeln!(out, "{claims} claims, {moves} positions with a move, {leaves} leaves")?)
        }
        ProofTask::Status { .. } => {
            loaded.read_journal(proof.journal.as_deref())?;
            progress::write_status(&loaded.tree, out)
        }
    }
}

/// A proof as far as files know it.
struct LoadedProof<G: ProofGame> {
    /// The game and the position, as files begin with them.
    subject: String,
    tree: ProofTree<G>,
}

impl<G: ProofGame> LoadedProof<G> {
    fn load(game: &G, files: &ProofFiles) -> anyhow::Result<Self> {
        let root = match &files.position {
            Some(text) => game.read_position(text).with_context(|| format!("`{text}` is not a position"))?,
            None => game.start(),
        };
        let subject = format!("{game} {}", game.canonical(&root));
        let mut loaded = Self { subject, tree: ProofTree::new(game.clone(), &root) };
        // There is none before the first one was made.
        if let Some(path) = files.checkpoint.as_deref().filter(|path| path.exists()) {
            let events = checkpoint::read(path, &loaded.subject, game, &root)?;
            loaded.take_in(&events, path)?;
        }
        Ok(loaded)
    }

    fn read_journal(&mut self, path: Option<&Path>) -> anyhow::Result<()> {
        let Some(path) = path else { return Ok(()) };
        let events = journal::read(path, &self.subject)?;
        self.take_in(&events, path)
    }

    /// Takes results in. A journal may have been folded into the checkpoint in part: what is in
    /// both is taken once.
    fn take_in(&mut self, events: &[journal::ProofEvent], path: &Path) -> anyhow::Result<()> {
        for event in events {
            if !self.tree.is_done(event) {
                self.tree.apply(event).with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
    }
}
