use std::any::Any;

use potez_core::{Game, Ink, Kind, Message, Outcome, Player, Position, Record, Remark, Style, View, perft};
use potez_search::{Limits, Report, Stop};

use crate::bench::{self, Measure};
use crate::{BotSpec, Expert, Solution, levels};

/// A game on the table, whatever game it is: text in, text out.
///
/// Command line, terminal, web, protocols and matches all talk to this; everything below it is monomorphised.
pub trait Table: Send {
    /// The game spec.
    fn game(&self) -> String;
    /// The player to move.
    fn turn(&self) -> Player;
    /// The number of moves played.
    fn ply(&self) -> usize;
    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The code of the reason, if the game is over.
    fn reason(&self) -> Option<String>;
    /// Fails when the game is over.
    fn check_running(&self) -> Result<(), Message>;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// A key that positions share when a symmetry of the board maps one onto the other.
    fn canonical_key(&self) -> u64;
    /// The position at the start, if it is not the game's own.
    fn start(&self) -> Option<String>;
    /// The legal moves, sorted as texts.
    fn legal(&self) -> Vec<String>;
    /// The number of legal moves.
    fn count_legal(&self) -> u64;
    /// The moves played.
    fn moves(&self) -> Vec<String>;
    /// Reads a move in any accepted notation and plays it; returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, Message>;
    /// Takes back the last move.
    fn undo(&mut self) -> bool;
    /// Plays again what was taken back last.
    fn redo(&mut self) -> bool;
    /// The player gives up.
    fn resign(&mut self, player: Player);
    /// The board as data.
    fn view(&self) -> View;
    /// The board in text.
    fn picture(&self, style: Style, ink: Ink) -> String;
    /// The shortest ways of every piece to every goal, a sentence each, in games that have such a thing.
    fn ways(&self) -> Option<Vec<String>>;
    /// What a legal move does in the present position, in the terms of the game, the most important first: four
    /// remarks at most.
    fn remarks(&self, mv: &str) -> Result<Vec<Remark>, Message>;
    /// The remarks on every move of a line that begins here, move by move.
    fn remarks_line(&self, line: &[String]) -> Result<Vec<Vec<Remark>>, Message> {
        let mut table = self.fork();
        let mut all = Vec::new();
        for mv in line {
            all.push(table.remarks(mv)?);
            table.play(mv)?;
        }
        Ok(all)
    }
    /// Move sequences of exactly this length.
    fn perft(&self, depth: u32, threads: usize) -> u64;
    /// Perft by first move, sorted as texts. `depth` must be at least 1.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;
    /// A bot that can play at this table and at every other of the same game spec.
    fn bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot>, Message>;
    /// Tries to prove who wins; nothing is proven of a game that is over.
    fn solve(&self, limits: Limits, stop: &Stop) -> Solution<String>;
    /// Measures the speed of everything that has one, see the module `bench`.
    fn bench(&self, depth: u32, each: &mut dyn FnMut(Measure));
    /// Another table with the same game and history.
    fn fork(&self) -> Box<dyn Table>;
    /// For a bot to find the record behind the texts.
    fn as_any(&self) -> &dyn Any;
}

/// A player that thinks: it keeps what it has learnt from move to move.
pub trait Bot: Send {
    /// Thinks about the position on the table and reports, best line first.
    ///
    /// Time or nodes in the bot's own spec replace these limits; a depth in its spec comes on top of them.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<String>),
    ) -> Report<String>;

    /// Forgets everything learnt: a new game begins.
    fn forget(&mut self);
}

/// The table of one game.
#[derive(Clone)]
pub(crate) struct TableOf<G: Game> {
    pub(crate) record: Record<G>,
}

impl<G: Expert> TableOf<G> {
    /// A table at the game's start or at a given position.
    pub(crate) fn open(game: G, position: Option<&str>) -> Result<Box<dyn Table>, Message> {
        let start = match position {
            None => game.start(),
            Some(text) => game.read_position(text).map_err(|error| Message::new(Kind::BadPosition, &error))?,
        };
        Ok(Box::new(Self { record: Record::from_position(game, start) }))
    }
}

impl<G: Expert> Table for TableOf<G> {
    fn game(&self) -> String {
        self.record.game().to_string()
    }

    fn turn(&self) -> Player {
        self.record.position().turn()
    }

