//! Principal variations: kept while searching, lengthened from the table for reports.

use potez_core::Position;

use super::knowledge::{Evaluator, MoveList, MoveOrdering};
use super::thread::SearchThread;

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// A move raised alpha at this ply: the variation goes on with the one found below it.
    pub(super) fn update_pv(&mut self, mv: P::Move, ply: usize) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let (Some(pv), Some(rest)) = (upper.last_mut(), lower.first()) else { return };
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(rest);
    }

    /// Lengthens a variation, which must be legal from `pos`, with the table's best moves, to at
    /// most `most` moves.
    pub(super) fn extend_pv(&mut self, pos: &P, pv: &mut Vec<P::Move>, most: usize) {
        let mut pos = pos.clone();
        let mut seen = vec![pos.key()];
        for &mv in pv.iter() {
            pos.play(mv);
            seen.push(pos.key());
        }
        while pv.len() < most && pos.outcome().is_none() {
            let Some(entry) = self.table.probe(self.key(&pos)).filter(|entry| entry.tag != 0) else { return };
            let Some(mv) = self.find_move(&pos, entry.tag) else { return };
            pos.play(mv);
            // Table moves were found on different paths: together they may go in a circle.
            if seen.contains(&pos.key()) {
                return;
            }
            seen.push(pos.key());
            pv.push(mv);
        }
    }

    /// The legal move of a tag.
    fn find_move(&mut self, pos: &P, tag: u32) -> Option<P::Move> {
        self.ordering.move_from_tag(pos, tag).or_else(|| {
            let mut moves = MoveList::default();
            moves.list(|buffer| pos.legal_moves(buffer), |_| 0);
            moves.iter().find(|&mv| self.ordering.tag(mv) == tag)
        })
    }
}
