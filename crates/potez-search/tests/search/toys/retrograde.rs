//! The truth about games whose positions can come back.

use potez_core::{Outcome, Player, Position};

use super::Maze;

/// Who can force a win from each node of a maze, working back from the ends; nobody where play can
/// go round for ever.
pub(crate) fn winners(maze: &Maze) -> Vec<Option<Player>> {
    let mut winners: Vec<Option<Player>> =
        (0..maze.size()).map(|at| maze.at(at).outcome().and_then(Outcome::winner)).collect();
    loop {
        let mut changed = false;
        for at in 0..maze.size() {
            let pos = maze.at(at);
            if pos.outcome().is_some() || winners[at].is_some() {
                continue;
            }
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let results: Vec<Option<Player>> = moves
                .iter()
                .map(|&mv| {
                    let mut child = pos.clone();
                    child.play(mv);
                    winners[child.index()]
                })
                .collect();
            // A node is decided once its winner is certain; the others wait for the next round.
            winners[at] = if results.contains(&Some(pos.turn())) {
                Some(pos.turn())
            } else if results.iter().all(|&result| result == Some(!pos.turn())) {
                Some(!pos.turn())
            } else {
                None
            };
            changed |= winners[at].is_some();
        }
        if !changed {
            return winners;
        }
    }
}
