//! What is listed, and what a tag recalls.

use potez_blockade::{Game, SMALL};
use potez_core::Game as _;

use super::*;

/// Positions of random games under some rules.
fn positions(spec: &str) -> Vec<Position<SMALL>> {
    let game: Game<SMALL> = spec.parse().unwrap();
    let mut rng = fastrand::Rng::with_seed(3);
    let mut positions = Vec::new();
    for _ in 0..4 {
        let mut pos = game.start();
        while pos.outcome().is_none() && positions.len() % 60 != 59 {
            positions.push(pos.clone());
            pos.play(pos.random_move(&mut rng).unwrap());
        }
        positions.push(game.start());
    }
    positions
}

const SPECS: [&str; 4] =
    ["blockade", "blockade:turn=either", "blockade:turn=optional,goal=rank", "blockade:rows=5,cols=5,step=one"];

#[test]
fn every_candidate_is_legal_and_listed_once() {
    for spec in SPECS {
        for pos in positions(spec) {
            let mut ordering = SelectiveOrdering::<SMALL>::new(TaperedWeights::standard(), ListWidth::STANDARD);
            let mut moves = MoveList::default();
            ordering.candidates(&pos, 0, &mut moves);
            let listed: Vec<Move> = moves.iter().collect();
            for (index, &mv) in listed.iter().enumerate() {
                assert_eq!(pos.check(mv), Ok(()), "{mv} in {pos} of {spec}");
                assert!(!listed[..index].contains(&mv), "{mv} twice in {pos} of {spec}");
            }
        }
    }
}

#[test]
fn every_legal_move_is_recalled_by_its_tag() {
    for spec in SPECS {
        for pos in positions(spec).iter().step_by(9) {
            let mut ordering = SelectiveOrdering::<SMALL>::new(TaperedWeights::standard(), ListWidth::STANDARD);
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            for &mv in &moves {
                let tag = MoveOrdering::<Position<SMALL>>::tag(&ordering, mv);
                assert!((1..1 << 26).contains(&tag));
                assert_eq!(ordering.move_from_tag(pos, tag), Some(mv), "in {pos} of {spec}");
            }
        }
    }
}

#[test]
fn there_is_always_a_turn_to_try() {
    for spec in ["blockade:walls=2", "blockade:rows=5,cols=5"] {
        for pos in positions(spec).iter().filter(|pos| pos.outcome().is_none()) {
            let mut ordering = SelectiveOrdering::<SMALL>::new(TaperedWeights::standard(), ListWidth::STANDARD);
            let mut moves = MoveList::default();
            ordering.candidates(pos, 0, &mut moves);
            assert!(!moves.is_empty(), "{pos} of {spec}");
        }
    }
}

#[test]
fn all_pawn_moves_of_a_race_are_listed() {
    for mut pos in positions("blockade:walls=0") {
        while pos.outcome().is_none() && winning_move(&pos, &pos.edges()).is_some() {
            pos.play(pos.random_move(&mut fastrand::Rng::with_seed(1)).unwrap());
        }
        let mut ordering = SelectiveOrdering::<SMALL>::new(TaperedWeights::standard(), ListWidth::STANDARD);
        let mut moves = MoveList::default();
        if pos.outcome().is_none() {
            ordering.candidates(&pos, 0, &mut moves);
            assert_eq!(moves.len() as u64, pos.count_moves(), "{pos}");
        }
    }
}
