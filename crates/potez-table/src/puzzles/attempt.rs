//! How a puzzle is solved: the one place that judges moves, answers them and refutes wrong ones.

use potez_core::{Message, Remark};
use potez_search::{Limits, Proof, Stop};

use super::{Goal, Puzzle};
use crate::{Table, TableMove};

/// Somebody at work on a puzzle: the position, and how many of its moves have been found.
pub struct Attempt {
    puzzle: Puzzle,
    line: Vec<TableMove>,
    table: Box<dyn Table>,
    found: usize,
}

/// What becomes of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is the only move; the opponent has answered with the move that resists most, and there is
    /// another to find.
    Right {
        /// The answer, played already.
        answer: TableMove,
    },
    /// It was the last move to find.
    Solved {
        /// How the game goes on, as far as it is known.
        rest: Vec<TableMove>,
    },
    /// It gives the result away. Nothing has been played.
    Wrong {
        /// The wrong move and the play that refutes it.
        refutation: Vec<TableMove>,
        /// What the move is worth to the one who plays it, if the limits were enough to prove it again: a result,
        /// or `sooner` where all moves lose and this one does so earlier.
        result: Option<&'static str>,
    },
}

impl Verdict {
    /// The word of protocols: `right`, `solved` or `wrong`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Right { .. } => "right",
            Self::Solved { .. } => "solved",
            Self::Wrong { .. } => "wrong",
        }
    }

    /// The answer, the rest of the line, or the wrong move with its refutation.
    pub fn line(&self) -> &[TableMove] {
        match self {
            Self::Right { answer } => std::slice::from_ref(answer),
            Self::Solved { rest } => rest,
            Self::Wrong { refutation, .. } => refutation,
        }
    }

    /// What is said of the move.
    pub fn remark(&self) -> Remark {
        let texts = |line: &[TableMove]| line.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ");
        match self {
            Self::Right { answer } => {
                let english = format!("Right. The answer is {answer}.");
                Remark { code: "puzzle-right", args: vec![("answer", answer.text.clone())], english, after: None }
            }
            Self::Solved { rest } if rest.is_empty() => {
                Remark { code: "puzzle-solved", args: Vec::new(), english: "Solved.".into(), after: None }
            }
            Self::Solved { rest } => {
                let rest = texts(rest);
                let english = format!("Solved. It goes on {rest}.");
                Remark { code: "puzzle-solved-line", args: vec![("rest", rest)], english, after: None }
            }
            Self::Wrong { refutation, result } => {
                let (mv, line) = (texts(&refutation[..1]), texts(&refutation[1..]));
                let fails = match result {
                    Some("loss") => format!("{mv} loses"),
                    Some("draw") => format!("{mv} only draws"),
                    Some(SOONER) => format!("{mv} loses sooner"),
                    _ => format!("{mv} is not the move"),
                };
                let result = result.unwrap_or("unknown").to_string();
                if line.is_empty() {
                    let args = vec![("move", mv), ("result", result)];
                    return Remark { code: "puzzle-wrong", args, english: fails + ".", after: None };
                }
                let english = format!("{fails}: {line}");
                Remark {
                    code: "puzzle-wrong-line",
                    args: vec![("move", mv), ("result", result), ("line", line)],
                    english,
                    after: None,
                }
            }
        }
    }
}

/// What is said of a move that does not hold out longest.
const SOONER: &str = "sooner";
/// Plies of a refutation that are shown.
const REFUTATION: usize = 9;

impl Attempt {
    /// A puzzle of which nothing is found yet.
    pub fn new(puzzle: Puzzle) -> Result<Self, Message> {
        Self::after(puzzle, 0)
    }

    /// A puzzle of which this many moves have been found; more than it has are all of them.
    pub fn after(puzzle: Puzzle, found: usize) -> Result<Self, Message> {
        let (line, mut table) = (puzzle.line()?, puzzle.table()?);
        let found = found.min(puzzle.asked);
        let played = if found == puzzle.asked { 2 * found - 1 } else { 2 * found };
        for mv in &line[..played] {
            table.play_parts(&mv.parts)?;
        }
        Ok(Self { puzzle, line, table, found })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position in which a move is to be found, or that was reached.
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// Moves that have been found.
    pub fn found(&self) -> usize {
        self.found
    }

    /// Whether every move has been found.
    pub fn is_solved(&self) -> bool {
        self.found == self.puzzle.asked
    }

    /// The move to find.
    pub fn expected(&self) -> Option<&TableMove> {
        (!self.is_solved()).then(|| &self.line[2 * self.found])
    }

    /// Judges a move. What is not legal is an error; the limits are those of the refutation, which is
    /// shorter where they are small.
    pub fn play(&mut self, mv: &TableMove, limits: Limits, stop: &Stop) -> Result<Verdict, Message> {
        self.table.check_running()?;
        let Some(expected) = self.expected().cloned() else {
            return Ok(Verdict::Solved { rest: self.rest() });
        };
        // It must be legal before it is judged.
        let mut after = self.table.fork();
        after.play_parts(&mv.parts)?;
        if mv.parts != expected.parts {
            if self.puzzle.goal == Goal::Hold
                && let Some(line) = after.fastest_win(limits, stop)
            {
                let refutation = std::iter::once(mv.clone()).chain(line).collect();
                return Ok(Verdict::Wrong { refutation, result: Some(SOONER) });
            }
            return Ok(refuted(after.as_ref(), mv, self.table.as_ref(), limits, stop));
        }
        (self.table, self.found) = (after, self.found + 1);
        if self.is_solved() {
            return Ok(Verdict::Solved { rest: self.rest() });
        }
        let answer = self.line[2 * self.found - 1].clone();
        self.table.play_parts(&answer.parts)?;
        Ok(Verdict::Right { answer })
    }

    /// The line after the last move that had to be found.
    fn rest(&self) -> Vec<TableMove> {
        self.line[2 * self.puzzle.asked - 1..].to_vec()
    }
}

/// Why a move is wrong: the play against which it fails.
fn refuted(after: &dyn Table, mv: &TableMove, before: &dyn Table, limits: Limits, stop: &Stop) -> Verdict {
    let mover = before.turn();
    let (proof, pv) = if let Some(outcome) = after.outcome() {
        (Some(Proof::of_outcome(outcome, mover)), Vec::new())
    } else {
        let solution = after.solve(limits, stop);
        let proof = if after.turn() == mover { solution.proof } else { solution.proof.map(Proof::reversed) };
        (proof, solution.pv)
    };
    let refutation = std::iter::once(mv.clone()).chain(pv).take(REFUTATION).collect();
    Verdict::Wrong { refutation, result: proof.map(Proof::word) }
}
