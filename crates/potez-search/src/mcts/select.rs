//! The choice of a child: the hottest loop of the search, eight children at a time.

use std::array;

use super::arena::{Block, Link, edge};
use super::settings::{Selection, Urgency};
use super::word::Word;

/// [`Selection`] with everything filled in that is the same for all children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// The value of a child without visits.
    urgency: f32,
    /// Visits at which the two means count the same.
    rave: f32,
    /// `exploration·√ln N`.
    explore: f32,
    /// `puct·√N + bias`.
    prior: f32,
}

impl Weights {
    /// The weights at a node with so many visits, and this mean value for the player to move.
    pub(super) fn new(selection: &Selection, visits: u32, mean: f32) -> Self {
        let visits = visits.max(1) as f32;
        let explore = if selection.exploration == 0.0 { 0.0 } else { selection.exploration * visits.ln().sqrt() };
        Self {
            urgency: match selection.urgency {
                Urgency::Fixed(value) => value,
                Urgency::BelowParent(less) => mean - less,
            },
            rave: selection.rave,
            explore,
            prior: selection.puct * visits.sqrt() + selection.bias,
        }
    }
}

const LANES: usize = 8;
type Lane = [f32; LANES];

/// The most attractive child among the first `width`; `None` if all of them are proven to lose for the chooser.
pub(super) fn select<W: Word>(block: &Block<'_, W>, width: usize, weights: Weights) -> Option<usize> {
    let (stats, edges) = (&block.stats[..width], &block.edges[..width]);
    match (!block.amaf.is_empty() && weights.rave > 0.0, weights.explore != 0.0) {
        (true, true) => scan::<W, true, true>(stats, &block.amaf[..width], edges, weights),
        (true, false) => scan::<W, true, false>(stats, &block.amaf[..width], edges, weights),
        (false, true) => scan::<W, false, true>(stats, stats, edges, weights),
        (false, false) => scan::<W, false, false>(stats, stats, edges, weights),
    }
}

/// The most attractive child of which nothing is certain yet: slow, for the few nodes with a proven draw among the
/// children.
pub(super) fn select_open<W: Word>(block: &Block<'_, W>, weights: Weights) -> Option<usize> {
    let open = (0..block.links.len()).filter(|&at| Link(block.links[at].load()).proof().is_none());
    let value = |at: usize| {
        let one = |words: &[W]| [words.get(at).map_or(0, W::get); LANES];
        if block.amaf.is_empty() || weights.rave == 0.0 {
            values::<false, true>(&one(block.stats), &[0; LANES], &one(block.edges), weights)[0]
        } else {
            values::<true, true>(&one(block.stats), &one(block.amaf), &one(block.edges), weights)[0]
        }
    };
    open.max_by(|&one, &other| value(one).total_cmp(&value(other)))
}

fn scan<W: Word, const RAVE: bool, const EXPLORE: bool>(
    stats: &[W],
    amaf: &[W],
    edges: &[W],
    weights: Weights,
) -> Option<usize> {
    let mut best = Best { values: [f32::NEG_INFINITY; LANES], chunks: [0; LANES] };
    let (stats, stats_rest) = stats.as_chunks::<LANES>();
    let (amaf, amaf_rest) = amaf.as_chunks::<LANES>();
    let (edges, edges_rest) = edges.as_chunks::<LANES>();
    for (chunk, ((stats, amaf), edges)) in stats.iter().zip(amaf).zip(edges).enumerate() {
        let [stats, amaf, edges] = [stats, amaf, edges].map(|words| array::from_fn(|lane| words[lane].get()));
        best.update(values::<RAVE, EXPLORE>(&stats, &amaf, &edges, weights), chunk);
    }
    if !stats_rest.is_empty() {
        let fill = |words: &[W], blank: u64| array::from_fn(|lane| words.get(lane).map_or(blank, W::get));
        let edges_rest = fill(edges_rest, NOBODY);
        let rest = values::<RAVE, EXPLORE>(&fill(stats_rest, 0), &fill(amaf_rest, 0), &edges_rest, weights);
        best.update(rest, stats.len());
    }
    best.place()
}

