//! Proof-number search against looking at everything.

use crate::toys::{Dag, Maze, Nim, TicTacToe, exhaust, winners};
use potez_core::{Outcome, Player, Position};
use potez_search::dfpn::{Dfpn, DfpnResult, DfpnSettings, ProofHeuristic, UnitHeuristic};
use potez_search::{Limits, Proof, Stop};

const SMALL: DfpnSettings = DfpnSettings { table_mib: 1, epsilon: 0.25 };

/// Wrong but lawful numbers.
struct RandomNumbers;

impl<P: Position> ProofHeuristic<P> for RandomNumbers {
    fn initial_numbers(&self, pos: &P, player: Player) -> (u32, u32) {
        let mut rng = fastrand::Rng::with_seed(pos.key() ^ player.index() as u64);
        // 0 is not a number of an open position; the search must cope with it.
        (rng.u32(0..20), rng.u32(0..20))
    }
}

fn truth<P: Position>(pos: &P) -> Proof {
    match pos.outcome() {
        Some(Outcome::Win(winner)) if winner == pos.turn() => Proof::Win,
        Some(Outcome::Win(_)) => Proof::Loss,
        Some(Outcome::Draw) => Proof::Draw,
        None => exhaust(pos).proof,
    }
}

/// The result is right, and the move reaches it.
fn confirm<P: Position>(pos: &P, result: &DfpnResult<P::Move>) {
    let Some(proof) = result.proof else { return };
    assert_eq!(proof, truth(pos), "{pos}");
    let mut child = pos.clone();
    child.play(result.best.expect("a running game has a best move"));
    let after = match child.outcome() {
        Some(Outcome::Draw) => Proof::Draw,
        Some(Outcome::Win(winner)) if winner == pos.turn() => Proof::Win,
        Some(Outcome::Win(_)) => Proof::Loss,
        None if child.turn() == pos.turn() => truth(&child),
        None => truth(&child).reversed(),
    };
    assert_eq!(proof, after, "{pos}: {:?} gives the game away", result.best);
}

fn solve<P: Position, G: ProofHeuristic<P>>(dfpn: &mut Dfpn<G>, pos: &P, limits: Limits) -> DfpnResult<P::Move> {
    dfpn.solve(pos, limits, &Stop::new())
}

fn examine<P: Position>(pos: &P, epsilon: f64) {
    let settings = DfpnSettings { epsilon, ..SMALL };
    let tables = [
        solve(&mut Dfpn::with_entries(settings, UnitHeuristic, 1 << 12), pos, Limits::default()),
        solve(&mut Dfpn::with_entries(settings, RandomNumbers, 1 << 10), pos, Limits::default()),
        // Sixteen entries may never come to an end, hence the limit: but what it finds must be
        // true.
        solve(&mut Dfpn::with_entries(settings, UnitHeuristic, 16), pos, Limits::nodes(200_000)),
    ];
    for result in &tables {
        confirm(pos, result);
    }
    assert!(tables[0].proof.is_some() && tables[1].proof.is_some());
    confirm(pos, &solve(&mut Dfpn::with_entries(settings, RandomNumbers, 64), pos, Limits::nodes(20)));
}

#[test]
fn random_trees_are_solved_right() {
    for seed in 0..2000 {
        examine(&Dag::random(seed, 30, 4), f64::from(seed as u32 % 3) * 0.3);
    }
}

#[test]
fn nim_with_passes_and_second_turns_is_solved_right() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..300 {
        let pos = Nim::random(&mut rng);
        if pos.outcome().is_none() {
            examine(&pos, 0.25);
        }
    }
}

#[test]
fn tic_tac_toe_is_solved_right() {
    examine(&TicTacToe::default(), 0.25);
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        examine(&TicTacToe::random(&mut rng), 0.25);
    }
}

#[test]
fn mazes_are_solved_right_with_one_table_for_all_their_nodes() {
    let mut solved = [0; 3];
    for seed in 0..1500 {
        let maze = Maze::random(seed, 12, 3);
        // One small table for all the nodes of a maze: results that depend on a path would be found
        // by way of another one.
        let mut dfpn = Dfpn::with_entries(SMALL, UnitHeuristic, 1 << 8);
        for (at, winner) in winners(&maze).into_iter().enumerate() {
            let pos = maze.at(at);
            let Some(proof) = solve(&mut dfpn, &pos, Limits::nodes(50_000)).proof else { continue };
            let expected = match winner {
                Some(winner) if winner == pos.turn() => Proof::Win,
                Some(_) => Proof::Loss,
                None => Proof::Draw,
            };
            assert_eq!(proof, expected, "{pos}");
            solved[proof as usize] += 1;
        }
    }
    // The mazes must contain enough of each result to be a test of all three.
    assert!(solved.iter().all(|&count| count > 1000), "{solved:?}");
    assert!(solved.iter().sum::<u32>() > 17_900, "of 18000 only {solved:?} were solved");
}

#[test]
fn a_variation_keeps_the_result_to_the_end() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..100 {
        let start = TicTacToe::random(&mut rng);
        let mut dfpn = Dfpn::new(SMALL, UnitHeuristic);
        let variation = dfpn.variation(&start, Limits::default(), &Stop::new());
        let mut pos = start;
        for mv in variation {
            pos.play(mv);
        }
        let expected = match truth(&start) {
            Proof::Win => Outcome::Win(start.turn()),
            Proof::Loss => Outcome::Win(!start.turn()),
            Proof::Draw => Outcome::Draw,
        };
        assert_eq!(pos.outcome(), Some(expected), "{start}");
    }
}

#[test]
fn limits_and_the_flag_end_in_an_honest_unknown() {
    let pos = Nim::new([60, 60, 60], 9);
    let result = solve(&mut Dfpn::new(SMALL, UnitHeuristic), &pos, Limits::nodes(100));
    assert_eq!((result.proof, result.nodes), (None, 100));
    assert!(result.best.is_some(), "the most promising move");
    let stop = Stop::new();
    stop.raise();
    let result = Dfpn::new(SMALL, UnitHeuristic).solve(&pos, Limits::default(), &stop);
    assert_eq!(result.proof, None);
    assert!(result.nodes < 100);
}

#[test]
fn what_was_solved_once_is_known_at_once() {
    let mut dfpn = Dfpn::new(SMALL, UnitHeuristic);
    let first = solve(&mut dfpn, &TicTacToe::default(), Limits::default());
    let again = solve(&mut dfpn, &TicTacToe::default(), Limits::default());
    assert_eq!(again.proof, first.proof);
    // Not zero: the root is expanded again to find its move.
    assert!(again.nodes * 20 < first.nodes, "{} after {}", again.nodes, first.nodes);
    dfpn.clear();
    assert_eq!(solve(&mut dfpn, &TicTacToe::default(), Limits::default()).nodes, first.nodes);
}
