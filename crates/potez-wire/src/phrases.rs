//! Moves and endings in words.

use potez_table::{Ending, MovePart, Outcome, Player, Table, TableMove, View, WallAxis, WallRef};
use potez_words::{Arg, Words};

use crate::json::{EndingView, LastMove, MoveView};

/// How a game ended, before it is put into words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Who has won; nobody in a draw or a game that was given up.
    pub winner: Option<Player>,
    /// The codes of why, joined by `+`.
    pub reason: String,
}

impl GameResult {
    /// The result at a table.
    pub fn of(table: &dyn Table) -> Option<Self> {
        let ending = table.ending()?;
        let winner = ending.outcome().and_then(Outcome::winner);
        Some(Self { winner, reason: ending.code().into() })
    }

    /// The result in words.
    pub fn ending(&self, words: &Words) -> EndingView {
        let outcome = match self.winner {
            Some(winner) => Some(Outcome::Win(winner)),
            None => (self.reason != Ending::Aborted.code()).then_some(Outcome::Draw),
        };
        let said = words.ending(outcome, &self.reason);
        EndingView { winner: self.winner, reason: self.reason.clone(), words: said }
    }
}

/// A move with the names that its sentence needs, in no language yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    mv: MoveView,
    by: Player,
    from: Option<String>,
    level: Option<u8>,
    to: Option<String>,
    wall: Option<(String, WallAxis)>,
    is_swap: bool,
    is_pass: bool,
}

impl MoveText {
    /// The last move at a table.
    pub fn last(table: &dyn Table, view: &View) -> Option<Self> {
        let mv = table.played().pop()?;
        let mut before = table.fork();
        before.undo();
        // A resignation is undone first; the move is then still there.
        if before.ply() == table.ply() {
            before.undo();
        }
        Some(Self::of(&mv, before.turn(), view))
    }

    /// A move and the board after it: what was placed has its name there.
    fn of(mv: &TableMove, by: Player, view: &View) -> Self {
        let mut text = Self {
            by,
            from: None,
            level: None,
            to: None,
            wall: None,
            is_swap: false,
            is_pass: false,
            mv: MoveView::from(mv),
        };
        for part in mv.parts.iter() {
            match *part {
                MovePart::Piece(at) => text.from = cell_name(view, at),
                MovePart::Level { level } => text.level = Some(level),
                MovePart::Target(at) => text.to = cell_name(view, at),
                MovePart::Wall(wall) => text.wall = wall_name(view, wall).map(|name| (name, wall.axis)),
                MovePart::Swap => text.is_swap = true,
                MovePart::Pass => text.is_pass = true,
            }
        }
        text
    }

    /// The move with its sentence.
    pub fn say(&self, words: &Words) -> LastMove {
        LastMove { mv: self.mv.clone(), by: self.by, words: self.words(words) }
    }

    fn words(&self, words: &Words) -> String {
        let walk = self.walk(words);
        let Some((wall, axis)) = &self.wall else {
            // A game may have moves that no sentence fits: then the notation speaks for itself.
            return walk.unwrap_or_else(|| self.mv.text.clone());
        };
        let wall = ("wall", Arg::from(wall.as_str()));
        match (walk, axis) {
            (None, WallAxis::Horizontal) => words.say("said-wall-horizontal", &[self.player(), wall]),
            (None, WallAxis::Vertical) => words.say("said-wall-vertical", &[self.player(), wall]),
            (Some(said), WallAxis::Horizontal) => words.say("said-and-wall-horizontal", &[("said", said.into()), wall]),
            (Some(said), WallAxis::Vertical) => words.say("said-and-wall-vertical", &[("said", said.into()), wall]),
        }
    }

    fn player(&self) -> (&'static str, Arg) {
        ("player", Arg::from(self.by.to_string()))
    }

    /// What happens to pieces, if anything.
    fn walk(&self, words: &Words) -> Option<String> {
        let text = |name: &'static str, value: &str| (name, Arg::from(value));
        if self.is_swap {
            return Some(words.say("said-swap", &[self.player()]));
        }
        if self.is_pass {
            return Some(words.say("said-pass", &[self.player()]));
        }
        let to = text("to", self.to.as_deref()?);
        Some(match (self.from.as_deref(), self.level) {
            (None, _) => words.say("said-cell", &[self.player(), to]),
            (Some(from), None) => words.say("said-walk", &[self.player(), text("from", from), to]),
            (Some(from), Some(level)) => {
                let level = ("level", Arg::from(level.to_string()));
                words.say("said-lift", &[self.player(), text("from", from), to, level])
            }
        })
    }
}

/// The name of a cell in the game's notation.
pub fn cell_name(view: &View, at: potez_table::CellRef) -> Option<String> {
    let is_there = |cell: &&potez_table::CellView| (cell.row, cell.col) == (at.row.into(), at.col.into());
    view.cells.iter().find(is_there).map(|cell| cell.name.clone())
}

/// The name of a wall that stands on the board.
fn wall_name(view: &View, wall: WallRef) -> Option<String> {
    view.walls.iter().find(|shown| shown.wall == wall).map(|shown| shown.name.clone())
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    fn said(game: &str, moves: &[&str], lang: Lang) -> String {
        let mut table = potez_table::open(game, None).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        MoveText::last(table.as_ref(), &table.view()).unwrap().say(&Words::new(lang)).words
    }

    #[test]
    fn moves_are_said_in_the_readers_language() {
        assert_eq!(said("blockade", &["d4-d6/Bd7"], Lang::En), "X: d4 to d6, horizontal wall Bd7");
        assert_eq!(said("blockade", &["d4-d6/Gd7"], Lang::SrLatn), "X: sa d4 na d6, uspravni zid Gd7");
        assert_eq!(said("havannah:size=4,swap=on", &["d4", "swap"], Lang::En), "O swaps");
        assert_eq!(said("byte", &["d2-c3"], Lang::SrCyrl), "X: са d2 на c3");
    }
}
