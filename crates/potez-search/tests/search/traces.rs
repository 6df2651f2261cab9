//! Recorded searches agree with the searches themselves: with their counts, their results, and with
//! what every position says about the ones above it.

use std::time::Duration;

use crate::toys::{BusyOrdering, Dag, HashEvaluator, Maze, Nim, TicTacToe, hash_estimate};
use potez_core::{Outcome, Position};
use potez_search::alphabeta::{AlphaBetaSettings, Evaluator, MoveOrdering, NoOrdering, Tuning};
use potez_search::dfpn::{Dfpn, DfpnSettings, UnitHeuristic};
use potez_search::mcts::{Mcts, MctsSettings, NoKnowledge};
use potez_search::trace::{AlphaBetaTrace, Pass, Recording, SearchTrace, Technique, Visit, VisitEnd};
use potez_search::{AlphaBeta, Limits, Proof, Report, Score, Stop};

/// An evaluator that counts how often it is asked.
#[derive(Clone, Default)]
struct CountingEvaluator(std::sync::Arc<std::sync::atomic::AtomicU64>);

impl<P: Position> Evaluator<P> for CountingEvaluator {
    fn evaluate(&mut self, pos: &P) -> Score {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        HashEvaluator.evaluate(pos)
    }

    fn scale(&self) -> i32 {
        20
    }
}

fn settings(tuning: Tuning) -> AlphaBetaSettings {
    AlphaBetaSettings { table_mib: 1, tuning, ..AlphaBetaSettings::default() }
}

fn timeless<M>(report: Report<M>) -> Report<M> {
    Report { time: Duration::ZERO, ..report }
}

fn record<P: Position, G: MoveOrdering<P>>(
    pos: &P,
    ordering: G,
    tuning: &Tuning,
    limits: Limits,
    room: usize,
) -> (Report<P::Move>, AlphaBetaTrace<P::Move>) {
    let evaluator = CountingEvaluator::default();
    let asked = evaluator.0.clone();
    let mut search = AlphaBeta::new(evaluator, ordering.clone(), settings(tuning.clone()));
    let mut trace = SearchTrace::new(room);
    let report = search.search_traced(pos, &[], limits, &Stop::new(), &mut trace);
    let mut plain = AlphaBeta::new(HashEvaluator, ordering, settings(tuning.clone()));
    let untraced = plain.search(pos, &[], limits, &Stop::new(), &mut |_| {});
    assert_eq!(timeless(report.clone()), timeless(untraced), "to record a search changes it: {pos}");
    let Some(Recording::AlphaBeta(trace)) = trace.recording else { panic!("no alpha-beta was recorded") };
    // The root is evaluated once when its moves are listed.
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), trace.counters.evaluations + 1, "{pos}");
    (report, trace)
}

/// The counts of a trace are those of its visits and of the report.
fn check_counts<M: Copy + Eq + std::fmt::Debug>(report: &Report<M>, trace: &AlphaBetaTrace<M>) {
    let count = |is: fn(&Visit<M>) -> bool| trace.visits.iter().filter(|visit| is(visit)).count() as u64;
    let counters = &trace.counters;
    assert!(!trace.is_truncated());
    assert_eq!(counters.nodes, report.nodes);
    assert_eq!(counters.nodes, count(|visit| visit.is_new));
    assert_eq!(counters.visits, trace.visits.len() as u64);
    assert_eq!(counters.table_hits, count(|visit| visit.table.is_some()));
    assert_eq!(counters.table_cutoffs, count(|visit| visit.end == VisitEnd::Table));
    assert_eq!(counters.cutoffs, count(|visit| visit.end == VisitEnd::Cutoff));
    assert_eq!(counters.pruned, count(|visit| visit.end == VisitEnd::Pruned));
    assert_eq!(counters.reductions, count(|visit| matches!(visit.pass, Pass::Reduced(_))));
    assert_eq!(counters.re_searches, count(|visit| visit.mv.is_some() && !visit.is_new));
    let plies = &counters.plies;
    assert_eq!(counters.nodes, plies.iter().map(|ply| ply.nodes).sum::<u64>());
    assert_eq!(counters.cutoffs, plies.iter().map(|ply| ply.cutoffs).sum::<u64>());
    assert_eq!(counters.evaluations, plies.iter().map(|ply| ply.evaluations).sum::<u64>());
    // The last iteration that was finished has the value of the report.
    let roots = trace.visits.iter().filter(|visit| visit.pass == Pass::Root && visit.depth == report.depth as i32);
    let value = roots.filter_map(|visit| visit.value).last();
    // Where the search was stopped the report may hold a move of the iteration under way.
    let is_stopped = trace.visits.iter().any(|visit| visit.value.is_none());
    if let (Some(value), Some(line), false) = (value, report.lines.first(), is_stopped) {
        assert!((value - f64::from(line.score.raw())).abs() < 0.5, "{value} and {}", line.score);
    }
}

