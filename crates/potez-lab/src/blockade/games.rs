//! Games of Blockade's player against itself, with what its searches found: what the net is trained
//! on.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use clap::Args;
use potez_blockade::{Game, LARGE, Move, SMALL};
use potez_core::{Outcome, Player, Position as _, Record};
use potez_engine::blockade::listed_turns;
use potez_engine::{BotSpec, GameEngine as _};
use potez_search::{Limits, Proof, Stop};

use crate::progress;
use crate::resume::ResumeFile;
use crate::workers::{in_order, thread_count};

/// No game goes on for longer.
const MAX_PLIES: usize = 300;
/// Random plies at the start of a game: none to this many.
const OPENING_PLIES: usize = 8;
/// The share of later turns that are taken at random from those that the search lists.
const STRAYING: f64 = 0.15;
/// What stands for a proven win; estimates are kept below it.
pub const PROVEN: i32 = 9_999;

/// Play games of Blockade against itself, for training.
///
/// Some turns are taken at random from those that the search lists: what a search evaluates are
/// mostly positions after a poor turn, and games of good turns alone never show them.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab blockade-games games.txt --games 20000 --nodes 1500 \
                        --specs blockade,blockade:turn=either\n\nA run that was stopped goes on where the file ends.")]
pub struct BlockadeGamesArgs {
    /// The file that games are added to, one per line.
    pub file: PathBuf,
    /// Games that the file should have in the end.
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 1500)]
    pub nodes: u64,
    /// Game specs, taken in turn; options of a game are joined by `+` here.
    #[arg(long, value_delimiter = ',', default_value = "blockade")]
    pub specs: Vec<String>,
    /// The player that plays, such as `potez` or `potez:without=net`.
    #[arg(long, default_value = "potez")]
    pub player: BotSpec,
    /// The seed of all games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores). They do not change the games.
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Plays the games that the file lacks.
pub fn run(args: &BlockadeGamesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let BlockadeGamesArgs { file, games, nodes, specs, player, seed, .. } = args;
    let header = format!("blockade-games nodes={nodes} seed={seed} specs={} by={player}", specs.join(","));
    let (mut resumed, lines) = ResumeFile::open(file, &header)?;
    let done = lines.len() as u64;
    let bar = progress::bar(*games, done, "games");
    let play = |number: u64| {
        // By the number of the game, not by who plays it: threads do not change the games.
        let spec = specs[number as usize % specs.len()].replace('+', ",");
        PlayedGame::play(&spec, player, *nodes, seed << 32 | number)
    };
    in_order(done..*games, thread_count(args.threads), play, |_, game| {
        bar.inc(1);
        resumed.append(&game.to_string())
    })?;
    bar.finish_and_clear();
    writeln!(out, "{} games, {done} of them from before", done.max(*games))?;
    Ok(())
}

/// A game, and what the searches found.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The game spec.
    pub spec: String,
    /// Who won; `None` for a draw or a game that was given up.
    pub winner: Option<Player>,
    /// The turns.
    pub turns: Vec<PlayedTurn>,
}

/// A turn of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedTurn {
    /// The turn.
    pub mv: Move,
    /// The score of the search before it, for the player to move; none where nothing was searched.
    pub score: Option<i32>,
    /// Whether it was taken at random, so that the result says little of the positions before it.
    pub strayed: bool,
}

/// A line that is not a game of Blockade's self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a game of self-play")]
pub struct NotAPlayedGame;

impl PlayedGame {
    /// Plays a game; it ends when its result is proven.
    pub fn play(spec: &str, player: &BotSpec, nodes: u64, seed: u64) -> anyhow::Result<Self> {
        match spec.parse::<Game<SMALL>>() {
            Ok(game) => Self::play_in_class(spec, game, player, nodes, seed),
            Err(_) => Self::play_in_class(spec, spec.parse::<Game<LARGE>>()?, player, nodes, seed),
        }
    }

    fn play_in_class<const N: usize>(
        spec: &str,
        game: Game<N>,
        player: &BotSpec,
        nodes: u64,
        seed: u64,
    ) -> anyhow::Result<Self> {
        let mut bot = game.bot(player)?;
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut played = Self { spec: spec.into(), winner: None, turns: Vec::new() };
        let mut record = Record::new(game);
        for _ in 0..rng.usize(0..=OPENING_PLIES) {
            let Some(mv) = record.position().random_move(&mut rng) else { break };
            record.play(mv)?;
            played.turns.push(PlayedTurn { mv, score: None, strayed: true });
        }
        while record.outcome().is_none() && record.ply() < MAX_PLIES {
            let turn = record.position().turn();
            let report = bot.think(&record, Limits::nodes(nodes), &Stop::new(), &mut |_| {});
            let Some(best) = report.lines.first() else { break };
            let score = match best.proof {
                Some(Proof::Win) => PROVEN,
                Some(Proof::Loss) => -PROVEN,
                _ => best.score.raw().clamp(1 - PROVEN, PROVEN - 1),
            };
            let listed = listed_turns(record.position());
            let strayed = rng.f64() < STRAYING && !listed.is_empty();
            let mv = if strayed { listed[rng.usize(0..listed.len())] } else { best.pv[0] };
            played.turns.push(PlayedTurn { mv, score: Some(score), strayed });
            if score.abs() == PROVEN {
                played.winner = Some(if score > 0 { turn } else { !turn });
                return Ok(played);
            }
            record.play(mv)?;
        }
        if let Some(Outcome::Win(winner)) = record.outcome() {
            played.winner = Some(winner);
        }
        Ok(played)
    }
}

/// One line: the spec, the winner, and the turns as hexadecimal bits, each with `@score` where it
/// was searched and `!` where it was taken at random.
impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.spec, self.winner.map_or("-".into(), |winner| winner.letter().to_string()))?;
        for PlayedTurn { mv, score, strayed } in &self.turns {
            write!(f, " {:x}", mv.to_bits())?;
            if let Some(score) = score {
                write!(f, "@{score}")?;
            }
            if *strayed {
                f.write_str("!")?;
            }
        }
        Ok(())
    }
}

impl FromStr for PlayedGame {
    type Err = NotAPlayedGame;

    fn from_str(line: &str) -> Result<Self, NotAPlayedGame> {
        let mut words = line.split(' ');
        let spec = words.next().ok_or(NotAPlayedGame)?.into();
        let winner = match words.next() {
            Some("-") => None,
            Some(letter) => Player::BOTH.into_iter().find(|player| player.letter().to_string() == letter),
            None => return Err(NotAPlayedGame),
        };
        let turn = |word: &str| {
            let (word, strayed) = word.strip_suffix('!').map_or((word, false), |word| (word, true));
            let (bits, score) = word.split_once('@').map_or((word, None), |(bits, score)| (bits, Some(score)));
            let mv = Move::from_bits(u32::from_str_radix(bits, 16).map_err(|_| NotAPlayedGame)?);
            let score = score.map(|score| score.parse().map_err(|_| NotAPlayedGame)).transpose()?;
            Ok(PlayedTurn { mv, score, strayed })
        };
        Ok(Self { spec, winner, turns: words.map(turn).collect::<Result<_, NotAPlayedGame>>()? })
    }
}

/// Reads the games of a file, with or without the line that says how they were played.
pub fn read_games(path: &Path) -> anyhow::Result<Vec<PlayedGame>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| line.parse().with_context(|| format!("{}:{number}", path.display()));
    lines.map(read).collect()
}
