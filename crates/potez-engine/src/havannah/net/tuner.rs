//! Lessons for the net from games of the player against itself, and what it learns from them.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::{fs, io, thread};

use potez_core::{Game as _, Outcome, Player, Position as _};
use potez_havannah::{Board, Cell, Class, Game, Geometry, Move, Position, Rules, Symmetry, Upto5, Upto8, Upto10};
use potez_search::mcts::{Knowledge, Mcts, Moves, Playout, Prior, Settings};
use potez_search::{Limits, Proof, Report, Stop};

use super::super::playout::{Cells, Stones};
use super::super::strength::Strength;
use super::field::Field;
use super::fit::{Adam, Lesson, Slope, Surprise};
use super::{Judge, Net, Pass};

/// The largest board that games are played on.
const LARGEST: usize = 10;

/// A game, and what was thought of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    size: usize,
    /// What X got: 1, 0, or a half.
    result: f32,
    plies: Vec<Ply>,
}

#[derive(Clone, PartialEq, Debug)]
struct Ply {
    cell: Cell,
    thought: Option<Thought>,
}

/// What the search found out before a move.
#[derive(Clone, PartialEq, Debug)]
struct Thought {
    /// The chance of the player to move.
    chance: f32,
    /// The cells with their shares of the visits.
    shares: Vec<(Cell, f32)>,
}

impl Played {
    /// Plays a game on a board of this size, with so many simulations a move.
    ///
    /// The first stones lie anywhere, the next moves are drawn by their visits, and the game ends when its result is
    /// proven. Without a net the player's own search teaches.
    pub fn play(size: usize, simulations: u64, seed: u64, net: Option<&Weights>) -> Self {
        match size {
            0..=5 => Self::on::<Upto5>(size, simulations, seed, net),
            6..=8 => Self::on::<Upto8>(size, simulations, seed, net),
            _ => Self::on::<Upto10>(size.min(LARGEST), simulations, seed, net),
        }
    }

    fn on<C: Class>(size: usize, simulations: u64, seed: u64, net: Option<&Weights>) -> Self {
        let settings = Settings { lines: usize::MAX, memory: 64, seed, ..Settings::default() };
        let moves = Cells::new(size);
        if let Some(Weights(net)) = net {
            let knowledge =
                Knowledge { moves, prior: Judge::new(net, size, Strength::of(size)), playout: Stones::PLAIN };
            Self::with::<C, _, _, _>(size, simulations, seed, Mcts::new(Strength::judged(&settings), knowledge))
        } else {
            let Strength { selection, insight, stones, .. } = Strength::of(size);
            let knowledge = Knowledge { moves, prior: insight, playout: stones };
            Self::with::<C, _, _, _>(size, simulations, seed, Mcts::new(Settings { selection, ..settings }, knowledge))
        }
    }

    fn with<C: Class, M, R, L>(size: usize, simulations: u64, seed: u64, mut tree: Mcts<Position<C>, M, R, L>) -> Self
    where
        M: Moves<Position<C>>,
        R: Prior<Position<C>>,
        L: Playout<Position<C>>,
    {
        let mut rng = fastrand::Rng::with_seed(seed);
        let game = Game::<C>::new(Rules { size, swap: false }).expect("a size that fits its class");
        let mut pos = game.start();
        let mut plies = Vec::new();
        for _ in 0..rng.usize(0..=4) {
            let mv = pos.random_move(&mut rng).expect("four stones end no game");
            plies.push(Ply { cell: mv.cell().expect("no swap"), thought: None });
            pos.play(mv);
        }
        let drawn = plies.len() + 2 * size;
        loop {
            if let Some(outcome) = pos.outcome() {
                return Self { size, result: points(outcome), plies };
            }
            let report = tree.search(&pos, Limits::nodes(simulations), &Stop::new(), &mut |_| {});
            let best = &report.lines[0];
            if let Some(proof) = best.proof {
                let outcome = match proof {
                    Proof::Win => Outcome::Win(pos.turn()),
                    Proof::Loss => Outcome::Win(!pos.turn()),
                    Proof::Draw => Outcome::Draw,
                };
                return Self { size, result: points(outcome), plies };
            }
            let thought = Thought::of(&report);
            let cell = if plies.len() < drawn { thought.draw(&mut rng) } else { best.pv[0].cell().expect("no swap") };
            plies.push(Ply { cell, thought: Some(thought) });
            pos.play(cell.into());
        }
    }

