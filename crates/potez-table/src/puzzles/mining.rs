//! Puzzles found in games: bots play them, solvers look at them from the end backwards.

use potez_core::Message;
use potez_search::{Limits, Proof, Stop};

use super::proof::Proofs;
use super::rating::{self, Trial};
use super::{Goal, Puzzle};
use crate::{BotSpec, Table, TableMove};

/// How puzzles are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MiningSettings {
    /// The game spec.
    pub game: String,
    /// The seed of the first game; every game has random numbers of its own.
    pub seed: u64,
    /// Nodes of each proof.
    pub nodes: u64,
    /// Puzzles that one game may give.
    pub per_game: usize,
    /// Whether lost positions are looked for in which one move holds out longest, instead of won and drawn ones.
    pub holds: bool,
}

/// Looks for puzzles in one game after the other.
pub struct Miner<'a> {
    settings: MiningSettings,
    stop: &'a Stop,
}

/// What a game has given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinedGame {
    /// The puzzles, the longest proofs first.
    pub puzzles: Vec<Puzzle>,
    /// Plies of the game.
    pub plies: usize,
    /// Positions of it that were solved.
    pub solved: usize,
}

/// Games of some bots go round in circles.
const MOST_PLIES: usize = 400;
/// Moves at random that a game may begin with.
const RANDOM_PLIES: usize = 8;
/// The levels that play: weak ones make the mistakes that puzzles punish.
const PLAYERS: std::ops::RangeInclusive<u32> = 1..=7;
/// Positions in a row that stay unsolved before the rest of the game is left alone.
const UNSOLVED: usize = 4;
/// Moves that a puzzle may ask for.
const MOST_ASKED: usize = 6;
/// Answers of the opponent that are looked at in full.
const ANSWERS: usize = 4;
/// With more legal moves than this the answers are those that a bot finds best.
const FEW_MOVES: u64 = 24;
/// Of the puzzles that are won by the next move, this share is kept: one in 40.
const SHARE_OF_SHORTEST: u32 = 40;
/// Lines of the bot that says which moves are natural.
const NATURAL_MOVES: usize = 8;
/// Nodes of the search for the move that holds out longest.
const DEFENCE_NODES: u64 = 2_000_000;
/// The other moves of such a puzzle may lose within this many plies at the earliest, the best of them.
const LEAST_OTHERS: u8 = 2;
/// The rest of a line is not followed further than this.
const LONGEST_LINE: usize = 80;

impl<'a> Miner<'a> {
    /// A miner with these settings.
    pub fn new(settings: MiningSettings, stop: &'a Stop) -> Self {
        Self { settings, stop }
    }

    /// Plays the game of this number and looks for puzzles in it: the same game and the same puzzles
    /// whenever it is asked for.
    pub fn mine(&self, number: u64) -> Result<MinedGame, Message> {
        let mut rng = fastrand::Rng::with_seed(self.settings.seed.wrapping_mul(1_000_003).wrapping_add(number));
        let game = self.play(&mut rng)?;
        self.mine_game(game.as_ref(), &mut rng)
    }

    /// Looks for puzzles in a game that somebody has played.
    pub fn mine_game(&self, game: &dyn Table, rng: &mut fastrand::Rng) -> Result<MinedGame, Message> {
        let mut at = game.fork();
        let mut proofs = Proofs::new(game, Limits::nodes(self.settings.nodes), self.stop);
        let mut worth = Vec::new();
        let (mut solved, mut unsolved) = (0, 0);
        while at.undo() && unsolved < UNSOLVED && !self.stop.is_raised() {
            // What might have been played instead is as good a source as what was played.
            for other in self.natural_moves(at.as_ref())? {
                let mut aside = at.fork();
                aside.play(&other)?;
                if self.promise(aside.as_ref(), &mut proofs, rng)? == Some(true) {
                    worth.push(crate::open(&aside.game(), Some(&aside.position()))?);
                }
            }
            match self.promise(at.as_ref(), &mut proofs, rng)? {
                None => unsolved += 1,
                Some(is_worth) => {
                    (solved, unsolved) = (solved + 1, 0);
                    if is_worth {
                        worth.push(crate::open(&at.game(), Some(&at.position()))?);
                    }
                }
            }
        }
        let mut puzzles: Vec<Puzzle> = Vec::new();
        // The earliest first: their proofs are the longest.
        for table in worth.iter().rev() {
            if puzzles.len() >= self.settings.per_game || self.stop.is_raised() {
                break;
            }
            if let Some(puzzle) = self.puzzle(table.as_ref(), &mut proofs, rng)?
                && !puzzles.iter().any(|known| overlap(known, &puzzle))
            {
                puzzles.push(puzzle);
            }
        }
        Ok(MinedGame { puzzles, plies: game.ply(), solved })
    }

