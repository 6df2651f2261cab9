//! What a bot of one game is, and how a spec becomes one.

use potez_core::{Game, Position, Record};
use potez_search::trace::{SearchTrace, Technique};
use potez_search::{Limits, Report, Stop};

use crate::{BotError, BotSpec, GameEngine};

/// The moves of a game.
pub(crate) type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// A bot of one game: what a [`GameEngine`] makes from a spec.
pub trait Bot<G: Game>: Send {
    /// Thinks about the present position of the record. It is called only while the game goes on.
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>>;

    /// Forgets everything learnt: a new game begins.
    fn forget(&mut self) {}

    /// Thinks with one thread and records the search. `None` if this bot has no search to record.
    fn think_traced(
        &mut self,
        _record: &Record<G>,
        _limits: Limits,
        _stop: &Stop,
        _trace: &mut SearchTrace<MoveOf<G>>,
    ) -> Option<Report<MoveOf<G>>> {
        None
    }

    /// The techniques in use that can be switched off, the most telling first.
    fn techniques(&self) -> Vec<Technique> {
        Vec::new()
    }

    /// Switches a technique off, to see what it is worth.
    fn switch_off(&mut self, _technique: Technique) {}
}

/// One of the bots that play a game: its name, the parameters of its own, and how a spec configures
/// it.
pub struct BotKind<G: GameEngine> {
    /// The name that specs use.
    pub name: &'static str,
    /// The parameters that it takes besides the common ones.
    pub keys: &'static [&'static str],
    /// Reads a spec of this name whose keys have been checked. Values may still be wrong.
    pub configure: fn(&G, &BotSpec) -> Result<BotBuilder<G>, BotError>,
}

/// A bot whose spec has been found good, ready to be built.
///
/// Bots allocate tables and load nets, so a spec that is only checked must not build one: checking
/// ends with this value, which holds nothing but the parameters that were read.
pub struct BotBuilder<G: Game>(Box<dyn FnOnce() -> Box<dyn Bot<G>>>);

impl<G: Game> BotBuilder<G> {
    /// Defers the construction of a bot.
    pub fn new<B: Bot<G> + 'static>(build: impl FnOnce() -> B + 'static) -> Self {
        Self(Box::new(|| Box::new(build())))
    }

    /// Builds the bot.
    pub fn build(self) -> Box<dyn Bot<G>> {
        (self.0)()
    }
}