    /// The plies that were thought about.
    fn lessons(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.plies.len()).filter(|&ply| {
            // A single move teaches nothing.
            self.plies[ply].thought.as_ref().is_some_and(|thought| thought.shares.len() > 1)
        })
    }

    /// The position before a ply, seen in a mirror, with what should be said of it.
    fn lesson(&self, ply: usize, symmetry: Symmetry, pass: &mut Pass, lesson: &mut Lesson) -> &'static Field {
        let geometry = Geometry::of(self.size);
        let field = Field::of(geometry);
        let mut board = Board::<Upto10>::new(geometry);
        let mut mover = Player::X;
        for Ply { cell, .. } in &self.plies[..ply] {
            board.place(symmetry.cell(self.size, *cell), mover);
            mover = !mover;
        }
        field.describe(&board, mover, &mut pass.features);
        lesson.legal.clear();
        lesson.legal.extend(geometry.cells().iter().map(|&cell| board.is_empty(cell)));
        lesson.moves.clear();
        lesson.moves.resize(geometry.cells().len(), 0.0);
        if let Some(thought) = &self.plies[ply].thought {
            for &(cell, share) in &thought.shares {
                lesson.moves[geometry.number(symmetry.cell(self.size, cell))] = share;
            }
            let result = if mover == Player::X { self.result } else { 1.0 - self.result };
            lesson.chance = 0.5 * (result + thought.chance);
        }
        field
    }
}

impl Thought {
    fn of(report: &Report<Move>) -> Self {
        let all: u64 = report.lines.iter().map(|line| line.visits).sum();
        let shares = report.lines.iter().filter(|line| line.visits > 0);
        let shares = shares.filter_map(|line| Some((line.pv[0].cell()?, line.visits as f32 / all as f32)));
        let mean: f64 = report.lines.iter().map(|line| line.win_chance * line.visits as f64).sum::<f64>();
        Self { chance: (mean / all as f64) as f32, shares: shares.collect() }
    }

    fn draw(&self, rng: &mut fastrand::Rng) -> Cell {
        let mut rest = rng.f32();
        for &(cell, share) in &self.shares {
            rest -= share;
            if rest <= 0.0 {
                return cell;
            }
        }
        self.shares[0].0
    }
}

fn points(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Player::X) => 1.0,
        Outcome::Win(Player::O) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// A line of text: size, result, and the numbers of the moves' cells, each with `@chance` and `;cell=share` where it was thought about.
impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = Geometry::of(self.size);
        write!(f, "{} {}", self.size, self.result)?;
        for Ply { cell, thought } in &self.plies {
            write!(f, " {}", geometry.number(*cell))?;
            if let Some(Thought { chance, shares }) = thought {
                write!(f, "@{chance:.4}")?;
                for (cell, share) in shares {
                    write!(f, ";{}={share:.4}", geometry.number(*cell))?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Played {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let mut words = line.split(' ');
        let size = words.next().and_then(|word| word.parse().ok()).ok_or(())?;
        let result = words.next().and_then(|word| word.parse().ok()).ok_or(())?;
        if !(Rules::SMALLEST..=LARGEST).contains(&size) {
            return Err(());
        }
        let cells = Geometry::of(size).cells();
        let cell = |word: &str| word.parse().ok().and_then(|number: usize| cells.get(number)).copied().ok_or(());
        let ply = |word: &str| {
            let Some((played, thought)) = word.split_once('@') else {
                return Ok(Ply { cell: cell(word)?, thought: None });
            };
            let mut parts = thought.split(';');
            let chance = parts.next().and_then(|part| part.parse().ok()).ok_or(())?;
            let share = |part: &str| {
                let (at, share) = part.split_once('=').ok_or(())?;
                Ok((cell(at)?, share.parse().map_err(|_| ())?))
            };
            let shares = parts.map(share).collect::<Result<_, ()>>()?;
            Ok(Ply { cell: cell(played)?, thought: Some(Thought { chance, shares }) })
        };
        Ok(Self { size, result, plies: words.map(ply).collect::<Result<_, ()>>()? })
    }
}

/// A net that learns.
#[derive(Clone, Debug)]
pub struct Weights(Net);

/// How long to learn, and how fast.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// Steps, each from [`BATCH`] positions.
    pub steps: u32,
    /// How far a step goes at first; it ends at a twentieth of that.
    pub pace: f32,
    /// Threads to work with.
    pub threads: usize,
    /// Where chance begins.
    pub seed: u64,
}

/// Positions a step.
pub const BATCH: usize = 256;
const DECAY: f32 = 1e-3;
/// One game in so many is for testing.
const KEPT_APART: usize = 23;

impl Weights {
    /// A net that knows nothing.
    pub fn random(seed: u64) -> Self {
        Self(Net::random(&mut fastrand::Rng::with_seed(seed)))
    }

    /// Reads a file of weights.
    pub fn read(path: &Path) -> io::Result<Self> {
        let net = Net::from_bytes(&fs::read(path)?);
        net.map(Self).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not the weights of this net"))
    }

    /// Writes them.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        fs::write(path, self.0.to_bytes())
    }

    /// Learns from games; `tell` hears after every so many steps how surprised the net was by the moves and the results
    /// of what it learnt from and of games kept apart, in nats.
    pub fn learn(&mut self, games: &[Played], course: Course, mut tell: impl FnMut(u32, [f64; 2], [f64; 2])) {
        const EVERY: u32 = 500;
        let list = |kept: bool| -> Vec<(usize, usize)> {
            let chosen = games.iter().enumerate().filter(|(at, _)| (at % KEPT_APART == 0) == kept);
            chosen.flat_map(|(at, game)| game.lessons().map(move |ply| (at, ply))).collect()
        };
        let (lessons, tests) = (list(false), list(true));
        let mut adam = Adam::new();
        let mut rng = fastrand::Rng::with_seed(course.seed);
        let mut recent = Surprise::default();
        for step in 0..course.steps {
            let done = step as f32 / course.steps as f32;
            let pace = course.pace * (0.05 + 0.95 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            let picks: Vec<(usize, usize)> = (0..BATCH).map(|_| lessons[rng.usize(..lessons.len())]).collect();
            let (mut slope, surprise) = self.slope(games, &picks, course.threads, rng.u64(..));
            for slope in &mut slope {
                *slope /= BATCH as f32;
            }
            adam.step(&mut self.0, &slope, pace, DECAY);
            recent.add(surprise);
            if (step + 1) % EVERY == 0 || step + 1 == course.steps {
                let some: Vec<(usize, usize)> = tests.iter().copied().step_by((tests.len() / 4000).max(1)).collect();
                let (_, kept) = self.slope(games, &some, course.threads, 1);
                let mean = |sum: Surprise| [sum.moves / sum.lessons, sum.chance / sum.lessons];
                tell(step + 1, mean(recent), mean(kept));
                recent = Surprise::default();
            }
        }
    }

    /// The slope of some positions, and how surprising they were.
    fn slope(&self, games: &[Played], picks: &[(usize, usize)], threads: usize, seed: u64) -> (Vec<f32>, Surprise) {
        let share = picks.len().div_ceil(threads.max(1)).max(1);
        let work = |(part, picks): (usize, &[(usize, usize)])| {
            let mut rng = fastrand::Rng::with_seed(seed ^ part as u64);
            let mirrors: Vec<Symmetry> = Symmetry::all().collect();
            let (mut pass, mut lesson) = (Pass::default(), Lesson::default());
            let (mut slope, mut surprise) = (Slope::new(&self.0), Surprise::default());
            for &(game, ply) in picks {
                let mirror = mirrors[rng.usize(..mirrors.len())];
                let field = games[game].lesson(ply, mirror, &mut pass, &mut lesson);
                self.0.run(field, &mut pass);
                surprise.add(slope.learn(&self.0, field, &pass, &lesson));
            }
            (slope.weights, surprise)
        };
        thread::scope(|scope| {
            let workers: Vec<_> =
                picks.chunks(share).enumerate().map(|picks| scope.spawn(move || work(picks))).collect();
            let mut parts = workers.into_iter().map(|worker| worker.join().expect("learning does not panic"));
            let (mut slope, mut surprise) = parts.next().expect("something to learn from");
            for (more, part) in parts {
                slope.iter_mut().zip(more).for_each(|(slope, more)| *slope += more);
                surprise.add(part);
            }
            (slope, surprise)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let played = Played::play(4, 60, 5, None);
        assert!(played.lessons().count() > 4, "{played}");
        let again: Played = played.to_string().parse().expect("its own text");
        assert_eq!(again.to_string(), played.to_string());
        for wrong in ["", "5", "2 1 3", "16 1 3", "5 1 61", "5 1 3@", "5 1 3@0.5;4", "5 1 3@0.5;61=1", "5 x 3"] {
            assert_eq!(wrong.parse::<Played>(), Err(()), "{wrong}");
        }
    }

    #[test]
    fn a_net_learns_what_it_is_shown_and_plays_games_with_it() {
        let games: Vec<Played> = (0..12).map(|seed| Played::play(3 + seed as usize % 3, 60, seed, None)).collect();
        let course = Course { steps: 60, pace: 0.003, threads: 2, seed: 1 };
        let surprise = |net: &Weights| {
            let all = games.iter().enumerate().flat_map(|(at, game)| game.lessons().map(move |ply| (at, ply)));
            let picks: Vec<_> = all.collect();
            let (_, Surprise { moves, chance, lessons }) = net.slope(&games, &picks, 1, 9);
            [moves / lessons, chance / lessons]
        };
        let mut net = Weights::random(4);
        let before = surprise(&net);
        net.learn(&games, course, |_, _, _| {});
        let after = surprise(&net);
        assert!(after[0] < 0.9 * before[0] && after[1] < 0.9 * before[1], "{before:?} {after:?}");
        let played = Played::play(4, 30, 6, Some(&net));
        assert!(played.lessons().count() > 4, "{played}");
    }
}
