//! The solver against exhaustive search.

use crate::toys::{Dag, Nim, TicTacToe, exhaust, value_of};
use potez_core::Position;
use potez_search::solver::BooleanSolver;
use potez_search::{Limits, Proof, Stop};

fn solver<P: Position>() -> BooleanSolver<P, impl FnMut(&P) -> i32> {
    BooleanSolver::new(1, true, |child: &P| child.count_moves() as i32)
}

/// The move keeps the value, as exhaustive search sees it.
fn keeps<P: Position>(pos: &P, mv: P::Move, proof: Proof) -> bool {
    let mut child = pos.clone();
    child.play(mv);
    proof
        == match child.outcome() {
            Some(outcome) => value_of(outcome, pos.turn(), 1).proof().unwrap_or(Proof::Draw),
            None if child.turn() == pos.turn() => exhaust(&child).proof,
            None => exhaust(&child).proof.reversed(),
        }
}

fn agrees<P: Position>(solver: &mut BooleanSolver<P, impl FnMut(&P) -> i32>, pos: &P) {
    let solution = solver.solve(pos, Limits::default(), &Stop::new());
    let value = exhaust(pos);
    let truth = value.proof;
    assert_eq!(solution.proof, Some(truth), "{pos}");
    assert!(solution.best.is_some_and(|mv| keeps(pos, mv, truth)), "{pos}: {:?}", solution.best);
    // What is proven comes within the plies it is said to take, and no win is faster than the
    // fastest.
    assert_eq!(solution.plies.is_some(), truth != Proof::Draw, "{pos}");
    assert!(solution.plies >= value.score.plies(), "{pos}: {:?} and not {}", solution.plies, value.score);
}

#[test]
fn random_trees_are_solved_as_exhaustive_search_solves_them() {
    let mut shared = solver();
    for seed in 0..3000 {
        let pos = Dag::random(seed, 40, 4);
        // A fresh table, and one that is full of the results of other trees.
        agrees(&mut solver(), &pos);
        agrees(&mut shared, &pos);
    }
}

#[test]
fn every_position_of_tic_tac_toe_and_nim_is_solved() {
    let (mut boards, mut heaps) = (solver(), solver());
    let mut rng = fastrand::Rng::with_seed(4);
    agrees(&mut boards, &TicTacToe::default());
    for _ in 0..300 {
        agrees(&mut boards, &TicTacToe::random(&mut rng));
        agrees(&mut heaps, &Nim::random(&mut rng));
    }
}

#[test]
fn the_line_of_a_won_game_leads_to_its_end() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut solver, mut decided) = (solver(), 0);
    for _ in 0..200 {
        let pos = Nim::random(&mut rng);
        let solution = solver.solve(&pos, Limits::default(), &Stop::new());
        let (Some(best), Some(plies)) = (solution.best, solution.plies) else { continue };
        let mut line = vec![best];
        solver.extend_pv(&pos, &mut line);
        let mut end = pos.clone();
        for &mv in &line {
            end.play(mv);
        }
        assert!(line.len() <= plies as usize, "{pos}: {line:?} in {plies}");
        let Some(outcome) = end.outcome() else { panic!("{pos}: {line:?} ends too soon") };
        assert_eq!(value_of(outcome, pos.turn(), 0).proof(), solution.proof, "{pos}: {line:?}");
        decided += 1;
    }
    assert!(decided > 50, "{decided} decided positions");
}

#[test]
fn one_question_is_enough_without_draws() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut one: BooleanSolver<Nim, _> = BooleanSolver::new(1, false, |child: &Nim| child.count_moves() as i32);
    for _ in 0..300 {
        // Without passes somebody always takes the last one.
        let pos = Nim::new([rng.u8(0..6), rng.u8(1..6), rng.u8(1..6)], 0);
        agrees(&mut one, &pos);
    }
}

#[test]
fn a_limit_ends_the_solver_without_a_claim() {
    let pos = Nim::new([12, 13, 14], 2);
    let cut = solver().solve(&pos, Limits::nodes(100), &Stop::new());
    assert_eq!((cut.proof, cut.best), (None, None));
    assert!(cut.nodes < 200, "{} nodes", cut.nodes);
    let stop = Stop::new();
    stop.raise();
    assert_eq!(solver().solve(&pos, Limits::default(), &stop).proof, None);
}

#[test]
fn a_solver_stopped_again_and_again_gets_to_the_truth() {
    for seed in 0..100 {
        let pos = Dag::random(seed, 60, 4);
        let mut solver = solver();
        let mut nodes = 16;
        let proof = loop {
            if let Some(proof) = solver.solve(&pos, Limits::nodes(nodes), &Stop::new()).proof {
                break proof;
            }
            // What the table kept of the stopped attempts must not mislead the next one.
            nodes *= 2;
        };
        assert_eq!(proof, exhaust(&pos).proof, "{pos}");
    }
}
