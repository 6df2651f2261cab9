//! Byte against itself: who wins with the first move, and whether proven wins are kept.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use potez_table::{Limits, Outcome, Player, Proof, Stop, Table, open};
use serde::{Deserialize, Serialize};

use crate::games::{play_on, random_opening};
use crate::progress;
use crate::resume::StudyResults;
use crate::workers::{in_order, thread_count};

const OPENING_PLIES: usize = 2;

/// Study games of Byte against itself.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab byte-games first-move --games 100 --nodes 40000")]
pub struct ByteGamesArgs {
    /// The question.
    #[command(subcommand)]
    pub study: ByteStudy,
}

/// What is asked of the games.
#[derive(Subcommand, Debug)]
pub enum ByteStudy {
    /// Count the wins of X between equal opponents, after two random plies.
    #[command(after_help = "Example: potez-lab byte-games first-move byte:size=10 --games 100 --nodes 40000")]
    FirstMove {
        /// The game spec.
        #[arg(default_value = "byte")]
        game: String,
        /// How games are played.
        #[command(flatten)]
        games: ByteGameOptions,
        /// Nodes per move.
        #[arg(long, default_value_t = 40_000)]
        nodes: u64,
    },
    /// Ask a fresh solver about every position: where the player to move has a proven win, the move
    /// played must not lose.
    #[command(
        after_help = "Example: potez-lab byte-games kept-wins --games 100 --nodes 2000000 --solver-nodes 4000000"
    )]
    KeptWins {
        /// How games are played.
        #[command(flatten)]
        games: ByteGameOptions,
        /// Nodes per move.
        #[arg(long, default_value_t = 2_000_000)]
        nodes: u64,
        /// Nodes of the solver per position.
        #[arg(long, default_value_t = 4_000_000)]
        solver_nodes: u64,
    },
}

/// Options of both studies.
#[derive(Args, Debug)]
pub struct ByteGameOptions {
    /// Games to play.
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores).
    #[arg(long)]
    pub threads: Option<usize>,
    /// Keep every result in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// Writes the counts.
pub fn run(args: &ByteGamesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.study {
        ByteStudy::FirstMove { game, games, nodes } => first_move(game, games, *nodes, out),
        ByteStudy::KeptWins { games, nodes, solver_nodes } => kept_wins(games, *nodes, *solver_nodes, out),
    }
}

/// A game of the engine against itself after a random opening.
fn play(game: &str, seed: u64, nodes: u64) -> anyhow::Result<Box<dyn Table>> {
    let mut table = random_opening(game, seed, OPENING_PLIES)?;
    play_on(table.as_mut(), nodes, |_| true)?;
    Ok(table)
}

impl ByteGameOptions {
    /// Does one job per game, and returns the results of all.
    fn collect<T: Serialize + serde::de::DeserializeOwned + Send>(
        &self,
        header: &str,
        work: impl Fn(u64) -> anyhow::Result<T> + Sync,
    ) -> anyhow::Result<Vec<T>> {
        let mut results: StudyResults<T> =
            StudyResults::open(self.resume.as_deref(), &format!("{header} seed={}", self.seed))?;
        let bar = progress::bar(self.games, results.next(), "games");
        let jobs = results.next()..self.games;
        in_order(
            jobs,
            thread_count(self.threads),
            |job| work(self.seed + job),
            |_, result| {
                bar.inc(1);
                results.push(result)
            },
        )?;
        bar.finish_and_clear();
        Ok(results.done)
    }
}

fn first_move(game: &str, options: &ByteGameOptions, nodes: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let results = options.collect(&format!("first-move game={game} nodes={nodes}"), |seed| {
        let table = play(game, seed, nodes)?;
        Ok((table.outcome() == Some(Outcome::Win(Player::X)), table.ply()))
    })?;
    let games = results.len() as f64;
    let wins = results.iter().filter(|(won, _)| *won).count();
    let plies: usize = results.iter().map(|(_, plies)| plies).sum();
    let share = wins as f64 / games;
    // The normal approximation is good enough for a hundred games.
    let half_width = 1.96 * (share * (1.0 - share) / games).sqrt();
    writeln!(
        out,
        "{game}, {nodes} nodes per move: X wins {wins} of {games}, {:.1} % ± {:.1}, {:.1} plies per game",
        100.0 * share,
        100.0 * half_width,
        plies as f64 / games
    )?;
    Ok(())
}

/// What the solver says about one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct KeptWins {
    /// Positions that are proven won for the player to move.
    proven: usize,
    /// Plies and positions at which a proven win was given away.
    given_away: Vec<(usize, String)>,
    /// Proven wins after which the solver could not decide.
    undecided_after: usize,
    /// The first ply at which the solver could decide.
    first_proof: Option<usize>,
}

fn kept_wins(options: &ByteGameOptions, nodes: u64, solver_nodes: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let header = format!("kept-wins nodes={nodes} solver-nodes={solver_nodes}");
    let results = options.collect(&header, |seed| examine(play("byte", seed, nodes)?.as_ref(), solver_nodes))?;
    for (game, (ply, position)) in results
        .iter()
        .zip(options.seed..)
        .flat_map(|(result, game)| result.given_away.iter().map(move |given_away| (game, given_away)))
    {
        writeln!(out, "game {game}, ply {ply}: a proven win given away in {position}")?;
    }
    let sum = |count: fn(&KeptWins) -> usize| results.iter().map(count).sum::<usize>();
    let mut first: Vec<usize> = results.iter().filter_map(|result| result.first_proof).collect();
    first.sort_unstable();
    writeln!(
        out,
        "{} games, {nodes} nodes per move, solver {solver_nodes}: {} positions proven won, {} given away, {} not \
         decided after the move; first proof at ply {:?} (median)",
        results.len(),
        sum(|result| result.proven),
        sum(|result| result.given_away.len()),
        sum(|result| result.undecided_after),
        first.get(first.len() / 2)
    )?;
    Ok(())
}

/// Asks the solver about every position of a game.
fn examine(table: &dyn Table, solver_nodes: u64) -> anyhow::Result<KeptWins> {
    let mut result = KeptWins::default();
    let mut replay = open("byte", None)?;
    // A position that is won for its mover, until the solver has looked at what came of it.
    let mut was_won: Option<(usize, String)> = None;
    for mv in table.moves() {
        // A fresh table for every position: what it learnt from later ones must not help.
        let value = open("byte", Some(&replay.position()))?.solve(Limits::nodes(solver_nodes), &Stop::new()).proof;
        if let Some(before) = was_won.take() {
            match value {
                Some(Proof::Win) => result.given_away.push(before),
                None => result.undecided_after += 1,
                _ => {}
            }
        }
        if value.is_some() {
            result.first_proof.get_or_insert(replay.ply());
        }
        if value == Some(Proof::Win) {
            result.proven += 1;
            was_won = Some((replay.ply(), replay.position()));
        }
        replay.play(&mv)?;
    }
    Ok(result)
}
