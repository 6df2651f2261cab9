//! One search as a job: a position, who thinks, for how long, and what came of it.

use std::time::Duration;

use potez_table::{BotSpec, DynBot, Limits, Line, Message, Proof, Report, Score, Stop, Table, TableMove};
use serde::{Deserialize, Serialize};

/// How often a search tells what it has found so far.
const EVERY: Duration = Duration::from_millis(200);

/// A position to think about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkTask {
    /// Its number in the run.
    pub unit: u64,
    /// The game spec.
    pub game: String,
    /// Where it begins, if not at the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who thinks, as a bot spec.
    pub bot: String,
    /// Milliseconds it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Positions it may visit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies it may look ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// What a bot thinks of a position; without lines while nothing is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The number of the position in the run.
    pub unit: u64,
    /// The candidates, best first.
    pub lines: Vec<ThoughtLine>,
    /// The depth completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds it took.
    pub ms: u64,
}

/// One candidate with its line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThoughtLine {
    /// The value of its first move for the player to move.
    pub score: i32,
    /// The chance to win, 0 to 1.
    pub win_chance: f64,
    /// `win`, `loss` or `draw`, where it is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The moves.
    pub pv: Vec<String>,
    /// The depth of the search below the root.
    pub depth: u32,
    /// The work spent on it.
    pub visits: u64,
}

/// A bot that was made for a task, and what for.
pub(crate) struct KnownBot {
    game: String,
    spec: String,
    bot: Box<dyn DynBot>,
}

impl ThinkTask {
    /// The task of thinking about what stands on a table.
    pub(crate) fn new(unit: u64, table: &dyn Table, bot: &BotSpec, limits: Limits) -> Self {
        Self {
            unit,
            game: table.game(),
            position: table.start(),
            moves: table.moves(),
            bot: bot.to_string(),
            ms: limits.time.map(|time| time.as_millis() as u64),
            nodes: limits.nodes,
            depth: limits.depth,
        }
    }

    fn limits(&self) -> Limits {
        let time = self.ms.map(Duration::from_millis);
        Limits { time, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// Thinks, and tells from time to time what it has; `None` when it is called off. A bot that was made
    /// for the same game and spec goes on with what it knows.
    pub(crate) fn think(
        &self,
        known: &mut Option<KnownBot>,
        stop: &Stop,
        so_far: &mut dyn FnMut(Thought),
    ) -> Result<Option<Thought>, Message> {
        so_far(Thought::nothing(self.unit));
        let mut table = potez_table::open(&self.game, self.position.as_deref())?;
        for mv in &self.moves {
            table.play(mv)?;
        }
        let mut bot = match known.take().filter(|known| known.game == self.game && known.spec == self.bot) {
            Some(known) => known.bot,
            None => table.bot(&self.bot.parse::<BotSpec>()?)?,
        };
        let mut told = stop.now();
        let report = bot.think(table.as_ref(), self.limits(), stop, &mut |report| {
            if stop.now().saturating_sub(told) >= EVERY && !report.lines.is_empty() {
                told = stop.now();
                so_far(Thought::of(self.unit, report));
            }
        })?;
        *known = Some(KnownBot { game: self.game.clone(), spec: self.bot.clone(), bot });
        Ok((!stop.is_raised()).then(|| Thought::of(self.unit, &report)))
    }
}

impl Thought {
    fn nothing(unit: u64) -> Self {
        Self { unit, lines: Vec::new(), depth: 0, nodes: 0, ms: 0 }
    }

    fn of(unit: u64, report: &Report<TableMove>) -> Self {
        let line = |line: &Line<TableMove>| ThoughtLine {
            score: line.score.raw(),
            win_chance: line.win_chance,
            proof: line.proof.map(|proof| proof.word().to_string()),
            pv: line.pv.iter().map(ToString::to_string).collect(),
            depth: line.depth,
            visits: line.visits,
        };
        Self {
            unit,
            lines: report.lines.iter().map(line).collect(),
            depth: report.depth,
            nodes: report.nodes,
            ms: report.time.as_millis() as u64,
        }
    }

    /// The report that it stands for, played through on the table; a sentence if it cannot be true.
    pub(crate) fn report(&self, table: &dyn Table) -> Result<Report<TableMove>, String> {
        let lines: Result<Vec<_>, String> = self.lines.iter().map(|line| line.read(table)).collect();
        let lines = lines?;
        if lines.is_empty() && table.check_running().is_ok() {
            return Err("it names no move".into());
        }
        Ok(Report { lines, depth: self.depth, nodes: self.nodes, time: Duration::from_millis(self.ms) })
    }
}

impl ThoughtLine {
    fn read(&self, table: &dyn Table) -> Result<Line<TableMove>, String> {
        let mut table = table.fork();
        let mut pv = Vec::with_capacity(self.pv.len());
        for text in &self.pv {
            let mv = table.read_move(text).map_err(|message| message.english)?;
            table.play_parts(&mv.parts).map_err(|message| message.english)?;
            pv.push(mv);
        }
        if pv.is_empty() || !(0.0..=1.0).contains(&self.win_chance) {
            return Err("a line without a move or with an impossible chance".into());
        }
        let proofs = [Proof::Win, Proof::Loss, Proof::Draw];
        let read = |word: &String| proofs.into_iter().find(|proof| proof.word() == word).ok_or("an unknown proof");
        let proof = self.proof.as_ref().map(read).transpose()?;
        let score = Score::from_raw(self.score);
        Ok(Line { score, win_chance: self.win_chance, proof, pv, depth: self.depth, visits: self.visits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(moves: &[&str]) -> Box<dyn Table> {
        let mut table = potez_table::open("havannah:size=4", None).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        table
    }

    #[test]
    fn a_report_that_has_travelled_is_the_report_of_the_same_bot_here() {
        let (table, spec) = (table(&["d4", "a1"]), BotSpec { multipv: Some(3), ..BotSpec::new("potez") });
        let limits = Limits::nodes(400);
        let mut here = table.bot(&spec).unwrap();
        let own = here.think(table.as_ref(), limits, &Stop::new(), &mut |_| {}).unwrap();
        let task = ThinkTask::new(3, table.as_ref(), &spec, limits);
        let task: ThinkTask = serde_json::from_str(&serde_json::to_string(&task).unwrap()).unwrap();
        let thought = task.think(&mut None, &Stop::new(), &mut |_| {}).unwrap().unwrap();
        let thought: Thought = serde_json::from_str(&serde_json::to_string(&thought).unwrap()).unwrap();
        let report = thought.report(table.as_ref()).unwrap();
        assert_eq!((report.lines.len(), report.nodes), (3, own.nodes));
        assert_eq!(report.lines, own.lines);
    }

    #[test]
    fn what_the_rules_forbid_is_not_believed() {
        let line = |pv: &[&str], win_chance: f64| ThoughtLine {
            score: 0,
            win_chance,
            proof: None,
            pv: pv.iter().map(ToString::to_string).collect(),
            depth: 1,
            visits: 1,
        };
        let thought = |line| Thought { lines: vec![line], ..Thought::nothing(0) };
        let table = table(&["d4"]);
        assert!(thought(line(&["a1", "a2"], 0.5)).report(table.as_ref()).is_ok());
        for wrong in [line(&["d4"], 0.5), line(&[], 0.5), line(&["a1"], 1.5), line(&["a1", "a1"], 0.5)] {
            assert!(thought(wrong.clone()).report(table.as_ref()).is_err(), "{wrong:?}");
        }
        assert!(Thought::nothing(0).report(table.as_ref()).is_err());
    }
}
