//! The toy games keep the contract of positions, so that the searches are tested on honest ground.

use crate::toys::{Dag, Maze, Nim, TicTacToe, exhaust};
use potez_core::Position;
use potez_search::Proof;

fn plays_by_the_rules<P: Position>(start: &P, rng: &mut fastrand::Rng) {
    let mut pos = start.clone();
    for _ in 0..40 {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        assert_eq!(moves.is_empty(), pos.outcome().is_some(), "{pos}");
        assert!(moves.iter().all(|&mv| pos.is_legal(mv)));
        let Some(mv) = pos.random_move(rng) else { return };
        pos.play(mv);
    }
    assert!(P::REPEATS, "a game without cycles ends: {pos}");
}

#[test]
fn toy_games_end_and_list_their_moves() {
    let mut rng = fastrand::Rng::with_seed(1);
    for seed in 0..200 {
        plays_by_the_rules(&Dag::random(seed, 40, 4), &mut rng);
        plays_by_the_rules(&Maze::random(seed, 12, 3), &mut rng);
        let nim = Nim::random(&mut rng);
        plays_by_the_rules(&nim, &mut rng);
        let board = TicTacToe::random(&mut rng);
        plays_by_the_rules(&board, &mut rng);
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_nim_without_passes_follows_the_theory() {
    assert_eq!(exhaust(&TicTacToe::default()).proof, Proof::Draw);
    // One heap of four, at most three at a time: taking three earns another turn and the last one.
    assert_eq!(exhaust(&Nim::new([4, 0, 0], 0)).proof, Proof::Win);
    assert_eq!(exhaust(&Nim::new([1, 1, 0], 0)).proof, Proof::Loss);
}
