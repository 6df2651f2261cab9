//! What a puzzle of Havannah is about: the structure that decides it, and the means.

use potez_core::{Outcome, Position as _};
use potez_havannah::{Class, Move, Position};

use super::facts::has_ladder;
use super::remarks::kind;
use super::threats::wins;
use crate::contrast::Walk;

/// The themes of a proven line, the most telling first; the first `asked` stones of the player to
/// move must be found.
pub(super) fn themes<C: Class>(pos: &Position<C>, line: &[Move], asked: usize) -> Vec<&'static str> {
    let walk = Walk::of(pos, line);
    let solver = pos.turn();
    let mut themes = Vec::new();
    let own = |ply: &usize| walk.positions[*ply].turn() == solver;
    // The proof itself says what wins: the structure that its last stone completes.
    if let (Some(Outcome::Win(_)), Some(cell)) = (walk.end().outcome(), walk.moves.last().and_then(|mv| mv.cell())) {
        themes.push(kind(walk.positions[walk.plies() - 1].board().marks_after(cell, solver)).0);
    }
    let running = |ply: usize| walk.positions.get(ply + 1).filter(|after| after.outcome().is_none());
    let threats = |ply: usize| running(ply).map_or(0, |after| wins(after.board(), solver).take(2).count());
    if (0..walk.plies()).filter(own).any(|ply| threats(ply) == 2) {
        themes.push("double-threat");
    }
    if has_ladder(&walk) {
        themes.push("ladder");
    }
    let defends =
        |ply: usize| walk.moves[ply].cell().is_some_and(|cell| walk.positions[ply].board().wins(cell, !solver));
    if (0..walk.plies().min(2 * asked)).filter(own).any(defends) {
        themes.push("defence");
    }
    // A stone that threatens nothing and answers nothing is the hardest to see.
    if walk.plies() > 1 && threats(0) == 0 && !defends(0) {
        themes.push("quiet");
    }
    themes
}
