//! The alpha-beta of `potez-search` against that of the crate `minimax`: the same rules, the same
//! evaluation, tables of the same size.

mod adapter;

use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, ValueEnum};
use minimax::Strategy;
use potez_blockade::SMALL;
use potez_byte::Eight;
use potez_core::{Game as _, Outcome, Player};
use potez_search::{Limits, Stop};

use crate::games::parse_time;
use crate::progress;
use adapter::{EvaluatedPosition, OurSearch, TheirSearch};

/// Random plies before a position is searched to a depth, and before a game is played.
const DEPTH_OPENING: usize = 6;
const MATCH_OPENING: usize = 4;

/// Compare our alpha-beta with that of the crate `minimax`.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab yardstick match --games 40 --time 100ms")]
pub struct YardstickArgs {
    /// What is compared.
    #[command(subcommand)]
    pub study: YardstickStudy,
    /// The game (default: all of them).
    #[arg(long, global = true)]
    pub game: Option<YardstickGame>,
    /// The seed of the openings.
    #[arg(long, default_value_t = 5, global = true)]
    pub seed: u64,
}

/// What is compared.
#[derive(Subcommand, Clone, Copy, Debug)]
pub enum YardstickStudy {
    /// Nodes and time to each depth, one thread each.
    #[command(after_help = "Example: potez-lab yardstick depths --game byte")]
    Depths,
    /// Paired games at equal time from even openings, one thread each.
    #[command(after_help = "Example: potez-lab yardstick match --games 40")]
    Match {
        /// Games, two per opening.
        #[arg(long, default_value_t = 20)]
        games: usize,
        /// Time per move.
        #[arg(long, default_value = "100ms", value_parser = parse_time)]
        time: Duration,
    },
    /// Nodes and time to a depth of our search on one thread and on two, in turn.
    #[command(after_help = "Example: potez-lab yardstick threads --positions 48")]
    Threads {
        /// Positions per game.
        #[arg(long, default_value_t = 20)]
        positions: usize,
    },
}

/// The games that both searches play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum YardstickGame {
    /// Byte on 8 × 8.
    Byte,
    /// Blockade with full turns.
    Blockade,
    /// Blockade in which a turn is a pawn move or a wall.
    BlockadeEither,
}

impl fmt::Display for YardstickGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec())
    }
}

impl YardstickGame {
    const ALL: [Self; 3] = [Self::Byte, Self::Blockade, Self::BlockadeEither];

    fn spec(self) -> &'static str {
        match self {
            Self::Byte => "byte",
            Self::Blockade => "blockade",
            Self::BlockadeEither => "blockade:turn=either",
        }
    }

    /// The largest depth that takes seconds, and the one that takes two threads some.
    fn depths(self) -> (u32, u32) {
        match self {
            Self::Byte => (8, 15),
            Self::Blockade => (2, 3),
            Self::BlockadeEither => (3, 7),
        }
    }
}

/// Writes what was compared.
pub fn run(args: &YardstickArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    for game in YardstickGame::ALL.into_iter().filter(|game| args.game.is_none_or(|wanted| wanted == *game)) {
        let study = YardstickRun { game, study: args.study, seed: args.seed };
        match game {
            YardstickGame::Byte => study.run(&potez_byte::Game::<Eight>::default().start(), out)?,
            YardstickGame::Blockade | YardstickGame::BlockadeEither => {
                let rules: potez_blockade::Game<SMALL> = game.spec().parse()?;
                study.run(&rules.start(), out)?;
            }
        }
    }
    Ok(())
}

/// One study of one game.
struct YardstickRun {
    game: YardstickGame,
    study: YardstickStudy,
    seed: u64,
}

impl YardstickRun {
    fn run<P: EvaluatedPosition>(&self, start: &P, out: &mut dyn Write) -> anyhow::Result<()> {
        let (depth, threads_depth) = self.game.depths();
        match self.study {
            YardstickStudy::Depths => self.depths(start, depth, out),
            YardstickStudy::Match { games, time } => self.play(start, games, time, out),
            YardstickStudy::Threads { positions } => self.threads(start, threads_depth, positions, out),
        }
    }

    /// Random openings that `suits` accepts.
    fn openings<P: EvaluatedPosition>(
        &self,
        start: &P,
        plies: usize,
        count: usize,
        suits: impl Fn(&P) -> bool,
    ) -> Vec<P> {
        // The same seed for every study of a game, so that their positions can be compared.
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let mut found = Vec::new();
        while found.len() < count {
            let mut pos = start.clone();
            for _ in 0..plies {
                if let Some(mv) = pos.random_move(&mut rng) {
                    pos.play(mv);
                }
            }
            if pos.outcome().is_none() && suits(&pos) {
                found.push(pos);
            }
        }
        found
    }

