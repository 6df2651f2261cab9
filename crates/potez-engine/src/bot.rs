//! What a bot of one game is, and how a spec becomes one.

use potez_core::{Game, Position, Record};
use potez_search::trace::{SearchTrace, Technique};
use potez_search::{Limits, Report, Stop};

use crate::{BotError, BotSpec, GameEngine};

/// The moves of a game.
pub(crate) type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// Who looks on while a bot thinks.
pub enum Observer<'a, M> {
    /// Somebody who hears of every report on the way.
    Reports(&'a mut dyn FnMut(&Report<M>)),
    /// A trace in which the search is recorded; it has one thread then.
    Trace(&'a mut SearchTrace<M>),
}

/// A bot of one game: what a [`GameEngine`] makes from a spec.
///
/// A bot that wraps another says which; what it does not do itself, that one does.
pub trait Bot<G: Game>: Send {
    /// Thinks about the present position of the record, with an observer. It is called only while the
    /// game goes on. A bot that has no search leaves a trace empty.
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>>;

    /// The bot that this one wraps.
    fn wrapped(&mut self) -> Option<&mut dyn Bot<G>> {
        None
    }

    /// Forgets everything learnt: a new game begins.
    fn forget(&mut self) {
        if let Some(bot) = self.wrapped() {
            bot.forget();
        }
    }

    /// The techniques in use that can be switched off, the most telling first.
    fn techniques(&mut self) -> Vec<Technique> {
        if let Some(bot) = self.wrapped() { bot.techniques() } else { Vec::new() }
    }

    /// Switches a technique off, to see what it is worth.
    fn switch_off(&mut self, technique: Technique) {
        if let Some(bot) = self.wrapped() {
            bot.switch_off(technique);
        }
    }

    /// Thinks, and tells of every report on the way.
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        self.think_observed(record, limits, stop, Observer::Reports(on_info))
    }
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
