//! One puzzle, and the line of data that it is kept as.

use std::fmt;
use std::str::FromStr;

use potez_core::{Explain, Message};
use potez_search::Proof;

use super::rating;
use crate::{Table, TableMove};

/// What the only move achieves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// It wins; every other move does not.
    Win,
    /// It saves the draw; every other move loses.
    Draw,
    /// Every move loses; this one after more moves than any other.
    Hold,
}

impl Goal {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Hold];

    /// The word of data and protocols.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Hold => "hold",
        }
    }

    /// What a puzzle with this goal is about, from its proven line.
    pub(super) fn themes(self, table: &dyn Table, line: &[TableMove], asked: usize) -> Result<Vec<String>, Message> {
        // The themes of games are about those who win.
        let themes = if self == Self::Hold { vec!["hold"] } else { table.themes(line, asked)? };
        Ok(themes.into_iter().map(String::from).collect())
    }

    /// Whether a result, seen by the one who solves, is good enough.
    pub fn is_kept_by(self, proof: Proof) -> bool {
        match self {
            Self::Win => proof == Proof::Win,
            Self::Draw => proof != Proof::Loss,
            // How soon it is lost is another question.
            Self::Hold => false,
        }
    }
}

/// A position with one move to find, and the proven line from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The first letter of the game and a number made of the position: the same for every image of
    /// it under the symmetries of the board.
    pub id: String,
    /// The game spec.
    pub game: String,
    /// The position.
    pub position: String,
    /// What the first move achieves.
    pub goal: Goal,
    /// The line: the moves to find, the answers that resist most, and the rest as far as it is known.
    pub solution: Vec<String>,
    /// The moves that must be found: the first, third, … of the solution. Each of them is the only one
    /// that keeps the result.
    pub asked: usize,
    /// What it is about, the most telling first.
    pub themes: Vec<String>,
    /// 1 to 10: the level that solves it half the time, and more where there is much to find.
    pub difficulty: u8,
    /// Wrong first moves that levels of the ladder chose, the weakest level's first.
    pub lures: Vec<String>,
}

/// A line of data that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a puzzle: {what} in `{line}`")]
pub struct PuzzleError {
    /// What is wrong.
    pub what: String,
    /// The line.
    pub line: String,
}

impl Explain for PuzzleError {
    fn code(&self) -> &'static str {
        "puzzle-bad-line"
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![("what", self.what.clone()), ("line", self.line.clone())]
    }
}

/// The fields of a line, separated by tabs.
const FIELDS: usize = 9;
/// What separates moves and themes within a field; no notation has it.
const SEPARATOR: &str = " ";

impl Puzzle {
    /// A table on which the puzzle stands.
    pub fn table(&self) -> Result<Box<dyn Table>, Message> {
        crate::open(&self.game, Some(&self.position))
    }

    /// Plies of the line.
    pub fn plies(&self) -> usize {
        self.solution.len()
    }

    /// The part of the line that a solver is asked for, answers included.
    pub fn asked_line(&self) -> &[String] {
        &self.solution[..(2 * self.asked).saturating_sub(1).min(self.solution.len())]
    }

    /// The line with the parts of its moves.
    pub fn line(&self) -> Result<Vec<TableMove>, Message> {
        let mut table = self.table()?;
        let mut line = Vec::new();
        for text in &self.solution {
            let mv = table.read_move(text)?;
            table.play_parts(&mv.parts)?;
            line.push(mv);
        }
        Ok(line)
    }

    /// The same puzzle with the themes that its line has, and at least as hard as it looks.
    pub fn described(mut self) -> Result<Self, Message> {
        self.difficulty = self.difficulty.max(rating::estimate(&self)?);
        self.themes = self.goal.themes(self.table()?.as_ref(), &self.line()?, self.asked)?;
        Ok(self)
    }

    /// The id of the position on a table.
    pub(super) fn id_of(table: &dyn Table) -> String {
        let letter = table.description().id.chars().next().unwrap_or('p');
        let mixed = crate::position_key(table, table.canonical_key());
        format!("{letter}{:08x}", mixed >> 32)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, game, position, goal, solution, asked, themes, difficulty, lures } = self;
        let [solution, themes, lures] = [solution, themes, lures].map(|list| list.join(SEPARATOR));
        let goal = goal.word();
        write!(f, "{id}\t{game}\t{position}\t{goal}\t{asked}\t{solution}\t{themes}\t{difficulty}\t{lures}")
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Self, PuzzleError> {
        let wrong = |what: &str| PuzzleError { what: what.into(), line: line.chars().take(200).collect() };
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, game, position, goal, asked, solution, themes, difficulty, lures] = fields[..] else {
            return Err(wrong(&format!("{} fields instead of {FIELDS}", fields.len())));
        };
        let list = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let goal = Goal::ALL.into_iter().find(|known| known.word() == goal);
        let solution = list(solution);
        let asked: usize = asked.parse().map_err(|_| wrong("no number of moves to find"))?;
        if asked == 0 || 2 * asked - 1 > solution.len() {
            return Err(wrong("a solution shorter than the moves to find"));
        }
        let difficulty: u8 = difficulty.parse().map_err(|_| wrong("no difficulty"))?;
        if !(1..=10).contains(&difficulty) {
            return Err(wrong("a difficulty that is not 1 to 10"));
        }
        Ok(Self {
            id: id.into(),
            game: game.into(),
            position: position.into(),
            goal: goal.ok_or_else(|| wrong("no goal `win`, `draw` or `hold`"))?,
            solution,
            asked,
            themes: list(themes),
            difficulty,
            lures: list(lures),
        })
    }
}

/// Outside the program a puzzle is an object.
impl serde::Serialize for Puzzle {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut object = serializer.serialize_struct("Puzzle", 10)?;
        object.serialize_field("id", &self.id)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("position", &self.position)?;
        object.serialize_field("solution", &self.solution)?;
        object.serialize_field("themes", &self.themes)?;
        object.serialize_field("plies", &self.plies())?;
        object.serialize_field("difficulty", &self.difficulty)?;
        object.serialize_field("goal", &self.goal)?;
        object.serialize_field("asked", &self.asked)?;
        object.serialize_field("lures", &self.lures)?;
        object.end()
    }
}
