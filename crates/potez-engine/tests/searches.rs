//! Every search on the three games: the values of plain negamax, and proofs that exhaustive search
//! confirms.

use std::collections::HashMap;

use potez_blockade::SMALL;
use potez_byte::Eight;
use potez_core::{Game, Outcome, Player, Position};
use potez_engine::proving::ProofGame;
use potez_havannah::Upto5;
use potez_search::alphabeta::{AlphaBeta, AlphaBetaSettings, Evaluator, NoOrdering, TableUse, Tuning};
use potez_search::dfpn::{Dfpn, DfpnSettings, UnitHeuristic};
use potez_search::mcts::{Knowledge, ListIndexing, Mcts, MctsSettings, RandomPlayout, UniformPrior};
use potez_search::shared_solver::{SharedSolver, WinTable};
use potez_search::solver::BooleanSolver;
use potez_search::{Limits, Proof, Score, Stop};

/// An evaluation that is cheap, different almost everywhere, and the same for every search.
#[derive(Clone, Copy)]
struct NoiseEvaluator;

impl<P: Position> Evaluator<P> for NoiseEvaluator {
    fn evaluate(&mut self, pos: &P) -> Score {
        Score::estimate((pos.key() >> 40) as i32 % 1000 - 500)
    }
}

/// The value for the player to move, looking exactly `depth` plies ahead, nothing left out.
fn negamax<P: Position>(pos: &P, depth: u32) -> Score {
    if let Some(outcome) = pos.outcome() {
        return match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(player) if player == pos.turn() => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
        };
    }
    if depth == 0 {
        return NoiseEvaluator.evaluate(pos);
    }
    children(pos).iter().map(|(_, child)| seen_from(pos, child, negamax(child, depth - 1))).max().expect("moves")
}

fn children<P: Position>(pos: &P) -> Vec<(P::Move, P)> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let child = |mv| {
        let mut child = pos.clone();
        child.play(mv);
        (mv, child)
    };
    moves.into_iter().map(child).collect()
}

fn seen_from<P: Position>(pos: &P, child: &P, value: Score) -> Score {
    let value = value.one_ply_later();
    if child.turn() == pos.turn() { value } else { -value }
}

/// The result under best play, by trying everything.
fn exhaust<P: Position>(pos: &P, known: &mut HashMap<u64, Outcome>) -> Outcome {
    if let Some(outcome) = pos.outcome() {
        return outcome;
    }
    if let Some(&outcome) = known.get(&pos.key()) {
        return outcome;
    }
    let rank = |outcome: Outcome| match outcome {
        Outcome::Win(player) if player == pos.turn() => 2,
        Outcome::Draw => 1,
        Outcome::Win(_) => 0,
    };
    let results = children(pos).into_iter().map(|(_, child)| exhaust(&child, known));
    let best = results.max_by_key(|&outcome| rank(outcome)).expect("a running game has moves");
    known.insert(pos.key(), best);
    best
}

fn relative(outcome: Outcome, turn: Player) -> Proof {
    match outcome {
        Outcome::Draw => Proof::Draw,
        Outcome::Win(player) if player == turn => Proof::Win,
        Outcome::Win(_) => Proof::Loss,
    }
}

/// Positions of random games, running, that `wanted` accepts.
fn positions<G: Game>(game: &G, seed: u64, count: usize, wanted: impl Fn(&G::Position) -> bool) -> Vec<G::Position> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut pos = game.start();
        while let Some(mv) = pos.random_move(&mut rng) {
            pos.play(mv);
            if pos.outcome().is_none() && wanted(&pos) && rng.u8(..3) == 0 {
                found.push(pos.clone());
            }
        }
    }
    found.truncate(count);
    found
}

fn exact() -> Tuning {
    Tuning {
        table: TableUse::SameDepth,
        late_move_reductions: None,
        internal_iterative_reductions: None,
        quiescence: false,
        extensions: false,
        ..Tuning::default()
    }
}

fn alpha_beta_equals_negamax<P: Position>(positions: &[P], depths: u32) {
    for tuning in [Tuning::plain(), exact()] {
        for table_mib in [0, 1] {
            let settings = AlphaBetaSettings { table_mib, tuning: tuning.clone(), ..AlphaBetaSettings::default() };
            let mut search = AlphaBeta::new(NoiseEvaluator, NoOrdering, settings);
            for pos in positions {
                for depth in 1..=depths {
                    let report = search.search(pos, &[], Limits::depth(depth), &Stop::new(), &mut |_| {});
                    assert_eq!(report.lines[0].score, negamax(pos, depth), "{pos} at depth {depth}");
                }
            }
        }
    }
}

