//! What is given out and not done.

use std::collections::{BTreeMap, BTreeSet};

use crate::Job;

/// Looks at the stream in which a job must be missing before it counts as lost: its results may be
/// on their way.
const ABSENCES: u32 = 2;

/// Jobs that are given out, by name.
#[derive(Default)]
pub(super) struct Ledger {
    jobs: BTreeMap<String, OutstandingJob>,
}

/// A job with the units that are not done.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OutstandingJob {
    pub(super) work: Job,
    missing: BTreeSet<u64>,
    absences: u32,
}

impl OutstandingJob {
    pub(super) fn new(work: Job) -> Self {
        let missing = work.units().into_iter().collect();
        Self { work, missing, absences: 0 }
    }

    /// Each unit that is left, as a job of its own.
    pub(super) fn split(&self) -> Vec<Self> {
        let alone = |&unit: &u64| self.work.without(|other| other != unit).map(Self::new);
        self.missing.iter().filter_map(alone).collect()
    }

    /// What is left of it, as a new job.
    fn rest(&self) -> Option<Self> {
        self.work.without(|unit| !self.missing.contains(&unit)).map(Self::new)
    }
}

impl Ledger {
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.jobs.len()
    }

    pub(super) fn add(&mut self, name: String, job: OutstandingJob) {
        self.jobs.insert(name, job);
    }

    /// A unit is done, whichever job it came from.
    pub(super) fn settle(&mut self, unit: u64) {
        self.jobs.retain(|_, job| {
            job.missing.remove(&unit);
            !job.missing.is_empty()
        });
    }

    /// The units of a job that are not done.
    pub(super) fn units(&self, name: &str) -> Vec<u64> {
        self.jobs.get(name).map(|job| job.missing.iter().copied().collect()).unwrap_or_default()
    }

    /// Strikes out the jobs of a unit that nobody needs any more, and returns their names with what they were.
    pub(super) fn call_off(&mut self, unit: u64) -> Vec<(String, Job)> {
        let of_unit = |(name, job): (&String, &OutstandingJob)| job.missing.contains(&unit).then(|| name.clone());
        let names: Vec<String> = self.jobs.iter().filter_map(of_unit).collect();
        names.into_iter().filter_map(|name| self.jobs.remove(&name).map(|job| (name, job.work))).collect()
    }

    /// Strikes out a job and returns what was left of it; `None` if it is not here.
    pub(super) fn remove(&mut self, name: &str) -> Option<OutstandingJob> {
        self.jobs.remove(name)
    }

    /// Strikes out a job of which a worker has done its share, and returns what is left of it.
    pub(super) fn take_rest(&mut self, name: &str) -> Option<OutstandingJob> {
        self.jobs.remove(name)?.rest()
    }

    /// Takes one unit out of a job, as a job of its own; `None` if it is not here.
    pub(super) fn take_unit(&mut self, name: &str, unit: u64) -> Option<OutstandingJob> {
        let job = self.jobs.get_mut(name).filter(|job| job.missing.contains(&unit))?;
        let alone = job.work.without(|other| other != unit).map(OutstandingJob::new);
        job.missing.remove(&unit);
        if job.missing.is_empty() {
            self.jobs.remove(name);
        }
        alone
    }

    /// What is lost: the rest of jobs that are not done and have been missing among these for the
    /// second time.
    pub(super) fn missing_from(&mut self, waiting: &[&str]) -> Vec<OutstandingJob> {
        let mut lost = Vec::new();
        self.jobs.retain(|name, job| {
            job.absences = if waiting.contains(&name.as_str()) { 0 } else { job.absences + 1 };
            if job.absences < ABSENCES {
                return true;
            }
            lost.extend(job.rest());
            false
        });
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LeafTask;

    fn job(unit: u64) -> OutstandingJob {
        let leaves = vec![LeafTask { unit, position: "a leaf".into(), nodes: 1, estimate_nodes: 1 }];
        OutstandingJob::new(Job::Leaves { game: "byte".into(), leaves })
    }

    #[test]
    fn a_job_is_lost_when_it_is_missing_twice_in_a_row_and_not_done() {
        let mut ledger = Ledger::default();
        ledger.add("a".into(), job(1));
        ledger.add("b".into(), job(2));
        ledger.add("c".into(), job(3));
        assert_eq!(ledger.missing_from(&["a"]), []);
        ledger.settle(2);
        assert_eq!(ledger.missing_from(&["a"]), [job(3)]);
        assert_eq!(ledger.missing_from(&[]), []);
        assert_eq!(ledger.missing_from(&["a"]), []);
        assert_eq!(ledger.missing_from(&[]), []);
        assert_eq!(ledger.len(), 1);
    }

    #[test]
    fn a_unit_that_must_be_done_again_leaves_its_job() {
        let mut ledger = Ledger::default();
        ledger.add("a".into(), job(1));
        assert_eq!(ledger.take_unit("b", 1), None);
        assert_eq!(ledger.take_unit("a", 2), None);
        assert_eq!(ledger.take_unit("a", 1), Some(job(1)));
        assert!(ledger.is_empty());
    }
}
