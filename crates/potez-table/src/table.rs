//! A game on the table, whatever game it is.
//!
//! Command line, terminal, web, protocols and matches all talk to [`Table`]; everything below it is
//! monomorphised. What not everybody needs stands in traits of its own: [`MoveEntry`], [`Advice`],
//! [`Diagnostics`] and [`Learning`].

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use potez_core::{
    BlockedPart, Description, Ending, Ink, Message, MovePart, MoveParts, MoveStep, Outcome, PathView, PictureOptions,
    Player, Remark, Style, View,
};
use potez_engine::bench::Measure;
use potez_engine::proving::LeafProver;
use potez_engine::{BotSpec, Contrast, LevelScore, SelfPlaySettings, Solution};
use potez_search::{Limits, Stop};

use crate::explain::{ExplainSettings, Explanation};
use crate::puzzles::LongestDefence;
use crate::{BotDescription, DynBot, DynProver, Learning};

/// A game on the table: where it stands, what was played, and how it goes on.
pub trait Table: Any + Send + Sync + MoveEntry + Advice + Diagnostics + Learning {
    /// What the game says of itself.
    fn description(&self) -> &'static Description;
    /// The game spec.
    fn game(&self) -> String;
    /// The player to move.
    fn turn(&self) -> Player;
    /// The number of moves played.
    fn ply(&self) -> usize;
    /// The result, if the game is over and was not called off.
    fn outcome(&self) -> Option<Outcome>;
    /// The code of the reason, if the game is over.
    fn reason(&self) -> Option<String>;
    /// Fails when the game is over.
    fn check_running(&self) -> Result<(), Message>;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// The position at the start, if it is not the game's own.
    fn start(&self) -> Option<String>;
    /// The texts of the moves played.
    fn moves(&self) -> Vec<String>;
    /// Takes back the last move.
    fn undo(&mut self) -> bool;
    /// Plays again what was taken back last.
    fn redo(&mut self) -> bool;
    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending>;
    /// The game ends other than on the board; nothing happens once it is over.
    fn end(&mut self, ending: Ending);
    /// The board as data.
    fn view(&self) -> View;
    /// The board in text.
    fn draw(&self, options: &PictureOptions) -> String;
    /// The board in text with nothing but the usual on it.
    fn picture(&self, style: Style, ink: Ink) -> String {
        self.draw(&PictureOptions::new(style, ink))
    }
    /// The value that an option of the game has here, given or not.
    fn option_value(&self, key: &str) -> Option<String>;
    /// Another table with the same game and history.
    fn fork(&self) -> Box<dyn Table>;
}

/// A move as it crosses the table: its canonical text and its parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TableMove {
    /// The canonical text.
    pub text: String,
    /// What a player would choose, one after the other.
    pub parts: MoveParts,
}

