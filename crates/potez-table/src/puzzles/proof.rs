//! What "exactly one move" means, and its proof: every legal move is proven by itself.

use potez_core::{Explain, Kind, Message, Outcome};
use potez_search::{Limits, Proof, Stop};

use super::{Goal, Puzzle};
use crate::{DynProver, Solution, Table, TableMove};

/// A solver with the limits of one proof.
pub(super) struct Proofs<'a> {
    prover: Box<dyn DynProver>,
    limits: Limits,
    stop: &'a Stop,
}

/// A move that alone keeps the result.
pub(super) struct OnlyMove {
    /// What it keeps.
    pub(super) goal: Goal,
    /// The line that begins with it.
    pub(super) pv: Vec<TableMove>,
}

impl<'a> Proofs<'a> {
    /// Proofs about positions of the game on this table.
    pub(super) fn new(table: &dyn Table, limits: Limits, stop: &'a Stop) -> Self {
        Self { prover: table.prover(), limits, stop }
    }

    /// What is proven of the position on the table.
    pub(super) fn solve(&mut self, table: &dyn Table) -> Result<Solution<TableMove>, Message> {
        self.prover.solve(table, self.limits, self.stop)
    }

    /// The result after a legal move, seen by the one who plays it; `None` if it is not proven.
    pub(super) fn result_of(&mut self, table: &dyn Table, mv: &str) -> Result<Option<Proof>, Message> {
        let (mover, mut after) = (table.turn(), table.fork());
        after.play(mv)?;
        if let Some(outcome) = after.outcome() {
            return Ok(Some(Proof::of_outcome(outcome, mover)));
        }
        let proof = self.solve(after.as_ref())?.proof;
        Ok(if after.turn() == mover { proof } else { proof.map(Proof::reversed) })
    }

    /// The move that alone keeps a win or a draw, if it is proven that every other does not. `first`
    /// are tried before all others: the sooner a second good move is found, the less is wasted.
    pub(super) fn only_move(&mut self, table: &dyn Table, first: &[String]) -> Result<Option<OnlyMove>, Message> {
        let root = self.solve(table)?;
        let goal = match root.proof {
            Some(Proof::Win) => Goal::Win,
            Some(Proof::Draw) => Goal::Draw,
            Some(Proof::Loss) | None => return Ok(None),
        };
        let Some(best) = root.pv.first() else { return Ok(None) };
        let legal = table.legal();
        let rest = legal.iter().filter(|mv| !first.contains(mv));
        for mv in first.iter().chain(rest).filter(|mv| **mv != best.text) {
            if self.stop.is_raised() || self.result_of(table, mv)?.is_none_or(|proof| goal.is_kept_by(proof)) {
                return Ok(None);
            }
        }
        Ok((legal.len() > 1).then_some(OnlyMove { goal, pv: root.pv }))
    }
}

/// Why a puzzle is not what it says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// Its position or a move of its line cannot be read or played.
    #[error("puzzle {id}: {message}")]
    Unplayable {
        /// The puzzle.
        id: String,
        /// Why.
        message: Message,
    },
    /// Its id is not that of its position.
    #[error("puzzle {id}: its position is that of {expected}")]
    WrongId {
        /// The puzzle.
        id: String,
        /// The id of its position.
        expected: String,
    },
    /// A move of the solution does not keep the result, or that is not proven.
    #[error("puzzle {id}: `{mv}` is not proven to keep the {goal}")]
    NotKept {
        /// The puzzle.
        id: String,
        /// The move.
        mv: String,
        /// The result.
        goal: &'static str,
    },
    /// Another move keeps the result too, or is not proven not to.
    #[error("puzzle {id}: `{mv}` instead of `{only}` is not proven to give up the {goal}")]
    NotOnly {
        /// The puzzle.
        id: String,
        /// The other move.
        mv: String,
        /// The move of the solution.
        only: String,
        /// The result.
        goal: &'static str,
    },
    /// It was called off.
    #[error("puzzle {id}: called off before everything was proven")]
    Stopped {
        /// The puzzle.
        id: String,
    },
}

