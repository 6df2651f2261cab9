//! Plain negamax and exhaustive search: slow, obvious, and what every search is compared with.

use std::collections::HashMap;

use potez_core::{Outcome, Player, Position};
use potez_search::{Proof, Score};

/// The value of an outcome for a player, reached after `plies`.
pub(crate) fn value_of(outcome: Outcome, player: Player, plies: u32) -> Score {
    match outcome {
        Outcome::Win(winner) if winner == player => Score::win_in(plies),
        Outcome::Win(_) => Score::loss_in(plies),
        Outcome::Draw => Score::DRAW,
    }
}

/// Plain negamax without pruning, for the player to move: distances count from `pos`, which must
/// not be over.
///
/// In games that repeat, a position of `path` that comes back is a draw; `path` holds what came
/// before `pos`.
pub(crate) fn negamax<P: Position>(pos: &P, depth: u32, path: &mut Vec<u64>, estimate: &impl Fn(&P) -> i32) -> Score {
    if depth == 0 {
        return Score::estimate(estimate(pos));
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut best = -Score::INFINITE;
    path.push(pos.key());
    for mv in moves {
        let mut child = pos.clone();
        child.play(mv);
        let score = if let Some(outcome) = child.outcome() {
            value_of(outcome, pos.turn(), 1)
        } else if P::REPEATS && path.contains(&child.key()) {
            Score::DRAW
        } else {
            let score = negamax(&child, depth - 1, path, estimate).one_ply_later();
            if child.turn() == pos.turn() { score } else { -score }
        };
        best = best.max(score);
    }
    path.pop();
    best
}

/// The true value of a position of an acyclic game, by looking at everything below it.
pub(crate) struct TrueValue {
    /// Win, loss or draw for the player to move.
    pub(crate) proof: Proof,
    /// The same with the length of the fastest win or the longest defence.
    pub(crate) score: Score,
}

/// Looks at everything below `pos`, which must not be over, in a game without cycles.
pub(crate) fn exhaust<P: Position>(pos: &P) -> TrueValue {
    let score = descend(pos, &mut HashMap::new());
    TrueValue { proof: score.proof().unwrap_or(Proof::Draw), score }
}

fn descend<P: Position>(pos: &P, known: &mut HashMap<u64, Score>) -> Score {
    // Scores count from the position itself, so they hold wherever it comes up again.
    if let Some(&score) = known.get(&pos.key()) {
        return score;
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut best = -Score::INFINITE;
    for mv in moves {
        let mut child = pos.clone();
        child.play(mv);
        let score = if let Some(outcome) = child.outcome() {
            value_of(outcome, pos.turn(), 1)
        } else {
            let score = descend(&child, known).one_ply_later();
            if child.turn() == pos.turn() { score } else { -score }
        };
        best = best.max(score);
    }
    known.insert(pos.key(), best);
    best
}
