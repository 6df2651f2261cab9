//! The worst wall against trying all of them.

use potez_blockade::{Game, SMALL};
use potez_core::{Game as _, Position as _};

use super::*;

/// The walls of the enemy that make a player's way longer, one by one over the whole board: the
/// steps that each adds, and whether it is legal.
fn all_cuts(pos: &Position<SMALL>, player: Player) -> Vec<(u8, bool)> {
    let edges = pos.edges();
    let steps = |edges: &Edges<SMALL>| {
        let ways = pos.pawns(player).map(|pawn| edges.distance(pawn, &pos.goals(player)));
        ways.into_iter().flatten().min()
    };
    let least = steps(&edges).unwrap();
    let axes = Axis::BOTH.into_iter().filter(|&axis| pos.stock(!player, axis) > 0);
    let walls = axes.flat_map(|axis| pos.free_slots(axis).squares().map(move |at| Wall { at, axis }));
    let cut = |wall: Wall| {
        let detour = steps(&edges.with_wall(wall))? - least;
        (detour > 0).then(|| (detour.min(MOST), pos.keeps_ways(wall)))
    };
    walls.filter_map(cut).collect()
}

#[test]
fn the_worst_wall_is_that_of_trying_all_of_them() {
    let (mut checked, mut guarded) = (0, 0);
    for spec in ["blockade", "blockade:rows=7,cols=9,walls=6", "blockade:goal=rank,step=one"] {
        let game: Game<SMALL> = spec.parse().unwrap();
        let mut rng = fastrand::Rng::with_seed(11);
        for _ in 0..8 {
            let mut pos = game.start();
            while pos.outcome().is_none() {
                for player in Player::BOTH {
                    let exposure = Exposure::of(&pos, player, &pos.edges(), pos.distances());
                    let cuts = all_cuts(&pos, player);
                    assert!(exposure.cuts <= cuts.len(), "{pos} of {spec}");
                    let legal = cuts.iter().filter(|(_, is_legal)| *is_legal);
                    let worst = legal.map(|&(detour, _)| detour).max().unwrap_or(0);
                    // Walls that cut at two steps far apart are not looked for.
                    if exposure.cuts == cuts.len() {
                        assert_eq!(exposure.worst, worst, "{pos} of {spec}");
                        checked += usize::from(worst > 0);
                        guarded += exposure.guarded;
                    }
                }
                pos.play(pos.random_move(&mut rng).unwrap());
            }
        }
    }
    assert!(checked > 300 && guarded > 5, "{checked} {guarded}");
}
