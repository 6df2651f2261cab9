//! Selection of a child: the hottest loop of the search, eight children at a time.

use std::cell::Cell;

use super::layout::{ChildBlock, Link, Stats, edge};
use super::settings::{FirstPlayUrgency, Selection};
use super::tree_word::TreeWord;
use crate::trace::SelectionTerms;

/// [`Selection`] with everything filled in that is the same for all children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectionWeights {
    /// The value of a child without visits.
    urgency: f32,
    /// What a point is worth: one over the points per visit.
    point: f32,
    /// Visits at which the child's own mean and its AMAF mean count the same.
    rave: f32,
    /// `exploration·√ln N`.
    explore: f32,
    /// `puct·√N + bias`.
    prior: f32,
}

impl SelectionWeights {
    /// The weights at a node with these visits and this mean value for the player to move.
    pub(super) fn new(selection: &Selection, points_per_visit: u32, visits: u32, mean: f32) -> Self {
        let visits = visits.max(1) as f32;
        // The logarithm is costly, and not needed where RAVE or PUCT explore by themselves.
        let explore = if selection.exploration == 0.0 { 0.0 } else { selection.exploration * visits.ln().sqrt() };
        Self {
            urgency: match selection.first_play_urgency {
                FirstPlayUrgency::Fixed(value) => value,
                FirstPlayUrgency::BelowParent(less) => mean - less,
            },
            point: 1.0 / points_per_visit as f32,
            rave: selection.rave,
            explore,
            prior: selection.puct * visits.sqrt() + selection.progressive_bias,
        }
    }

    /// The terms of the formula for one child, to be shown.
    pub(super) fn terms(self, stats: Stats, amaf: Option<(u32, f64)>, prior: f32) -> SelectionTerms {
        let urgency = f64::from(self.urgency);
        let points_per_visit = (1.0 / self.point).round() as u32;
        let visits = f64::from(stats.visits());
        let mean = stats.mean(points_per_visit);
        let amaf = amaf.filter(|_| self.rave > 0.0);
        let beta = if amaf.is_some() { f64::from(self.rave) / (f64::from(self.rave) + visits) } else { 0.0 };
        let first = amaf.map_or(urgency, |(count, mean)| if count > 0 { mean } else { urgency });
        let exploration = f64::from(self.explore) / (visits + 1.0).sqrt();
        let by_prior = f64::from(self.prior) * f64::from(prior) / (visits + 1.0);
        let total = (1.0 - beta) * mean.unwrap_or(urgency) + beta * first + exploration + by_prior;
        SelectionTerms {
            visits: stats.visits(),
            mean,
            amaf,
            beta,
            exploration,
            prior: (f64::from(prior), by_prior),
            total,
        }
    }
}

const LANES: usize = 8;
/// The values of some children side by side: as many as fit a wide register.
type Lane = [f32; LANES];

/// Buffers for selection, reused from node to node.
#[derive(Debug, Default)]
pub(super) struct SelectionScratch {
    values: Vec<Lane>,
    stats: Vec<Cell<u64>>,
    amaf: Vec<Cell<u64>>,
    edges: Vec<Cell<u64>>,
}

/// The child of the largest value among the first `width`; `None` if all of them are proven to lose
/// for the chooser.
pub(super) fn select<W: TreeWord>(
    block: &ChildBlock<'_, W>,
    width: usize,
    weights: SelectionWeights,
    scratch: &mut SelectionScratch,
) -> Option<usize> {
    let has_amaf = !block.amaf.is_empty() && weights.rave > 0.0;
    let SelectionScratch { values, stats, amaf, edges } = scratch;
    let stats = W::snapshot(&block.stats[..width], stats);
    let amaf = W::snapshot(if has_amaf { &block.amaf[..width] } else { &[] }, amaf);
    let edges = W::snapshot(&block.edges[..width], edges);
    values.clear();
    // Four versions of the loop, each without the terms that are switched off.
    match (has_amaf, weights.explore != 0.0) {
        (true, true) => scan::<true, true>(stats, amaf, edges, weights, values),
        (true, false) => scan::<true, false>(stats, amaf, edges, weights, values),
        (false, true) => scan::<false, true>(stats, amaf, edges, weights, values),
        (false, false) => scan::<false, false>(stats, amaf, edges, weights, values),
    }
}

/// The unproven child of the largest value: slow, for the few nodes with a proven draw among the
/// children.
pub(super) fn select_unproven<W: TreeWord>(
    block: &ChildBlock<'_, W>,
    weights: SelectionWeights,
    scratch: &mut SelectionScratch,
) -> Option<usize> {
    let copy = |words: &[W]| words.iter().map(|word| Cell::new(word.get())).collect::<Vec<_>>();
    let [stats, amaf, edges] = [block.stats, block.amaf, block.edges].map(copy);
    for (word, link) in edges.iter().zip(block.links) {
        if Link(link.load()).proof().is_some() {
            word.set(NO_EDGE);
        }
    }
    let open = ChildBlock { stats: &stats, amaf: &amaf, edges: &edges, links: &[] };
    select(&open, edges.len(), weights, scratch)
}

/// An edge whose prior is not a number: no comparison with its value is true, so it is never
/// selected.
const NO_EDGE: u64 = edge(0, f32::NAN);

/// The formula of [`Selection`] without a branch for all children, then the place of the largest
/// value: both loops are simple enough for the compiler to vectorise. A proven loss has the prior
/// −∞, and so no value above it.
fn scan<const RAVE: bool, const EXPLORE: bool>(
    stats: &[Cell<u64>],
    amaf: &[Cell<u64>],
    edges: &[Cell<u64>],
    weights: SelectionWeights,
    values: &mut Vec<Lane>,
) -> Option<usize> {
    let mut best = [f32::NEG_INFINITY; LANES];
    let mut from = 0;
    while from < stats.len() {
        let chunk = read(&stats[from..], 0);
        let amaf_chunk = if RAVE { read(&amaf[from..], 0) } else { [0; LANES] };
        let edges = read(&edges[from..], NO_EDGE);
        let mut lane = [0.0; LANES];
        for at in 0..LANES {
            let visits = high(chunk[at]);
            let mean = if visits > 0.0 { weights.point * low(chunk[at]) / visits } else { weights.urgency };
            let mut value = mean;
            if RAVE {
                let count = high(amaf_chunk[at]);
                let amaf_mean = if count > 0.0 { weights.point * low(amaf_chunk[at]) / count } else { weights.urgency };
                value += weights.rave / (weights.rave + visits) * (amaf_mean - mean);
            }
            // One division for both terms.
            let share = 1.0 / (visits + 1.0);
            if EXPLORE {
                value += weights.explore * share.sqrt();
            }
            value += weights.prior * share * f32::from_bits((edges[at] >> 32) as u32);
            // Every lane has a maximum of its own: they are compared once, at the end.
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
    // Counted without a branch. Of equal values the first wins.
    let has_most = |lane: &Lane| lane.iter().map(|&value| u8::from(value >= most)).sum::<u8>() > 0;
    let chunk = values.iter().position(has_most)?;
    let at = values[chunk].iter().position(|&value| value >= most)?;
    Some(chunk * LANES + at)
}

/// The next words, and blanks after the last: so the loop needs no shorter last round.
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

/// Counts stay below 2^31, where signed numbers mean the same and convert to floats faster.
#[inline]
fn high(word: u64) -> f32 {
    (word >> 32) as i32 as f32
}

#[inline]
fn low(word: u64) -> f32 {
    word as u32 as i32 as f32
}

#[cfg(test)]
mod tests;
