//! Shortest paths against a plain search by breadth.

use super::*;
use potez_blockade::{Game, Position, SMALL};
use potez_core::{Game as _, Player, Position as _};
use std::collections::HashMap;

/// Breadth-first search over single squares, the plain way.
fn plain<const N: usize>(edges: &Edges<N>, from: Square, to: Square) -> Option<u32> {
    let mut distance = HashMap::from([(from, 0)]);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(square) = queue.pop_front() {
        let next = distance[&square] + 1;
        for near in neighbours(edges, &Bits::one(square)).squares() {
            distance.entry(near).or_insert_with(|| {
                queue.push_back(near);
                next
            });
        }
    }
    distance.get(&to).map(|steps: &u32| steps.div_ceil(2))
}

fn compare(pos: &Position<SMALL>, edges: &Edges<SMALL>) {
    for player in Player::BOTH {
        let (pawns, goals) = (pos.pawns(player), pos.rules().homes(!player));
        let found = four_source(edges, pawns, goals);
        for (pawn, row) in found.iter().enumerate() {
            for (goal, &length) in row.iter().enumerate() {
                assert_eq!(length, plain(edges, pawns[pawn], goals[goal]), "{pos}: {player}{pawn} to {goal}");
            }
        }
    }
}

#[test]
fn the_four_waves_find_what_plain_search_finds() {
    let mut rng = fastrand::Rng::with_seed(3);
    for spec in ["blockade", "blockade:rows=7,cols=9,walls=6", "blockade:rows=5,cols=5"] {
        let game: Game<SMALL> = spec.parse().expect(spec);
        for _ in 0..20 {
            let mut pos = game.start();
            for _ in 0..40 {
                let Some(mv) = pos.random_move(&mut rng) else { break };
                pos.play(mv);
                compare(&pos, &pos.edges());
            }
        }
    }
}

#[test]
fn a_walled_in_pawn_has_no_path_and_the_other_keeps_its_own() {
    let game: Game<SMALL> = "blockade".parse().expect("the default game");
    let pos = game.start();
    // Close d4 in by taking every edge of it away.
    let mut edges = pos.edges();
    let cell = Bits::one(pos.pawns(Player::X)[0]);
    edges.down = edges.down.without(&(cell | cell.up()));
    edges.right = edges.right.without(&(cell | cell.left()));
    compare(&pos, &edges);
    let found = four_source(&edges, pos.pawns(Player::X), pos.rules().homes(Player::O));
    assert_eq!(found[0], [None, None]);
    assert!(found[1].iter().all(Option::is_some));
}
