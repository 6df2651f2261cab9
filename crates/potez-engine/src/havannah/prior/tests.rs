//! Planes and candidates against a look around every cell.

use potez_core::{Game as _, Position as _};
use potez_havannah::{Game, Geometry, Rules, Upto5};

use super::*;

fn step(cell: Cell, steps: &[usize], geometry: &Geometry) -> Option<Cell> {
    steps.iter().try_fold(cell, |cell, &side| geometry.neighbour(cell, side % 6))
}

#[test]
fn planes_are_what_a_look_around_every_cell_finds() {
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..60 {
        let game = Game::<Upto5>::new(Rules { size: 5, swap: false }).expect("a small board");
        let mut pos = game.start();
        while pos.outcome().is_none() {
            let (board, mover, geometry) = (pos.board(), pos.turn(), pos.geometry());
            let planes = PatternPlanes::new(board, mover);
            for cell in board.empties() {
                let row = planes.row(cell.y());
                let has = |bits: u32| bits >> (cell.x() + 1) & 1 == 1;
                let near = |player| geometry.neighbours(cell).any(|other| board.has(other, player));
                assert_eq!(has(row.near), near(mover), "{cell} in {pos}");
                assert_eq!(has(row.enemy), near(!mover), "{cell} in {pos}");
                let bridge = (0..6).any(|side| {
                    let ways = [step(cell, &[side], geometry), step(cell, &[side + 1], geometry)];
                    let open = ways.iter().all(|way| way.is_some_and(|way| board.is_empty(way)));
                    open && step(cell, &[side, side + 1], geometry).is_some_and(|far| board.has(far, mover))
                });
                assert_eq!(has(row.bridge), bridge, "{cell} in {pos}");
            }
            pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
        }
    }
}

#[test]
fn every_move_is_a_candidate_unless_a_threat_decides() {
    let mut rng = fastrand::Rng::with_seed(8);
    for round in 0..60 {
        let game = Game::<Upto5>::new(Rules { size: 4, swap: round % 2 == 0 }).expect("a small board");
        let mut pos = game.start();
        while pos.outcome().is_none() {
            let mut expansion = Expansion::default();
            PatternPrior::TUNED.expand(&pos, &mut expansion);
            let mut found: Vec<Move> = expansion.candidates.iter().map(|candidate| candidate.mv).collect();
            found.sort_unstable();
            if Threats::of(pos.board(), pos.turn()) == Threats::None {
                let mut legal = Vec::new();
                pos.legal_moves(&mut legal);
                legal.sort_unstable();
                assert_eq!(found, legal, "{pos}");
            } else {
                assert!(found.iter().all(|&mv| pos.is_legal(mv)) && !found.is_empty(), "{pos}");
            }
            pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
        }
    }
}