/// Every value follows from the visits below it, by the definition of negamax with windows.
fn check_values<P: Position>(root: &P, trace: &AlphaBetaTrace<P::Move>) {
    let mut positions: Vec<P> = Vec::new();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); trace.visits.len()];
    for (at, visit) in trace.visits.iter().enumerate() {
        let mut pos = visit.parent.map_or_else(|| root.clone(), |parent| positions[parent as usize].clone());
        if let Some(mv) = visit.mv {
            assert!(pos.check(mv).is_ok(), "{mv} in {pos}");
            pos.play(mv);
        }
        positions.push(pos);
        if let Some(parent) = visit.parent {
            below[parent as usize].push(at);
        }
    }
    for (at, visit) in trace.visits.iter().enumerate() {
        let Some(value) = visit.value else { continue };
        let pos = &positions[at];
        let parent = visit.parent.map(|parent| &positions[parent as usize]);
        let flips = parent.is_some_and(|parent| parent.turn() != pos.turn());
        let own = if flips { -value } else { value };
        let (alpha, beta) = if flips { (-visit.window.1, -visit.window.0) } else { (visit.window.0, visit.window.1) };
        // Of several searches of one move the last one counts.
        let mut results: Vec<f64> = Vec::new();
        for &child in &below[at] {
            let child = &trace.visits[child];
            if !child.is_new {
                results.pop();
            }
            results.extend(child.value);
            assert!(child.window.0 >= alpha - 0.5 && child.window.1 <= beta + 0.5, "a window that grows");
        }
        let best = results.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match visit.end {
            VisitEnd::Evaluated => {
                assert!((own - f64::from(hash_estimate(pos))).abs() < 0.5, "{pos}: {own}");
            }
            VisitEnd::GameOver => {
                let mover = parent.expect("the game goes on at the root").turn();
                match pos.outcome().expect("the end of the game") {
                    Outcome::Win(winner) => assert_eq!(value > 0.0, winner == mover),
                    Outcome::Draw => assert!(value.abs() < 0.5),
                }
            }
            VisitEnd::Cutoff => {
                assert!(best >= beta && results.last() == Some(&best), "{best} is not a cutoff in ({alpha}, {beta})");
                assert!((best - own).abs() < 0.5);
            }
            VisitEnd::AllMoves if is_quiescence(visit) => assert!(own >= best && own < beta),
            VisitEnd::AllMoves | VisitEnd::Pruned => {
                assert!((best - own).abs() < 0.5, "{pos}: {best} and {own}");
                assert!(own < beta);
            }
            VisitEnd::StandPat => assert!(own >= beta),
            VisitEnd::Table => assert!(visit.table.is_some()),
            VisitEnd::Known | VisitEnd::Repetition | VisitEnd::Stopped => {}
        }
    }
}

fn is_quiescence<M>(visit: &Visit<M>) -> bool {
    visit.pass != Pass::Root && visit.depth <= 0
}

