//! The levels of a game, read from its file.

use crate::{BotError, BotSpec, Expert};

/// By what the moves of a search are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// By their chances to win: searches that give every line an exact value.
    Chances,
    /// By the work that went into them: Monte-Carlo trees, where a chance after few visits means little.
    Visits,
}

/// How a level plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Level {
    /// Nodes a move.
    pub(super) nodes: u64,
    /// The most plies it looks ahead, where it looks ahead ply by ply.
    pub(super) depth: Option<u32>,
    /// How many moves the lot may fall on.
    pub(super) width: usize,
    /// How far behind the best a move may be.
    pub(super) margin: f64,
    /// At this distance behind the best a move is chosen e times more rarely.
    pub(super) heat: f64,
    /// How often, of a hundred times, wins and losses with the next move are seen whatever the search says.
    pub(super) sight: u8,
}

/// The levels of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ladder {
    manner: Manner,
    /// The part of the full player that the levels do without.
    without: Option<String>,
    levels: Vec<Level>,
}

impl Ladder {
    /// The levels of a game.
    pub(super) fn of<G: Expert>() -> Self {
        Self::read(G::LEVELS).expect("the files are checked by a test")
    }

    /// A level with the manner of its choice; `None` for the last one, which is full strength, and beyond.
    pub(super) fn level(&self, number: u32) -> Option<(Manner, Level)> {
        let at = (number as usize).checked_sub(1)?;
        self.levels.get(at).map(|&level| (self.manner, level))
    }

    /// The part of the full player that the levels below it do without.
    pub(super) fn without(&self) -> Option<&str> {
        self.without.as_deref()
    }

    /// Reads a file: `compare chances` or `compare visits`, perhaps `without` and a part of the player, then a line a
    /// level; `#` begins a comment.
    fn read(text: &str) -> Option<Self> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = lines.filter(|line| !line.is_empty()).peekable();
        let manner = match lines.next()? {
            "compare chances" => Manner::Chances,
            "compare visits" => Manner::Visits,
            _ => return None,
        };
        let without =
            lines.next_if(|line| line.starts_with("without ")).map(|line| line["without ".len()..].to_owned());
        let levels = lines.enumerate().map(|(at, line)| Level::read(at + 1, line)).collect::<Option<_>>()?;
        Some(Self { manner, without, levels })
    }
}

impl Level {
    /// The parameters of a spec that change a level, besides nodes and depth.
    pub(super) const KEYS: [&str; 4] = ["width", "margin", "heat", "sight"];

    /// This level with what a spec changes about it.
    pub(super) fn changed(mut self, spec: &BotSpec) -> Result<Self, BotError> {
        self.nodes = spec.limits.nodes.unwrap_or(self.nodes);
        self.depth = spec.limits.depth.or(self.depth);
        self.width = spec.number("width", self.width as u32, 1..=500)? as usize;
        self.sight = spec.number("sight", self.sight.into(), 0..=100)? as u8;
        self.margin = spec.fraction("margin", self.margin)?;
        self.heat = spec.fraction("heat", self.heat)?;
        Ok(self)
    }

    /// Reads `number nodes depth width margin heat sight`; `-` is no depth.
    fn read(number: usize, line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [own, nodes, depth, width, margin, heat, sight] = words[..] else { return None };
        let level = Self {
            nodes: nodes.parse().ok()?,
            depth: if depth == "-" { None } else { Some(depth.parse().ok()?) },
            width: width.parse().ok()?,
            margin: margin.parse().ok()?,
            heat: heat.parse().ok()?,
            sight: sight.parse().ok()?,
        };
        let sound = level.width > 0 && level.nodes > 0 && level.heat > 0.0 && level.margin >= 0.0 && level.sight <= 100;
        (sound && own.parse() == Ok(number)).then_some(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::LEVELS;

    #[test]
    fn every_game_has_all_levels_but_the_last_and_only_the_first_may_be_blind() {
        let files = [
            ("blockade", <potez_blockade::Game<{ potez_blockade::SMALL }> as Expert>::LEVELS),
            ("havannah", <potez_havannah::Game<potez_havannah::Upto8> as Expert>::LEVELS),
            ("byte", <potez_byte::Game<potez_byte::Eight> as Expert>::LEVELS),
        ];
        for (game, text) in files {
            let ladder = Ladder::read(text).unwrap_or_else(|| panic!("{game}"));
            assert_eq!(ladder.levels.len() as u32, LEVELS.end() - 1, "{game}");
            assert!(ladder.levels[1..].iter().all(|level| level.sight == 100), "{game}");
            assert_eq!(ladder.level(*LEVELS.end()), None, "{game}");
        }
    }

    #[test]
    fn a_file_with_a_wrong_line_is_refused() {
        for text in ["", "compare looks", "compare chances\n2 10 - 1 0 1 100", "compare visits\n1 10 - 1 0 0 100"] {
            assert_eq!(Ladder::read(text), None, "{text}");
        }
    }
}
