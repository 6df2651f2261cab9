//! Games of the player against itself, with what its searches found: what the net is trained on.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use clap::Args;
use potez_core::{Outcome, Player, Position as _, Record};
use potez_engine::havannah::net::{Activations, Encoder, Net};
use potez_engine::havannah::player;
use potez_havannah::{Board, Cell, Class, Game, Geometry, Move, Rules, Symmetry, Upto5, Upto8, Upto10};
use potez_search::mcts::MctsSettings;
use potez_search::{Limits, Proof, Report, Stop};

use super::sample::TrainingSample;
use super::training::read_net;
use crate::progress;
use crate::resume::ResumeFile;
use crate::workers::{in_order, thread_count};

/// The largest board that games are played on.
const LARGEST: usize = 10;

/// Play games of Havannah against itself, for training.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab self-play games.txt --games 5000 --simulations 300 --sizes 5,6,4,7 \
                        --net weights.bin\n\nA run that was stopped goes on where the file ends.")]
pub struct SelfPlayArgs {
    /// The file that games are added to, one per line.
    pub file: PathBuf,
    /// Games that the file should have in the end.
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Simulations per move.
    #[arg(long, default_value_t = 300)]
    pub simulations: u64,
    /// Board sizes, taken in turn.
    #[arg(long, value_delimiter = ',', default_value = "5,6", value_parser = parse_size)]
    pub sizes: Vec<usize>,
    /// The net that plays (default: none, leaves are evaluated by playouts).
    #[arg(long, value_name = "WEIGHTS")]
    pub net: Option<PathBuf>,
    /// The seed of all games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores). They do not change the games.
    #[arg(long)]
    pub threads: Option<usize>,
}

fn parse_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (Rules::SMALLEST..=LARGEST).contains(size));
    size.ok_or_else(|| format!("a size is a number from {} to {LARGEST}", Rules::SMALLEST))
}

/// Plays the games that the file lacks.
pub fn run(args: &SelfPlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let SelfPlayArgs { file, games, simulations, sizes, seed, .. } = args;
    let net = args.net.as_ref().map(|path| read_net(path)).transpose()?;
    // The name of the file stands for its weights: whoever changes them under the same name mixes
    // games.
    let by = args.net.as_ref().map_or_else(|| "playouts".into(), |path| path.display().to_string());
    let sizes_text: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let header = format!("self-play simulations={simulations} seed={seed} sizes={} by={by}", sizes_text.join(","));
    let (mut resumed, lines) = ResumeFile::open(file, &header)?;
    let done = lines.len() as u64;
    let bar = progress::bar(*games, done, "games");
    let play = |number: u64| {
        // By the number of the game, not by who plays it: threads do not change the games.
        let size = sizes[number as usize % sizes.len()];
        anyhow::Ok(SelfPlayGame::play(size, *simulations, seed << 32 | number, net.as_ref()))
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
pub struct SelfPlayGame {
    size: usize,
    /// What X got: 1, 0, or a half.
    result: f32,
    plies: Vec<PlayedStone>,
}

#[derive(Clone, PartialEq, Debug)]
struct PlayedStone {
    cell: Cell,
    found: Option<SearchTargets>,
}

/// What the search found before a move: the targets of training.
#[derive(Clone, PartialEq, Debug)]
struct SearchTargets {
    /// The chance of the player to move to win.
    value: f32,
    /// The cells with their shares of the visits.
    policy: Vec<(Cell, f32)>,
}

/// A line that is not a game of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a game of self-play")]
pub struct NotAGame;

impl SelfPlayGame {
    /// Plays a game on a board of this size.
    ///
    /// The first stones are random and the next moves are sampled by their visits, so that games
    /// differ; the game ends when its result is proven. Without a net, leaves are evaluated by
    /// playouts.
    pub fn play(size: usize, simulations: u64, seed: u64, net: Option<&Net>) -> Self {
        match size {
            0..=5 => Self::play_in_class::<Upto5>(size, simulations, seed, net),
            6..=8 => Self::play_in_class::<Upto8>(size, simulations, seed, net),
            _ => Self::play_in_class::<Upto10>(size.min(LARGEST), simulations, seed, net),
        }
    }

    fn play_in_class<C: Class>(size: usize, simulations: u64, seed: u64, net: Option<&Net>) -> Self {
        // All lines are reported: their visits are the policy to learn.
        let settings = MctsSettings { multipv: usize::MAX, memory_mib: 64, seed, ..MctsSettings::default() };
        let mut bot = player::<C>(size, net, &settings);
        let mut rng = fastrand::Rng::with_seed(seed);
        let game = Game::<C>::new(Rules { size, swap: false }).expect("a size that fits its class");
        let mut record = Record::new(game);
        let mut plies = Vec::new();
        // Up to four random stones: the net must know positions that it would not come to by
        // itself.
        for _ in 0..rng.usize(0..=4) {
            let mv = record.position().random_move(&mut rng).expect("four stones end no game");
            plies.push(PlayedStone { cell: mv.cell().expect("no swap"), found: None });
            record.play(mv).expect("a random move is legal");
        }
        // Later moves are the best ones: what a blunder costs is not what the position was worth.
        let sampled_until = plies.len() + 2 * size;
        loop {
            if let Some(outcome) = record.outcome() {
                return Self { size, result: points_of_x(outcome), plies };
            }
            let report = bot.think(&record, Limits::nodes(simulations), &Stop::new(), &mut |_| {});
            let best = &report.lines[0];
            if let Some(proof) = best.proof {
                let turn = record.position().turn();
                let outcome = match proof {
                    Proof::Win => Outcome::Win(turn),
                    Proof::Loss => Outcome::Win(!turn),
                    Proof::Draw => Outcome::Draw,
                };
                return Self { size, result: points_of_x(outcome), plies };
            }
            let found = SearchTargets::of(&report);
            let samples = plies.len() < sampled_until;
            let cell = if samples { found.sample(&mut rng) } else { best.pv[0].cell().expect("no swap") };
            plies.push(PlayedStone { cell, found: Some(found) });
            record.play(cell.into()).expect("the player's moves are legal");
        }
    }

    /// The plies that can be trained on. A single move teaches nothing.
    pub fn trainable_plies(&self) -> impl Iterator<Item = usize> + '_ {
        let is_trainable = |ply: &PlayedStone| ply.found.as_ref().is_some_and(|found| found.policy.len() > 1);
        (0..self.plies.len()).filter(move |&ply| is_trainable(&self.plies[ply]))
    }

    /// Encodes the position before a ply, seen under a symmetry, and writes its targets.
    pub fn write_sample(
        &self,
        ply: usize,
        symmetry: Symmetry,
        activations: &mut Activations,
        sample: &mut TrainingSample,
    ) -> &'static Encoder {
        let geometry = Geometry::of(self.size);
        let encoder = Encoder::of(geometry);
        let mut board = Board::<Upto10>::new(geometry);
        let mut mover = Player::X;
        // Stones are placed one by one, since chains are kept up to date with every stone.
        for PlayedStone { cell, .. } in &self.plies[..ply] {
            board.place(symmetry.cell(self.size, *cell), mover);
            mover = !mover;
        }
        encoder.encode(&board, mover, &mut activations.features);
        sample.legal.clear();
        sample.legal.extend(geometry.cells().iter().map(|&cell| board.is_empty(cell)));
        sample.policy.clear();
        sample.policy.resize(geometry.cells().len(), 0.0);
        if let Some(found) = &self.plies[ply].found {
            for &(cell, share) in &found.policy {
                sample.policy[geometry.number(symmetry.cell(self.size, cell))] = share;
            }
            let result = if mover == Player::X { self.result } else { 1.0 - self.result };
            // Half result, half search: the result alone is noise, the search alone repeats its own
            // errors.
            sample.value = 0.5 * (result + found.value);
        }
        encoder
    }
}

