//! Byte proven from its start: what the solver goes by, and what proofs cost.

use potez_byte::{Board, Game, Position, Symmetry, Word};
use potez_core::Player;
use potez_search::shared_solver::SolverKnowledge;
use potez_search::{Limits, Stop};

use super::evaluation::StackWeights;
use super::search_with_solver;
use super::solver::{KILLER_BONUS, resources};
use crate::proving::{CostEstimator, ProofCosts, ProofGame};

/// What the solver goes by: the order of the small solver, and stacks that are about to be
/// completed.
#[derive(Clone, Copy, Debug)]
pub struct StackKnowledge;

/// Positions with fewer stacks are solved again rather than looked up in a table of gigabytes.
const CHEAP_STACKS: u32 = 9;

impl<B: Board> SolverKnowledge<Position<B>> for StackKnowledge {
    const KILLER_BONUS: i32 = KILLER_BONUS;

    fn key(&self, pos: &Position<B>) -> u128 {
        pos.wide_key()
    }

    fn order(&self, pos: &Position<B>) -> i32 {
        resources(pos)
    }

    /// The number of stacks with which proofs were fastest: docs/solved.md.
    fn is_cheap(&self, pos: &Position<B>) -> bool {
        pos.occupied().count() < CHEAP_STACKS
    }

    /// One stack is missing, and can be completed.
    fn wins_at_once(&self, pos: &Position<B>) -> bool {
        let me = pos.turn();
        pos.score(me) + 1 == B::MAJORITY && pos.can_complete(me)
    }
}

impl<B: Board> ProofGame for Game<B> {
    type Knowledge = StackKnowledge;

    fn knowledge(&self) -> Option<StackKnowledge> {
        // An even number of stacks can be shared out equally.
        (!B::STACKS.is_multiple_of(2)).then_some(StackKnowledge)
    }

    fn canonical(&self, pos: &Position<B>) -> Position<B> {
        let images = Symmetry::ALL.map(|symmetry| symmetry.position(pos));
        images.into_iter().min_by_key(ToString::to_string).unwrap_or(*pos)
    }

    fn cost_estimator(&self, nodes: u64) -> CostEstimator<Position<B>> {
        let mut search = search_with_solver::search::<B>(StackWeights::FITTED, 1, 1);
        Box::new(move |pos| {
            let report = search.search(pos, &[], Limits::nodes(nodes), &Stop::new(), &mut |_| {});
            costs(pos, report.lines.first().map_or(0.5, |line| line.win_chance))
        })
    }
}

/// The costs where the player to move wins with this chance: ten times as much for every two stacks
/// more on the board, less for a proof of what is likely. From the nodes that positions in lines of
/// good play took: docs/solved.md.
fn costs<B: Board>(pos: &Position<B>, chance: f64) -> ProofCosts {
    let stacks = f64::from(pos.occupied().count());
    let balanced = 10f64.powf(5.5 + 0.45 * (stacks - 13.0));
    let log_odds = (chance.clamp(0.001, 0.999) / (1.0 - chance.clamp(0.001, 0.999))).ln();
    // Whoever is to move needs one good move; the other needs an answer to each.
    let [mine, theirs] = [0.6 * (-0.7 * log_odds).exp(), 1.6 * (0.7 * log_odds).exp()].map(|share| share * balanced);
    if pos.turn() == Player::X { ProofCosts::new(mine, theirs) } else { ProofCosts::new(theirs, mine) }
}
