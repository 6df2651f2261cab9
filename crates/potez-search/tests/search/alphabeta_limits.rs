//! Limits, stops, repetition of answers and threads.

use std::time::Duration;

use crate::toys::{BoardCell, BusyOrdering, Dag, GraphNode, HashEvaluator, Maze, Nim, TicTacToe, exhaust, value_of};
use potez_core::{Player, Position};
use potez_search::alphabeta::{AlphaBetaSettings, NoOrdering, ZeroEvaluator};
use potez_search::{AlphaBeta, Clock, Limits, Proof, Report, Score, Stop};

type BusySearch<P> = AlphaBeta<P, HashEvaluator, BusyOrdering>;

fn fresh<P: Position>(threads: usize, multipv: usize) -> BusySearch<P> {
    AlphaBeta::new(
        HashEvaluator,
        BusyOrdering,
        AlphaBetaSettings { threads, table_mib: 1, multipv, ..AlphaBetaSettings::default() },
    )
}

fn run<P: Position>(search: &mut BusySearch<P>, pos: &P, limits: Limits) -> Report<P::Move> {
    search.search(pos, &[], limits, &Stop::new(), &mut |_| {})
}

/// The report speaks of different legal moves, each with a line that can be played.
fn is_sound<P: Position>(pos: &P, report: &Report<P::Move>, multipv: usize) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    assert_eq!(report.lines.len(), multipv.min(moves.len()), "{pos}");
    for (index, line) in report.lines.iter().enumerate() {
        assert!(report.lines[..index].iter().all(|other| other.mv() != line.mv()), "a move twice in {pos}");
        assert!((0.0..=1.0).contains(&line.win_chance));
        let mut end = pos.clone();
        for &mv in &line.pv {
            assert!(end.is_legal(mv), "{pos}: {:?}", line.pv);
            end.play(mv);
        }
    }
}

fn proofs_hold<P: Position>(pos: &P, report: &Report<P::Move>) {
    for line in &report.lines {
        let mut child = pos.clone();
        child.play(line.mv());
        let truth = match child.outcome() {
            Some(outcome) => value_of(outcome, pos.turn(), 1).proof().unwrap_or(Proof::Draw),
            None if child.turn() == pos.turn() => exhaust(&child).proof,
            None => exhaust(&child).proof.reversed(),
        };
        assert!(line.proof.is_none_or(|proof| proof == truth), "{pos}: {line:?}, but it is a {truth:?}");
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for seed in 0..40 {
        let pos = Dag::random(seed, 200, 6);
        // A limit that ends within an iteration, and one that ends after it.
        for limits in [Limits::nodes(777), Limits::depth(6)] {
            let mut search = fresh(1, 2);
            let first = run(&mut search, &pos, limits);
            // A second search leaves table and history in another state: `clear` must undo all of
            // it.
            run(&mut search, &pos, limits);
            search.clear();
            let again = run(&mut search, &pos, limits);
            assert_eq!((&first.lines, first.nodes, first.depth), (&again.lines, again.nodes, again.depth), "{pos}");
        }
    }
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    for nodes in [1, 2, 10, 100, 1000] {
        let report = run(&mut fresh(1, 1), &Nim::new([9, 8, 7], 2), Limits::nodes(nodes));
        assert_eq!(report.nodes, nodes);
        is_sound(&Nim::new([9, 8, 7], 2), &report, 1);
    }
}

#[test]
fn a_stop_at_any_node_leaves_a_sound_report() {
    for seed in 0..60 {
        let pos = Dag::random(seed, 120, 5);
        for multipv in [1, 3] {
            // Every limit stops at another place: in the first iteration, between two, within a
            // re-search.
            for nodes in (1..400).step_by(23) {
                let report = run(&mut fresh(1, multipv), &pos, Limits::nodes(nodes));
                is_sound(&pos, &report, multipv);
                proofs_hold(&pos, &report);
            }
        }
    }
}

#[test]
fn a_stop_at_any_moment_ends_two_threads_with_a_sound_report() {
    let pos = Nim::new([9, 8, 7], 2);
    // Nothing depends on when the flag is raised: the waits only make different moments likely.
    for wait in 0..12 {
        let stop = Stop::new();
        let (mut search, flag) = (fresh(2, 2), stop.clone());
        let report = std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_micros(wait * 300));
                flag.raise();
            });
            search.search(&pos, &[], Limits::default(), &stop, &mut |_| {})
        });
        is_sound(&pos, &report, 2);
        proofs_hold(&pos, &report);
    }
}

#[test]
fn a_flag_raised_before_the_start_still_gives_a_legal_move() {
    let stop = Stop::new();
    stop.raise();
    for threads in [1, 2] {
        let pos = Nim::new([9, 8, 7], 2);
        let report = fresh(threads, 3).search(&pos, &[], Limits::default(), &stop, &mut |_| {});
        is_sound(&pos, &report, 3);
    }
}

