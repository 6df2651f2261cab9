//! The solver of Byte: a boolean search that tries first what leaves the opponent least to do.

use potez_byte::{Board, Game, Move, Position, Word};
use potez_core::{Player, Record};
use potez_search::solver::BooleanSolver;
use potez_search::{Limits, Stop};

use crate::{Prover, Solution};

/// Mebibytes that the table may grow to when one position is to be solved.
pub(super) const TABLE_MIB: usize = 256;

/// What a move that decided a similar position adds to its order: a third of a merge. The same
/// hundred positions take 0.8 times the nodes.
pub(super) const KILLER_BONUS: i32 = 30;

/// The order in which the solver tries the positions after its moves, the least first.
pub(super) type SolverOrder<B> = fn(&Position<B>) -> i32;

/// The solver of a board.
pub(super) type StackSolver<B> = BooleanSolver<Position<B>, SolverOrder<B>>;

/// A solver whose table may grow to this size.
pub(super) fn solver<B: Board>(table_mib: usize) -> StackSolver<B> {
    // Only a board with an even number of stacks knows draws; without them one question decides a
    // position.
    let has_draws = B::STACKS.is_multiple_of(2);
    BooleanSolver::new(table_mib, has_draws, resources::<B> as SolverOrder<B>).with_killer_bonus(KILLER_BONUS)
}

/// Tries to prove who wins.
pub(super) fn solve<B: Board>(pos: &Position<B>, limits: Limits, stop: &Stop) -> Solution<Move> {
    prove(&mut solver(TABLE_MIB), pos, limits, stop)
}

/// Tries to prove who wins, with what the solver knows already.
fn prove<B: Board>(solver: &mut StackSolver<B>, pos: &Position<B>, limits: Limits, stop: &Stop) -> Solution<Move> {
    let found = solver.solve(pos, limits, stop);
    let mut pv: Vec<Move> = found.best.into_iter().collect();
    if !pv.is_empty() {
        solver.extend_pv(pos, &mut pv);
    }
    Solution { proof: found.proof, pv, plies: found.plies, nodes: found.nodes, time: found.time }
}

/// No position repeats, so what is proven of one holds in every line.
impl<B: Board> Prover<Game<B>> for StackSolver<B> {
    fn solve(&mut self, record: &Record<Game<B>>, limits: Limits, stop: &Stop) -> Solution<Move> {
        prove(self, record.position(), limits, stop)
    }
}

/// What is left to the player to move, basic moves above all: a proof is shortest where that is
/// least, which is not where they are worst off. The numbers are those with which 150 positions of
/// twelve stacks took the fewest nodes, changed one by one for as long as that helped:
/// docs/notebook/byte.md.
pub(super) fn resources<B: Board>(pos: &Position<B>) -> i32 {
    let (me, enemy) = (pos.turn(), !pos.turn());
    let mine = pos.mobility()[me.index()];
    let stacks = pos.occupied().count() as i32;
    // Of n stacks x are X's and n − x are O's: the lead is 2x − n.
    let lead =
        |xs: B::Word| if me == Player::X { 2 * xs.count() as i32 - stacks } else { stacks - 2 * xs.count() as i32 };
    let (bottoms, tops) = (lead(pos.owned(Player::X)[0]), lead(pos.tops(Player::X)));
    let scores = pos.score(me) as i32 - pos.score(enemy) as i32;
    let steps = if mine.steps == 0 { -140 } else { 180 * mine.steps as i32 };
    100 * mine.merges as i32 + steps + 125 * bottoms + 40 * tops + 180 * scores + 25 * stacks
}
