//! The search while it is recorded. Nothing here runs otherwise: every hook is behind one test of a
//! pointer.

use potez_core::Position;

use super::knowledge::{Evaluator, MoveOrdering};
use super::node::MoveContext;
use super::thread::SearchThread;
use super::window::{ScoreWindow, SearchResult};
use crate::table::TableEntry;
use crate::trace::{AlphaBetaTrace, MoveSource, Pass, TableHit, VisitEnd};
use crate::{IS_MODULE, Score};

fn number(score: Score) -> f64 {
    f64::from(score.raw())
}

fn numbers(window: ScoreWindow) -> (f64, f64) {
    (number(window.alpha), number(window.beta))
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// Does something to the trace, if there is one.
    #[inline]
    pub(super) fn record(&mut self, event: impl FnOnce(&mut AlphaBetaTrace<P::Move>)) {
        if !IS_MODULE && let Some(trace) = &mut self.trace {
            event(trace);
        }
    }

    /// A move was played and its node counted.
    #[inline]
    pub(super) fn record_play(&mut self, context: &MoveContext<'_, P>) {
        if !IS_MODULE && self.trace.is_some() {
            let source = self.source_of(context);
            self.record(|trace| trace.play(context.mv, context.index, source));
        }
    }

    /// Why a move has its place in the order.
    #[cold]
    fn source_of(&mut self, context: &MoveContext<'_, P>) -> MoveSource {
        let &MoveContext { pos, tag, ply, .. } = context;
        let table_tag = self.trace.as_mut().map_or(0, |trace| trace.table_tag());
        if ply == 0 {
            MoveSource::Root
        } else if tag == table_tag && self.tuning.ordering {
            MoveSource::Table
        } else if self.tuning.killers && self.history.killers(ply).contains(&tag) {
            MoveSource::Killer
        } else if self.tuning.counter_moves && self.history.counter_move(pos.turn(), self.previous_tags[ply]) == tag {
            MoveSource::CounterMove
        } else {
            MoveSource::Order(if self.tuning.history { self.history.score(pos.turn(), tag) } else { 0 })
        }
    }

    /// A move that needs no search: how it ended, for the player who made it.
    #[inline]
    pub(super) fn record_leaf(&mut self, window: ScoreWindow, result: SearchResult, end: VisitEnd) -> SearchResult {
        self.record(|trace| {
            let value = (end != VisitEnd::Stopped).then_some(number(result.score));
            trace.leaf(numbers(window), value, end);
        });
        result
    }

    /// The search of a move begins, with the window of the player who made it.
    #[inline]
    pub(super) fn record_enter(&mut self, pass: Pass, depth: i32, window: ScoreWindow) {
        self.record(|trace| trace.enter(pass, depth, numbers(window)));
    }

    /// The search of a move, or of the root, has ended.
    #[inline]
    pub(super) fn record_leave(&mut self, result: SearchResult) {
        let value = (!self.stopped).then_some(number(result.score));
        self.record(|trace| trace.leave(value));
    }

    /// The table was looked up.
    #[inline]
    pub(super) fn record_probe(&mut self, entry: Option<TableEntry>) {
        self.record(|trace| {
            trace.probed(entry.map(|TableEntry { score, bound, depth, tag, .. }| TableHit {
                value: number(score),
                bound,
                depth,
                tag,
            }));
        });
    }

    /// The moves of a node were searched, as many as this, or one of them caused a cutoff.
    #[inline]
    pub(super) fn record_end(&mut self, cut_off: bool, searched: u32) {
        self.record(|trace| {
            if !cut_off {
                return trace.exhausted();
            }
            trace.end(VisitEnd::Cutoff);
            if searched == 1 {
                trace.count_first_move_cutoff();
            }
        });
    }
}
