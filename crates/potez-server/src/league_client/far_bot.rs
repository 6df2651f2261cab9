//! A bot of ours whose thinking a fleet does where it can.

use std::sync::Arc;
use std::time::{Duration, Instant};

use potez_arena::BotSource;
use potez_fleet::{FleetBot, ThinkQueue};
use potez_table::{BotSpec, DynBot, Limits, Message, Report, Stop, Table, TableMove};

/// Shorter searches are done here: the way to a worker and back, and to find out that it is gone, would take too much
/// of their time.
const SHORTEST: Duration = Duration::from_secs(3);
/// With less than this left, what a worker that has failed has found so far is the answer.
const TOO_LITTLE: Duration = Duration::from_millis(500);

/// Bots that think on workers while some are free.
pub fn far_bots(queue: &Arc<ThinkQueue>) -> BotSource {
    let queue = Arc::clone(queue);
    Arc::new(move |table: &dyn Table, spec: &BotSpec| {
        // What is wrong with a spec is said now, and by whoever knows the game.
        table.check_bot(spec)?;
        let bot = FarBot { far: queue.bot(spec), queue: Arc::clone(&queue), spec: spec.clone(), near: None };
        Ok::<Box<dyn DynBot>, Message>(Box::new(bot))
    })
}

/// Thinks on a worker of a fleet if one is free, and here otherwise.
struct FarBot {
    far: FleetBot,
    queue: Arc<ThinkQueue>,
    spec: BotSpec,
    /// The bot of this process, once it was needed.
    near: Option<Box<dyn DynBot>>,
}

impl FarBot {
    fn may_go(&self, limits: Limits) -> bool {
        limits.clock.is_none() && limits.time.is_none_or(|time| time >= SHORTEST) && self.queue.free_slots() > 0
    }

    fn near(&mut self, table: &dyn Table) -> Result<&mut dyn DynBot, Message> {
        let bot = match self.near.take() {
            Some(bot) => bot,
            None => table.bot(&self.spec)?,
        };
        Ok(self.near.insert(bot).as_mut())
    }
}

impl DynBot for FarBot {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<TableMove>),
    ) -> Result<Report<TableMove>, Message> {
        if !self.may_go(limits) {
            return self.near(table)?.think(table, limits, stop, on_info);
        }
        let (began, mut so_far) = (Instant::now(), None);
        let found = self.far.think(table, limits, stop, &mut |report| {
            so_far = Some(report.clone());
            on_info(report);
        });
        if found.is_ok() || stop.is_raised() {
            return found;
        }
        let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        match so_far {
            Some(report) if time.is_some_and(|time| time < TOO_LITTLE) => Ok(report),
            _ => self.near(table)?.think(table, Limits { time, ..limits }, stop, on_info),
        }
    }

    fn forget(&mut self) {
        self.near = None;
    }
}

#[cfg(test)]
mod tests {
    use potez_fleet::{Fleet, JobSource, LocalFleet};

    use super::*;

    /// What a bot of this queue finds with these limits, and how many searches the fleet has done since.
    fn think(queue: &Arc<ThinkQueue>, limits: Limits) -> (Report<TableMove>, u64) {
        let (table, before) = (potez_table::open("havannah:size=4", None).unwrap(), queue.done());
        let spec: BotSpec = "potez:without=net,seed=3".parse().unwrap();
        let mut bot = far_bots(queue)(table.as_ref(), &spec).unwrap();
        let report = bot.think(table.as_ref(), limits, &Stop::new(), &mut |_| {}).unwrap();
        (report, queue.done() - before)
    }

    #[test]
    fn a_bot_thinks_on_a_worker_where_one_is_free_and_here_otherwise() {
        let queue = Arc::new(ThinkQueue::new(Duration::from_mins(1)));
        let (here, far) = think(&queue, Limits::nodes(300));
        assert_eq!(far, 0, "nobody is there");
        let owned = Arc::clone(&queue);
        let thread = std::thread::spawn(move || LocalFleet::new(1).work(owned.as_ref(), &Stop::new()));
        queue.meet(1);
        let (there, far) = think(&queue, Limits::nodes(300));
        assert_eq!((far, there.lines), (1, here.lines));
        assert_eq!(think(&queue, Limits::time(Duration::from_millis(50))).1, 0, "too short for the way");
        queue.close();
        assert_eq!(think(&queue, Limits::nodes(300)).1, 0, "the fleet has ended");
        thread.join().unwrap().unwrap();
    }

    #[test]
    fn a_bot_whose_worker_never_answers_thinks_here() {
        let queue = Arc::new(ThinkQueue::new(Duration::from_millis(50)));
        queue.meet(1);
        assert_eq!(queue.free_slots(), 1);
        let (report, far) = think(&queue, Limits::nodes(300));
        assert_eq!((far, report.lines.len()), (0, 1));
        assert_eq!(queue.free_slots(), 0, "a fleet that has failed is left alone for a while");
    }
}
