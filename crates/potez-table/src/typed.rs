//! The table of one game: where texts and parts become moves.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use potez_core::notation::spec_value;
use potez_core::{
    ActionSpace, BlockedPart, Description, Ending, Explain, Game, Kind, Message, MovePart, MoveStep, Outcome, PathView,
    PictureOptions, Player, Position, Record, Remark, Setup, View, parts, perft,
};
use potez_engine::bench::{self, Measure};
use potez_engine::proving::LeafProver;
use potez_engine::{BotKind, BotSpec, Contrast, GameEngine, LevelScore, SelfPlaySettings, Solution, levels};
use potez_search::{Limits, Stop};

use crate::bot::{TableBot, TableProver};
use crate::explain::{self, ExplainSettings, Explanation};
use crate::puzzles::{LongestDefence, hold};
use crate::table::{Advice, Diagnostics, MoveEntry};
use crate::{BotDescription, DynBot, DynProver, Table, TableMove};

/// The moves of a game.
type Mv<G> = <<G as Game>::Position as Position>::Move;

/// The table of one game.
#[derive(Clone)]
pub struct TypedTable<G: Game> {
    description: &'static Description,
    pub(crate) record: Record<G>,
    /// The numbers of the moves, once somebody has asked for one.
    pub(crate) actions: OnceLock<Arc<ActionSpace>>,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// At the game's own start.
    Usual,
    /// At a position in the game's notation.
    Position(&'a str),
    /// At an edited board.
    Setup(&'a Setup),
}

impl<G: GameEngine> TypedTable<G> {
    /// A table of a game.
    pub fn open(description: &'static Description, game: G, start: Start) -> Result<Box<dyn Table>, Message> {
        let position = match start {
            Start::Usual => Ok(game.start()),
            Start::Position(text) => game.read_position(text),
            Start::Setup(setup) => game.set_up(setup),
        };
        let position = position.map_err(|error| Message::new(Kind::BadPosition, &error))?;
        Ok(Box::new(Self { description, record: Record::from_position(game, position), actions: OnceLock::new() }))
    }

    /// A move as it crosses the table.
    pub(crate) fn shown(&self, mv: Mv<G>) -> TableMove {
        TableMove { text: mv.to_string(), parts: self.record.game().parts(mv) }
    }

    fn shown_line(&self, line: Vec<Mv<G>>) -> Vec<TableMove> {
        line.into_iter().map(|mv| self.shown(mv)).collect()
    }

    /// The legal move of these parts.
    fn assembled(&self, parts: &[MovePart]) -> Result<Mv<G>, Message> {
        self.check_running()?;
        let game = self.record.game();
        self.checked(game.assemble(parts).ok_or_else(|| Self::not_whole(game, parts))?)
    }

    /// The moves of a line, which need not be legal.
    fn assembled_line(&self, line: &[TableMove]) -> Result<Vec<Mv<G>>, Message> {
        let game = self.record.game();
        line.iter().map(|mv| game.assemble(&mv.parts).ok_or_else(|| Self::not_whole(game, &mv.parts))).collect()
    }

    fn not_whole(game: &G, parts: &[MovePart]) -> Message {
        Message::new(Kind::BadMove, &NotAMove { text: game.spell(parts) })
    }

    fn checked(&self, mv: Mv<G>) -> Result<Mv<G>, Message> {
        self.record.position().check(mv).map_err(|illegal| Message::new(Kind::IllegalMove, &illegal))?;
        Ok(mv)
    }
}

/// Parts that do not make a whole move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a whole move")]
struct NotAMove {
    text: String,
}

impl Explain for NotAMove {
    fn code(&self) -> &'static str {
        "not-a-whole-move"
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![("text", self.text.clone())]
    }
}

impl<G: GameEngine> Table for TypedTable<G> {
    fn description(&self) -> &'static Description {
        self.description
    }

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

    fn start(&self) -> Option<String> {
        let start = self.record.start();
        (*start != self.record.game().start()).then(|| start.to_string())
    }

    fn moves(&self) -> Vec<String> {
        self.record.moves().map(|mv| mv.to_string()).collect()
    }

    fn undo(&mut self) -> bool {
        self.record.undo()
    }

    fn redo(&mut self) -> bool {
        self.record.redo()
    }

