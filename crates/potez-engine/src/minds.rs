//! Searches as minds: what stands between a record and `potez-search`.

use potez_core::{Game, Position, Record};
use potez_search::alphabeta::{AlphaBeta, Evaluator, Guide};
use potez_search::mcts::{Mcts, Moves, Playout, Prior};
use potez_search::{Limits, Report, Stop};

use crate::Mind;

type Mv<G> = <<G as Game>::Position as Position>::Move;

impl<G, E, U> Mind<G> for AlphaBeta<G::Position, E, U>
where
    G: Game,
    E: Evaluator<G::Position>,
    U: Guide<G::Position>,
{
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Mv<G>>),
    ) -> Report<Mv<G>> {
        let mut history = Vec::new();
        if G::Position::REPEATS {
            history.extend(record.positions().take(record.ply()).map(Position::key));
        }
        self.search(record.position(), &history, limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

impl<G, M, R, L> Mind<G> for Mcts<G::Position, M, R, L>
where
    G: Game,
    M: Moves<G::Position>,
    R: Prior<G::Position>,
    L: Playout<G::Position>,
{
    fn think(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Mv<G>>),
    ) -> Report<Mv<G>> {
        self.search(record.position(), limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.clear();
    }
}