    fn ply(&self) -> usize {
        self.record.ply()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn reason(&self) -> Option<String> {
        self.record.reason()
    }

    fn check_running(&self) -> Result<(), Message> {
        self.record.check_running().map_err(|error| error.message())
    }

    fn position(&self) -> String {
        self.record.position().to_string()
    }

    fn canonical_key(&self) -> u64 {
        let position = self.record.position();
        self.record.game().images(position).iter().map(Position::key).min().unwrap_or_else(|| position.key())
    }

    fn start(&self) -> Option<String> {
        let start = self.record.start();
        (*start != self.record.game().start()).then(|| start.to_string())
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.record.legal_moves(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn count_legal(&self) -> u64 {
        if self.outcome().is_some() { 0 } else { self.record.position().count_moves() }
    }

    fn moves(&self) -> Vec<String> {
        self.record.moves().map(|mv| mv.to_string()).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, Message> {
        self.record.play_text(text).map(|mv| mv.to_string()).map_err(|error| error.message())
    }

    fn undo(&mut self) -> bool {
        self.record.undo()
    }

    fn redo(&mut self) -> bool {
        self.record.redo()
    }

    fn resign(&mut self, player: Player) {
        self.record.resign(player);
    }

    fn view(&self) -> View {
        self.record.game().view(self.record.position(), self.record.last())
    }

    fn picture(&self, style: Style, ink: Ink) -> String {
        self.record.game().picture(self.record.position(), self.record.last(), style, ink)
    }

    fn ways(&self) -> Option<Vec<String>> {
        self.record.game().ways(self.record.position())
    }

    fn remarks(&self, mv: &str) -> Result<Vec<Remark>, Message> {
        self.check_running()?;
        let (game, pos) = (self.record.game(), self.record.position());
        let mv = game.read_move(pos, mv).map_err(|error| error.message())?;
        pos.check(mv).map_err(|illegal| Message::new(Kind::IllegalMove, &illegal))?;
        Ok(game.remarks(&self.record, mv))
    }

    fn perft(&self, depth: u32, threads: usize) -> u64 {
        // A single thread and short depths need no division of labour.
        if threads <= 1 || depth <= 1 {
            return perft::perft(self.record.position(), depth);
        }
        perft::divide(self.record.position(), depth, threads).iter().map(|(_, nodes)| nodes).sum()
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        let mut parts: Vec<(String, u64)> = perft::divide(self.record.position(), depth, threads)
            .into_iter()
            .map(|(mv, nodes)| (mv.to_string(), nodes))
            .collect();
        parts.sort_unstable();
        parts
    }

    fn bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot>, Message> {
        let mind = levels::mind(self.record.game(), spec)?;
        Ok(Box::new(Seated { mind, limits: spec.limits }))
    }

    fn solve(&self, limits: Limits, stop: &Stop) -> Solution<String> {
        if self.record.outcome().is_some() {
            return Solution { proof: None, pv: Vec::new(), plies: None, nodes: 0, time: std::time::Duration::ZERO };
        }
        self.record.game().solve(&self.record, limits, stop).map(ToString::to_string)
    }

    fn bench(&self, depth: u32, each: &mut dyn FnMut(Measure)) {
        bench::measure(self.record.game(), depth, each);
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The moves of a game.
type Mv<G> = <<G as Game>::Position as Position>::Move;

/// A bot of one game: what an [`Expert`] makes from a spec.
pub trait Mind<G: Game>: Send {
    /// Thinks about the present position of the record. It is called only while the game goes on.
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Mv<G>>),
    ) -> Report<Mv<G>>;

    /// Forgets everything learnt: a new game begins.
    fn forget(&mut self) {}
}

/// A mind behind the texts of a table.
struct Seated<G: Game> {
    mind: Box<dyn Mind<G>>,
    limits: Limits,
}

impl<G: Expert> Bot for Seated<G> {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let table =
            table.as_any().downcast_ref::<TableOf<G>>().expect("a bot plays at tables of the game it was made for");
        if table.record.outcome().is_some() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0, time: std::time::Duration::ZERO };
        }
        let limits = merged(self.limits, limits);
        let text = |report: &Report<_>| report.map(ToString::to_string);
        let report = self.mind.think(&table.record, limits, stop, &mut |report| on_info(&text(report)));
        text(&report)
    }

    fn forget(&mut self) {
        self.mind.forget();
    }
}

/// A bot's own time or nodes replace what it is given; its own depth comes on top.
fn merged(own: Limits, given: Limits) -> Limits {
    if own.time.is_some() || own.nodes.is_some() {
        return own;
    }
    Limits { depth: own.depth.or(given.depth), ..given }
}
