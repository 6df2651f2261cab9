//! The full-strength player and the solver: alpha-beta with this game's evaluation and ordering.

use std::sync::Arc;
use std::time::Duration;

use potez_blockade::{Game, Move, Position};
use potez_core::{Position as _, Record};
use potez_search::alphabeta::{AlphaBeta, AlphaBetaSettings, LateMoveReductions, Tuning};
use potez_search::trace::{SearchTrace, Technique};
use potez_search::{Limits, Line, Report, Score, Stop, TimeManager};

use super::evaluation::PathEvaluator;
use super::net::BlockadeNet;
use super::ordering::{ListWidth, SelectiveOrdering};
use super::weights::TaperedWeights;
use super::{race, retrograde};
use crate::bot::Observer;
use crate::{Bot, Prover, Solution};

type PathSearch<const N: usize> = AlphaBeta<Position<N>, PathEvaluator, SelectiveOrdering<N>>;

/// The techniques that the player uses on a board with this number of squares.
fn tuning(squares: usize) -> Tuning {
    Tuning {
        // Losses are believed when every turn that the ordering lists loses: to search thousands of
        // other turns in every lost position costs more than it saves. On a small board there are
        // some hundred turns, and games were lost to one that was not listed.
        verify_losses: squares <= SMALL_BOARD,
        aspiration: Some(12),
        late_move_reductions: Some(REDUCTIONS),
        late_move_pruning: LATE_MOVE_PRUNING.to_vec(),
        ..Tuning::default()
    }
}

/// Boards of up to this many squares are small: 7 × 9 and 8 × 10 are.
const SMALL_BOARD: usize = 80;

/// Turns that are searched at depth one, two and three: 41 of 60 against searching all of them, at
/// 60 ms per move.
const LATE_MOVE_PRUNING: [u32; 3] = [8, 30, 60];

/// The ordering is good, so late turns are reduced much: 35 of 60 at 60 ms per move against
/// reductions of 80/220 after six moves at full depth, see `docs/notebook/blockade.md`.
const REDUCTIONS: LateMoveReductions =
    LateMoveReductions { base: 150, divisor: 150, min_depth: 3, full_depth_moves: 3, min_remaining_depth: 1, step: 1 };

/// The full-strength player.
pub(super) struct BlockadePlayer<const N: usize> {
    settings: AlphaBetaSettings,
    net: Option<Arc<BlockadeNet>>,
    search: PathSearch<N>,
    /// The search that does not decide races by themselves, once a position has stood twice.
    repetition_search: Option<PathSearch<N>>,
}

impl<const N: usize> BlockadePlayer<N> {
    /// A player with these threads and lines; the techniques of the settings are replaced by its
    /// own.
    pub(super) fn new(game: &Game<N>, settings: &AlphaBetaSettings, net: Option<Arc<BlockadeNet>>) -> Self {
        let squares = game.rules().rows() * game.rules().cols();
        let settings = AlphaBetaSettings { tuning: tuning(squares), ..settings.clone() };
        Self { search: search(true, net.clone(), settings.clone()), settings, net, repetition_search: None }
    }
}

impl<const N: usize> BlockadePlayer<N> {
    /// The search for a position of this game. There are two, not one that changes its mind: what the
    /// table of the first calls decided would stay there.
    fn search_for(&mut self, record: &Record<Game<N>>) -> &mut PathSearch<N> {
        if has_repeated(record) {
            self.repetition_search.get_or_insert_with(|| search(false, self.net.clone(), self.settings.clone()))
        } else {
            &mut self.search
        }
    }

    /// What becomes of a win or a loss over selected turns when every turn is searched: the proof of
    /// one or of the other, or the claim as it was, which is worth less than a proof.
    fn confirmed(
        &self,
        record: &Record<Game<N>>,
        claimed: Report<Move>,
        limits: Limits,
        stop: &Stop,
        trace: Option<&mut SearchTrace<Move>>,
    ) -> Report<Move> {
        let settings = AlphaBetaSettings { tuning: full_width(REDUCTIONS), ..self.settings.clone() };
        let mut full = search::<N>(!has_repeated(record), self.net.clone(), settings);
        let (pos, history) = (record.position(), history(record));
        let found = match trace {
            None => full.search(pos, &history, limits, stop, &mut |_| {}),
            Some(trace) => {
                let mut own = SearchTrace::new(trace.limit());
                let report = full.search_traced(pos, &history, limits, stop, &mut own);
                trace.add_stage("confirmation", report.clone(), own.recording);
                report
            }
        };
        let (nodes, time) = (claimed.nodes + found.nodes, claimed.time + found.time);
        let is_proven = found.lines.first().is_some_and(|line| line.proof.is_some());
        Report { nodes, time, ..if is_proven { found } else { claimed } }
    }
}

