//! What is known of a run while it goes on: who works, how fast, and whose results differ.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::messages::{RunState, WorkerState};
use super::news::News;
use crate::{Build, Outliers};

/// What the owner of a run knows, shared with whoever asks.
#[derive(Default)]
pub(super) struct Watched(Mutex<Known>);

#[derive(Default)]
struct Known {
    state: RunState,
    slots: usize,
    /// Workers and slots that were told last; nothing before the first answer.
    told: Option<(usize, usize)>,
    /// Milliseconds of the units that each worker has done, and how many those are.
    time: BTreeMap<String, (u64, u64)>,
    outliers: Outliers,
    named: BTreeSet<String>,
}

impl Watched {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn run_state(&self) -> RunState {
        self.lock().state.clone()
    }

    pub(super) fn set(&self, change: impl FnOnce(&mut RunState)) {
        change(&mut self.lock().state);
    }

    /// Slots of the workers that take part.
    pub(super) fn slots(&self) -> usize {
        self.lock().slots
    }

    /// The mean time of a unit at the fastest worker, once it is known: slower ones hand back what is too much.
    pub(super) fn unit_ms(&self) -> Option<u64> {
        self.lock().time.values().filter_map(|&(ms, units)| ms.checked_div(units)).min()
    }

    /// A unit is done.
    pub(super) fn count(&self, worker: &str, ms: u64, half_points: Option<u32>) {
        let mut known = self.lock();
        known.state.done += 1;
        let time = known.time.entry(worker.into()).or_default();
        *time = (time.0 + ms, time.1 + 1);
        if let Some(points) = half_points {
            known.outliers.add(worker, points);
        }
    }

    pub(super) fn repeat(&self) {
        self.lock().state.repeated += 1;
    }

    pub(super) fn distrust(&self) {
        self.lock().state.untrue += 1;
    }

    /// Sentences about workers that stand out and have not been named.
    pub(super) fn new_outliers(&self) -> Vec<String> {
        let mut known = self.lock();
        let mut sentences = Vec::new();
        for found in known.outliers.found() {
            if known.named.insert(found.worker.clone()) {
                sentences.push(format!(
                    "the results of {} differ from the rest: {:.3} in {} pairs, the others {:.3} ({:.1} deviations)",
                    found.worker, found.score, found.pairs, found.others, found.deviations
                ));
            }
        }
        known.state.outliers.extend(sentences.iter().cloned());
        sentences
    }

    /// Takes note of who is there; what has changed is news.
    pub(super) fn meet(&self, workers: Vec<WorkerState>, build: &Build) -> Option<News> {
        let (ours, others): (Vec<_>, Vec<_>) = workers.into_iter().partition(|worker| &worker.build == build);
        let slots = ours.iter().map(|worker| worker.slots).sum();
        let mut known = self.lock();
        known.slots = slots;
        let told = known.told.replace((ours.len(), slots));
        if told == known.told {
            return None;
        }
        if ours.is_empty() {
            let other = |worker: WorkerState| format!("{}: {}", worker.worker, worker.build);
            return Some(News::NoWorkers { others: others.into_iter().map(other).collect() });
        }
        Some(News::Workers { workers: ours.len(), slots })
    }
}