impl Explain for CheckError {
    fn code(&self) -> &'static str {
        match self {
            Self::Unplayable { .. } => "puzzle-unplayable",
            Self::WrongId { .. } => "puzzle-wrong-id",
            Self::NotKept { .. } => "puzzle-not-kept",
            Self::NotOnly { .. } => "puzzle-not-only",
            Self::Stopped { .. } => "puzzle-stopped",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self.clone() {
            Self::Unplayable { id, message } => vec![("id", id), ("message", message.to_string())],
            Self::WrongId { id, expected } => vec![("id", id), ("expected", expected)],
            Self::NotKept { id, mv, goal } => vec![("id", id), ("mv", mv), ("goal", goal.into())],
            Self::NotOnly { id, mv, only, goal } => {
                vec![("id", id), ("mv", mv), ("only", only), ("goal", goal.into())]
            }
            Self::Stopped { id } => vec![("id", id)],
        }
    }
}

/// Proves a puzzle again with a solver that knows nothing yet: every move that is asked for keeps the
/// result, and no other legal move in its place does. The limits are those of each proof.
pub fn check(puzzle: &Puzzle, limits: Limits, stop: &Stop) -> Result<(), CheckError> {
    let id = || puzzle.id.clone();
    let goal = puzzle.goal.word();
    let unplayable = |message: Message| CheckError::Unplayable { id: id(), message };
    let mut table = puzzle.table().map_err(unplayable)?;
    let expected = Puzzle::id_of(table.as_ref());
    if expected != puzzle.id {
        return Err(CheckError::WrongId { id: id(), expected });
    }
    let solver = table.turn();
    let mut proofs = Proofs::new(table.as_ref(), limits, stop);
    for (ply, only) in puzzle.solution.iter().enumerate() {
        table.check_running().map_err(unplayable)?;
        if ply < 2 * puzzle.asked && table.turn() == solver && puzzle.goal == Goal::Hold {
            check_held(puzzle, table.as_ref(), &puzzle.solution[ply..], limits, stop)?;
        } else if ply < 2 * puzzle.asked && table.turn() == solver {
            for mv in std::iter::once(only).chain(table.legal().iter().filter(|mv| *mv != only)) {
                let proof = proofs.result_of(table.as_ref(), mv).map_err(unplayable)?;
                let is_right = proof.is_some_and(|proof| puzzle.goal.is_kept_by(proof) == (mv == only));
                match (is_right, stop.is_raised()) {
                    (true, _) => {}
                    (false, true) => return Err(CheckError::Stopped { id: id() }),
                    (false, false) if mv == only => return Err(CheckError::NotKept { id: id(), mv: mv.clone(), goal }),
                    (false, false) => {
                        return Err(CheckError::NotOnly { id: id(), mv: mv.clone(), only: only.clone(), goal });
                    }
                }
            }
        }
        table.play(only).map_err(unplayable)?;
    }
    let has_lost = table.outcome() == Some(Outcome::Win(!solver)) && puzzle.goal != Goal::Hold;
    let is_short_of_win = puzzle.goal == Goal::Win && table.outcome() == Some(Outcome::Draw);
    if has_lost || is_short_of_win {
        return Err(CheckError::NotKept { id: id(), mv: puzzle.solution.join(" "), goal });
    }
    Ok(())
}

/// Searches how soon every move loses: the first of the rest of a solution is the one that lasts longest, and the rest
/// takes exactly as long.
fn check_held(
    puzzle: &Puzzle,
    table: &dyn Table,
    rest: &[String],
    limits: Limits,
    stop: &Stop,
) -> Result<(), CheckError> {
    let (id, goal) = (puzzle.id.clone(), puzzle.goal.word());
    let found = table.longest_defence(limits, stop);
    let (only, found) = match (rest.first(), found) {
        _ if stop.is_raised() => return Err(CheckError::Stopped { id }),
        (Some(only), Some(found)) if found.line.len() == rest.len() => (only, found),
        (only, _) => return Err(CheckError::NotKept { id, mv: only.cloned().unwrap_or_default(), goal }),
    };
    let mv = found.line[0].text.clone();
    if mv == *only { Ok(()) } else { Err(CheckError::NotOnly { id, mv, only: only.clone(), goal }) }
}

impl From<CheckError> for Message {
    fn from(error: CheckError) -> Self {
        Self::new(Kind::BadRequest, &error)
    }
}