    /// Nodes and time to each depth over a few openings.
    fn depths<P: EvaluatedPosition>(&self, start: &P, deepest: u32, out: &mut dyn Write) -> anyhow::Result<()> {
        const POSITIONS: usize = 6;
        writeln!(out, "{}: depth, our nodes and ms, their nodes and ms, their time over ours", self.game)?;
        let positions = self.openings(start, DEPTH_OPENING, POSITIONS, |_| true);
        for depth in 1..=deepest {
            let (mut nodes, mut spent, mut other_nodes, mut other_spent) = (0, Duration::ZERO, 0, Duration::ZERO);
            for pos in &positions {
                // Both tables are made before the clock starts.
                let mut search = adapter::ours::<P>(1);
                let began = Instant::now();
                nodes += search.search(pos, &[], Limits::depth(depth), &Stop::new(), &mut |_| {}).nodes;
                spent += began.elapsed();
                let mut search = adapter::theirs::<P>();
                search.set_max_depth(depth as u8);
                adapter::reset_visited();
                let began = Instant::now();
                search.choose_move(pos);
                other_spent += began.elapsed();
                other_nodes += adapter::visited();
            }
            let (ms, other_ms) = (spent.as_secs_f64() * 1e3, other_spent.as_secs_f64() * 1e3);
            let ratio = other_ms / ms;
            writeln!(out, "{depth:>3} {nodes:>12} {ms:>10.1} {other_nodes:>12} {other_ms:>10.1} {ratio:>8.2}")?;
        }
        Ok(())
    }

    /// Nodes and time to a depth of one thread and of two, in turn.
    fn threads<P: EvaluatedPosition>(
        &self,
        start: &P,
        depth: u32,
        count: usize,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let game = self.game;
        writeln!(out, "{game}, depth {depth}: nodes and ms of one thread, of two, one's time over two's, sums so far")?;
        let mut sums = [(0, Duration::ZERO); 2];
        for (index, pos) in self.openings(start, DEPTH_OPENING, count, |_| true).iter().enumerate() {
            for (threads, (nodes, spent)) in (1..).zip(&mut sums) {
                let mut search = adapter::ours::<P>(threads);
                let began = Instant::now();
                *nodes += search.search(pos, &[], Limits::depth(depth), &Stop::new(), &mut |_| {}).nodes;
                *spent += began.elapsed();
            }
            let [(one, ms), (two, two_ms)] = sums.map(|(nodes, spent)| (nodes, spent.as_secs_f64() * 1e3));
            writeln!(out, "{:>3} {one:>12} {ms:>10.1} {two:>12} {two_ms:>10.1} {:>8.2}", index + 1, ms / two_ms)?;
        }
        Ok(())
    }

    /// Paired games at equal time from even openings; our points out of `games`.
    fn play<P: EvaluatedPosition>(
        &self,
        start: &P,
        games: usize,
        time: Duration,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut points = 0.0;
        let bar = progress::bar(games.div_ceil(2) as u64, 0, "openings");
        for (index, opening) in self.openings(start, MATCH_OPENING, games.div_ceil(2), is_even).iter().enumerate() {
            for us in Player::BOTH {
                let (ours, mut theirs) = (adapter::ours::<P>(1), adapter::theirs::<P>());
                // Fresh searches for each game: neither may know the opening from the game before.
                theirs.set_timeout(time);
                points += match play_game(opening.clone(), us, ours, theirs, time) {
                    Some(Outcome::Win(player)) => f64::from(u8::from(player == us)),
                    _ => 0.5,
                };
            }
            bar.inc(1);
            bar.suspend(|| writeln!(out, "{}: {points} of {}", self.game, 2 * (index + 1)))?;
        }
        bar.finish_and_clear();
        Ok(())
    }
}

/// Plays a game of our search against theirs; `None` if it does not end.
fn play_game<P: EvaluatedPosition>(
    mut pos: P,
    us: Player,
    mut ours: OurSearch<P>,
    mut theirs: TheirSearch<P>,
    time: Duration,
) -> Option<Outcome> {
    const MAX_PLIES: usize = 300;
    let mut history = Vec::new();
    for _ in 0..MAX_PLIES {
        if pos.outcome().is_some() {
            break;
        }
        let mv = if pos.turn() == us {
            ours.search(&pos, &history, Limits::time(time), &Stop::new(), &mut |_| {}).best()
        } else {
            theirs.choose_move(&pos)
        };
        // Our search counts repetitions; the other one is not told of them.
        history.push(pos.key());
        pos.play(mv?);
    }
    pos.outcome()
}

/// Whether neither player is far ahead as far as a search sees: what is lost from the start is lost
/// with either search, and a pair of such games says nothing.
fn is_even<P: EvaluatedPosition>(pos: &P) -> bool {
    const NODES: u64 = 500_000;
    const MAX_ADVANTAGE: i32 = 30;
    let report = adapter::ours::<P>(1).search(pos, &[], Limits::nodes(NODES), &Stop::new(), &mut |_| {});
    report.lines.first().is_some_and(|line| line.score.raw().abs() <= MAX_ADVANTAGE)
}