    fn ending(&self) -> Option<Ending> {
        self.record.ending()
    }

    fn end(&mut self, ending: Ending) {
        self.record.end(ending);
    }

    fn view(&self) -> View {
        self.record.game().view(self.record.position(), self.record.last())
    }

    fn draw(&self, options: &PictureOptions) -> String {
        left_out_of_modules();
        self.record.game().draw(self.record.position(), self.record.last(), options)
    }

    fn option_value(&self, key: &str) -> Option<String> {
        let option = self.description.options.iter().find(|option| option.key == key)?;
        let spec = self.game();
        let given = || spec_value(&spec, key).map(String::from);
        self.record.game().derived_option(key).or_else(given).or_else(|| Some(option.default.into()))
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}

impl<G: GameEngine> MoveEntry for TypedTable<G> {
    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.record.legal_moves(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn count_legal(&self) -> u64 {
        if self.record.is_over() { 0 } else { self.record.position().count_moves() }
    }

    fn played(&self) -> Vec<TableMove> {
        self.record.moves().map(|mv| self.shown(mv)).collect()
    }

    fn read_move(&self, text: &str) -> Result<TableMove, Message> {
        self.check_running()?;
        let (game, pos) = (self.record.game(), self.record.position());
        let mv = game.read_move(pos, text).map_err(|error| error.message())?;
        Ok(self.shown(self.checked(mv)?))
    }

    fn write_in(&self, notation: &str, mv: &[MovePart]) -> Result<String, Message> {
        let game = self.record.game();
        let mv = game.assemble(mv).ok_or_else(|| Self::not_whole(game, mv))?;
        Ok(game.write_in(notation, mv))
    }

    fn read_in(&self, notation: &str, text: &str) -> Result<TableMove, Message> {
        self.check_running()?;
        let (game, pos) = (self.record.game(), self.record.position());
        let mv = game.read_in(notation, pos, text).map_err(|error| error.message())?;
        Ok(self.shown(self.checked(mv)?))
    }

    fn play(&mut self, text: &str) -> Result<String, Message> {
        self.record.play_text(text).map(|mv| mv.to_string()).map_err(|error| error.message())
    }

    fn play_parts(&mut self, parts: &[MovePart]) -> Result<String, Message> {
        let mv = self.assembled(parts)?;
        self.record.play(mv).map(|()| mv.to_string()).map_err(|error| error.message())
    }

    fn step(&self, chosen: &[MovePart]) -> MoveStep {
        // Only the record knows that a game has ended by repetition or by a player's will.
        if self.record.is_over() {
            return MoveStep::default();
        }
        parts::step(self.record.game(), self.record.position(), chosen)
    }

    fn step_typed(&self, text: &str) -> MoveStep {
        if self.record.is_over() {
            return MoveStep::default();
        }
        parts::read(self.record.game(), self.record.position(), text)
    }

    fn blocked(&self, step: &MoveStep) -> Vec<BlockedPart> {
        if self.record.is_over() {
            return Vec::new();
        }
        parts::blocked(self.record.game(), self.record.position(), step)
    }
}

/// Everything behind a table is in every build, whether somebody asks for it or not. What a module for browsers has
/// no question for begins with this, and the compiler drops the rest there: a sixth of the module.
#[inline]
pub(crate) fn left_out_of_modules() {
    if cfg!(target_family = "wasm") {
        unreachable!("this is not part of a module for browsers");
    }
}

impl<G: GameEngine> Advice for TypedTable<G> {
    fn check_bot(&self, spec: &BotSpec) -> Result<(), Message> {
        levels::configure(self.record.game(), spec)?;
        Ok(())
    }

    fn bots(&self) -> Vec<BotDescription> {
        let bot = |kind: &BotKind<G>| BotDescription { name: kind.name, own: kind.keys, keys: levels::keys(kind) };
        G::BOTS.iter().map(bot).collect()
    }

    fn level_scores(&self) -> Vec<LevelScore> {
        levels::scores::<G>()
    }

    fn bot(&self, spec: &BotSpec) -> Result<Box<dyn DynBot>, Message> {
        let bot = levels::configure(self.record.game(), spec)?.build();
        Ok(Box::new(TableBot { bot, limits: spec.limits }))
    }