/// Whether a line is a win or a loss over the turns that the ordering lists, and so only a guess.
fn is_claim(line: &Line<Move>) -> bool {
    /// The estimates nearest to a proof, which no evaluation comes to.
    const NEAREST: i32 = 10_000;
    line.proof.is_none() && line.score.raw().abs() > Score::MAX_ESTIMATE.raw() - NEAREST
}

/// What a search has left of its limits; nothing where they do not say when to end, or leave it to
/// a clock.
fn rest(limits: Limits, report: &Report<Move>) -> Option<Limits> {
    if limits.depth.is_some() || limits.clock.is_some() {
        return None;
    }
    let time = limits.time.map(|time| time.saturating_sub(report.time));
    let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(report.nodes));
    let is_left = time.is_none_or(|time| !time.is_zero()) && nodes.is_none_or(|nodes| nodes > 0);
    (is_left && (time.is_some() || nodes.is_some())).then_some(Limits { time, nodes, ..limits })
}

/// The techniques of a search that tries every turn before it believes in a loss.
fn full_width(reductions: LateMoveReductions) -> Tuning {
    Tuning { verify_losses: true, late_move_pruning: Vec::new(), late_move_reductions: Some(reductions), ..tuning(0) }
}

fn search<const N: usize>(
    decides_races: bool,
    net: Option<Arc<BlockadeNet>>,
    settings: AlphaBetaSettings,
) -> PathSearch<N> {
    let weights = TaperedWeights::standard();
    let ordering = SelectiveOrdering::new(weights.clone(), ListWidth::STANDARD);
    AlphaBeta::new(PathEvaluator { weights, decides_races, net }, ordering, settings)
}

/// The keys of the positions before the present one.
fn history<const N: usize>(record: &Record<Game<N>>) -> Vec<u64> {
    record.positions().take(record.ply()).map(Position::key).collect()
}

