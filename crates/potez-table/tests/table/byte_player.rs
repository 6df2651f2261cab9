//! The player of Byte: its sparring partners, its proofs and its limits.

use std::time::Duration;

use potez_table::{BotSpec, Limits, Proof, Stop, Table, open};

/// Plays random moves from the start.
fn after_random_moves(spec: &str, seed: u64, plies: usize) -> Box<dyn Table> {
    let mut table = open(spec, None).expect("a game");
    let mut random = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("random") }).expect("a bot");
    for _ in 0..plies {
        let Some(mv) =
            random.think(table.as_ref(), Limits::default(), &Stop::new(), &mut |_| {}).expect("its own game").best()
        else {
            break;
        };
        table.play(&mv.text).expect("a legal move");
    }
    table
}

#[test]
fn a_proven_win_is_never_given_away() {
    let mut wins = 0;
    for seed in 0..12 {
        let mut table = after_random_moves("byte", seed, 22);
        let mut potez = table.bot(&BotSpec::new("potez")).expect("a bot");
        let mut winner = None;
        while table.outcome().is_none() {
            let report =
                potez.think(table.as_ref(), Limits::nodes(40_000), &Stop::new(), &mut |_| {}).expect("its own game");
            let best = report.lines.first().expect("a line");
            let claim = match best.proof {
                Some(Proof::Win) => Some(table.turn()),
                Some(Proof::Loss) => Some(!table.turn()),
                _ => None,
            };
            assert!(winner.is_none() || claim.is_none() || claim == winner, "{}: {best:?}", table.position());
            winner = winner.or(claim);
            table.play(&best.mv().text).expect("a legal move");
        }
        if let Some(winner) = winner {
            assert_eq!(table.outcome(), Some(potez_table::Outcome::Win(winner)), "{}", table.position());
            wins += 1;
        }
    }
    assert!(wins > 6, "{wins} games were decided before their end");
}

#[test]
fn the_solver_and_the_search_agree() {
    let mut solved = 0;
    for seed in 20..32 {
        let table = after_random_moves("byte", seed, 24);
        if table.outcome().is_some() {
            continue;
        }
        let solution = table.solve(Limits::nodes(500_000), &Stop::new());
        let mut mobility = table.bot(&BotSpec::new("mobility")).expect("a bot");
        let report =
            mobility.think(table.as_ref(), Limits::nodes(500_000), &Stop::new(), &mut |_| {}).expect("its own game");
        let line = report.lines.first().expect("a line");
        if let (Some(proof), Some(other)) = (solution.proof, line.proof) {
            assert_eq!(proof, other, "{}", table.position());
            solved += 1;
        }
    }
    assert!(solved > 4, "{solved} positions solved by both");
}

#[test]
fn every_bot_of_every_board_answers_with_a_legal_move() {
    for spec in ["byte", "byte:size=10", "byte:size=16", "byte:rules=merge-first"] {
        let table = after_random_moves(spec, 3, 8);
        for name in ["greedy", "tops", "mobility", "potez"] {
            let mut bot = table.bot(&BotSpec::new(name)).expect("a bot");
            let limits = Limits { nodes: Some(2000), ..Limits::time(Duration::from_secs(5)) };
            let best = bot
                .think(table.as_ref(), limits, &Stop::new(), &mut |_| {})
                .expect("its own game")
                .best()
                .expect("a move");
            assert!(table.legal().contains(&best.text), "{spec} {name}: {best}");
        }
    }
}
