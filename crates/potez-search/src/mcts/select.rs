//! The choice of a child: the hottest loop of the search, eight children at a time.

use std::cell::Cell;

use super::arena::{Block, Link, edge};
use super::settings::{Selection, Urgency};
use super::word::Word;

/// [`Selection`] with everything filled in that is the same for all children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// The value of a child without visits.
    urgency: f32,
    /// What a point is worth: one over the grain.
    point: f32,
    /// Visits at which the two means count the same.
    rave: f32,
    /// `exploration·√ln N`.
    explore: f32,
    /// `puct·√N + bias`.
    prior: f32,
}

impl Weights {
    /// The weights at a node with so many visits, and this mean value for the player to move.
    pub(super) fn new(selection: &Selection, grain: u32, visits: u32, mean: f32) -> Self {
        let visits = visits.max(1) as f32;
        let explore = if selection.exploration == 0.0 { 0.0 } else { selection.exploration * visits.ln().sqrt() };
        Self {
            urgency: match selection.urgency {
                Urgency::Fixed(value) => value,
                Urgency::BelowParent(less) => mean - less,
            },
            point: 1.0 / grain as f32,
            rave: selection.rave,
            explore,
            prior: selection.puct * visits.sqrt() + selection.bias,
        }
    }
}

const LANES: usize = 8;
/// The values of some children side by side.
type Lane = [f32; LANES];

/// Memory to work in, there to be reused.
#[derive(Debug, Default)]
pub(super) struct Desk {
    values: Vec<Lane>,
    stats: Vec<Cell<u64>>,
    amaf: Vec<Cell<u64>>,
    edges: Vec<Cell<u64>>,
}

/// The most attractive child among the first `width`; `None` if all of them are proven to lose for the chooser.
pub(super) fn select<W: Word>(block: &Block<'_, W>, width: usize, weights: Weights, desk: &mut Desk) -> Option<usize> {
    let has_amaf = !block.amaf.is_empty() && weights.rave > 0.0;
    let Desk { values, stats, amaf, edges } = desk;
    let stats = W::still(&block.stats[..width], stats);
    let amaf = W::still(if has_amaf { &block.amaf[..width] } else { &[] }, amaf);
    let edges = W::still(&block.edges[..width], edges);
    values.clear();
    match (has_amaf, weights.explore != 0.0) {
        (true, true) => scan::<true, true>(stats, amaf, edges, weights, values),
        (true, false) => scan::<true, false>(stats, amaf, edges, weights, values),
        (false, true) => scan::<false, true>(stats, amaf, edges, weights, values),
        (false, false) => scan::<false, false>(stats, amaf, edges, weights, values),
    }
}

/// The most attractive child of which nothing is certain yet: slow, for the few nodes with a proven draw among the
/// children.
pub(super) fn select_open<W: Word>(block: &Block<'_, W>, weights: Weights, desk: &mut Desk) -> Option<usize> {
    let copy = |words: &[W]| words.iter().map(|word| Cell::new(word.get())).collect::<Vec<_>>();
    let [stats, amaf, edges] = [block.stats, block.amaf, block.edges].map(copy);
    for (word, link) in edges.iter().zip(block.links) {
        if Link(link.load()).proof().is_some() {
            word.set(NOBODY);
        }
    }
    let open = Block { stats: &stats, amaf: &amaf, edges: &edges, links: &[] };
    select(&open, edges.len(), weights, desk)
}

/// An edge whose prior is not a number is never better than another.
const NOBODY: u64 = edge(0, f32::NAN);