/// Whether some position of a race has stood twice, so that its third occurrence could end a race
/// in a draw.
fn has_repeated<const N: usize>(record: &Record<Game<N>>) -> bool {
    let races = record.positions().take(record.ply() + 1).filter(|pos| race::is_race(pos));
    let mut keys: Vec<u64> = races.map(Position::key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

impl<const N: usize> Bot<Game<N>> for BlockadePlayer<N> {
    /// The search over selected turns is recorded, and the one that confirms what it claims.
    fn think_observed(
        &mut self,
        record: &Record<Game<N>>,
        limits: Limits,
        stop: &Stop,
        mut observer: Observer<'_, Move>,
    ) -> Report<Move> {
        let (pos, history, search) = (record.position(), history(record), self.search_for(record));
        let report = match &mut observer {
            Observer::Reports(on_info) => search.search(pos, &history, limits, stop, on_info),
            Observer::Trace(trace) => search.search_traced(pos, &history, limits, stop, trace),
        };
        let is_claim = report.lines.first().is_some_and(is_claim);
        let trace = match observer {
            Observer::Reports(_) => None,
            Observer::Trace(trace) => Some(trace),
        };
        match rest(limits, &report).filter(|_| is_claim && !stop.is_raised()) {
            Some(limits) => self.confirmed(record, report, limits, stop, trace),
            None => report,
        }
    }

    fn forget(&mut self) {
        self.search.clear();
        self.repetition_search = None;
    }

    fn techniques(&mut self) -> Vec<Technique> {
        self.search.techniques()
    }

    fn switch_off(&mut self, technique: Technique) {
        self.search.switch_off(technique);
        self.settings = self.search.settings().clone();
        self.repetition_search = None;
    }
}

/// Tries to prove who wins: races by a search that knows when they are decided, and by retrograde
/// analysis if that finds nothing; everything else by a search that tries every turn before it
/// believes in a loss.
pub(super) fn solve<const N: usize>(record: &Record<Game<N>>, limits: Limits, stop: &Stop) -> Solution<Move> {
    BlockadeProver::default().solve(record, limits, stop)
}

/// A solver that keeps what it has found in one position for the next. Wins and losses do not depend on how a position
/// was reached, so what is proven holds in every game.
pub(super) struct BlockadeProver<const N: usize> {
    /// The searches of positions that are no race, and of races.
    searches: [Option<PathSearch<N>>; 2],
}

impl<const N: usize> Default for BlockadeProver<N> {
    fn default() -> Self {
        Self { searches: [None, None] }
    }
}

impl<const N: usize> Prover<Game<N>> for BlockadeProver<N> {
    fn solve(&mut self, record: &Record<Game<N>>, limits: Limits, stop: &Stop) -> Solution<Move> {
        let decides_races = !has_repeated(record);
        let is_race = decides_races && race::is_race(record.position());
        let tuning = full_width(if is_race { RACE_REDUCTIONS } else { REDUCTIONS });
        let settings = AlphaBetaSettings { tuning, ..AlphaBetaSettings::default() };
        let new = || search::<N>(decides_races, None, settings);
        if decides_races {
            let kept = self.searches[usize::from(is_race)].get_or_insert_with(new);
            prove(kept, record, is_race, limits, stop)
        } else {
            prove(&mut new(), record, is_race, limits, stop)
        }
    }
}

fn prove<const N: usize>(
    searched: &mut PathSearch<N>,
    record: &Record<Game<N>>,
    is_race: bool,
    limits: Limits,
    stop: &Stop,
) -> Solution<Move> {
    let pos = record.position();
    let timer = TimeManager::start(limits, stop);
    // Only retrograde analysis tells a draw from what is merely long: it gets what time is left,
    // little if there is little.
    let time = if is_race {
        Some(limits.time.map_or(RACE_TIME, |time| RACE_TIME.min(time.mul_f64(0.9))))
    } else {
        limits.time
    };
    let report = searched.search(pos, &history(record), Limits { time, ..limits }, stop, &mut |_| {});
    let mut solution = Solution::by_search(report);
    if is_race
        && solution.proof.is_none()
        && !timer.must_stop(solution.nodes)
        && let Some((proof, best)) = retrograde::solve(pos, &timer, &mut solution.nodes)
    {
        solution.proof = Some(proof);
        solution.pv = best.into_iter().collect();
    }
    if is_race && solution.proof.is_some() {
        // The search stops where a race is decided; the line goes on to the end.
        let mut end = pos.clone();
        for &mv in &solution.pv {
            end.play(mv);
        }
        solution.pv.extend(race::finish(&end));
    }
    Solution { time: timer.elapsed(), ..solution }
}

/// A race is won by going deep where it is going well: late moves are reduced more than in play.
/// What is proven stays proven. Chosen on the hardest race known, a loss in some 40 plies: 0.9
/// million nodes; with the reductions of play it is not proven in 46 million.
const RACE_REDUCTIONS: LateMoveReductions =
    LateMoveReductions { base: 300, divisor: 100, min_depth: 2, full_depth_moves: 1, ..REDUCTIONS };

/// Time for the search of a race; those that it does not decide are rare.
const RACE_TIME: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use potez_blockade::SMALL;
    use potez_search::trace::Recording;

    use super::*;

    /// Claims that more than a few nodes decide are too rare in play to wait for one.
    #[test]
    fn what_confirms_a_claim_is_recorded_and_finds_the_same() {
        let game: Game<SMALL> = "blockade:rows=5,cols=7,walls=1,x=b2+d2,o=b6+d6".parse().unwrap();
        let player = BlockadePlayer::<SMALL>::new(&game, &AlphaBetaSettings::default(), None);
        let record = Record::new(game);
        let claim = || Report { lines: Vec::new(), depth: 1, nodes: 10, time: Duration::ZERO };
        let (limits, stop) = (Limits::nodes(400), Stop::new());
        let mut trace = SearchTrace::new(1_000);
        let watched = player.confirmed(&record, claim(), limits, &stop, Some(&mut trace));
        let alone = player.confirmed(&record, claim(), limits, &stop, None);
        assert_eq!((watched.nodes, watched.best()), (alone.nodes, alone.best()));
        let [stage] = &trace.stages[..] else { panic!("one search was recorded") };
        let Recording::AlphaBeta(recorded) = &stage.recording else { panic!("it is alpha-beta") };
        assert_eq!((stage.name, recorded.counters.nodes), ("confirmation", watched.nodes - 10));
    }
}
