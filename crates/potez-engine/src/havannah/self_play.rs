//! Games of the player against itself, with what its searches found: what the net is trained on.

use std::fmt;
use std::str::FromStr;

use potez_core::{Outcome, Player, Position as _, Record};
use potez_havannah::{Cell, Class, Game, Geometry, Move, Rules, Upto5, Upto8, Upto10};
use potez_search::mcts::MctsSettings;
use potez_search::{Limits, Proof, Report, Stop};

use super::net::Net;
use super::player;

/// The largest board that games are played on.
pub const LARGEST: usize = 10;

/// A game, and what the searches found.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    /// The size of the board.
    pub size: usize,
    /// What X got: 1, 0, or a half.
    pub result: f32,
    /// The stones in their order.
    pub plies: Vec<PlayedStone>,
}

/// A stone, and what was known before it was placed.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedStone {
    /// Its cell.
    pub cell: Cell,
    /// What the search found; nothing where none was made.
    pub found: Option<SearchTargets>,
}

/// What the search found before a move: the targets of training.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTargets {
    /// The chance of the player to move to win.
    pub value: f32,
    /// The cells with their shares of the visits.
    pub policy: Vec<(Cell, f32)>,
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
    /// playouts. `None` when it is called off.
    pub fn play(size: usize, simulations: u64, seed: u64, net: Option<&Net>, stop: &Stop) -> Option<Self> {
        match size {
            0..=5 => Self::play_in_class::<Upto5>(size, simulations, seed, net, stop),
            6..=8 => Self::play_in_class::<Upto8>(size, simulations, seed, net, stop),
            _ => Self::play_in_class::<Upto10>(size.min(LARGEST), simulations, seed, net, stop),
        }
    }

    pub(super) fn play_in_class<C: Class>(
        size: usize,
        simulations: u64,
        seed: u64,
        net: Option<&Net>,
        stop: &Stop,
    ) -> Option<Self> {
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
                return Some(Self { size, result: points_of_x(outcome), plies });
            }
            let report = bot.think(&record, Limits::nodes(simulations), stop, &mut |_| {});
            if stop.is_raised() {
                return None;
            }
            let best = &report.lines[0];
            if let Some(proof) = best.proof {
                let turn = record.position().turn();
                let outcome = match proof {
                    Proof::Win => Outcome::Win(turn),
                    Proof::Loss => Outcome::Win(!turn),
                    Proof::Draw => Outcome::Draw,
                };
                return Some(Self { size, result: points_of_x(outcome), plies });
            }
            let found = SearchTargets::of(&report);
            let samples = plies.len() < sampled_until;
            let cell = if samples { found.sample(&mut rng) } else { best.pv[0].cell().expect("no swap") };
            plies.push(PlayedStone { cell, found: Some(found) });
            record.play(cell.into()).expect("the player's moves are legal");
        }
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
