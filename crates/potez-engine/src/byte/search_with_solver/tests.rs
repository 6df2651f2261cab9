//! Searches that know what the solver has refuted.

use std::time::Duration;

use potez_byte::{Eight, Game};
use potez_core::Game as _;
use potez_search::Clock;

use super::*;

/// Thinks about positions of random games; how often some moves were refuted and others not.
fn count_refutations(threads: usize, limits: Limits) -> usize {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut player = SearchWithSolver::<Eight>::new(threads, 1);
    let mut refutations = 0;
    for _ in 0..200 {
        let mut pos = Game::<Eight>::default().start();
        while pos.outcome().is_none() && pos.occupied().count() > 11 {
            pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
        }
        if pos.outcome().is_some() {
            continue;
        }
        let report = player.think_about(&pos, limits, &Stop::new(), &mut |_| {}, None);
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let lost = moves.iter().filter(|&&mv| player.solver.is_known_loss(&pos, mv)).count();
        if (1..moves.len()).contains(&lost) {
            refutations += 1;
            let best = report.best().expect("a running game has moves");
            assert!(!player.solver.is_known_loss(&pos, best), "{best} in {pos}");
        }
    }
    refutations
}

#[test]
fn a_move_that_the_solver_has_refuted_is_not_played_if_there_are_others() {
    let [taking_turns, side_by_side] = [(1, Limits::nodes(20_000)), (2, Limits::time(Duration::from_millis(10)))]
        .map(|(threads, limits)| count_refutations(threads, limits));
    assert!(
        taking_turns > 5 && side_by_side > 5,
        "{taking_turns} and {side_by_side} positions with some moves refuted"
    );
}

#[test]
fn a_large_increment_does_not_lead_the_solver_past_the_end_of_the_clock() {
    let (left, increment) = (Duration::from_millis(40), Duration::from_secs(10));
    let clock = Some(Clock { left, increment, moves_to_go: None });
    let share = scaled(Limits { clock, ..Limits::default() }, PROOF);
    assert!(share.time.is_some_and(|time| time <= left / 4), "{share:?}");
}
