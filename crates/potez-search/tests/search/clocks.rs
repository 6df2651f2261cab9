//! Time limits, measured by clocks that the tests move themselves: nothing here depends on the
//! speed of a machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use potez_core::Position;
use potez_search::alphabeta::AlphaBetaSettings;
use potez_search::dfpn::{Dfpn, DfpnSettings, UnitHeuristic};
use potez_search::mcts::{Mcts, MctsSettings, NoKnowledge};
use potez_search::solver::BooleanSolver;
use potez_search::{AlphaBeta, Clock, Limits, Stop, TimeManager, TimeSource};

use crate::toys::{BusyOrdering, HashEvaluator, Nim};

/// A clock that shows what it was set to.
#[derive(Default)]
struct HandClock(AtomicU64);

impl HandClock {
    fn set(&self, millis: u64) {
        self.0.store(millis, Ordering::Relaxed);
    }
}

impl TimeSource for HandClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// A clock on which a millisecond passes with every reading, so that time is a count of readings.
#[derive(Default)]
pub(crate) struct TickingClock(AtomicU64);

impl TimeSource for TickingClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A flag with a [`TickingClock`].
pub(crate) fn ticking() -> Stop {
    Stop::with_clock(Arc::new(TickingClock::default()))
}

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Starts a timer on a clock that can be moved by hand.
fn timer(limits: Limits) -> (Arc<HandClock>, TimeManager) {
    let clock = Arc::new(HandClock::default());
    // Time that has passed before the search does not count.
    clock.set(5_000);
    let timer = TimeManager::start(limits, &Stop::with_clock(clock.clone()));
    (clock, timer)
}

fn on_clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
    let clock = Clock { left: millis(left), increment: millis(increment), moves_to_go };
    Limits { clock: Some(clock), ..Limits::default() }
}

#[test]
fn a_fixed_time_is_used_to_its_end() {
    let (clock, timer) = timer(Limits::time(millis(100)));
    clock.set(5_099);
    assert!(!timer.must_stop(0) && !timer.is_past_soft_limit() && timer.may_start_iteration(9, 0));
    assert_eq!(timer.elapsed(), millis(99));
    clock.set(5_100);
    assert!(timer.must_stop(0) && timer.is_past_soft_limit() && !timer.may_start_iteration(9, 0));
}

#[test]
fn on_a_game_clock_no_iteration_begins_that_would_hardly_be_finished() {
    // A tenth of 9.5 s: one move of ten, a twentieth kept in reserve.
    let (clock, timer) = timer(on_clock(10_000, 0, Some(10)));
    for (now, may_start, is_past_soft_limit, must_stop) in
        [(569, true, false, false), (570, false, false, false), (950, false, true, false), (2_850, false, true, true)]
    {
        clock.set(5_000 + now);
        assert_eq!(timer.may_start_iteration(9, 0), may_start, "{now} ms");
        assert_eq!(timer.is_past_soft_limit(), is_past_soft_limit, "{now} ms");
        assert_eq!(timer.must_stop(0), must_stop, "{now} ms");
    }
}

#[test]
fn a_game_clock_is_never_overdrawn() {
    for left in [0, 1, 20, 31, 100, 5_000] {
        for increment in [0, 10, 60_000] {
            for moves_to_go in [None, Some(0), Some(1), Some(400)] {
                let (clock, timer) = timer(on_clock(left, increment, moves_to_go));
                // A move must be found, so a millisecond is spent even where there is none.
                clock.set(5_000 + left.saturating_sub(30).max(1));
                assert!(timer.must_stop(0), "{left} ms, {increment} ms, {moves_to_go:?}");
            }
        }
    }
}

#[test]
fn the_shorter_of_a_time_and_a_share_of_the_clock_counts() {
    let (clock, timer) = timer(Limits { time: Some(millis(40)), ..on_clock(60_000, 0, None) });
    clock.set(5_040);
    assert!(timer.must_stop(0));
    assert!(timer.should_move_at_once(1) && !timer.should_move_at_once(2));
}

#[test]
fn a_flag_ends_what_no_clock_would() {
    let (clock, timer) = timer(Limits::default());
    clock.set(1 << 40);
    assert!(!timer.must_stop(u64::MAX) && !timer.is_past_soft_limit() && !timer.should_move_at_once(1));
    let stop = Stop::with_clock(clock);
    let timer = TimeManager::start(Limits::default(), &stop.child());
    stop.raise();
    assert!(timer.must_stop(0) && timer.is_past_soft_limit());
}

/// Long enough that no search here comes to the end of it.
fn long_game() -> Nim {
    Nim::new([60, 60, 60], 9)
}

#[test]
fn alpha_beta_ends_by_the_clock_it_was_given_and_always_at_the_same_node() {
    let run = |threads| {
        let settings = AlphaBetaSettings { threads, table_mib: 1, ..AlphaBetaSettings::default() };
        let mut search = AlphaBeta::new(HashEvaluator, BusyOrdering, settings);
        search.search(&long_game(), &[], Limits::time(millis(200)), &ticking(), &mut |_| {})
    };
    let report = run(1);
    assert!(report.time >= millis(200) && report.best().is_some() && report.depth > 1);
    // With two threads the clock is read in no fixed order, so only the end is asked for.
    assert_eq!(report, run(1));
    assert!(run(2).time >= millis(200));
}

#[test]
fn a_monte_carlo_search_ends_by_the_clock_it_was_given_and_always_at_the_same_node() {
    let run = |threads| {
        let settings = MctsSettings { threads, memory_mib: 1, ..MctsSettings::default() };
        Mcts::new(settings, NoKnowledge::default()).search(
            &long_game(),
            Limits::time(millis(200)),
            &ticking(),
            &mut |_| {},
        )
    };
    let report = run(1);
    assert!(report.time >= millis(200) && report.best().is_some() && report.nodes > 0);
    assert_eq!(report, run(1));
    assert!(run(2).time >= millis(200));
}

#[test]
fn solvers_end_by_the_clock_they_were_given_without_a_claim() {
    let limits = Limits::time(millis(50));
    let solved =
        BooleanSolver::new(1, true, |child: &Nim| child.count_moves() as i32).solve(&long_game(), limits, &ticking());
    assert_eq!((solved.proof, solved.best), (None, None));
    assert!(solved.time >= millis(50));
    let settings = DfpnSettings { table_mib: 1, ..DfpnSettings::default() };
    let proven = Dfpn::new(settings, UnitHeuristic).solve(&long_game(), limits, &ticking());
    assert_eq!(proven.proof, None);
    assert!(proven.time >= millis(50));
}