impl SearchTargets {
    fn of(report: &Report<Move>) -> Self {
        let all: u64 = report.lines.iter().map(|line| line.visits).sum();
        let visited = report.lines.iter().filter(|line| line.visits > 0);
        let policy = visited.filter_map(|line| Some((line.pv[0].cell()?, line.visits as f32 / all as f32)));
        let sum: f64 = report.lines.iter().map(|line| line.win_chance * line.visits as f64).sum::<f64>();
        Self { value: (sum / all as f64) as f32, policy: policy.collect() }
    }

    /// Samples a cell in proportion to its visits.
    fn sample(&self, rng: &mut fastrand::Rng) -> Cell {
        let mut rest = rng.f32();
        for &(cell, share) in &self.policy {
            rest -= share;
            if rest <= 0.0 {
                return cell;
            }
        }
        // Rounding may leave a little over: the best move takes it.
        self.policy[0].0
    }
}

fn points_of_x(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Player::X) => 1.0,
        Outcome::Win(Player::O) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// One line: size, result, and the numbers of the moves' cells, each with `@value` and
/// `;cell=share` where it was searched.
impl fmt::Display for SelfPlayGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = Geometry::of(self.size);
        write!(f, "{} {}", self.size, self.result)?;
        for PlayedStone { cell, found } in &self.plies {
            write!(f, " {}", geometry.number(*cell))?;
            if let Some(SearchTargets { value, policy }) = found {
                write!(f, "@{value:.4}")?;
                for (cell, share) in policy {
                    write!(f, ";{}={share:.4}", geometry.number(*cell))?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for SelfPlayGame {
    type Err = NotAGame;

    fn from_str(line: &str) -> Result<Self, NotAGame> {
        let mut words = line.split(' ');
        let size = words.next().and_then(|word| word.parse().ok()).ok_or(NotAGame)?;
        let result = words.next().and_then(|word| word.parse().ok()).ok_or(NotAGame)?;
        if !(Rules::SMALLEST..=LARGEST).contains(&size) {
            return Err(NotAGame);
        }
        let cells = Geometry::of(size).cells();
        let cell = |word: &str| word.parse().ok().and_then(|number: usize| cells.get(number)).copied().ok_or(NotAGame);
        let ply = |word: &str| {
            let Some((played, found)) = word.split_once('@') else {
                return Ok(PlayedStone { cell: cell(word)?, found: None });
            };
            let mut parts = found.split(';');
            let value = parts.next().and_then(|part| part.parse().ok()).ok_or(NotAGame)?;
            let share = |part: &str| {
                let (at, share) = part.split_once('=').ok_or(NotAGame)?;
                Ok((cell(at)?, share.parse().map_err(|_| NotAGame)?))
            };
            let policy = parts.map(share).collect::<Result<_, NotAGame>>()?;
            Ok(PlayedStone { cell: cell(played)?, found: Some(SearchTargets { value, policy }) })
        };
        Ok(Self { size, result, plies: words.map(ply).collect::<Result<_, NotAGame>>()? })
    }
}

/// Reads the games of a file, with or without the line that says how they were played.
pub fn read_games(path: &PathBuf) -> anyhow::Result<Vec<SelfPlayGame>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| line.parse().with_context(|| format!("{}:{number}", path.display()));
    lines.map(read).collect()
}