    /// Whether a position is examined: it is proven, not lost, and not won by the next move
    /// (or rarely); or lost, if that is what is looked for. `None` if nothing is proven of it.
    fn promise(
        &self,
        table: &dyn Table,
        proofs: &mut Proofs,
        rng: &mut fastrand::Rng,
    ) -> Result<Option<bool>, Message> {
        let solution = proofs.solve(table)?;
        Ok(solution.proof.map(|proof| {
            let ends_at_once = solution.pv.len() == 1 && proof == Proof::Win;
            if self.settings.holds {
                return proof == Proof::Loss;
            }
            proof != Proof::Loss && !(ends_at_once && rng.u32(..SHARE_OF_SHORTEST) > 0)
        }))
    }

    /// A game of two levels, after some random moves.
    fn play(&self, rng: &mut fastrand::Rng) -> Result<Box<dyn Table>, Message> {
        let mut table = crate::open(&self.settings.game, None)?;
        for _ in 0..rng.usize(..=RANDOM_PLIES) {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            table.play(&legal[rng.usize(..legal.len())])?;
        }
        let mut player = || table.bot(&level(rng.u32(PLAYERS), rng.u64(..1 << 32)));
        let mut players = [player()?, player()?];
        while table.check_running().is_ok() && table.ply() < MOST_PLIES && !self.stop.is_raised() {
            let player = &mut players[table.turn().index()];
            let report = player.think(table.as_ref(), Limits::default(), self.stop, &mut |_| {})?;
            let Some(best) = report.lines.first() else { break };
            table.play_parts(&best.mv().parts.clone())?;
        }
        Ok(table)
    }

    /// The puzzle of a position, if exactly one move keeps its result.
    fn puzzle(
        &self,
        table: &dyn Table,
        proofs: &mut Proofs,
        rng: &mut fastrand::Rng,
    ) -> Result<Option<Puzzle>, Message> {
        let found = if self.settings.holds { self.held(table)? } else { self.chain(table, proofs, MOST_ASKED)? };
        let Some((goal, mut line, asked)) = found else { return Ok(None) };
        self.finish(table, proofs, goal, &mut line)?;
        let mut puzzle = Puzzle {
            id: Puzzle::id_of(table),
            game: table.game(),
            position: table.position(),
            goal,
            solution: line.iter().map(|mv| mv.text.clone()).collect(),
            asked,
            themes: goal.themes(table, &line, asked)?,
            difficulty: 1,
            lures: Vec::new(),
        };
        let trials = rating::trials(&puzzle, 1..=8, 1, rng.u64(..1 << 32), self.stop)?;
        puzzle.difficulty = rating::difficulty(&trials, puzzle.asked).max(rating::estimate(&puzzle)?);
        puzzle.lures = lures(&puzzle, &trials);
        Ok(Some(puzzle))
    }

    /// The play of a lost position in which one move after the other is the only one that holds out longest.
    fn held(&self, table: &dyn Table) -> Result<Option<(Goal, Vec<TableMove>, usize)>, Message> {
        let defence = |table: &dyn Table| {
            let found = table.longest_defence(Limits::nodes(DEFENCE_NODES), self.stop)?;
            // To stop what wins at once is no puzzle.
            (found.others >= LEAST_OTHERS).then_some(found.line)
        };
        let Some(line) = defence(table) else { return Ok(None) };
        let (mut at, mut asked) = (table.fork(), 1);
        for pair in line.chunks_exact(2).take(MOST_ASKED - 1) {
            for mv in pair {
                at.play_parts(&mv.parts)?;
            }
            if at.check_running().is_err() || defence(at.as_ref()).is_none() {
                break;
            }
            asked += 1;
        }
        Ok(Some((Goal::Hold, line, asked)))
    }

