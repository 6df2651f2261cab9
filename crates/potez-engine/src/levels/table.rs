//! The table of a game's levels, read from its file.

use crate::{BotError, BotSpec, GameEngine};

/// By what the lines of a search are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    /// By their chances to win: searches that give every line an exact value.
    WinChance,
    /// By their visits: Monte-Carlo trees, where the value after few visits means little.
    Visits,
}

/// How a level plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Level {
    /// Nodes per move.
    pub(super) nodes: u64,
    /// The largest depth in plies, in searches that have one.
    pub(super) depth: Option<u32>,
    /// Moves that may be sampled at most.
    pub(super) width: usize,
    /// How far behind the best a move may be.
    pub(super) margin: f64,
    /// At this distance behind the best a move is sampled e times more rarely.
    pub(super) temperature: f64,
    /// The percentage of moves at which wins and losses with the next move are seen, whatever the
    /// search says.
    pub(super) tactics_percent: u8,
}

/// What a level won against the one below it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelScore {
    /// The level.
    pub level: u32,
    /// Its share of the points in percent.
    pub percent: f64,
    /// In how many games.
    pub games: u32,
}

/// The levels of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LevelTable {
    comparison: Comparison,
    /// The part of the full player that the levels omit.
    without: Option<String>,
    levels: Vec<Level>,
    /// What each level won against the one below it, from the second on.
    scores: Vec<LevelScore>,
}

impl LevelTable {
    /// The levels of a game.
    pub(super) fn of<G: GameEngine>() -> Self {
        // The text is compiled in: it is right for every user or for none.
        Self::read(G::LEVELS).expect("the files are checked by a test")
    }

    /// A level and how its lines are compared; `None` for the last one, which is full strength, and
    /// beyond.
    pub(super) fn level(&self, number: u32) -> Option<(Comparison, Level)> {
        let at = (number as usize).checked_sub(1)?;
        self.levels.get(at).map(|&level| (self.comparison, level))
    }

    /// The part of the full player that the levels below it omit.
    pub(super) fn without(&self) -> Option<&str> {
        self.without.as_deref()
    }

    /// What each level won against the one below it, from the second on.
    pub(super) fn scores(&self) -> &[LevelScore] {
        &self.scores
    }

    /// Reads a file: `compare chances` or `compare visits`, perhaps `without` and a part of the
    /// player, then one line per level, then one `score` per level from the second on; `#` begins a
    /// comment.
    fn read(text: &str) -> Option<Self> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = lines.filter(|line| !line.is_empty()).peekable();
        let comparison = match lines.next()? {
            "compare chances" => Comparison::WinChance,
            "compare visits" => Comparison::Visits,
            _ => return None,
        };
        let without =
            lines.next_if(|line| line.starts_with("without ")).map(|line| line["without ".len()..].to_owned());
        let (scores, levels): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("score "));
        let levels = levels.iter().enumerate().map(|(at, line)| Level::read(at + 1, line)).collect::<Option<_>>()?;
        let scores =
            scores.iter().zip(2..).map(|(line, level)| LevelScore::read(level, line)).collect::<Option<_>>()?;
        Some(Self { comparison, without, levels, scores })
    }
}

impl LevelScore {
    /// Reads `score LEVEL PERCENT GAMES`; a number out of order is a line lost.
    fn read(level: u32, line: &str) -> Option<Self> {
        let mut fields = line.split_whitespace().skip(1);
        let own: u32 = fields.next()?.parse().ok()?;
        let score = Self { level, percent: fields.next()?.parse().ok()?, games: fields.next()?.parse().ok()? };
        let is_sound = own == level && (0.0..=100.0).contains(&score.percent) && score.games > 0;
        (is_sound && fields.next().is_none()).then_some(score)
    }
}