/// The formula of [`Selection`] without a branch for all children, then the place of the largest value: both loops
/// are simple enough for wide registers. A proven loss has the prior −∞, and so no value above it.
fn scan<const RAVE: bool, const EXPLORE: bool>(
    stats: &[Cell<u64>],
    amaf: &[Cell<u64>],
    edges: &[Cell<u64>],
    weights: Weights,
    values: &mut Vec<Lane>,
) -> Option<usize> {
    let mut best = [f32::NEG_INFINITY; LANES];
    let mut from = 0;
    while from < stats.len() {
        let chunk = read(&stats[from..], 0);
        let firsts = if RAVE { read(&amaf[from..], 0) } else { [0; LANES] };
        let edges = read(&edges[from..], NOBODY);
        let mut lane = [0.0; LANES];
        for at in 0..LANES {
            let visits = high(chunk[at]);
            let mean = if visits > 0.0 { weights.point * low(chunk[at]) / visits } else { weights.urgency };
            let mut value = mean;
            if RAVE {
                let count = high(firsts[at]);
                let first = if count > 0.0 { weights.point * low(firsts[at]) / count } else { weights.urgency };
                value += weights.rave / (weights.rave + visits) * (first - mean);
            }
            let share = 1.0 / (visits + 1.0);
            if EXPLORE {
                value += weights.explore * share.sqrt();
            }
            value += weights.prior * share * f32::from_bits((edges[at] >> 32) as u32);
            best[at] = if value > best[at] { value } else { best[at] };
            lane[at] = value;
        }
        values.push(lane);
        from += LANES;
    }
    let most = best.into_iter().fold(f32::NEG_INFINITY, f32::max);
    if most == f32::NEG_INFINITY {
        return None;
    }
    let has_most = |lane: &Lane| lane.iter().map(|&value| u8::from(value >= most)).sum::<u8>() > 0;
    let chunk = values.iter().position(has_most)?;
    let at = values[chunk].iter().position(|&value| value >= most)?;
    Some(chunk * LANES + at)
}

/// The next words, and blanks after the last.
#[inline]
fn read(words: &[Cell<u64>], blank: u64) -> [u64; LANES] {
    let mut chunk = [blank; LANES];
    if let Some(words) = words.first_chunk::<LANES>() {
        for at in 0..LANES {
            chunk[at] = words[at].get();
        }
    } else {
        chunk.iter_mut().zip(words).for_each(|(place, word)| *place = word.get());
    }
    chunk
}

/// Counts stay below 2^31; signed numbers convert faster.
#[inline]
fn high(word: u64) -> f32 {
    (word >> 32) as i32 as f32
}

#[inline]
fn low(word: u64) -> f32 {
    word as u32 as i32 as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::arena::Stats;

    /// The formula as it stands in the documentation of `Selection`.
    fn plain(stats: Stats, amaf: Stats, prior: f32, weights: Weights) -> f32 {
        let urgency = f64::from(weights.urgency);
        let visits = stats.visits() as f32;
        let grain = (1.0 / weights.point) as u32;
        let mean = stats.mean(grain).unwrap_or(urgency) as f32;
        let first = amaf.mean(grain).unwrap_or(urgency) as f32;
        let beta = if weights.rave > 0.0 { weights.rave / (weights.rave + visits) } else { 0.0 };
        (1.0 - beta) * mean
            + beta * first
            + weights.explore / (visits + 1.0).sqrt()
            + weights.prior * prior / (visits + 1.0)
    }

    #[test]
    fn the_choice_is_that_of_the_formula() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut desk = Desk::default();
        for round in 0..3000 {
            let count = rng.usize(1..60);
            let grain = 1 << rng.u32(1..7);
            let mut counts = |most: u32| {
                let visits = rng.u32(0..most);
                Stats::new(visits, rng.u32(0..=grain * visits))
            };
            let stats: Vec<Stats> = (0..count).map(|_| counts(20)).collect();
            let amaf: Vec<Stats> = (0..count).map(|_| counts(50)).collect();
            let priors: Vec<f32> =
                (0..count).map(|_| if rng.u8(0..4) == 0 { f32::NEG_INFINITY } else { rng.f32() }).collect();
            let pick = |on: bool, rng: &mut fastrand::Rng| if on { rng.f32() * 3.0 } else { 0.0 };
            let weights = Weights {
                urgency: rng.f32(),
                point: 1.0 / grain as f32,
                rave: pick(round % 2 == 0, &mut rng),
                explore: pick(round % 3 == 0, &mut rng),
                prior: pick(round % 5 != 0, &mut rng),
            };
            let words = |list: &[Stats]| list.iter().map(|stats| Cell::new(stats.0)).collect::<Vec<_>>();
            let edges: Vec<_> = priors.iter().map(|&prior| Cell::new(edge(3, prior))).collect();
            let (stats_words, amaf_words) = (words(&stats), words(&amaf));
            let block = Block { stats: &stats_words, amaf: &amaf_words, edges: &edges, links: &[] };
            let width = rng.usize(1..=count);
            let value = |at: usize| plain(stats[at], amaf[at], priors[at], weights);
            let open: Vec<usize> = (0..width).filter(|&at| priors[at].is_finite()).collect();
            let Some(choice) = select(&block, width, weights, &mut desk) else {
                assert!(open.is_empty());
                continue;
            };
            assert!(open.contains(&choice));
            for at in open {
                assert!(value(choice) >= value(at) - 1e-5, "{choice} and {at} of {count}");
            }
        }
    }
}
