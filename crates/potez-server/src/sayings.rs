//! Moves and endings in words.

use potez_engine::choices::{Parts, Spot};
use potez_engine::{Outcome, Table};
use potez_words::{Arg, Words};

use crate::wire::{Ending, Side};

/// How a game ended, before it is put into words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Result {
    pub(crate) winner: Option<Side>,
    pub(crate) reason: String,
}

impl Result {
    /// The result by the rules.
    pub(crate) fn of(table: &dyn Table) -> Option<Self> {
        let winner = table.outcome()?.winner().map(Side::from);
        Some(Self { winner, reason: table.reason().unwrap_or_default() })
    }

    /// The result in words.
    pub(crate) fn ending(&self, words: &Words) -> Ending {
        let outcome = self.winner.map_or(Outcome::Draw, |side| Outcome::Win(side.into()));
        let said = if self.reason == "aborted" {
            words.say("ending-aborted", &[])
        } else {
            words.ending(outcome, &self.reason)
        };
        Ending { winner: self.winner, reason: self.reason.clone(), words: said }
    }
}

/// A move, taken apart so that it can be said in any language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Said {
    pub(crate) mv: String,
    pub(crate) by: Side,
    cells: Vec<String>,
    level: Option<usize>,
    wall: Option<(String, bool)>,
    word: Option<String>,
}

impl Said {
    /// The last move at a table.
    pub(crate) fn last(table: &dyn Table) -> Option<Self> {
        let mv = table.moves().pop()?;
        let mut before = table.fork();
        before.undo();
        // A resignation is undone first; the move is then still there.
        if before.ply() == table.ply() {
            before.undo();
        }
        Some(Self::of(table, before.turn().into(), mv))
    }

    fn of(table: &dyn Table, by: Side, mv: String) -> Self {
        let mut said = Self { by, cells: Vec::new(), level: None, wall: None, word: None, mv: String::new() };
        for (part, spot) in Parts::of(table).read(&mv) {
            match spot {
                Spot::Cell => said.cells.push(part.to_string()),
                Spot::Level(level) => said.level = Some(level),
                Spot::Wall { horizontal } => said.wall = Some((part.to_string(), horizontal)),
                Spot::Word => said.word = Some(part.to_string()),
            }
        }
        said.mv = mv;
        said
    }

    /// The move as a sentence.
    pub(crate) fn words(&self, words: &Words) -> String {
        let player = || ("player", Arg::from(potez_engine::Player::from(self.by).to_string()));
        let text = |name: &'static str, value: &str| (name, Arg::from(value));
        let walk = match (self.cells.as_slice(), self.level, self.word.as_deref()) {
            (_, _, Some("swap")) => words.say("said-swap", &[player()]),
            (_, _, Some("pass")) => words.say("said-pass", &[player()]),
            ([to], _, _) => words.say("said-cell", &[player(), text("to", to)]),
            ([from, to], Some(level), _) => words.say(
                "said-lift",
                &[player(), text("from", from), text("to", to), ("level", Arg::from(level.to_string()))],
            ),
            ([from, to], None, _) => words.say("said-walk", &[player(), text("from", from), text("to", to)]),
            _ => String::new(),
        };
        let Some((wall, horizontal)) = &self.wall else {
            return if walk.is_empty() { self.mv.clone() } else { walk };
        };
        let wall = text("wall", wall);
        match (walk.is_empty(), horizontal) {
            (true, true) => words.say("said-wall-horizontal", &[player(), wall]),
            (true, false) => words.say("said-wall-vertical", &[player(), wall]),
            (false, true) => words.say("said-and-wall-horizontal", &[("said", walk.into()), wall]),
            (false, false) => words.say("said-and-wall-vertical", &[("said", walk.into()), wall]),
        }
    }
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    fn said(game: &str, moves: &[&str], lang: Lang) -> String {
        let mut table = potez_engine::open(game, None).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        Said::last(table.as_ref()).unwrap().words(&Words::new(lang))
    }

    #[test]
    fn moves_are_said_in_the_readers_language() {
        assert_eq!(said("blockade", &["d4-d6/Bd7"], Lang::En), "X: d4 to d6, horizontal wall Bd7");
        assert_eq!(said("blockade", &["d4-d6/Gd7"], Lang::SrLatn), "X: sa d4 na d6, uspravni zid Gd7");
        assert_eq!(said("havannah:size=4,swap=on", &["d4", "swap"], Lang::En), "O swaps");
        assert_eq!(said("byte", &["d2-c3"], Lang::SrCyrl), "X: са d2 на c3");
    }
}
