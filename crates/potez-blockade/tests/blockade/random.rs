//! Random moves are uniform over the legal ones.

use std::collections::HashMap;

use potez_blockade::{Game, Move, SMALL};
use potez_core::{Game as _, Position as _};

/// Crowded positions, some with walls that only some pawn moves allow, some with no wall at all.
const POSITIONS: [(&str, &str); 5] = [
    ("blockade:rows=5,cols=5,walls=3", "b3+d2 b4+d4 a1+c2 b3+d1 2.2 2.2 x"),
    ("blockade:rows=5,cols=5", "c3+e2 b4+c4 a2+a4+b2+c3+d4 a1+a3+c1+c4+d2+d3 7.6 6.6 o"),
    ("blockade:rows=5,cols=5,turn=either", "b3+d2 b4+d4 a1+c2 b3+d1 8.8 8.8 o"),
    ("blockade:rows=5,cols=5,turn=optional", "b3+d2 b4+d4 a1+c2 b3+d1 8.8 8.8 x"),
    ("blockade:rows=5,cols=5,walls=0", "b3+d2 b4+d4 - - 0.0 0.0 x"),
];

#[test]
fn every_legal_move_is_drawn_about_equally_often() {
    const EACH: usize = 400;
    for (spec, text) in POSITIONS {
        let game: Game<SMALL> = spec.parse().unwrap();
        let pos = game.read_position(text).unwrap();
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut rng = fastrand::Rng::with_seed(7);
        let mut seen: HashMap<Move, usize> = HashMap::new();
        for _ in 0..moves.len() * EACH {
            *seen.entry(pos.random_move(&mut rng).unwrap()).or_default() += 1;
        }
        assert_eq!(seen.len(), moves.len(), "{spec} {text}");
        // Six standard deviations of a fair draw.
        assert!(seen.values().all(|&count| count.abs_diff(EACH) < 120), "{spec} {text}: {seen:?}");
        assert!(moves.iter().all(|mv| seen.contains_key(mv)));
    }
}