fn examine<P: Position>(pos: &P) {
    let mut tunings = vec![Tuning::plain(), Tuning::default()];
    let default = Tuning::default();
    tunings.extend(default.techniques().into_iter().map(|technique| default.without(technique)));
    tunings.push(Tuning { late_move_pruning: vec![2, 3], ..Tuning::default() });
    for tuning in &tunings {
        for limits in [Limits::depth(4), Limits::nodes(150)] {
            let (report, trace) = record(pos, BusyOrdering, tuning, limits, usize::MAX);
            check_counts(&report, &trace);
            check_values(pos, &trace);
            let (report, trace) = record(pos, NoOrdering, tuning, limits, usize::MAX);
            check_counts(&report, &trace);
            check_values(pos, &trace);
        }
    }
}

#[test]
fn every_value_of_a_recorded_alpha_beta_follows_from_those_below_it() {
    let mut rng = fastrand::Rng::with_seed(11);
    for seed in 0..6 {
        examine(&Dag::random(seed, 60, 4));
        examine(&TicTacToe::random(&mut rng));
        examine(&Nim::random(&mut rng));
    }
}

#[test]
fn repetitions_are_recorded_as_such() {
    let mut seen = 0;
    for seed in 0..20 {
        let pos = Maze::random(seed, 12, 3);
        let (report, trace) = record(&pos, NoOrdering, &Tuning::default(), Limits::depth(6), usize::MAX);
        check_counts(&report, &trace);
        check_values(&pos, &trace);
        seen += trace.visits.iter().filter(|visit| visit.end == VisitEnd::Repetition).count();
    }
    assert!(seen > 0, "no maze has a cycle");
}

#[test]
fn a_full_trace_goes_on_counting_and_says_what_is_missing() {
    let pos = Dag::random(3, 60, 4);
    let (_, whole) = record(&pos, BusyOrdering, &Tuning::default(), Limits::nodes(400), usize::MAX);
    for room in [0, 1, 10, 57] {
        let (_, part) = record(&pos, BusyOrdering, &Tuning::default(), Limits::nodes(400), room);
        assert_eq!((part.visits.len(), part.is_truncated()), (room, true));
        assert_eq!(part.counters, whole.counters);
        let parents = |visit: &Visit<_>| (visit.parent, visit.mv);
        let same = part.visits.iter().zip(&whole.visits).all(|(one, other)| parents(one) == parents(other));
        assert!(same, "the visits that are kept are the first ones");
    }
}

#[test]
fn a_technique_that_is_switched_off_leaves_no_trace() {
    let pos = TicTacToe::default();
    let without = |technique| {
        let tuning = Tuning { late_move_pruning: vec![2], ..Tuning::default() }.without(technique);
        assert!(!tuning.techniques().contains(&technique));
        record(&pos, BusyOrdering, &tuning, Limits::depth(5), usize::MAX).1.counters
    };
    let all = record(&pos, BusyOrdering, &Tuning::default(), Limits::depth(5), usize::MAX).1.counters;
    assert!(all.table_hits > 0 && all.reductions > 0 && all.extensions > 0, "{all:?}");
    assert_eq!(without(Technique::Table).table_probes, 0);
    assert_eq!(without(Technique::Reductions).reductions, 0);
    assert_eq!(without(Technique::Extensions).extensions, 0);
    assert_eq!(without(Technique::Pruning).pruned, 0);
}

