//! The players and the solver: searches with what they know of the game.

use std::time::Duration;

use potez_blockade::{Game, Move, Position, Turn};
use potez_core::{Position as _, Record};
use potez_search::alphabeta::{AlphaBeta, Evaluator, Guide, Reductions, Settings, Tuning};
use potez_search::{Limits, Report, Stop, Watch};

use super::evaluation::Ways;
use super::guide::{Selective, Width};
use super::weights::Weights;
use super::{backwards, race};
use crate::{Mind, Solution};

type Search<const N: usize> = AlphaBeta<Position<N>, Ways, Selective<N>>;

/// The techniques that the player uses. Losses are believed when all that the guide lists loses: to look at thousands
/// of other turns in every lost position costs more than it saves.
pub(super) fn tuning() -> Tuning {
    Tuning {
        verify_losses: false,
        aspiration: Some(12),
        reductions: Some(REDUCTIONS),
        widths: WIDTHS.to_vec(),
        ..Tuning::default()
    }
}

/// So many turns are tried one, two and three plies before the end: 41 of 60 against trying all of them, at 60 ms a move.
const WIDTHS: [u32; 3] = [8, 30, 60];

/// The guide's order is good, so late turns are reduced much: 35 of 60 at 60 ms a move against reductions of 80/220 that
/// spare six, see `docs/strength/blockade.md`.
const REDUCTIONS: Reductions = Reductions { base: 150, divisor: 150, from_depth: 3, spared: 3, least: 1, step: 1 };

/// The full-strength player.
pub(super) struct Potez<const N: usize> {
    turn: Turn,
    settings: Settings,
    search: Search<N>,
    /// The search that takes nothing for certain in races, once a position has stood twice.
    cautious: Option<Search<N>>,
}

impl<const N: usize> Potez<N> {
    /// A player of the rules with such turns; the techniques of the settings are replaced by its own.
    pub(super) fn new(turn: Turn, settings: &Settings) -> Self {
        let settings = Settings { tuning: tuning(), ..settings.clone() };
        Self { turn, search: search(turn, true, settings.clone()), settings, cautious: None }
    }
}

fn search<const N: usize>(turn: Turn, judges_races: bool, settings: Settings) -> Search<N> {
    let weights = Weights::of(turn);
    let guide = Selective::new(weights.clone(), Width::of(turn));
    AlphaBeta::new(Ways { weights, judges_races }, guide, settings)
}

/// The keys of the positions before the present one.
fn history<const N: usize>(record: &Record<Game<N>>) -> Vec<u64> {
    record.positions().take(record.ply()).map(Position::key).collect()
}

/// Whether some position of a race has stood twice, so that its third occurrence could end a race in a draw.
fn has_returned<const N: usize>(record: &Record<Game<N>>) -> bool {
    let races = record.positions().take(record.ply() + 1).filter(|pos| race::is_race(pos));
    let mut keys: Vec<u64> = races.map(Position::key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

impl<const N: usize> Mind<Game<N>> for Potez<N> {
    fn think(
        &mut self,
        record: &Record<Game<N>>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let search = if has_returned(record) {
            self.cautious.get_or_insert_with(|| search(self.turn, false, self.settings.clone()))
        } else {
            &mut self.search
        };
        search.search(record.position(), &history(record), limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.search.clear();
        self.cautious = None;
    }
}

/// A player that looks so many plies ahead unless its limits say otherwise.
pub(super) struct Capped<S> {
    pub(super) search: S,
    pub(super) depth: u32,
}

impl<const N: usize, E, G> Mind<Game<N>> for Capped<AlphaBeta<Position<N>, E, G>>
where
    E: Evaluator<Position<N>>,
    G: Guide<Position<N>>,
{
    fn think(
        &mut self,
        record: &Record<Game<N>>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let limits = Limits { depth: limits.depth.or(Some(self.depth)), ..limits };
        self.search.search(record.position(), &history(record), limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.search.clear();
    }
}

/// Tries to prove who wins: races by a search that knows when they are decided, and backwards if that finds nothing;
/// everything else by a search that looks at every turn before it believes in a loss.
pub(super) fn solve<const N: usize>(record: &Record<Game<N>>, limits: Limits, stop: &Stop) -> Solution<Move> {
    let pos = record.position();
    let certain = !has_returned(record);
    let is_race = certain && race::is_race(pos);
    let watch = Watch::start(limits, stop);
    let reductions = Some(if is_race { RACE_REDUCTIONS } else { REDUCTIONS });
    let tuning = Tuning { verify_losses: true, widths: Vec::new(), reductions, ..tuning() };
    let settings = Settings { tuning, ..Settings::default() };
    let mut searched = search::<N>(record.game().rules().turn(), certain, settings);
    // Telling backwards knows a draw from what is merely long: it gets what time is left, little if there is little.
    let most = if is_race {
        Some(limits.time.map_or(RACE_TIME, |time| RACE_TIME.min(time.mul_f64(0.9))))
    } else {
        limits.time
    };
    let report = searched.search(pos, &history(record), Limits { time: most, ..limits }, stop, &mut |_| {});
    let mut solution = Solution::by_search(report);
    if is_race
        && solution.proof.is_none()
        && !watch.is_over(solution.nodes)
        && let Some((proof, best)) = backwards::tell(pos, &watch, &mut solution.nodes)
    {
        solution.proof = Some(proof);
        solution.pv = best.into_iter().collect();
    }
    if is_race && solution.proof.is_some() {
        let mut end = pos.clone();
        for &mv in &solution.pv {
            end.play(mv);
        }
        solution.pv.extend(race::finish(&end));
    }
    Solution { time: watch.elapsed(), ..solution }
}

/// A race is won by going deep where it is going well: late moves are reduced more than in play. What is proven stays
/// proven. Chosen on the hardest race known, a loss in some 40 plies: 0.9 million nodes; with the reductions of play it is not
/// proven in 46 million.
const RACE_REDUCTIONS: Reductions = Reductions { base: 300, divisor: 100, from_depth: 2, spared: 1, ..REDUCTIONS };

/// Races that this does not decide are rare.
const RACE_TIME: Duration = Duration::from_secs(5);