    fn explain_search(&self, spec: &BotSpec, settings: &ExplainSettings, stop: &Stop) -> Result<Explanation, Message> {
        left_out_of_modules();
        explain::explain(self, spec, settings, stop)
    }

    fn solve(&self, limits: Limits, stop: &Stop) -> Solution<TableMove> {
        if self.record.is_over() {
            return Solution { proof: None, pv: Vec::new(), plies: None, nodes: 0, time: Duration::ZERO };
        }
        self.record.game().solve(&self.record, limits, stop).map(|&mv| self.shown(mv))
    }

    fn longest_defence(&self, limits: Limits, stop: &Stop) -> Option<LongestDefence<TableMove>> {
        left_out_of_modules();
        let LongestDefence { line, others } = hold::longest(&self.record, limits, stop)?;
        Some(LongestDefence { line: self.shown_line(line), others })
    }

    fn fastest_win(&self, limits: Limits, stop: &Stop) -> Option<Vec<TableMove>> {
        hold::fastest_win(&self.record, limits, stop).map(|line| self.shown_line(line))
    }

    fn self_play(&self, settings: &SelfPlaySettings<'_>, stop: &Stop) -> Result<Option<String>, Message> {
        left_out_of_modules();
        Ok(self.record.game().self_play(settings, stop)?)
    }

    fn leaf_prover(&self, memory_mib: usize) -> Option<Arc<dyn LeafProver>> {
        left_out_of_modules();
        self.record.game().leaf_prover(memory_mib)
    }

    fn prover(&self) -> Box<dyn DynProver> {
        Box::new(TableProver { prover: self.record.game().prover() })
    }

    fn shipped_puzzles(&self) -> &'static str {
        G::PUZZLES
    }

    fn shipped_book(&self) -> &'static [u8] {
        G::BOOK
    }

    fn balanced_openings(&self) -> &'static str {
        G::BALANCED_OPENINGS
    }

    fn themes(&self, line: &[TableMove], asked: usize) -> Result<Vec<&'static str>, Message> {
        self.check_running()?;
        Ok(self.record.game().themes(&self.record, &self.assembled_line(line)?, asked))
    }

    fn remarks(&self, mv: &[MovePart]) -> Result<Vec<Remark>, Message> {
        let mv = self.assembled(mv)?;
        Ok(self.record.game().remarks(&self.record, mv))
    }

    fn remarks_line(&self, line: &[TableMove]) -> Result<Vec<Vec<Remark>>, Message> {
        let mut table = self.clone();
        let mut all = Vec::new();
        for mv in line {
            all.push(table.remarks(&mv.parts)?);
            table.play_parts(&mv.parts)?;
        }
        Ok(all)
    }

    fn contrast(&self, played: &[TableMove], better: &[TableMove]) -> Result<Contrast, Message> {
        self.check_running()?;
        let (played, better) = (self.assembled_line(played)?, self.assembled_line(better)?);
        Ok(self.record.game().contrast(&self.record, &played, &better))
    }

    fn ways(&self) -> Option<Vec<String>> {
        self.record.game().ways(self.record.position())
    }

    fn paths(&self) -> Option<Vec<PathView>> {
        self.record.game().paths(self.record.position())
    }
}

impl<G: GameEngine> Diagnostics for TypedTable<G> {
    fn canonical_key(&self) -> u64 {
        self.record.game().canonical_key(self.record.position())
    }

    fn canonical_keys(&self) -> Vec<u64> {
        self.record.positions().map(|position| self.record.game().canonical_key(position)).collect()
    }

    fn moves_to(&self, is_wanted: &dyn Fn(u64) -> bool) -> Vec<(TableMove, u64)> {
        let (game, position) = (self.record.game(), self.record.position());
        let mut moves = Vec::new();
        self.record.legal_moves(&mut moves);
        let keyed = moves.into_iter().map(|mv| {
            let mut after = position.clone();
            after.play(mv);
            (mv, game.canonical_key(&after))
        });
        keyed.filter(|&(_, key)| is_wanted(key)).map(|(mv, key)| (self.shown(mv), key)).collect()
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

    fn signature(&self) -> u32 {
        bench::signature(self.record.game())
    }

    fn bench(&self, depth: u32, each: &mut dyn FnMut(Measure)) {
        left_out_of_modules();
        bench::measure(self.record.game(), depth, each);
    }
}
