//! Retrograde analysis against going over all positions.

use potez_blockade::{Game, SMALL};
use potez_core::Game as _;
use potez_search::{Limits, Stop};

use super::*;

/// The values of all positions that can come about, by going over all of them until nothing
/// changes.
fn values(root: &Position<SMALL>) -> Vec<(Position<SMALL>, Proof)> {
    let mut index = HashMap::from([(root.key(), 0)]);
    let mut positions = vec![root.clone()];
    let mut children: Vec<Vec<usize>> = Vec::new();
    while let Some(pos) = positions.get(children.len()).cloned() {
        let mut moves = Vec::new();
        if pos.outcome().is_none() {
            pos.legal_moves(&mut moves);
        }
        let of = moves.into_iter().map(|mv| {
            let child = played(&pos, mv);
            *index.entry(child.key()).or_insert_with(|| {
                positions.push(child);
                positions.len() - 1
            })
        });
        children.push(of.collect());
    }
    let mut values = vec![Proof::Draw; positions.len()];
    loop {
        let mut changed = false;
        for at in 0..positions.len() {
            let any = |proof: Proof| children[at].iter().any(|&child| values[child] == proof);
            let value = if any(Proof::Loss) {
                Proof::Win
            } else if any(Proof::Draw) {
                Proof::Draw
            } else {
                Proof::Loss
            };
            changed |= value != values[at];
            values[at] = value;
        }
        if !changed {
            return positions.into_iter().zip(values).collect();
        }
    }
}

#[test]
fn values_are_those_of_going_over_all_positions() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut seen = [0; 3];
    for spec in ["blockade:rows=5,cols=5,walls=2", "blockade:rows=5,cols=5,walls=2,step=one,goal=rank"] {
        let game: Game<SMALL> = spec.parse().unwrap();
        for _ in 0..8 {
            let mut pos = game.start();
            while !race::is_race(&pos) {
                pos.play(pos.random_move(&mut rng).unwrap());
                if pos.outcome().is_some() {
                    pos = game.start();
                }
            }
            let values = values(&pos);
            let value = |pos: &Position<SMALL>| values.iter().find(|(other, _)| other == pos).unwrap().1;
            let draws = values.iter().filter(|(_, value)| *value == Proof::Draw).take(10);
            let any = (0..30).map(|_| &values[rng.usize(0..values.len())]);
            for (pos, expected) in draws.chain(any).filter(|(pos, _)| pos.outcome().is_none()) {
                let timer = TimeManager::start(Limits::default(), &Stop::new());
                let (proof, best) = solve(pos, &timer, &mut 0).unwrap();
                assert_eq!(proof, *expected, "{pos} of {spec}");
                let child = played(pos, best.unwrap());
                let kept = match proof {
                    Proof::Win => Proof::Loss,
                    Proof::Loss => Proof::Win,
                    Proof::Draw => Proof::Draw,
                };
                assert_eq!(value(&child), kept, "{pos} of {spec}");
                seen[proof as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn a_limit_ends_it() {
    let game: Game<SMALL> = "blockade:walls=0".parse().unwrap();
    let pos = game.read_position("a1+k1 a14+k14 - - 0.0 0.0 x").unwrap();
    let timer = TimeManager::start(Limits::nodes(0), &Stop::new());
    assert_eq!(solve(&pos, &timer, &mut 0), None);
}
