//! A textbook evaluation of Havannah.

use potez_core::{Player, Position as _};
use potez_havannah::{Class, Move, Position};

use super::MinimaxKnowledge;

/// The classic evaluation of Havannah: edges and corners reached, and chains rather than scattered
/// stones.
///
/// The original program has no player, only the rules; this is what its course teaches to begin
/// with. A chain is worth one point per stone, and `3·edges²` and `6·corners` points for what it
/// touches: the second edge brings three times as much as the first, because the third wins.
pub(crate) struct ChainValues;

impl ChainValues {
    /// Depth in plies (default: this; the spec may say another).
    pub(crate) const DEPTH: u32 = 2;
}

impl<C: Class> MinimaxKnowledge<Position<C>> for ChainValues {
    const WON: f64 = 10_000.0;

    fn candidates(&self, pos: &Position<C>, moves: &mut Vec<Move>) {
        pos.legal_moves(moves);
    }

    fn evaluate(&self, _before: &Position<C>, _mv: Move, after: &Position<C>, player: Player) -> f64 {
        let board = after.board();
        let mut seen = Vec::new();
        let mut total = 0.0;
        for (cell, owner) in after.stones() {
            let mut worth = 1.0;
            let chain = (owner, board.chain(cell));
            // What a chain touches counts once, however many stones it has.
            if !seen.contains(&chain) {
                seen.push(chain);
                let marks = board.chain_marks(cell);
                let (edges, corners) = (marks.edges().count_ones(), marks.corners().count_ones());
                worth += f64::from(3 * edges * edges + 6 * corners);
            }
            total += if owner == player { worth } else { -worth };
        }
        total
    }
}
