//! Distances to a win against exhaustive search.

use potez_core::{Outcome, Position};
use potez_search::distance::DistanceSolver;
use potez_search::{Limits, Proof, Stop};

use crate::toys::{Dag, Nim, TicTacToe, exhaust};

/// The distance of whoever wins is the one of exhaustive search, its line takes as long, and nobody else ever wins.
fn agrees<P: Position>(pos: &P) {
    let value = exhaust(pos);
    let most = 60;
    for winner in [pos.turn(), !pos.turn()] {
        let mut solver = DistanceSolver::new(winner, Limits::default(), &Stop::new());
        let is_won = value.proof == if winner == pos.turn() { Proof::Win } else { Proof::Loss };
        let expected = value.score.plies().filter(|_| is_won).map(|plies| plies as u8);
        let distance = solver.distance(pos, most);
        assert_eq!(distance, expected, "{pos}");
        let Some(distance) = distance else { continue };
        let line = solver.line(pos, distance).expect("a line");
        let mut end = pos.clone();
        for mv in &line {
            assert_eq!(end.outcome(), None, "{pos}: {line:?}");
            end.play(*mv);
        }
        assert_eq!((line.len(), end.outcome()), (usize::from(distance), Some(Outcome::Win(winner))), "{pos}: {line:?}");
    }
}

#[test]
fn distances_are_those_of_exhaustive_search() {
    let mut rng = fastrand::Rng::with_seed(6);
    for seed in 0..1000 {
        agrees(&Dag::random(seed, 40, 4));
    }
    for _ in 0..200 {
        agrees(&TicTacToe::random(&mut rng));
        agrees(&Nim::random(&mut rng));
    }
}

#[test]
fn a_limit_leaves_the_question_open() {
    let start = TicTacToe::default();
    let mut solver = DistanceSolver::new(start.turn(), Limits::nodes(100), &Stop::new());
    assert_eq!((solver.forces(&start, 9), solver.distance(&start, 9)), (None, None));
    let stop = Stop::new();
    stop.raise();
    assert_eq!(DistanceSolver::new(start.turn(), Limits::default(), &stop).forces(&start, 9), None);
}
