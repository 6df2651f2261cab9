//! Every configuration returns the value of plain negamax.

use crate::toys::{
    BusyOrdering, Dag, HalfOrdering, HashEvaluator, Maze, Nim, TicTacToe, exhaust, hash_estimate, negamax, value_of,
};
use potez_core::Position;
use potez_search::alphabeta::{AlphaBetaSettings, LateMoveReductions, MoveOrdering, NoOrdering, TableUse, Tuning};
use potez_search::{AlphaBeta, Limits, Proof, Report, Score, Stop};

fn search<P: Position>(
    pos: &P,
    ordering: impl MoveOrdering<P>,
    settings: AlphaBetaSettings,
    limits: Limits,
) -> Report<P::Move> {
    let mut search = AlphaBeta::new(HashEvaluator, ordering, settings);
    search.search(pos, &[], limits, &Stop::new(), &mut |_| {})
}

/// Techniques that may not change the value at a given depth, each alone and all together.
fn exact_tunings() -> Vec<(&'static str, Tuning)> {
    let plain = Tuning::plain();
    let table = TableUse::SameDepth;
    vec![
        ("plain", plain.clone()),
        ("table", Tuning { table, ..plain.clone() }),
        ("null windows", Tuning { null_windows: true, ..plain.clone() }),
        ("aspiration", Tuning { aspiration: Some(5), ..plain.clone() }),
        ("killers", Tuning { killers: true, ..plain.clone() }),
        ("history", Tuning { history: true, ..plain.clone() }),
        ("counters", Tuning { counter_moves: true, ..plain.clone() }),
        (
            "all that is exact",
            Tuning {
                table,
                null_windows: true,
                aspiration: Some(10),
                killers: true,
                history: true,
                counter_moves: true,
                min_split_nodes: Some(0),
                ..plain
            },
        ),
    ]
}

/// Techniques that may change the value at a given depth, but not what is proven.
fn all_tunings() -> Vec<(&'static str, Tuning)> {
    // Far rougher than anybody would play with: what is proven must survive it.
    let rough = LateMoveReductions {
        base: 150,
        divisor: 100,
        min_depth: 2,
        full_depth_moves: 1,
        min_remaining_depth: 0,
        step: 1,
    };
    let full = Tuning::default();
    let mut tunings = exact_tunings();
    tunings.extend([
        ("full table", Tuning { table: TableUse::Full, ..Tuning::plain() }),
        ("reductions", Tuning { late_move_reductions: Some(rough), ..Tuning::plain() }),
        ("internal reduction", Tuning { internal_iterative_reductions: Some(2), ..Tuning::plain() }),
        ("quiescence", Tuning { quiescence: true, ..Tuning::plain() }),
        ("extensions", Tuning { extensions: true, ..Tuning::plain() }),
        ("default", full.clone()),
        ("default, rough reductions", Tuning { late_move_reductions: Some(rough), ..full.clone() }),
        ("default, few moves near the leaves", Tuning { late_move_pruning: vec![1, 2, 2], ..full.clone() }),
        ("default without verification", Tuning { verify_losses: false, ..full }),
    ]);
    tunings
}

fn settings(tuning: &Tuning, table_mib: usize, threads: usize, multipv: usize) -> AlphaBetaSettings {
    AlphaBetaSettings { threads, table_mib, multipv, tuning: tuning.clone() }
}

type HashSearch<P, G> = AlphaBeta<P, HashEvaluator, G>;