impl fmt::Display for TableMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A move is the one that its canonical text names.
impl PartialEq<&str> for TableMove {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

/// Outside the program a move is its text.
impl serde::Serialize for TableMove {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// Moves come in: as texts, or part by part.
pub trait MoveEntry {
    /// The legal moves as texts, sorted.
    fn legal(&self) -> Vec<String>;
    /// The number of legal moves.
    fn count_legal(&self) -> u64;
    /// The moves played, with their parts.
    fn played(&self) -> Vec<TableMove>;
    /// Reads a legal move in any accepted notation.
    fn read_move(&self, text: &str) -> Result<TableMove, Message>;
    /// A move, given by its parts, in a notation of others.
    fn write_in(&self, notation: &str, mv: &[MovePart]) -> Result<String, Message>;
    /// Reads a legal move in a notation of others.
    fn read_in(&self, notation: &str, text: &str) -> Result<TableMove, Message>;
    /// Reads a move in any accepted notation and plays it; returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, Message>;
    /// Plays the move of these parts; returns its canonical text.
    fn play_parts(&mut self, parts: &[MovePart]) -> Result<String, Message>;
    /// What can come next after some parts of a move. They are taken as far as some legal move has
    /// them.
    fn step(&self, chosen: &[MovePart]) -> MoveStep;
    /// How far a text has come that is being typed.
    fn step_typed(&self, text: &str) -> MoveStep;
    /// The parts that a player might try next and may not, with the rules' own reasons.
    fn blocked(&self, step: &MoveStep) -> Vec<BlockedPart>;
}

/// What the engine has to say.
pub trait Advice {
    /// Checks that a bot can play this game, without building it.
    fn check_bot(&self, spec: &BotSpec) -> Result<(), Message>;
    /// The bots that play this game, with their parameters.
    fn bots(&self) -> Vec<BotDescription>;
    /// What each level won against the one below it, from the second on, on the usual board.
    fn level_scores(&self) -> Vec<LevelScore>;
    /// A bot that can play at this table and at every other of the same game spec.
    fn bot(&self, spec: &BotSpec) -> Result<Box<dyn DynBot>, Message>;
    /// Records how a bot searches the position on the table, and the same search without its
    /// techniques. An error if the bot does not search or the game is over.
    fn explain_search(&self, spec: &BotSpec, settings: &ExplainSettings, stop: &Stop) -> Result<Explanation, Message>;
    /// Tries to prove who wins; nothing is proven of a game that is over.
    fn solve(&self, limits: Limits, stop: &Stop) -> Solution<TableMove>;
    /// Plays a game against itself from the start of this game spec, for training: a line of text that the training
    /// of the game reads, or `None` when it is called off. An error where nothing is trained.
    fn self_play(&self, settings: &SelfPlaySettings<'_>, stop: &Stop) -> Result<Option<String>, Message>;
    /// The move of a lost position that alone holds out longest. `None` where none does so alone, or where that is
    /// not found within the limits.
    fn longest_defence(&self, limits: Limits, stop: &Stop) -> Option<LongestDefence<TableMove>>;
    /// The fastest win that the player to move can force, if it is short; `None` where none is found.
    fn fastest_win(&self, limits: Limits, stop: &Stop) -> Option<Vec<TableMove>>;
    /// A solver for this position and for every other of the same game spec.
    fn prover(&self) -> Box<dyn DynProver>;
    /// A solver for the leaves of a proof of this game, with a table of this many mebibytes; `None` where nothing is
    /// known of such proofs.
    fn leaf_prover(&self, memory_mib: usize) -> Option<Arc<dyn LeafProver>>;
    /// The puzzles that come with the game, as `puzzles` reads them.
    fn shipped_puzzles(&self) -> &'static str;
    /// The book that comes with the game, as `book` reads it; empty where it was left out.
    fn shipped_book(&self) -> &'static [u8];
    /// Openings of the usual board after which neither player is ahead, one per line.
    fn balanced_openings(&self) -> &'static str;
    /// What a puzzle with this proven line is about, in the terms of the game, the most telling first.
    /// The first `asked` moves of the player to move must be found.
    fn themes(&self, line: &[TableMove], asked: usize) -> Result<Vec<&'static str>, Message>;
    /// What a legal move does in the present position, in the terms of the game, the most important
    /// first: four remarks at most.
    fn remarks(&self, mv: &[MovePart]) -> Result<Vec<Remark>, Message>;
    /// The remarks on every move of a line that begins here, move by move.
    fn remarks_line(&self, line: &[TableMove]) -> Result<Vec<Vec<Remark>>, Message>;
    /// What tells two lines that begin here apart, in the terms of the game: the line of a criticised
    /// move with the answer to it, and the line of a better one.
    fn contrast(&self, played: &[TableMove], better: &[TableMove]) -> Result<Contrast, Message>;
    /// The shortest ways of every piece to every goal, a sentence each, in games that have such a
    /// thing.
    fn ways(&self) -> Option<Vec<String>>;
    /// The same paths as data, to be drawn.
    fn paths(&self) -> Option<Vec<PathView>>;
}

/// What tests and measurements ask for.
pub trait Diagnostics {
    /// A key that positions share when a symmetry of the board maps one onto the other.
    fn canonical_key(&self) -> u64;
    /// The same of every position so far, the start first.
    fn canonical_keys(&self) -> Vec<u64>;
    /// The legal moves that lead to positions whose canonical key is wanted, with that key.
    fn moves_to(&self, is_wanted: &dyn Fn(u64) -> bool) -> Vec<(TableMove, u64)>;
    /// Move sequences of exactly this length.
    fn perft(&self, depth: u32, threads: usize) -> u64;
    /// Perft by first move, sorted as texts. `depth` must be at least 1.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;
    /// A checksum of the behaviour of rules and engine, the `signature` of the module `bench`.
    fn signature(&self) -> u32;
    /// Measures the speed of everything that has one, see the module `bench`.
    fn bench(&self, depth: u32, each: &mut dyn FnMut(Measure));
}
