//! Searches as bots: what stands between a record and `potez-search`.

use potez_core::{Game, Position, Record};
use potez_search::alphabeta::{AlphaBeta, Evaluator, MoveOrdering};
use potez_search::mcts::{Mcts, MoveIndexing, PlayoutPolicy, Prior};
use potez_search::{Limits, Report, Stop};

use crate::Bot;
use crate::bot::MoveOf;

impl<G, E, U> Bot<G> for AlphaBeta<G::Position, E, U>
where
    G: Game,
    E: Evaluator<G::Position>,
    U: MoveOrdering<G::Position>,
{
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        let mut history = Vec::new();
        // Only games in which positions come back need to know which ones have stood.
        if G::Position::REPEATS {
            history.extend(record.positions().take(record.ply()).map(Position::key));
        }
        self.search(record.position(), &history, limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

impl<G, M, R, L> Bot<G> for Mcts<G::Position, M, R, L>
where
    G: Game,
    M: MoveIndexing<G::Position>,
    R: Prior<G::Position>,
    L: PlayoutPolicy<G::Position>,
{
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        // The tree finds what it knows of the position by itself; repetitions play no part in it.
        self.search(record.position(), limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// A bot that searches to a fixed depth (default: this; limits may say another).
pub(crate) struct FixedDepth<B> {
    pub(crate) bot: B,
    pub(crate) depth: u32,
}

impl<G: Game, B: Bot<G>> Bot<G> for FixedDepth<B> {
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        let limits = Limits { depth: limits.depth.or(Some(self.depth)), ..limits };
        self.bot.think(record, limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.bot.forget();
    }
}