/// An edge whose prior is not a number is never better than another.
const NOBODY: u64 = edge(0, f32::NAN);

/// The best child of each lane.
struct Best {
    values: Lane,
    chunks: [u32; LANES],
}

impl Best {
    #[inline]
    fn update(&mut self, values: Lane, chunk: usize) {
        for lane in 0..LANES {
            let better = values[lane] > self.values[lane];
            self.values[lane] = if better { values[lane] } else { self.values[lane] };
            self.chunks[lane] = if better { chunk as u32 } else { self.chunks[lane] };
        }
    }

    /// The best of all, the first of equals; `None` if no child had a value.
    fn place(&self) -> Option<usize> {
        let most = self.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let places = (0..LANES).filter(|&lane| self.values[lane] == most);
        places.map(|lane| self.chunks[lane] as usize * LANES + lane).min().filter(|_| most > f32::NEG_INFINITY)
    }
}

/// The formula of [`Selection`], without a branch. A proven loss has the prior −∞, and so no value above it.
#[inline]
fn values<const RAVE: bool, const EXPLORE: bool>(
    stats: &[u64; LANES],
    amaf: &[u64; LANES],
    edges: &[u64; LANES],
    weights: Weights,
) -> Lane {
    array::from_fn(|lane| {
        let visits = high(stats[lane]);
        let mean = if visits > 0.0 { 0.5 * low(stats[lane]) / visits } else { weights.urgency };
        let mut value = mean;
        if RAVE {
            let count = high(amaf[lane]);
            let first = if count > 0.0 { 0.5 * low(amaf[lane]) / count } else { weights.urgency };
            let beta = weights.rave / (weights.rave + visits);
            value += beta * (first - mean);
        }
        let share = 1.0 / (visits + 1.0);
        if EXPLORE {
            value += weights.explore * share.sqrt();
        }
        value + weights.prior * share * f32::from_bits((edges[lane] >> 32) as u32)
    })
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
    use std::cell::Cell;

    use super::*;
    use crate::mcts::arena::Stats;

    /// The formula as it stands in the documentation of `Selection`.
    fn plain(stats: Stats, amaf: Stats, prior: f32, weights: Weights) -> f32 {
        let urgency = f64::from(weights.urgency);
        let visits = stats.visits() as f32;
        let mean = stats.mean().unwrap_or(urgency) as f32;
        let first = amaf.mean().unwrap_or(urgency) as f32;
        let beta = if weights.rave > 0.0 { weights.rave / (weights.rave + visits) } else { 0.0 };
        (1.0 - beta) * mean
            + beta * first
            + weights.explore / (visits + 1.0).sqrt()
            + weights.prior * prior / (visits + 1.0)
    }

    #[test]
    fn the_choice_is_that_of_the_formula() {
        let mut rng = fastrand::Rng::with_seed(7);
        for round in 0..3000 {
            let count = rng.usize(1..60);
            let mut counts = |most: u32| {
                let visits = rng.u32(0..most);
                Stats::new(visits, rng.u32(0..=2 * visits))
            };
            let stats: Vec<Stats> = (0..count).map(|_| counts(20)).collect();
            let amaf: Vec<Stats> = (0..count).map(|_| counts(50)).collect();
            let priors: Vec<f32> =
                (0..count).map(|_| if rng.u8(0..4) == 0 { f32::NEG_INFINITY } else { rng.f32() }).collect();
            let pick = |on: bool, rng: &mut fastrand::Rng| if on { rng.f32() * 3.0 } else { 0.0 };
            let weights = Weights {
                urgency: rng.f32(),
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
            let Some(choice) = select(&block, width, weights) else {
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
