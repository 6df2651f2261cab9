//! What the engine thinks of a position, as a stream.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use potez_table::{BotSpec, Limits, Report, Stop, Table, TableMove};
use potez_wire::analyses::{analysis, candidate_remarks, compared_by};
use potez_words::Lang;
use tokio::sync::watch;

use crate::bots;
use crate::engine_queue::Work;
use crate::i18n::Translations;
use crate::wire::{Analysis, RemarkView};

pub(crate) use potez_wire::analyses::once;

/// How often a stream speaks.
const EVERY: Duration = Duration::from_millis(200);

/// Remarks that an analysis remembers; its lines change while it thinks.
const MOST_KNOWN: usize = 500;

/// What a stream has sent last.
#[derive(Clone, Default)]
pub(crate) struct AnalysisUpdate {
    pub(crate) analysis: Option<Arc<Analysis>>,
    pub(crate) done: bool,
}

/// An analysis that goes on until its time is up; it can give way to others and go on later.
pub(crate) struct AnalysisJob {
    table: Box<dyn Table>,
    translations: Arc<Translations>,
    lang: Lang,
    spec: BotSpec,
    left: Duration,
    spent: Duration,
    known: HashMap<String, Vec<RemarkView>>,
    updates: watch::Sender<AnalysisUpdate>,
}

impl AnalysisJob {
    pub(crate) fn new(
        table: Box<dyn Table>,
        translations: Arc<Translations>,
        lang: Lang,
        multipv: usize,
        time: Duration,
    ) -> (Self, watch::Receiver<AnalysisUpdate>) {
        let (updates, receiver) = watch::channel(AnalysisUpdate::default());
        let (known, spec) = (HashMap::new(), bots::judge(multipv));
        let job = Self { table, translations, lang, spec, left: time, spent: Duration::ZERO, known, updates };
        (job, receiver)
    }
}

impl Work for AnalysisJob {
    fn run(&mut self, stop: &Stop) {
        let Self { table, translations, lang, spec, left, spent, known, updates } = self;
        let words = translations.words(*lang);
        let before = *spent;
        let began = Instant::now();
        let mut sent = Instant::now();
        // When it goes on after giving way, what it had is shown until it has as much again.
        let deepest = updates.borrow().analysis.as_ref().map_or(0, |analysis| analysis.depth);
        let mut tell = |report: &Report<TableMove>, done: bool| {
            if known.len() > MOST_KNOWN {
                known.clear();
            }
            let mut new = analysis(table.as_ref(), report, &mut |lines, at| {
                let remarks = || candidate_remarks(table.as_ref(), lines, at, words);
                known.entry(compared_by(lines, at)).or_insert_with(remarks).clone()
            });
            new.time_ms += before.as_millis() as u64;
            updates.send_replace(AnalysisUpdate { analysis: Some(Arc::new(new)), done });
        };
        // A bot's memory is large; only work that runs has one.
        let Ok(mut bot) = table.bot(spec) else {
            *left = Duration::ZERO;
            return;
        };
        let report = bot.think(table.as_ref(), Limits::time(*left), stop, &mut |report| {
            if sent.elapsed() >= EVERY && report.depth >= deepest && !report.lines.is_empty() {
                sent = Instant::now();
                tell(report, false);
            }
        });
        let Ok(report) = report else {
            *left = Duration::ZERO;
            return;
        };
        *spent += began.elapsed();
        // Without the flag the bot has ended by itself: by its time, or because there is nothing
        // left to find.
        *left = if stop.is_raised() { left.saturating_sub(began.elapsed()) } else { Duration::ZERO };
        if report.depth >= deepest {
            tell(&report, left.is_zero());
        } else {
            updates.send_modify(|update| update.done = left.is_zero());
        }
    }

    fn can_go_on(&self) -> bool {
        !self.left.is_zero()
    }
}

#[cfg(test)]
mod tests {
    use potez_table::Player;

    use super::*;
    use crate::wire::Quality;

    #[test]
    fn the_first_move_of_a_line_is_the_candidate_and_the_best_is_called_best() {
        let table = potez_table::open("havannah:size=3", None).unwrap();
        let translations = Arc::new(Translations::new());
        let (mut job, updates) = AnalysisJob::new(table, translations, Lang::En, 3, Duration::from_millis(100));
        assert!(job.can_go_on());
        job.run(&Stop::new());
        assert!(!job.can_go_on());
        let update = updates.borrow().clone();
        let analysis = update.analysis.unwrap();
        assert!(update.done);
        assert_eq!(analysis.lines[0].quality, Quality::Best);
        assert_eq!(analysis.lines[0].mv, analysis.lines[0].pv[0]);
        assert_eq!((analysis.lines.len(), analysis.turn), (3, Player::X));
    }

    #[test]
    fn an_analysis_that_gives_way_keeps_its_remaining_time() {
        let table = potez_table::open("byte", None).unwrap();
        let (mut job, _) = AnalysisJob::new(table, Arc::new(Translations::new()), Lang::En, 1, Duration::from_secs(30));
        let stop = Stop::new();
        stop.raise();
        job.run(&stop);
        assert!(job.can_go_on());
    }
}
