//! A journal as somebody reads it who does not play.

use serde_json::Value;

use crate::{Pair, Summary};

/// A journal as somebody reads it who does not play: what was set, and the pairs so far.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalPage {
    /// What was set, as the runner wrote it.
    pub header: Value,
    /// The game spec.
    pub game: String,
    /// The names of the entrants, in the order of their numbers.
    pub entrants: Vec<String>,
    /// The pairs, in the order in which they were finished.
    pub pairs: Vec<Pair>,
}

impl JournalPage {
    /// What the first line says, without any pairs; `None` if this is not the beginning of a
    /// journal.
    pub fn read_header(line: &str) -> Option<Self> {
        let header: Value = serde_json::from_str(line).ok().filter(|value: &Value| value.get("arena").is_some())?;
        let game = header.get("game").and_then(Value::as_str).unwrap_or("?").to_string();
        let names = header.get("players").and_then(Value::as_array).into_iter().flatten();
        let name = |name: &Value| name.as_str().map_or_else(|| name.to_string(), str::to_string);
        Some(Self { entrants: names.map(name).collect(), game, header, pairs: Vec::new() })
    }

    /// The journal of this text. The last line may be half written, since the runner may be at
    /// work: reading ends at the first line that is not a pair of these entrants.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut page = Self::read_header(lines.next()?)?;
        let count = page.entrants.len();
        // Files come from anywhere: a number of an entrant that does not exist must not be counted.
        let is_known = |pair: &Pair| {
            let games = pair.games.iter().flat_map(|game| [game.x, game.o]);
            pair.players.into_iter().chain(games).all(|entrant| entrant < count)
                && pair.games.iter().all(|game| game.ending().is_some())
        };
        page.pairs = lines.map_while(|line| serde_json::from_str(line).ok().filter(is_known)).collect();
        Some(page)
    }

    /// Everything counted: the same numbers that the runner reports.
    pub fn summary(&self) -> Summary {
        Summary::of_entrants(self.entrants.len(), &self.pairs)
    }
}
