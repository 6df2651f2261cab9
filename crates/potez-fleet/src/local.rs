//! Jobs on threads of this process.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use potez_table::Stop;

use crate::{
    AllowedEngines, Fleet, FleetError, JobFailure, JobSource, LeafProvers, NextJob, Origin, UnitReceipt, WorkEvent,
    Workbench,
};

/// How long a thread waits for a source that has nothing now.
const LATER: Duration = Duration::from_millis(10);

/// Threads of this process; each does one job at a time.
pub struct LocalFleet {
    threads: usize,
    provers: Arc<LeafProvers>,
}

impl LocalFleet {
    /// This many threads, at least one.
    pub fn new(threads: usize) -> Self {
        Self::with_provers(threads, LeafProvers::default())
    }

    /// The same with these solvers of leaves, which all threads share.
    pub fn with_provers(threads: usize, provers: LeafProvers) -> Self {
        Self { threads: threads.max(1), provers: Arc::new(provers) }
    }
}

impl Fleet for LocalFleet {
    fn work(&mut self, source: &dyn JobSource, stop: &Stop) -> Result<(), FleetError> {
        source.meet(self.threads);
        // Raised when nothing more is needed: what is under way is called off.
        let over = stop.child();
        let failed = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let bench = Workbench::new(AllowedEngines::All, Arc::clone(&self.provers));
                    if let Err(why) = work_off(source, bench, &over)
                        && let Ok(mut failed) = failed.lock()
                    {
                        failed.get_or_insert(why);
                        over.raise();
                    }
                });
            }
        });
        match failed.into_inner() {
            Ok(Some(why)) => Err(FleetError::DeadLetters(why)),
            _ => Ok(()),
        }
    }

    fn is_here(&self) -> bool {
        true
    }
}

/// One thread: jobs one after the other. Fails with a sentence if one cannot be done.
fn work_off(source: &dyn JobSource, mut bench: Workbench, over: &Stop) -> Result<(), String> {
    while !over.is_raised() {
        let job = match source.take(1) {
            NextJob::Job(job) => job,
            NextJob::Later => {
                thread::sleep(LATER);
                continue;
            }
            NextJob::Nothing => return Ok(()),
        };
        let mut tell = |event: WorkEvent| match event {
            WorkEvent::SoFar(result) => source.hear(result.unit(), Some(result)),
            WorkEvent::Done(result) => {
                let is_kept = match source.hand_in(result, Origin::Here) {
                    UnitReceipt::Counted | UnitReceipt::Known => true,
                    UnitReceipt::Untrue(_) | UnitReceipt::NotKept => false,
                };
                if !is_kept || source.is_over() {
                    over.raise();
                }
            }
        };
        let files = |name: &str| source.file(name).ok_or_else(|| "nobody has it".to_string());
        match bench.work(&job, &files, over, &mut tell) {
            Ok(()) => {}
            Err(JobFailure::CalledOff) => return Ok(()),
            Err(JobFailure::Refused(why) | JobFailure::Failed(why)) => {
                return Err(format!("{}: {why}", job.describe()));
            }
        }
    }
    Ok(())
}