#[test]
fn the_simulations_of_a_recorded_tree_add_up_to_its_statistics() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut checked = 0;
    for round in 0..12 {
        let pos = if round < 4 { Nim::new([9, 8, 7], 2) } else { Nim::random(&mut rng) };
        if pos.outcome().is_some() {
            continue;
        }
        let settings = MctsSettings { memory_mib: 1, playouts: 1 + round % 2, ..MctsSettings::default() };
        let limits = Limits::nodes(300);
        let mut tree = Mcts::new(settings.clone(), NoKnowledge::default());
        let mut trace = SearchTrace::new(usize::MAX);
        let report = tree.search_traced(&pos, limits, &Stop::new(), &mut trace);
        let untraced = Mcts::new(settings, NoKnowledge::default()).search(&pos, limits, &Stop::new(), &mut |_| {});
        assert_eq!(timeless(report.clone()), timeless(untraced));
        let Some(Recording::Tree(trace)) = trace.recording else { panic!("no tree was recorded") };
        assert_eq!((trace.made, trace.is_truncated()), (report.nodes, false));
        assert_eq!(
            trace.expansions,
            1 + trace.simulations.iter().filter(|each| each.children.is_some()).count() as u64
        );
        for child in &trace.root {
            let through = |simulation: &&potez_search::trace::SimulationTrace<_>| {
                simulation.steps.first().is_some_and(|step| trace.nodes[step.node as usize].mv == Some(child.mv))
            };
            let values: Vec<f64> = trace.simulations.iter().filter(through).map(|each| each.value).collect();
            assert_eq!(child.visits, values.len() as u32 * trace.visits_per_simulation);
            let Some(mean) = child.mean else { continue };
            let share = values.iter().sum::<f64>() / values.len() as f64;
            let share = if pos.turn() == potez_core::Player::X { share } else { 1.0 - share };
            assert!((mean - share).abs() < 1e-9, "{mean} and {share}");
        }
        let best = report.best().expect("a running game has moves");
        let most = trace.root.iter().map(|child| child.visits).max();
        let is_proven = report.lines[0].proof.is_some();
        assert!(is_proven || trace.root.iter().any(|child| child.mv == best && Some(child.visits) == most));
        // What was selected had the largest sum of all, unless something is proven: half of the visits
        // of a proven draw go elsewhere.
        let before_proofs = trace.simulations.iter().take_while(|simulation| simulation.proofs.is_empty());
        for step in before_proofs.flat_map(|simulation| &simulation.steps) {
            assert!(step.rivals.iter().all(|(_, total)| *total <= step.terms.total + 1e-4), "{step:?}");
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked} choices");
}

#[test]
fn a_recorded_proof_ends_with_the_numbers_of_its_result() {
    let mut rng = fastrand::Rng::with_seed(9);
    let settings = DfpnSettings { table_mib: 1, ..DfpnSettings::default() };
    for _ in 0..12 {
        let pos = TicTacToe::random(&mut rng);
        let mut search = Dfpn::new(settings, UnitHeuristic);
        let untraced = search.solve(&pos, Limits::nodes(20_000), &Stop::new());
        let mut trace = SearchTrace::new(usize::MAX);
        let found = search.solve_traced(&pos, Limits::nodes(20_000), &Stop::new(), &mut trace);
        assert_eq!((found.proof, found.best, found.nodes), (untraced.proof, untraced.best, untraced.nodes));
        let Some(Recording::Proof(trace)) = trace.recording else { panic!("no proof was recorded") };
        assert_eq!((trace.made, trace.visits.len() as u64), (found.nodes, found.nodes));
        assert_eq!(trace.plies.iter().sum::<u64>(), found.nodes);
        let solved = |at: usize| {
            let is =
                |visit: &&potez_search::trace::ProofVisit<_>| visit.after.is_some_and(|after| after[at] == Some(0));
            trace.visits.iter().filter(is).count() as u64
        };
        assert_eq!(trace.solved, [solved(0), solved(1)]);
        let roots: Vec<_> = trace.visits.iter().filter(|visit| visit.parent.is_none()).collect();
        let last = roots.last().and_then(|root| root.after);
        let Some(proof) = found.proof.filter(|_| !roots.is_empty()) else { continue };
        let wins = match proof {
            Proof::Win => Some(pos.turn()),
            Proof::Loss => Some(!pos.turn()),
            Proof::Draw => None,
        };
        let proven = roots.iter().find(|root| root.after.is_some_and(|after| after[0] == Some(0)));
        if let Some(root) = proven {
            assert_eq!(wins, Some(root.player));
        } else {
            assert_eq!(last.map(|after| after[1]), Some(Some(0)), "neither proven nor disproven");
        }
        // A visit is left where a number has reached its threshold, or is solved.
        for visit in &trace.visits {
            let Some(after) = visit.after else { continue };
            let reaches = |at: usize| match (after[at], visit.thresholds[at]) {
                (None, _) => true,
                (Some(number), Some(threshold)) => number >= threshold,
                (Some(_), None) => false,
            };
            assert!(reaches(0) || reaches(1), "{visit:?}");
        }
    }
}
