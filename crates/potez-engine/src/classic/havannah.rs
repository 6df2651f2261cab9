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
        chain_terms(after, player).iter().sum()
    }

    fn terms(&self, _before: &Position<C>, _mv: Move, after: &Position<C>, player: Player) -> Vec<(&'static str, f64)> {
        ["stones", "edges", "corners"].into_iter().zip(chain_terms(after, player)).collect()
    }
}

/// The points of a player less those of the other: for stones, for edges and for corners.
fn chain_terms<C: Class>(pos: &Position<C>, player: Player) -> [f64; 3] {
    let board = pos.board();
    let mut seen = Vec::new();
    let mut total = [0.0; 3];
    for (cell, owner) in pos.stones() {
        let sign = if owner == player { 1.0 } else { -1.0 };
        total[0] += sign;
        let chain = (owner, board.chain(cell));
        // What a chain touches counts once, however many stones it has.
        if !seen.contains(&chain) {
            seen.push(chain);
            let marks = board.chain_marks(cell);
            let (edges, corners) = (marks.edges().count_ones(), marks.corners().count_ones());
            total[1] += sign * f64::from(3 * edges * edges);
            total[2] += sign * f64::from(6 * corners);
        }
    }
    total
}
