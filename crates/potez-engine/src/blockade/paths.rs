//! The shortest paths of all pawns in words.

use potez_blockade::{Goal, Position, Square, Step};
use potez_core::Player;

/// The shortest path of every pawn to every goal, one sentence each: `X1 to d11: 4 moves, d4 d6 d8
/// d10 d11`.
///
/// The squares are those a pawn would land on if no other pawn stood in its way.
pub(super) fn describe<const N: usize>(pos: &Position<N>) -> Vec<String> {
    let goals: &[usize] = if pos.rules().goal() == Goal::Home { &[0, 1] } else { &[0] };
    let mut sentences = Vec::new();
    for player in Player::BOTH {
        for pawn in 0..2 {
            for &goal in goals {
                let name = format!("{player}{}", pawn + 1);
                sentences.push(match pos.shortest_path(player, pawn, goal) {
                    Some(path) => sentence(pos, &name, &path),
                    None => format!("{name}: no way"),
                });
            }
        }
    }
    sentences
}

fn sentence<const N: usize>(pos: &Position<N>, name: &str, path: &[Square]) -> String {
    let steps = (path.len() - 1) as u8;
    let moves = pos.moves_for(steps);
    let stride = if pos.rules().step() == Step::One { 1 } else { 2 };
    let mut landings: Vec<Square> = path.iter().copied().step_by(stride).collect();
    let goal = path[path.len() - 1];
    // With steps of two a path of odd length ends with a single one.
    if landings.last() != Some(&goal) {
        landings.push(goal);
    }
    let landings: Vec<String> = landings.iter().map(ToString::to_string).collect();
    let plural = if moves == 1 { "move" } else { "moves" };
    format!("{name} to {goal}: {moves} {plural}, {}", landings.join(" "))
}
