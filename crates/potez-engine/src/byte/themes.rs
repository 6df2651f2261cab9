//! What a puzzle of Byte is about: who completes which stack, and who has to move.

use potez_byte::{Board, Game, Move, Position};
use potez_core::{Outcome, Position as _};
use potez_search::{Limits, Proof, Stop};

use super::remarks::{best_completion, on_turn, scorer};
use super::solver;
use crate::contrast::Walk;

/// Nodes for the question whether the opponent would be better off without a move.
const ZUGZWANG_NODES: u64 = 200_000;

/// The themes of a proven line, the most telling first; the first `asked` moves of the player to move
/// must be found.
pub(super) fn themes<B: Board>(game: Game<B>, pos: &Position<B>, line: &[Move], asked: usize) -> Vec<&'static str> {
    let walk = Walk::of(pos, line);
    let (solver, enemy) = (pos.turn(), !pos.turn());
    let found: Vec<usize> =
        (0..walk.plies().min(2 * asked)).filter(|&ply| walk.positions[ply].turn() == solver).collect();
    let mut themes = Vec::new();
    let after = |ply: usize| &walk.positions[ply + 1];
    let running = |ply: &&usize| after(**ply).outcome().is_none();
    if found.iter().filter(running).any(|&ply| is_zugzwang(game, after(ply))) {
        themes.push("zugzwang");
    }
    if found.iter().filter(running).any(|&ply| after(ply).count_moves_for(enemy) == 0) {
        themes.push("forced-pass");
    }
    let scores =
        |ply: usize| !walk.moves[ply].is_pass() && scorer(&walk.positions[ply], walk.moves[ply]) == Some(solver);
    if found.iter().any(|&ply| scores(ply)) {
        themes.push("completion");
    }
    if found.iter().filter(running).any(|&ply| takes_point(game, &walk, ply)) {
        themes.push("defence");
    }
    let last = walk.plies().saturating_sub(1);
    if walk.end().outcome() == Some(Outcome::Win(solver)) && walk.plies() > 0 {
        let is_own = walk.positions[last].turn() == solver;
        themes.push(if is_own { "last-top" } else { "gift" });
    }
    themes
}

/// Whether the player to move loses only because there is no passing: with the turn of the other it
/// would be the other who loses.
fn is_zugzwang<B: Board>(game: Game<B>, pos: &Position<B>) -> bool {
    if pos.count_moves_for(pos.turn()) == 0 {
        return false;
    }
    let Some(passed) = on_turn(game, pos, !pos.turn()) else { return false };
    solver::solve(&passed, Limits::nodes(ZUGZWANG_NODES), &Stop::new()).proof == Some(Proof::Loss)
}

/// Whether a move takes a point that the opponent was about to score.
fn takes_point<B: Board>(game: Game<B>, walk: &Walk<Position<B>>, ply: usize) -> bool {
    let enemy = !walk.positions[ply].turn();
    let threat = on_turn(game, &walk.positions[ply], enemy).as_ref().and_then(best_completion).is_some();
    threat && best_completion(&walk.positions[ply + 1]).is_none()
}