/// A search for every tuning, with a table of a mebibyte and, where it is used at all, one of a
/// single slot.
fn searches<P: Position, G: MoveOrdering<P>>(
    tunings: &[(&'static str, Tuning)],
    ordering: &G,
    threads: usize,
) -> Vec<(String, HashSearch<P, G>)> {
    let mut searches = Vec::new();
    for (name, tuning) in tunings {
        // A table of one slot is overwritten at every store: nothing may depend on an entry being
        // there.
        let sizes: &[usize] = if tuning.table == TableUse::Off { &[0] } else { &[1, 0] };
        for &table_mib in sizes {
            let search = AlphaBeta::new(HashEvaluator, ordering.clone(), settings(tuning, table_mib, threads, 1));
            searches.push((format!("{name}, {table_mib} MiB, {threads} threads"), search));
        }
    }
    searches
}

fn agrees_at_each_depth<P: Position, G: MoveOrdering<P>>(
    searches: &mut [(String, HashSearch<P, G>)],
    pos: &P,
    depths: u32,
) {
    // One search for all depths, so that entries of one depth meet the search of another.
    for depth in 1..=depths {
        let expected = negamax(pos, depth, &mut Vec::new(), &hash_estimate);
        for (name, search) in &mut *searches {
            let report = search.search(pos, &[], Limits::depth(depth), &Stop::new(), &mut |_| {});
            assert_eq!(report.lines[0].score, expected, "{name}, depth {depth}, {pos}");
        }
    }
}

#[test]
fn exact_techniques_keep_the_value_of_random_trees_at_each_depth() {
    let mut searches = searches(&exact_tunings(), &NoOrdering, 1);
    for seed in 0..300 {
        agrees_at_each_depth(&mut searches, &Dag::random(seed, 60, 4), 7);
    }
}

#[test]
fn exact_techniques_keep_the_value_of_nim_and_tic_tac_toe_at_each_depth() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut heaps, mut boards) =
        (searches(&exact_tunings(), &NoOrdering, 1), searches(&exact_tunings(), &NoOrdering, 1));
    for _ in 0..60 {
        agrees_at_each_depth(&mut heaps, &Nim::random(&mut rng), 5);
        agrees_at_each_depth(&mut boards, &TicTacToe::random(&mut rng), 4);
    }
}

#[test]
fn exact_techniques_without_a_table_keep_the_value_of_games_that_repeat() {
    for seed in 0..300 {
        let pos = Maze::random(seed, 10, 3);
        for depth in 1..=6 {
            let expected = negamax(&pos, depth, &mut Vec::new(), &hash_estimate);
            // The table is left out: what it holds of a position came about on another path.
            for (name, tuning) in exact_tunings().into_iter().filter(|(_, tuning)| tuning.table == TableUse::Off) {
                let report = search(&pos, NoOrdering, settings(&tuning, 0, 1, 1), Limits::depth(depth));
                assert_eq!(report.lines[0].score, expected, "{name}, depth {depth}, {pos}");
            }
        }
    }
}

#[test]
fn a_position_of_the_game_that_comes_back_is_a_draw() {
    let mut drawn = 0;
    for seed in 0..400 {
        let start = Maze::random(seed, 8, 3);
        let mut pos = start.clone();
        let Some(mv) = pos.random_move(&mut fastrand::Rng::with_seed(seed)) else { continue };
        pos.play(mv);
        if pos.outcome().is_some() {
            continue;
        }
        let mut path = vec![start.key()];
        let expected = negamax(&pos, 5, &mut path, &hash_estimate);
        drawn += usize::from(expected != negamax(&pos, 5, &mut Vec::new(), &hash_estimate));
        let mut search = AlphaBeta::new(HashEvaluator, NoOrdering, settings(&Tuning::plain(), 0, 1, 1));
        let report = search.search(&pos, &path, Limits::depth(5), &Stop::new(), &mut |_| {});
        assert_eq!(report.lines[0].score, expected, "{pos}");
    }
    assert!(drawn >= 10, "the history matters in {drawn} games only");
}

/// Searches without a limit: what is found is proven, and it is the truth.
fn finds_the_truth<P: Position, G: MoveOrdering<P>>(searches: &mut [(String, HashSearch<P, G>)], pos: &P) {
    let truth = exhaust(pos);
    for (name, search) in searches {
        let report = search.search(pos, &[], Limits::default(), &Stop::new(), &mut |_| {});
        let line = &report.lines[0];
        assert_eq!(line.proof, Some(truth.proof), "{name}, {pos}");
        let tuning = &search.settings().tuning;
        if exact_tunings().iter().any(|(_, exact)| exact == tuning) {
            assert_eq!(line.score, truth.score, "{name}, {pos}");
        // Reductions may miss the shortest win, but none is shorter than the shortest.
        } else if truth.proof == Proof::Win {
            assert!(line.score.plies() >= truth.score.plies(), "{name}: a win sooner than possible in {pos}");
        }
    }
}

#[test]
fn every_configuration_proves_the_value_of_random_trees() {
    let mut unordered = searches(&all_tunings(), &NoOrdering, 1);
    let mut busy = searches(&all_tunings(), &BusyOrdering, 1);
    for seed in 0..600 {
        let pos = Dag::random(seed, 30, 4);
        finds_the_truth(&mut unordered, &pos);
        finds_the_truth(&mut busy, &pos);
    }
}

