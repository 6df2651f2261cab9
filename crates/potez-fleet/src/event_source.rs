//! An event as a source of jobs.

use potez_arena::runner::{PairRunner, RunError, check_programs};
use potez_arena::{Event, Receipt, Schedule, Terms};
use potez_table::Stop;

use crate::{Fleet, Job, JobSource, NextJob, Origin, PairTask, UnitReceipt, UnitResult};

/// Lets a fleet play an event.
pub struct FleetRunner<'a> {
    fleet: &'a mut dyn Fleet,
    /// Programs that are started at a time before the first game.
    at_a_time: usize,
}

impl<'a> FleetRunner<'a> {
    /// The runner of this fleet.
    pub fn new(fleet: &'a mut dyn Fleet, at_a_time: usize) -> Self {
        Self { fleet, at_a_time: at_a_time.max(1) }
    }
}

impl PairRunner for FleetRunner<'_> {
    fn prepare(&mut self, event: &Event, stop: &Stop) -> Result<(), RunError> {
        if self.fleet.is_here() { check_programs(event, self.at_a_time, stop) } else { Ok(()) }
    }

    fn play(&mut self, schedule: &Schedule<'_>, stop: &Stop) -> Result<(), String> {
        let source = EventSource { schedule, terms: schedule.event().terms() };
        self.fleet.work(&source, stop).map_err(|error| error.to_string())
    }
}

struct EventSource<'s, 'a> {
    schedule: &'s Schedule<'a>,
    terms: Terms,
}

impl JobSource for EventSource<'_, '_> {
    fn take(&self, most: usize) -> NextJob {
        let event = self.schedule.event();
        let taken = std::iter::from_fn(|| self.schedule.take()).take(most.max(1));
        let pairs: Vec<PairTask> = taken.map(|pair| PairTask { pair, opening: event.opening(pair) }).collect();
        if pairs.is_empty() {
            return NextJob::Nothing;
        }
        NextJob::Job(Job::Pairs { terms: Box::new(self.terms.clone()), pairs })
    }

    fn hand_in(&self, result: UnitResult, origin: Origin) -> UnitReceipt {
        let UnitResult::Pair(pair) = result else { return UnitReceipt::Untrue("not a pair of games".into()) };
        let receipt = match origin {
            Origin::Here => self.schedule.hand_in(pair),
            Origin::Elsewhere => self.schedule.hand_in_checked(pair),
        };
        match receipt {
            Receipt::Counted => UnitReceipt::Counted,
            Receipt::Known => UnitReceipt::Known,
            Receipt::Untrue(what) => UnitReceipt::Untrue(what),
            Receipt::NotWritten => UnitReceipt::NotKept,
        }
    }

    fn is_over(&self) -> bool {
        self.schedule.is_over()
    }

    fn remaining(&self) -> usize {
        self.schedule.remaining()
    }

    fn describe(&self) -> String {
        let event = self.schedule.event();
        let names: Vec<&str> = event.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        format!("{}: {}", event.game, names.join(", "))
    }
}