#[test]
fn a_child_flag_is_raised_with_its_parent_but_not_the_parent_with_it() {
    let parent = Stop::new();
    let (one, other) = (parent.child(), parent.child());
    one.raise();
    assert_eq!([&parent, &one, &other].map(Stop::is_raised), [false, true, false]);
    parent.raise();
    assert!(other.is_raised() && other.child().is_raised());
}

#[test]
fn a_finished_game_has_no_lines() {
    let mut pos = TicTacToe::default();
    for cell in [0, 3, 1, 4, 2] {
        pos.play(BoardCell(cell));
    }
    assert!(run(&mut fresh(1, 1), &pos, Limits::depth(3)).lines.is_empty());
    assert!(run(&mut fresh(2, 1), &pos, Limits::depth(3)).best().is_none());
}

#[test]
fn a_single_legal_move_is_answered_at_once_on_the_clock() {
    let pos = Nim::new([1, 0, 0], 0);
    let clock = Clock { left: Duration::from_secs(600), increment: Duration::ZERO, moves_to_go: None };
    // Ten minutes: a search that did not answer at once would be noticed.
    for limits in [Limits::time(Duration::from_secs(600)), Limits { clock: Some(clock), ..Limits::default() }] {
        let report = run(&mut fresh(1, 1), &pos, limits);
        assert_eq!((report.lines.len(), report.nodes), (1, 1));
        assert_eq!(report.lines[0].score, Score::win_in(1));
    }
}

#[test]
fn iterations_are_reported_one_by_one_and_the_last_is_the_answer() {
    let pos = Nim::new([5, 6, 7], 1);
    let mut heard = Vec::new();
    let report = fresh(1, 2).search(&pos, &[], Limits::depth(5), &Stop::new(), &mut |info| heard.push(info.clone()));
    let depths: Vec<u32> = heard.iter().map(|info| info.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert!(heard.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
    assert_eq!(heard.last().map(|info| &info.lines), Some(&report.lines));
}

#[test]
fn a_whole_game_with_one_memory_is_played_without_a_mistake() {
    for seed in 0..60 {
        let mut pos = Dag::random(seed, 60, 4);
        let mut search = fresh(1, 1);
        while pos.outcome().is_none() {
            let report = run(&mut search, &pos, Limits::default());
            assert_eq!(report.lines[0].proof, Some(exhaust(&pos).proof), "{pos}");
            pos.play(report.lines[0].mv());
        }
    }
}

#[test]
fn wins_proven_in_a_game_that_repeats_can_be_played_out() {
    let mut won = 0;
    for seed in 0..300 {
        let start = Maze::random(seed, 14, 3);
        let mut search: AlphaBeta<Maze, _, _> = AlphaBeta::new(
            ZeroEvaluator,
            NoOrdering,
            AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() },
        );
        let mut think = |pos: &Maze, history: &[u64]| {
            search.search(pos, history, Limits::depth(20), &Stop::new(), &mut |_| {}).lines.swap_remove(0)
        };
        // Only wins are claims here: draws may be by repetition, which is never called proven.
        if think(&start, &[]).proof != Some(Proof::Win) {
            continue;
        }
        won += 1;
        let (mut pos, mut history) = (start.clone(), Vec::new());
        let mut rng = fastrand::Rng::with_seed(seed);
        while pos.outcome().is_none() {
            assert!(history.iter().filter(|&&key| key == pos.key()).count() < 2, "{start} was only drawn");
            // The winner plays by the search, the other side at random: the proof must hold against
            // anything.
            let line = if pos.turn() == start.turn() { Some(think(&pos, &history)) } else { None };
            assert!(line.as_ref().is_none_or(|line| line.proof == Some(Proof::Win)), "the win got lost in {pos}");
            let Some(mv) = line.map(|line| line.mv()).or_else(|| pos.random_move(&mut rng)) else { break };
            history.push(pos.key());
            pos.play(mv);
        }
        assert_eq!(pos.outcome().and_then(potez_core::Outcome::winner), Some(start.turn()), "{start}");
    }
    assert!(won > 50, "{won} games");
}

#[test]
fn a_draw_by_repetition_is_never_called_proven() {
    let node = |turn, child| GraphNode { turn, outcome: None, children: vec![child] };
    let pos = Maze::new(vec![node(Player::X, 1), node(Player::O, 2), node(Player::X, 1)]);
    let report = run(&mut fresh(1, 1), &pos, Limits::depth(12));
    assert_eq!((report.lines[0].score, report.lines[0].proof), (Score::DRAW, None));
}

#[test]
fn win_chances_grow_with_the_score() {
    use potez_search::alphabeta::Evaluator;
    let chance = |score| Evaluator::<Dag>::win_chance(&HashEvaluator, score);
    let scores = [Score::loss_in(3), Score::estimate(-40), Score::DRAW, Score::estimate(1), Score::win_in(9)];
    assert!(scores.windows(2).all(|pair| chance(pair[0]) < chance(pair[1])));
    assert!((chance(Score::DRAW) - 0.5).abs() < 1e-9);
}
