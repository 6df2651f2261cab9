//! Searches as bots: what stands between a record and `potez-search`.

use potez_core::{Game, Position, Record};
use potez_search::alphabeta::{AlphaBeta, Evaluator, MoveOrdering};
use potez_search::mcts::{Mcts, MoveIndexing, PlayoutPolicy, Prior};
use potez_search::trace::Technique;
use potez_search::{Limits, Report, Stop};

use crate::Bot;
use crate::bot::{MoveOf, Observer};

impl<G, E, U> Bot<G> for AlphaBeta<G::Position, E, U>
where
    G: Game,
    E: Evaluator<G::Position>,
    U: MoveOrdering<G::Position>,
{
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        let (pos, history) = (record.position(), history(record));
        match observer {
            Observer::Reports(on_info) => self.search(pos, &history, limits, stop, on_info),
            Observer::Trace(trace) => self.search_traced(pos, &history, limits, stop, trace),
        }
    }

    fn forget(&mut self) {
        self.clear();
    }

    fn techniques(&mut self) -> Vec<Technique> {
        Self::techniques(self)
    }

    fn switch_off(&mut self, technique: Technique) {
        self.switch_off(technique);
    }
}

/// The keys of the positions before the present one. Only games in which positions come back need to
/// know which ones have stood.
fn history<G: Game>(record: &Record<G>) -> Vec<u64> {
    let ply = if G::Position::REPEATS { record.ply() } else { 0 };
    record.positions().take(ply).map(Position::key).collect()
}

impl<G, M, R, L> Bot<G> for Mcts<G::Position, M, R, L>
where
    G: Game,
    M: MoveIndexing<G::Position>,
    R: Prior<G::Position>,
    L: PlayoutPolicy<G::Position>,
{
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        // The tree finds what it knows of the position by itself; repetitions play no part in it.
        match observer {
            Observer::Reports(on_info) => self.search(record.position(), limits, stop, on_info),
            Observer::Trace(trace) => self.search_traced(record.position(), limits, stop, trace),
        }
    }

    fn forget(&mut self) {
        self.clear();
    }

    fn techniques(&mut self) -> Vec<Technique> {
        Self::techniques(self)
    }

    fn switch_off(&mut self, technique: Technique) {
        self.switch_off(technique);
    }
}

/// A bot that searches to a fixed depth (default: this; limits may say another).
pub(crate) struct FixedDepth<B> {
    pub(crate) bot: B,
    pub(crate) depth: u32,
}

impl<G: Game, B: Bot<G>> Bot<G> for FixedDepth<B> {
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        let limits = Limits { depth: limits.depth.or(Some(self.depth)), ..limits };
        self.bot.think_observed(record, limits, stop, observer)
    }

    fn wrapped(&mut self) -> Option<&mut dyn Bot<G>> {
        Some(&mut self.bot)
    }
}