impl Level {
    /// The parameters of a spec that change a level, besides nodes and depth. Users have written
    /// them into records and scripts, so they keep their names: `heat` is the temperature, `sight`
    /// the percentage of tactics seen.
    pub(super) const KEYS: [&str; 4] = ["width", "margin", "heat", "sight"];

    /// This level with what a spec changes about it.
    pub(super) fn with_changes(mut self, spec: &BotSpec) -> Result<Self, BotError> {
        self.nodes = spec.limits.nodes.unwrap_or(self.nodes);
        // What the spec says replaces the level's own number, so that one number can be varied at a
        // time.
        self.depth = spec.limits.depth.or(self.depth);
        self.width = spec.number("width", self.width as u32, 1..=500)? as usize;
        self.tactics_percent = spec.number("sight", self.tactics_percent.into(), 0..=100)? as u8;
        self.margin = spec.fraction("margin", self.margin)?;
        self.temperature = spec.fraction("heat", self.temperature)?;
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
            temperature: heat.parse().ok()?,
            tactics_percent: sight.parse().ok()?,
        };
        let is_sound = level.width > 0 && level.nodes > 0 && level.temperature > 0.0;
        let is_sound = is_sound && level.margin >= 0.0 && level.tactics_percent <= 100;
        // Lines are numbered for the reader; a number out of order is a line lost.
        (is_sound && own.parse() == Ok(number)).then_some(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::LEVELS;

    #[test]
    fn every_game_has_all_levels_but_the_last_and_only_the_first_may_be_blind() {
        let files = [
            ("blockade", <potez_blockade::Game<{ potez_blockade::SMALL }> as GameEngine>::LEVELS),
            ("havannah", <potez_havannah::Game<potez_havannah::Upto8> as GameEngine>::LEVELS),
            ("byte", <potez_byte::Game<potez_byte::Eight> as GameEngine>::LEVELS),
        ];
        for (game, text) in files {
            let table = LevelTable::read(text).unwrap_or_else(|| panic!("{game}"));
            assert_eq!(table.levels.len() as u32, LEVELS.end() - 1, "{game}");
            assert!(table.levels[1..].iter().all(|level| level.tactics_percent == 100), "{game}");
            assert_eq!(table.level(*LEVELS.end()), None, "{game}");
        }
    }

    #[test]
    fn the_scores_of_levels_are_those_of_the_notebook() {
        let notebook = include_str!("../../../../docs/notebook/levels.md");
        let files = [
            ("Havannah, size 8", <potez_havannah::Game<potez_havannah::Upto8> as GameEngine>::LEVELS),
            ("Byte, 8 × 8", <potez_byte::Game<potez_byte::Eight> as GameEngine>::LEVELS),
            ("Blockade, 11 × 14", <potez_blockade::Game<{ potez_blockade::SMALL }> as GameEngine>::LEVELS),
        ];
        for (title, text) in files {
            let table = notebook.split("\n## ").find(|part| part.starts_with(title)).unwrap();
            let scores = LevelTable::read(text).unwrap().scores;
            assert_eq!(scores.len() as u32, LEVELS.end() - 1, "{title}");
            for LevelScore { level, percent, games } in scores {
                let row = format!("| {level} | {} | {games} | {percent:.1} % |", level - 1);
                assert!(table.contains(&row), "{title}: {row}");
            }
        }
    }

    #[test]
    fn a_file_with_a_wrong_line_is_refused() {
        let good = "compare chances\n1 10 - 1 0 1 100";
        assert!(LevelTable::read(&format!("{good}\nscore 2 60.5 100")).is_some());
        for score in ["score 3 60 100", "score 2 160 100", "score 2 60", "score 2 60 0", "score 2 60 10 1"] {
            assert_eq!(LevelTable::read(&format!("{good}\n{score}")), None, "{score}");
        }
        for text in ["", "compare looks", "compare chances\n2 10 - 1 0 1 100", "compare visits\n1 10 - 1 0 0 100"] {
            assert_eq!(LevelTable::read(text), None, "{text}");
        }
    }
}
