//! A bot that thinks on a thread of its own, so that the client is heard meanwhile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use potez_table::{DynBot, Limits, Report, Stop, Table, TableMove};

/// Lets the bot think. `None` if it failed: a client that waits for an answer must get one even
/// then, and the bot should be given up.
pub(crate) fn think(
    bot: &mut dyn DynBot,
    table: &dyn Table,
    limits: Limits,
    stop: &Stop,
    on_info: &mut dyn FnMut(&Report<TableMove>),
) -> Option<Report<TableMove>> {
    catch_unwind(AssertUnwindSafe(|| bot.think(table, limits, stop, on_info))).ok()?.ok()
}

/// At most one search under way, and the bot between two of them.
#[derive(Default)]
pub(crate) struct Thinker {
    bot: Option<Box<dyn DynBot>>,
    search: Option<Search>,
}

struct Search {
    stop: Stop,
    /// Whether it ends by itself.
    bounded: bool,
    /// Raised before the answer is given: a client that has the answer may go on at once.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Option<Box<dyn DynBot>>>,
}

impl Thinker {
    /// Seats another bot. The search must be over.
    pub(crate) fn seat(&mut self, bot: Box<dyn DynBot>) {
        self.bot = Some(bot);
    }

    /// Sends the bot away. The search must be over.
    pub(crate) fn dismiss(&mut self) {
        self.bot = None;
    }

    /// Whether a bot is seated or thinking; one that failed has left.
    pub(crate) fn has_bot(&self) -> bool {
        self.bot.is_some() || self.search.is_some()
    }

    /// Tells the bot that a new game begins.
    pub(crate) fn forget(&mut self) {
        if let Some(bot) = &mut self.bot {
            bot.forget();
        }
    }

    /// Whether a search has not answered yet.
    pub(crate) fn is_thinking(&mut self) -> bool {
        if self.search.as_ref().is_some_and(|search| search.answered.load(Ordering::Acquire)) {
            self.wait();
        }
        self.search.is_some()
    }

    /// Starts a search with the bot that is seated. `on_end` gets the last report, or `None` if the
    /// bot failed.
    pub(crate) fn begin(
        &mut self,
        table: Box<dyn Table>,
        limits: Limits,
        mut on_info: impl FnMut(&Report<TableMove>) + Send + 'static,
        on_end: impl FnOnce(Option<Report<TableMove>>) + Send + 'static,
    ) {
        let Some(mut bot) = self.bot.take() else { return on_end(None) };
        let (stop, answered) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let (raised, done) = (stop.clone(), answered.clone());
        let thread = std::thread::spawn(move || {
            let report = think(bot.as_mut(), table.as_ref(), limits, &raised, &mut on_info);
            done.store(true, Ordering::Release);
            let sound = report.is_some();
            on_end(report);
            sound.then_some(bot)
        });
        self.search = Some(Search { stop, bounded: limits != Limits::default(), answered, thread });
    }

    /// Ends the search and waits for its answer.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.stop.raise();
        }
        self.wait();
    }

    /// Waits for the answer of a search that ends by itself; ends one that does not.
    pub(crate) fn finish(&mut self) {
        match &self.search {
            Some(search) if !search.bounded => self.stop(),
            _ => self.wait(),
        }
    }

    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            self.bot = search.thread.join().ok().flatten();
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}