#[test]
fn alpha_beta_has_the_value_of_negamax_on_byte() {
    let game: potez_byte::Game<Eight> = "byte".parse().expect("a spec");
    alpha_beta_equals_negamax(&positions(&game, 1, 300, |_| true), 3);
}

#[test]
fn alpha_beta_has_the_value_of_negamax_on_havannah() {
    let game: potez_havannah::Game<Upto5> = "havannah:size=3".parse().expect("a spec");
    alpha_beta_equals_negamax(&positions(&game, 2, 300, |_| true), 3);
}

#[test]
fn alpha_beta_has_the_value_of_negamax_on_blockade() {
    // Walls make every turn final, so no position can come back within the depth.
    let game: potez_blockade::Game<SMALL> = "blockade:rows=5,cols=5,walls=4".parse().expect("a spec");
    let walled = |pos: &potez_blockade::Position<SMALL>| pos.count_moves() < 60 && pos.to_string().ends_with(".1 x");
    alpha_beta_equals_negamax(&positions(&game, 3, 100, walled), 2);
}

#[test]
fn several_lines_are_the_ranked_values_of_the_root_moves() {
    let game: potez_byte::Game<Eight> = "byte".parse().expect("a spec");
    let settings = AlphaBetaSettings { multipv: 4, table_mib: 1, tuning: exact(), ..AlphaBetaSettings::default() };
    let mut search = AlphaBeta::new(NoiseEvaluator, NoOrdering, settings);
    for pos in positions(&game, 4, 100, |pos| pos.count_moves() >= 4) {
        let report = search.search(&pos, &[], Limits::depth(2), &Stop::new(), &mut |_| {});
        let mut values: Vec<Score> =
            children(&pos).iter().map(|(_, child)| seen_from(&pos, child, negamax(child, 1))).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        assert_eq!(scores, values[..4], "{pos}");
        for line in &report.lines {
            let (_, child) = children(&pos).into_iter().find(|(mv, _)| *mv == line.mv()).expect("a legal move");
            assert_eq!(seen_from(&pos, &child, negamax(&child, 1)), line.score, "{pos}: {}", line.mv());
        }
    }
}

/// What each kind of search proves, against exhaustive search.
fn proofs_are_right<P: Position>(positions: &[P], has_draws: bool) {
    let mut known = HashMap::new();
    let mut search =
        AlphaBeta::new(NoiseEvaluator, NoOrdering, AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() });
    let mut team = AlphaBeta::new(
        NoiseEvaluator,
        NoOrdering,
        AlphaBetaSettings { table_mib: 1, threads: 2, ..AlphaBetaSettings::default() },
    );
    let mut solver = BooleanSolver::new(1, has_draws, |child: &P| child.count_moves() as i32);
    let mut dfpn = Dfpn::new(DfpnSettings { table_mib: 1, ..DfpnSettings::default() }, UnitHeuristic);
    let stop = Stop::new();
    for pos in positions {
        let truth = relative(exhaust(pos, &mut known), pos.turn());
        let mut check = |what: &str, proof: Option<Proof>, best: Option<P::Move>| {
            assert_eq!(proof, Some(truth), "{what}: {pos}");
            if let Some(mv) = best.filter(|_| truth != Proof::Loss) {
                let (_, child) = children(pos).into_iter().find(|(other, _)| *other == mv).expect("a legal move");
                assert_eq!(relative(exhaust(&child, &mut known), pos.turn()), truth, "{what}: {mv} in {pos}");
            }
        };
        let limits = Limits::depth(60);
        for (what, search) in [("alpha-beta", &mut search), ("two threads", &mut team)] {
            let report = search.search(pos, &[], limits, &stop, &mut |_| {});
            check(what, report.lines[0].proof, report.best());
        }
        let solution = solver.solve(pos, Limits::default(), &stop);
        check("solver", solution.proof, solution.best);
        let verdict = dfpn.solve(pos, Limits::default(), &stop);
        check("proof numbers", verdict.proof, verdict.best);
        let settings = MctsSettings { memory_mib: 16, ..MctsSettings::default() };
        let knowledge = Knowledge { indexing: ListIndexing, prior: UniformPrior, playout: RandomPlayout::default() };
        let report = Mcts::new(settings, knowledge).search(pos, Limits::nodes(2_000_000), &stop, &mut |_| {});
        check("Monte-Carlo", report.lines[0].proof, report.best());
    }
}

#[test]
fn every_proof_on_byte_is_confirmed() {
    let game: potez_byte::Game<Eight> = "byte".parse().expect("a spec");
    proofs_are_right(&positions(&game, 5, 60, |pos| pos.stacks().count() <= 5), false);
}

