//! The shortest paths of all pawns, as data and in words.

use potez_blockade::{Goal, Position, Square, Step};
use potez_core::{PathView, Player};

/// The shortest path of every pawn to every goal.
///
/// The stops are those a pawn would land on if no other pawn stood in its way.
pub(super) fn paths<const N: usize>(pos: &Position<N>) -> Vec<PathView> {
    let goals: &[usize] = if pos.rules().goal() == Goal::Home { &[0, 1] } else { &[0] };
    let mut paths = Vec::new();
    for owner in Player::BOTH {
        for pawn in 0..2 {
            for &goal in goals {
                let number = pawn as u8 + 1;
                paths.push(match pos.shortest_path(owner, pawn, goal) {
                    Some(squares) => path(pos, owner, number, &squares),
                    None => PathView { owner, number, goal: None, moves: 0, cells: Vec::new(), stops: Vec::new() },
                });
            }
        }
    }
    paths
}

fn path<const N: usize>(pos: &Position<N>, owner: Player, number: u8, squares: &[Square]) -> PathView {
    let steps = (squares.len() - 1) as u8;
    let stride = if pos.rules().step() == Step::One { 1 } else { 2 };
    let cells: Vec<String> = squares.iter().map(ToString::to_string).collect();
    let mut stops: Vec<String> = cells.iter().step_by(stride).cloned().collect();
    let goal = cells.last().cloned();
    // With steps of two a path of odd length ends with a single one.
    if stops.last() != goal.as_ref() {
        stops.extend(goal.clone());
    }
    PathView { owner, number, goal, moves: u32::from(pos.moves_for(steps)), cells, stops }
}

/// The shortest path of every pawn to every goal, one sentence each: `X1 to d11: 4 moves, d4 d6 d8
/// d10 d11`.
pub(super) fn describe<const N: usize>(pos: &Position<N>) -> Vec<String> {
    paths(pos).iter().map(sentence).collect()
}

fn sentence(path: &PathView) -> String {
    let PathView { owner, number, moves, .. } = path;
    let Some(goal) = &path.goal else { return format!("{owner}{number}: no way") };
    let plural = if *moves == 1 { "move" } else { "moves" };
    format!("{owner}{number} to {goal}: {moves} {plural}, {}", path.stops.join(" "))
}
