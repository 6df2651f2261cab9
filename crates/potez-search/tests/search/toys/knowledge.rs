//! Evaluators and move orderings that know nothing but do everything a search allows them to.

use potez_core::Position;
use potez_search::Score;
use potez_search::alphabeta::{Evaluator, MoveList, MoveOrdering};

/// An estimate that looks arbitrary but depends on the position alone.
pub(crate) fn hash_estimate<P: Position>(pos: &P) -> i32 {
    (pos.key() >> 32) as i32 % 41
}

/// The evaluator of [`hash_estimate`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HashEvaluator;

impl<P: Position> Evaluator<P> for HashEvaluator {
    fn evaluate(&mut self, pos: &P) -> Score {
        Score::estimate(hash_estimate(pos))
    }

    fn scale(&self) -> i32 {
        20
    }
}

/// An ordering that does everything an ordering can: two stages, extensions, noisy moves and moves
/// found by their tags.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BusyOrdering;

impl<P: Position> MoveOrdering<P> for BusyOrdering {
    const STAGES: u32 = 2;
    const HAS_NOISY_MOVES: bool = true;

    fn candidates(&mut self, pos: &P, stage: u32, moves: &mut MoveList<P::Move>) {
        split(self, pos, stage, moves);
    }

    fn is_quiet(&mut self, _pos: &P, mv: P::Move) -> bool {
        !MoveOrdering::<P>::tag(self, mv).is_multiple_of(5)
    }

    fn extension(&mut self, _pos: &P, mv: P::Move, _child: &P) -> u32 {
        u32::from(MoveOrdering::<P>::tag(self, mv).is_multiple_of(7))
    }

    fn noisy_moves(&mut self, pos: &P, moves: &mut MoveList<P::Move>) {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        legal
            .into_iter()
            .filter(|&mv| MoveOrdering::<P>::tag(self, mv).is_multiple_of(5))
            .for_each(|mv| moves.push(mv, 0));
    }

    fn move_from_tag(&mut self, pos: &P, tag: u32) -> Option<P::Move> {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        legal.into_iter().find(|&mv| MoveOrdering::<P>::tag(self, mv) == tag)
    }
}

/// An ordering that lists only some of the moves, and none at all now and then.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HalfOrdering;

impl<P: Position> MoveOrdering<P> for HalfOrdering {
    fn is_complete(&self) -> bool {
        false
    }

    fn candidates(&mut self, pos: &P, _stage: u32, moves: &mut MoveList<P::Move>) {
        split(self, pos, 0, moves);
    }
}

/// Half of the moves in stage 0, the other half in stage 1.
fn split<P: Position>(ordering: &impl MoveOrdering<P>, pos: &P, stage: u32, moves: &mut MoveList<P::Move>) {
    let mut legal = Vec::new();
    pos.legal_moves(&mut legal);
    for mv in legal {
        let tag = ordering.tag(mv);
        if (u64::from(tag) ^ pos.key()) % 2 == u64::from(stage) {
            moves.push(mv, tag as i32 % 100);
        }
    }
}
