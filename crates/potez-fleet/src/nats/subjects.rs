//! Names of streams, consumers and subjects.

use crate::{Build, Job};
use potez_arena::Terms;

/// The stream in which jobs wait.
pub(super) const JOBS: &str = "POTEZ_JOBS";
/// The stream in which results wait for the owner of their run.
pub(super) const RESULTS: &str = "POTEZ_RESULTS";
/// The stream that keeps what could not be done, and why.
pub(super) const DEAD: &str = "POTEZ_DEAD";
/// The stream that keeps who tried what, for the reasons of dead letters.
pub(super) const ATTEMPTS: &str = "POTEZ_ATTEMPTS";

/// Where workers are asked who they are.
pub(super) const ASK_WORKERS: &str = "potez.ask.workers";
/// Where owners are asked what they run.
pub(super) const ASK_RUNS: &str = "potez.ask.runs";

/// Where workers are told of jobs that nobody needs any more.
pub(super) const OFF: &str = "potez.off";

/// Jobs that are asked for in this order: a slot looks at the first lane before the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Lane {
    /// Somebody waits for the answer.
    Prompt,
    /// Another program is started for it; only workers that may start programs ask.
    Engines,
    /// Anything else.
    Bulk,
}

impl Lane {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Engines => "engines",
            Self::Bulk => "bulk",
        }
    }

    /// The lane of a job.
    pub(super) fn of(job: &Job) -> Self {
        match job {
            Job::Pairs { terms, .. } if starts_programs(terms) => Self::Engines,
            Job::Pairs { .. } | Job::Leaves { .. } | Job::SelfPlay { .. } => Self::Bulk,
            Job::Think(_) => Self::Prompt,
        }
    }
}

fn starts_programs(terms: &Terms) -> bool {
    terms.specs().any(|spec| spec.trim_start().starts_with("cmd:"))
}

/// The subject of a job.
pub(super) fn job(build: &Build, lane: Lane, run: &str, job: &str) -> String {
    format!("potez.jobs.{}.{}.{run}.{job}", build.token(), lane.word())
}

/// All jobs of a run, whatever their lane.
pub(super) fn jobs_of_run(build: &Build, run: &str) -> String {
    format!("potez.jobs.{}.*.{run}.*", build.token())
}

/// All jobs of a lane.
pub(super) fn jobs_of_lane(build: &Build, lane: Lane) -> String {
    format!("potez.jobs.{}.{}.>", build.token(), lane.word())
}

/// The consumer that workers of a build share.
pub(super) fn lane_consumer(build: &Build, lane: Lane) -> String {
    format!("{}-{}", lane.word(), build.token())
}

/// Build, lane, run and job of a subject.
pub(super) fn parts(subject: &str) -> Option<[&str; 4]> {
    let rest = subject.strip_prefix("potez.jobs.")?;
    let parts: Vec<&str> = rest.split('.').collect();
    parts.try_into().ok()
}

/// Where the results of a run go.
pub(super) fn results(run: &str) -> String {
    format!("potez.results.{run}")
}

/// Where the owner of a run hears of jobs that are under way.
pub(super) fn live(run: &str) -> String {
    format!("potez.live.{run}")
}

/// The consumer of the owner of a run.
pub(super) fn run_consumer(run: &str) -> String {
    format!("run-{run}")
}

/// Where the dead letters of a run go.
pub(super) fn dead(run: &str) -> String {
    format!("potez.dead.{run}")
}

/// Who tried a job.
pub(super) fn attempts(run: &str, job: &str) -> String {
    format!("potez.attempts.{run}.{job}")
}

/// Whether a text can be a token of a subject.
pub(super) fn is_token(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_of_a_job_can_be_taken_apart_again() {
        let build = Build { version: "1.2.3".into(), signature: 16 };
        let subject = job(&build, Lane::Bulk, "run1", "s-4");
        assert_eq!(subject, "potez.jobs.1_2_3-10.bulk.run1.s-4");
        assert_eq!(parts(&subject), Some(["1_2_3-10", "bulk", "run1", "s-4"]));
        assert_eq!(parts("potez.jobs.a.b"), None);
        assert!(is_token("run1-a_B") && !is_token("a.b") && !is_token("") && !is_token("*"));
    }
}
