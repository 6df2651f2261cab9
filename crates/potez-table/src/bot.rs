//! Bots behind the table: what interfaces see of a player that thinks.

use std::any::Any;
use std::time::Duration;

use potez_core::{Explain, Game, Kind, Message, Position};
use potez_engine::{Bot, GameEngine, Prover, Solution};
use potez_search::{Limits, Report, Stop};

use crate::typed::TypedTable;
use crate::{Table, TableMove};

/// A player that thinks: it keeps what it has learnt from move to move.
pub trait DynBot: Send {
    /// Thinks about the position on the table and reports, best line first. An error if the table
    /// is one of another game.
    ///
    /// Time or nodes in the bot's own spec replace these limits; a depth in its spec comes on top
    /// of them.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<TableMove>),
    ) -> Result<Report<TableMove>, Message>;

    /// Forgets everything learnt: a new game begins.
    fn forget(&mut self);
}

/// A solver that may keep what it has proven from one position of a game to the next.
pub trait DynProver: Send {
    /// Tries to prove who wins in the position on the table; nothing is proven of a game that is over.
    /// An error if the table is one of another game.
    fn solve(&mut self, table: &dyn Table, limits: Limits, stop: &Stop) -> Result<Solution<TableMove>, Message>;
}

/// A solver of one game behind the table.
pub(crate) struct TableProver<G: Game> {
    pub(crate) prover: Box<dyn Prover<G>>,
}

impl<G: GameEngine> DynProver for TableProver<G> {
    fn solve(&mut self, table: &dyn Table, limits: Limits, stop: &Stop) -> Result<Solution<TableMove>, Message> {
        let any: &dyn Any = table;
        let Some(table) = any.downcast_ref::<TypedTable<G>>() else {
            return Err(Message::new(Kind::BadRequest, &WrongTable { game: table.game() }));
        };
        if table.record.is_over() {
            return Ok(Solution { proof: None, pv: Vec::new(), plies: None, nodes: 0, time: Duration::ZERO });
        }
        Ok(self.prover.solve(&table.record, limits, stop).map(|&mv| table.shown(mv)))
    }
}

/// A bot by its name and the parameters that its specs may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotDescription {
    /// The name.
    pub name: &'static str,
    /// The keys of the parameters that it alone has.
    pub own: &'static [&'static str],
    /// The keys of all its parameters, its own before those that all bots have.
    pub keys: Vec<&'static str>,
}

/// A bot of one game behind the table.
pub(crate) struct TableBot<G: Game> {
    pub(crate) bot: Box<dyn Bot<G>>,
    pub(crate) limits: Limits,
}

/// A bot was asked about a game that it was not made for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this bot was made for another game than `{game}`")]
struct WrongTable {
    game: String,
}

impl Explain for WrongTable {
    fn code(&self) -> &'static str {
        "bot-wrong-table"
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![("game", self.game.clone())]
    }
}

impl<G: GameEngine> DynBot for TableBot<G> {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<TableMove>),
    ) -> Result<Report<TableMove>, Message> {
        let any: &dyn Any = table;
        let Some(table) = any.downcast_ref::<TypedTable<G>>() else {
            return Err(Message::new(Kind::BadRequest, &WrongTable { game: table.game() }));
        };
        if table.record.is_over() {
            return Ok(Report { lines: Vec::new(), depth: 0, nodes: 0, time: Duration::ZERO });
        }
        let limits = merged(self.limits, limits);
        let position = table.record.position();
        let shown = |report: &Report<_>| without_false_certainty(position, report.clone()).map(|&mv| table.shown(mv));
        let report = self.bot.think(&table.record, limits, stop, &mut |report| on_info(&shown(report)));
        Ok(shown(&report))
    }

    fn forget(&mut self) {
        self.bot.forget();
    }
}

/// The highest chance of a win that is not proven.
const SUREST: f64 = 0.98;

/// An estimate is a guess, however large its score: only what is proven, or seen when the move is
/// played, comes near to certainty.
fn without_false_certainty<P: Position>(position: &P, mut report: Report<P::Move>) -> Report<P::Move> {
    let ends = |mv: P::Move| {
        let mut after = position.clone();
        after.play(mv);
        after.outcome().is_some()
    };
    for line in report.lines.iter_mut().filter(|line| line.proof.is_none() && !ends(line.mv())) {
        line.win_chance = line.win_chance.clamp(1.0 - SUREST, SUREST);
    }
    report
}

/// A bot's own time or nodes replace what it is given; its own depth comes on top.
fn merged(own: Limits, given: Limits) -> Limits {
    if own.time.is_some() || own.nodes.is_some() {
        return own;
    }
    Limits { depth: own.depth.or(given.depth), ..given }
}
