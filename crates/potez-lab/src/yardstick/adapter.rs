//! The same games and the same evaluation for both searches.

use std::cell::Cell;
use std::marker::PhantomData;

use potez_byte::Word as _;
use potez_core::{Outcome, Player, Position};
use potez_search::Score;
use potez_search::alphabeta::{AlphaBeta, AlphaBetaSettings, Evaluator, NoOrdering};

const TABLE_MIB: usize = 64;

/// A position with the evaluation that both searches are given.
pub(super) trait EvaluatedPosition: Position {
    /// The value for the player to move, in hundredths of the logarithm of the odds.
    fn value(&self) -> i32;
}

impl EvaluatedPosition for potez_byte::Position<potez_byte::Eight> {
    /// Stacks won, checkers at the bottom and above it, and moves, the first of which count most.
    fn value(&self) -> i32 {
        let side = |player: Player| {
            let [bottoms, upper @ ..] = self.owned(player).map(|level| level.count() as i32);
            // The main terms of the player's own evaluation, so that games are sensible.
            let moves = f64::from(self.count_moves_for(player));
            let checkers = 207 * bottoms + 69 * upper.iter().sum::<i32>();
            224 * self.score(player) as i32 + checkers + (167.0 * moves.ln_1p()) as i32
        };
        side(self.turn()) - side(!self.turn())
    }
}

impl EvaluatedPosition for potez_blockade::Position<{ potez_blockade::SMALL }> {
    /// The difference of the paths: the shortest, the second and the longest.
    fn value(&self) -> i32 {
        let distances = self.distances();
        let cost = |player: Player| {
            let mut paths = [0, 1, 2, 3].map(|at| i32::from(distances[player.index()].as_flattened()[at]));
            paths.sort_unstable();
            26 * paths[0] + 20 * paths[1] + 8 * paths[3]
        };
        cost(!self.turn()) - cost(self.turn())
    }
}

/// The evaluation for our search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedEvaluator;

impl<P: EvaluatedPosition> Evaluator<P> for SharedEvaluator {
    fn evaluate(&mut self, pos: &P) -> Score {
        Score::estimate(pos.value())
    }

    fn scale(&self) -> i32 {
        100
    }
}

/// The game and the evaluation for the other search.
pub(super) struct MinimaxGame<P>(PhantomData<P>);

thread_local! {
    /// Positions that the other search has listed or evaluated; it does not count them itself.
    static VISITED: Cell<u64> = const { Cell::new(0) };
}

/// The positions that the other search has visited on this thread since they were last reset.
pub(super) fn visited() -> u64 {
    VISITED.get()
}

pub(super) fn reset_visited() {
    VISITED.set(0);
}

impl<P: EvaluatedPosition> minimax::Game for MinimaxGame<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(pos: &P, moves: &mut Vec<P::Move>) -> Option<minimax::Winner> {
        // Listing and evaluating are counted both: our nodes are positions visited, whatever is
        // done there.
        VISITED.set(VISITED.get() + 1);
        pos.legal_moves(moves);
        Self::get_winner(pos)
    }

    fn apply(pos: &mut P, mv: P::Move) -> Option<P> {
        // Copy-make, as our own search does it: undoing moves would be another comparison.
        let mut child = pos.clone();
        child.play(mv);
        Some(child)
    }

    fn get_winner(pos: &P) -> Option<minimax::Winner> {
        pos.outcome().map(|outcome| match outcome {
            Outcome::Draw => minimax::Winner::Draw,
            Outcome::Win(player) if player == pos.turn() => minimax::Winner::PlayerToMove,
            Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(pos: &P) -> u64 {
        pos.key()
    }
}

impl<P: EvaluatedPosition> minimax::Evaluator for MinimaxGame<P> {
    type G = Self;

    fn evaluate(&self, pos: &P) -> minimax::Evaluation {
        VISITED.set(VISITED.get() + 1);
        pos.value() as minimax::Evaluation
    }
}

/// Our search.
pub(super) type OurSearch<P> = AlphaBeta<P, SharedEvaluator, NoOrdering>;

/// The search of the other crate.
pub(super) type TheirSearch<P> = minimax::IterativeSearch<MinimaxGame<P>>;

/// Our search on some threads, with its whole table made, as the other search has it.
pub(super) fn ours<P: EvaluatedPosition>(threads: usize) -> OurSearch<P> {
    let settings = AlphaBetaSettings { threads, table_mib: TABLE_MIB, ..AlphaBetaSettings::default() };
    let mut search = AlphaBeta::new(SharedEvaluator, NoOrdering, settings);
    search.reserve_table();
    search
}

/// The other search.
pub(super) fn theirs<P: EvaluatedPosition>() -> TheirSearch<P> {
    let options = minimax::IterativeOptions::new().with_table_byte_size(TABLE_MIB << 20).with_countermoves();
    minimax::IterativeSearch::new(MinimaxGame(PhantomData), options)
}