    /// The moves that are the only ones, one after the other, with the answers that resist most: the
    /// line so far and how many of its moves must be found.
    fn chain(
        &self,
        table: &dyn Table,
        proofs: &mut Proofs,
        most: usize,
    ) -> Result<Option<(Goal, Vec<TableMove>, usize)>, Message> {
        if most == 0 {
            return Ok(None);
        }
        let natural = self.natural_moves(table)?;
        let Some(only) = proofs.only_move(table, &natural)? else { return Ok(None) };
        let (mover, mut after) = (table.turn(), table.fork());
        after.play_parts(&only.pv[0].parts)?;
        let mut best = (only.goal, only.pv, 1);
        if after.check_running().is_err() || after.turn() == mover {
            best.1.truncate(1);
            return Ok(Some(best));
        }
        let mut most_resistant = 0;
        for (resistance, answer, rest) in self.answers(after.as_ref(), proofs)? {
            let mut next = after.fork();
            next.play_parts(&answer.parts)?;
            let found = self.chain(next.as_ref(), proofs, most - 1)?.filter(|(goal, ..)| *goal == best.0);
            let (line, asked) = found.map_or((rest, 0), |(_, line, asked)| (line, asked));
            if (asked + 1, resistance) > (best.2, most_resistant) {
                let line = [vec![best.1[0].clone(), answer], line].concat();
                (best, most_resistant) = ((best.0, line, asked + 1), resistance);
            }
        }
        Ok(Some(best))
    }

    /// The answers that resist most, with how much each resists and the line that still reaches the
    /// result.
    fn answers(
        &self,
        table: &dyn Table,
        proofs: &mut Proofs,
    ) -> Result<Vec<(u64, TableMove, Vec<TableMove>)>, Message> {
        let legal = if table.count_legal() <= FEW_MOVES { table.legal() } else { self.natural_moves(table)? };
        let mut answers = Vec::new();
        for text in legal {
            let answer = table.read_move(&text)?;
            let mut next = table.fork();
            next.play_parts(&answer.parts)?;
            if next.check_running().is_err() {
                continue;
            }
            let solution = proofs.solve(next.as_ref())?;
            // Later is more, and where that is not known, what takes more to prove.
            let plies = solution.plies.map_or(solution.pv.len() as u64, u64::from);
            answers.push(((plies << 40) + solution.nodes, answer, solution.pv));
        }
        answers.sort_by_key(|(resistance, ..)| std::cmp::Reverse(*resistance));
        answers.truncate(ANSWERS);
        Ok(answers)
    }

    /// Follows a won line to its end.
    fn finish(
        &self,
        table: &dyn Table,
        proofs: &mut Proofs,
        goal: Goal,
        line: &mut Vec<TableMove>,
    ) -> Result<(), Message> {
        let mut end = table.fork();
        for mv in line.iter() {
            end.play_parts(&mv.parts)?;
        }
        while goal == Goal::Win && end.check_running().is_ok() && line.len() < LONGEST_LINE {
            let Some(mv) = proofs.solve(end.as_ref())?.pv.into_iter().next() else { break };
            end.play_parts(&mv.parts)?;
            line.push(mv);
            if self.stop.is_raised() {
                break;
            }
        }
        Ok(())
    }

    /// The moves that come to mind.
    fn natural_moves(&self, table: &dyn Table) -> Result<Vec<String>, Message> {
        let spec = BotSpec { multipv: Some(NATURAL_MOVES), ..level(5, 1) };
        let report = table.bot(&spec)?.think(table, Limits::default(), self.stop, &mut |_| {})?;
        Ok(report.lines.iter().map(|line| line.mv().text.clone()).collect())
    }
}

/// The bot of a level.
pub(super) fn level(number: u32, seed: u64) -> BotSpec {
    format!("potez:level={number},seed={seed}").parse().expect("a spec of a level")
}

/// Wrong first moves that levels chose, the weakest level's first.
fn lures(puzzle: &Puzzle, trials: &[Trial]) -> Vec<String> {
    /// More are not told apart by anybody.
    const MOST: usize = 4;
    let mut lures: Vec<String> = Vec::new();
    for trial in trials.iter().filter(|trial| trial.first != puzzle.solution[0]) {
        if !lures.contains(&trial.first) && lures.len() < MOST {
            lures.push(trial.first.clone());
        }
    }
    lures
}

/// Whether a puzzle is a later stage of another of the same game, or asks for the same move.
fn overlap(known: &Puzzle, new: &Puzzle) -> bool {
    let is_part = known.asked_line().windows(new.asked_line().len().max(1)).any(|window| window == new.asked_line());
    is_part || known.solution[0] == new.solution[0]
}
