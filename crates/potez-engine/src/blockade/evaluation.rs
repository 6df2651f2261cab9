use potez_blockade::{Bits, Move, Position};
use potez_core::{Player, Position as _};
use potez_search::Score;
use potez_search::alphabeta::{Evaluator, Guide, Moves};

use crate::classic::Judge;
use crate::classic::blockade::ShortestPaths;

/// The difference of the shortest ways.
#[derive(Clone, Copy)]
pub(super) struct Paths;

impl<const N: usize> Evaluator<Position<N>> for Paths {
    fn evaluate(&mut self, pos: &Position<N>) -> Score {
        let way = |player: Player| {
            let edges = pos.edges();
            let goals = pos.goals(player);
            let mut reached = Bits::of(pos.pawns(player));
            let mut steps = 0;
            while (reached & goals).is_empty() && steps < 200 {
                reached = edges.grown(&reached);
                steps += 1;
            }
            steps
        };
        Score::estimate(50 * (way(!pos.turn()) - way(pos.turn())) + 50)
    }
}

/// Walls near the enemy pawns only.
#[derive(Clone, Copy)]
pub(super) struct Near;

impl<const N: usize> Guide<Position<N>> for Near {
    fn is_complete(&self) -> bool {
        false
    }

    fn candidates(&mut self, pos: &Position<N>, _stage: u32, moves: &mut Moves<Move>) {
        moves.list(|buffer| ShortestPaths { radius: 1 }.candidates(pos, buffer), |_| 0);
    }
}
