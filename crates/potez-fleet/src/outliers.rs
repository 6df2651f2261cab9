//! Workers whose results differ from those of the rest.
//!
//! All play the same match, so their mean scores scatter around the same value. A worker far away
//! from the others has a slow or broken machine, or somebody meddles with it.

use std::collections::BTreeMap;

/// Pairs that a worker, and the rest together, must have played before anything is said.
const ENOUGH: u64 = 20;

/// Standard deviations from which on it is not chance: once in sixteen thousand looks.
const FAR: f64 = 4.0;

/// The points of each worker in one run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outliers {
    workers: BTreeMap<String, Sums>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sums {
    count: u64,
    points: f64,
    squares: f64,
}

impl Sums {
    fn mean(self) -> f64 {
        self.points / self.count as f64
    }
}

/// A worker whose results differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlier {
    /// The name of the worker.
    pub worker: String,
    /// Pairs it has played.
    pub pairs: u64,
    /// The first player's mean score in them, 0 to 1.
    pub score: f64,
    /// The same in the pairs of all others.
    pub others: f64,
    /// How many standard deviations lie between them.
    pub deviations: f64,
}

impl Outliers {
    /// Counts a pair by the half-points of its first player, 0 to 4.
    pub fn add(&mut self, worker: &str, half_points: u32) {
        let points = f64::from(half_points) / 4.0;
        let sums = self.workers.entry(worker.to_string()).or_default();
        sums.count += 1;
        sums.points += points;
        sums.squares += points * points;
    }

    /// The workers that differ from the rest by more than chance explains (the z-test of two means).
    pub fn found(&self) -> Vec<Outlier> {
        let all = self.workers.values().fold(Sums::default(), |all, one| Sums {
            count: all.count + one.count,
            points: all.points + one.points,
            squares: all.squares + one.squares,
        });
        let far = |(worker, own): (&String, &Sums)| {
            let rest = Sums { count: all.count - own.count, points: all.points - own.points, squares: 0.0 };
            if own.count < ENOUGH || rest.count < ENOUGH {
                return None;
            }
            // A match that one side always wins has no scatter: one pair's worth keeps the test from
            // dividing by nothing.
            let variance = (all.squares / all.count as f64 - all.mean().powi(2)).max(1.0 / all.count as f64);
            let error = (variance / own.count as f64 + variance / rest.count as f64).sqrt();
            let deviations = (own.mean() - rest.mean()).abs() / error;
            let (score, others) = (own.mean(), rest.mean());
            (deviations > FAR).then(|| Outlier { worker: worker.clone(), pairs: own.count, score, others, deviations })
        };
        self.workers.iter().filter_map(far).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(outliers: &mut Outliers, worker: &str, points: &[u32], times: usize) {
        for _ in 0..times {
            for points in points {
                outliers.add(worker, *points);
            }
        }
    }

    #[test]
    fn a_worker_that_always_loses_stands_out_from_those_that_do_not() {
        let mut outliers = Outliers::default();
        add(&mut outliers, "a", &[2, 2, 4, 0, 2], 20);
        add(&mut outliers, "b", &[2, 3, 1, 2, 2], 20);
        assert_eq!(outliers.found(), []);
        add(&mut outliers, "c", &[0, 0, 1], 7);
        let found = outliers.found();
        assert_eq!(found.iter().map(|one| one.worker.as_str()).collect::<Vec<_>>(), ["c"]);
        assert!(found[0].deviations > FAR && found[0].score < 0.1 && found[0].others > 0.45);
    }

    #[test]
    fn nothing_is_said_of_a_few_pairs_or_of_one_worker() {
        let mut outliers = Outliers::default();
        add(&mut outliers, "a", &[0], 19);
        add(&mut outliers, "b", &[4], 500);
        assert_eq!(outliers.found(), []);
        let mut alone = Outliers::default();
        add(&mut alone, "a", &[0, 4], 500);
        assert_eq!(alone.found(), []);
    }
}
