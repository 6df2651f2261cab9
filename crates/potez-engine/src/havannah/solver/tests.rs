//! Proofs against exhaustive search.

use std::collections::HashMap;

use potez_core::Game as _;
use potez_havannah::{Rules, Upto5};
use potez_search::Proof;

use super::*;

/// 1, 0 or −1 for the player to move, by trying everything.
fn value(pos: &Position<Upto5>, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = pos.outcome() {
        return outcome.winner().map_or(0, |winner| if winner == pos.turn() { 1 } else { -1 });
    }
    if let Some(&value) = known.get(&pos.key()) {
        return value;
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut best = -1;
    for mv in moves {
        let mut child = *pos;
        child.play(mv);
        best = best.max(-value(&child, known));
        if best == 1 {
            break;
        }
    }
    known.insert(pos.key(), best);
    best
}

#[test]
fn proofs_are_those_of_exhaustive_search() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut counts = [0; 3];
    for (size, empty, rounds) in [(3, 10, 150), (4, 9, 150), (5, 9, 150)] {
        let game = Game::<Upto5>::new(Rules { size, swap: false }).expect("a small board");
        for _ in 0..rounds {
            let mut pos = game.start();
            while pos.outcome().is_none() && pos.empty_count() > empty {
                pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
            }
            if pos.outcome().is_some() {
                continue;
            }
            let expected = value(&pos, &mut HashMap::new());
            let found = ThreatSolver::new(1).solve(&pos, Limits::default(), &Stop::new());
            let proof = found.proof.expect("no limits");
            assert_eq!(proof, [Proof::Loss, Proof::Draw, Proof::Win][(expected + 1) as usize], "{pos}");
            counts[(expected + 1) as usize] += 1;
            let mut end = pos;
            for &mv in &found.pv {
                assert_eq!(end.check(mv), Ok(()), "{pos}: {:?}", found.pv);
                end.play(mv);
            }
            let result =
                end.outcome().map(|outcome| outcome.winner().map_or(0, |who| if who == pos.turn() { 1 } else { -1 }));
            assert_eq!(result, Some(expected), "{pos}: {:?}", found.pv);
        }
    }
    assert!(counts[0] > 10 && counts[2] > 50, "{counts:?}");
}

#[test]
fn short_proofs_take_little_memory() {
    assert_eq!(table_mib(8, Limits::nodes(2_000)), 1);
    assert_eq!(table_mib(8, Limits::default()), 256);
    assert_eq!(table_mib(8, Limits::time(std::time::Duration::from_secs(60))), 256);
    assert!(table_mib(8, Limits::time(std::time::Duration::from_millis(50))) < 16);
}

#[test]
fn images_of_a_position_share_a_key() {
    let game = Game::<Upto5>::new(Rules { size: 4, swap: false }).expect("a small board");
    let mut rng = fastrand::Rng::with_seed(4);
    let mut pos = game.start();
    for _ in 0..12 {
        let key = ThreatPosition::new(pos).key();
        for symmetry in Symmetry::all() {
            assert_eq!(ThreatPosition::new(symmetry.position(&pos)).key(), key, "{pos}");
        }
        let before = ThreatPosition::new(pos);
        let mv = pos.random_move(&mut rng).expect("a running game has moves");
        pos.play(mv);
        let mut after = before;
        after.play(mv);
        assert_eq!(after.key(), ThreatPosition::new(pos).key());
        assert_ne!(after.key(), key);
    }
}