#[test]
fn every_configuration_proves_the_value_of_nim() {
    let mut searches = searches(&all_tunings(), &BusyOrdering, 1);
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..60 {
        finds_the_truth(&mut searches, &Nim::random(&mut rng));
    }
}

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    let tunings: Vec<_> = all_tunings().into_iter().filter(|(_, tuning)| tuning.table != TableUse::Off).collect();
    for (name, tuning) in tunings {
        let report = search(&TicTacToe::default(), NoOrdering, settings(&tuning, 1, 1, 1), Limits::default());
        assert_eq!((report.lines[0].score, report.lines[0].proof), (Score::DRAW, Some(Proof::Draw)), "{name}");
        assert_eq!(report.lines[0].pv.len(), 9, "{name}: the line goes to the end");
    }
}

#[test]
fn what_a_selective_ordering_proves_holds_and_verification_proves_more() {
    // Without and with verification of losses.
    let mut proofs = [0, 0];
    for seed in 0..150 {
        let pos = Dag::random(seed, 30, 4);
        // The first eight are exact; those after them are what a selective ordering is used with.
        for (name, tuning) in all_tunings().split_off(8) {
            for verify_losses in [false, true] {
                let tuning = Tuning { verify_losses, ..tuning.clone() };
                let report = search(&pos, HalfOrdering, settings(&tuning, 0, 1, 1), Limits::depth(20));
                let line = &report.lines[0];
                if let Some(proof) = line.proof {
                    proofs[usize::from(verify_losses)] += 1;
                    assert_eq!(proof, proof_of_move(&pos, line.pv[0]), "{name}: {pos}");
                }
            }
        }
    }
    assert!(proofs[0] > 100 && proofs[0] * 5 < proofs[1] * 4, "{proofs:?}");
}

/// The truth about a single move, for the player who makes it.
fn proof_of_move<P: Position>(pos: &P, mv: P::Move) -> Proof {
    value_of_move(pos, mv).proof().unwrap_or(Proof::Draw)
}

fn value_of_move<P: Position>(pos: &P, mv: P::Move) -> Score {
    let mut child = pos.clone();
    child.play(mv);
    if let Some(outcome) = child.outcome() {
        return value_of(outcome, pos.turn(), 1);
    }
    let score = exhaust(&child).score.one_ply_later();
    if child.turn() == pos.turn() { score } else { -score }
}

#[test]
fn every_proof_of_a_limited_search_holds() {
    let mut proven = 0;
    for seed in 0..200 {
        let pos = Dag::random(seed, 60, 4);
        for (name, tuning) in all_tunings() {
            for depth in 1..=5 {
                let report = search(&pos, BusyOrdering, settings(&tuning, 0, 1, 3), Limits::depth(depth));
                for line in &report.lines {
                    if let Some(proof) = line.proof {
                        proven += 1;
                        assert_eq!(proof, proof_of_move(&pos, line.pv[0]), "{name}, depth {depth}, {pos}");
                    }
                }
            }
        }
    }
    assert!(proven > 1000, "{proven} proofs");
}

#[test]
fn lines_are_the_ranked_values_of_the_root_moves() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut positions: Vec<Dag> = (0..60).map(|seed| Dag::random(seed, 30, 5)).collect();
    rng.shuffle(&mut positions);
    for pos in positions {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut values: Vec<Score> = moves.iter().map(|&mv| value_of_move(&pos, mv)).collect();
        values.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
        for (name, tuning) in exact_tunings() {
            for multipv in [1, 2, 3, 10] {
                let report = search(&pos, NoOrdering, settings(&tuning, 1, 1, multipv), Limits::depth(40));
                let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
                assert_eq!(scores, values[..multipv.min(values.len())], "{name}, {multipv} lines, {pos}");
                for line in &report.lines {
                    assert_eq!(line.score, value_of_move(&pos, line.pv[0]), "{name}, {pos}");
                    assert_eq!(line.proof, Some(proof_of_move(&pos, line.pv[0])), "{name}, {pos}");
                }
            }
        }
    }
}

#[test]
fn several_threads_find_the_truth() {
    let mut tunings = all_tunings();
    for (_, tuning) in &mut tunings {
        // Split everywhere, so that small trees test what only large ones would.
        tuning.min_split_nodes = Some(0);
    }
    for threads in [2, 3] {
        let mut searches = searches(&tunings[8..], &BusyOrdering, threads);
        for seed in 0..60 {
            finds_the_truth(&mut searches, &Dag::random(seed, 40, 4));
        }
    }
}