#[test]
fn every_proof_on_havannah_is_confirmed() {
    let game: potez_havannah::Game<Upto5> = "havannah:size=3".parse().expect("a spec");
    proofs_are_right(&positions(&game, 6, 60, |pos| pos.empty_count() <= 9), true);
}

#[test]
fn the_solver_of_long_proofs_agrees_with_exhaustive_search_and_with_the_small_solver() {
    for (spec, seed) in [("byte", 8), ("byte:rules=merge-first", 9)] {
        let game: potez_byte::Game<Eight> = spec.parse().expect("a spec");
        let knowledge = game.knowledge().expect("no draws with three stacks");
        // A table that is far too small, kept from one position to the next.
        let table = WinTable::new(1);
        let mut known = HashMap::new();
        for (most, count) in [(5, 60), (9, 40)] {
            let mut small =
                BooleanSolver::new(16, false, |child: &potez_byte::Position<Eight>| child.count_moves() as i32);
            for pos in positions(&game, seed, count, |pos| pos.stacks().count() <= most) {
                let truth = match most {
                    5 => relative(exhaust(&pos, &mut known), pos.turn()),
                    _ => small.solve(&pos, Limits::default(), &Stop::new()).proof.expect("there was no limit"),
                };
                for threads in [1, 3] {
                    let solver = SharedSolver::new(&knowledge, &table, threads);
                    let found = solver.solve(&pos, Limits::default(), &Stop::new());
                    assert_eq!(found.wins, Some(truth == Proof::Win), "{threads} threads: {pos}");
                    assert_eq!(solver.known(&pos), found.wins, "{pos}");
                    let Some(mv) = found.best else { continue };
                    let (_, child) = children(&pos).into_iter().find(|(other, _)| *other == mv).expect("a legal move");
                    let after = child.outcome().map_or_else(
                        || small.solve(&child, Limits::default(), &Stop::new()).proof.map(Proof::reversed),
                        |outcome| Some(relative(outcome, pos.turn())),
                    );
                    assert_eq!(after, Some(Proof::Win), "{mv} in {pos}");
                }
            }
        }
    }
}

#[test]
fn a_limit_ends_a_long_proof_without_an_answer() {
    let game: potez_byte::Game<Eight> = "byte".parse().expect("a spec");
    let knowledge = game.knowledge().expect("no draws with three stacks");
    let table = WinTable::new(1);
    for threads in [1, 2] {
        let solver = SharedSolver::new(&knowledge, &table, threads);
        let found = solver.solve(&game.start(), Limits::nodes(10_000), &Stop::new());
        assert_eq!((found.wins, found.best), (None, None));
        assert!((10_000..20_000).contains(&found.nodes), "{}", found.nodes);
    }
}

#[test]
fn the_canonical_position_is_the_same_for_all_images() {
    let game: potez_byte::Game<Eight> = "byte".parse().expect("a spec");
    for pos in positions(&game, 10, 40, |pos| pos.stacks().count() <= 12) {
        let canonical = game.canonical(&pos);
        for symmetry in potez_byte::Symmetry::ALL {
            assert_eq!(game.canonical(&symmetry.position(&pos)), canonical, "{pos}");
        }
    }
}

/// An evaluation that tells few positions apart, so that windows are a point or two wide.
#[derive(Clone, Copy)]
struct MobilityCount;

impl Evaluator<potez_byte::Position<Eight>> for MobilityCount {
    fn evaluate(&mut self, pos: &potez_byte::Position<Eight>) -> Score {
        let moves = |player: Player| pos.count_moves_for(player) as i32;
        Score::estimate(moves(pos.turn()) - moves(!pos.turn()))
    }

    fn scale(&self) -> i32 {
        4
    }
}

#[test]
fn lines_are_legal_however_narrow_the_windows_are() {
    for seed in 0..60 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut pos = potez_byte::Game::<Eight>::default().start();
        for _ in 0..6 + seed % 10 {
            pos.play(pos.random_move(&mut rng).expect("no game of Byte is over so soon"));
        }
        let settings = AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() };
        let mut search = AlphaBeta::new(MobilityCount, NoOrdering, settings);
        for nodes in (1..=8).map(|thousands| 1000 * thousands) {
            let report = search.search(&pos, &[], Limits::nodes(nodes), &Stop::new(), &mut |_| {});
            let mut end = pos;
            for &mv in &report.lines[0].pv {
                assert!(end.outcome().is_none() && end.is_legal(mv), "{:?} from {pos}", report.lines[0].pv);
                end.play(mv);
            }
        }
    }
}
