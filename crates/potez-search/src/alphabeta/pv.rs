use potez_core::Position;

use super::guide::{Evaluator, Guide, Moves};
use super::worker::Worker;

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    /// A better move was found at this ply: the line goes on with what was found below it.
    pub(super) fn note_pv(&mut self, mv: P::Move, ply: usize) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let (Some(line), Some(rest)) = (upper.last_mut(), lower.first()) else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    /// Lengthens a line, which must be legal from `pos`, with the table's best moves, to at most `most` moves.
    pub(super) fn extend_pv(&mut self, pos: &P, line: &mut Vec<P::Move>, most: usize) {
        let mut pos = pos.clone();
        let mut seen = vec![pos.key()];
        for &mv in line.iter() {
            pos.play(mv);
            seen.push(pos.key());
        }
        while line.len() < most && pos.outcome().is_none() {
            let Some(entry) = self.table.probe(self.key(&pos)).filter(|entry| entry.tag != 0) else { return };
            let Some(mv) = self.find(&pos, entry.tag) else { return };
            pos.play(mv);
            if seen.contains(&pos.key()) {
                return;
            }
            seen.push(pos.key());
            line.push(mv);
        }
    }

    /// The legal move of a tag.
    fn find(&mut self, pos: &P, tag: u32) -> Option<P::Move> {
        self.guide.recall(pos, tag).or_else(|| {
            let mut moves = Moves::default();
            moves.list(|buffer| pos.legal_moves(buffer), |_| 0);
            moves.iter().find(|&mv| self.guide.tag(mv) == tag)
        })
    }
}
