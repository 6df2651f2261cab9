//! What the engine thinks of a position, as the wire has it, once or as a stream.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use potez_fleet::ThinkQueue;
use potez_table::review::compared;
use potez_table::{BotSpec, DynBot, Limits, Line, Message, Player, Proof, Report, Stop, Table, TableMove};
use potez_words::{Lang, Words};
use tokio::sync::watch;

use crate::engine_queue::Work;
use crate::i18n::Translations;
use crate::wire::{Analysis, CandidateLine, MoveView, Quality, RemarkView};
use crate::{bots, remarks};

/// How often a stream speaks.
const EVERY: Duration = Duration::from_millis(200);

/// Remarks that an analysis remembers; its lines change while it thinks.
const MOST_KNOWN: usize = 500;

/// A chance seen by X.
pub(crate) fn for_x(turn: Player, chance: f64) -> f64 {
    round(if turn == Player::X { chance } else { 1.0 - chance })
}

/// Four digits are more than the engine knows.
pub(crate) fn round(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

fn quality(best: f64, chance: f64) -> Quality {
    match best - chance {
        lost if lost < 0.02 => Quality::Best,
        lost if lost < 0.06 => Quality::Good,
        lost if lost < 0.12 => Quality::Fair,
        lost if lost < 0.25 => Quality::Poor,
        _ => Quality::Bad,
    }
}

/// Says what there is to say of the candidate at this place among the lines.
type Commentator<'a> = dyn FnMut(&[Line<TableMove>], usize) -> Vec<RemarkView> + 'a;

/// A report as the wire has it; the remarks on each candidate are looked up or made.
pub(crate) fn analysis(table: &dyn Table, report: &Report<TableMove>, remarks: &mut Commentator<'_>) -> Analysis {
    let turn = table.turn();
    let best = report.lines.first().map_or(0.5, |line| line.win_chance);
    let candidate = |line: &Line<TableMove>, remarks: Vec<RemarkView>| CandidateLine {
        mv: line.mv().into(),
        score: line.score.raw(),
        win_chance: round(line.win_chance),
        chance_x: for_x(turn, line.win_chance),
        proven: line.proof.map(Proof::word),
        pv: line.pv.iter().map(MoveView::from).collect(),
        depth: line.depth,
        visits: line.visits,
        remarks,
        quality: quality(best, line.win_chance),
    };
    Analysis {
        ply: table.ply(),
        turn,
        depth: report.depth,
        nodes: report.nodes,
        time_ms: report.time.as_millis() as u64,
        lines: report.lines.iter().enumerate().map(|(at, line)| candidate(line, remarks(&report.lines, at))).collect(),
        chance_x: for_x(turn, best),
        proven: report.lines.first().and_then(|line| line.proof).map(Proof::word),
    }
}

/// What is said of a candidate beside the others.
fn candidate_remarks(table: &dyn Table, lines: &[Line<TableMove>], at: usize, words: &Words) -> Vec<RemarkView> {
    compared(table, lines, at).into_iter().map(|remark| remarks::said(remark, words)).collect()
}

/// What decides the remarks on a candidate: the lines that it is compared by.
fn compared_by(lines: &[Line<TableMove>], at: usize) -> String {
    let line =
        |at: usize| lines.get(at).map(|line| line.pv.iter().take(8).map(ToString::to_string).collect::<Vec<_>>());
    format!("{at} {:?} {:?} {:?} {:?}", line(0), line(1), line(at), lines.get(at).map(|line| line.proof))
}

/// The analysis of a single report.
pub(crate) fn once(table: &dyn Table, report: &Report<TableMove>, words: &Words) -> Analysis {
    analysis(table, report, &mut |lines, at| candidate_remarks(table, lines, at, words))
}

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
    /// Whether a fleet has failed to do it.
    stays: bool,
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
        let spent = Duration::ZERO;
        let job = Self { table, translations, lang, spec, left: time, spent, known, updates, stays: false };
        (job, receiver)
    }

    /// Lets a bot think; an error of the bot ends nothing.
    fn think(&mut self, mut bot: Box<dyn DynBot>, stop: &Stop) -> Result<(), Message> {
        let Self { table, translations, lang, left, spent, known, updates, .. } = self;
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
        let report = bot.think(table.as_ref(), Limits::time(*left), stop, &mut |report| {
            if sent.elapsed() >= EVERY && report.depth >= deepest && !report.lines.is_empty() {
                sent = Instant::now();
                tell(report, false);
            }
        });
        *spent += began.elapsed();
        let report = match report {
            Ok(report) => report,
            Err(message) => {
                *left = left.saturating_sub(began.elapsed());
                return Err(message);
            }
        };
        // Without the flag the bot has ended by itself: by its time, or because there is nothing
        // left to find.
        *left = if stop.is_raised() { left.saturating_sub(began.elapsed()) } else { Duration::ZERO };
        if report.depth >= deepest {
            tell(&report, left.is_zero());
        } else {
            updates.send_modify(|update| update.done = left.is_zero());
        }
        Ok(())
    }
}

impl Work for AnalysisJob {
    fn run(&mut self, stop: &Stop) {
        // A bot's memory is large; only work that runs has one.
        let bot = self.table.bot(&self.spec);
        if bot.and_then(|bot| self.think(bot, stop)).is_err() {
            self.left = Duration::ZERO;
        }
    }

    fn is_portable(&self) -> bool {
        !self.stays
    }

    fn run_far(&mut self, fleet: &Arc<ThinkQueue>, stop: &Stop) {
        let bot = fleet.bot(&self.spec);
        if let Err(message) = self.think(Box::new(bot), stop)
            && !stop.is_raised()
        {
            tracing::info!(why = message.english, "an analysis is done here");
            self.stays = true;
        }
    }

    fn can_go_on(&self) -> bool {
        !self.left.is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn the_engine_in_the_browser_answers_in_the_same_form() {
        for (game, moves) in [("blockade", &["d4-d6/Bd7"][..]), ("havannah:size=4", &["d4", "a1"]), ("byte", &[])] {
            let mut table = potez_table::open(game, None).unwrap();
            for mv in moves {
                table.play(mv).unwrap();
            }
            let mut bot = table.bot(&bots::judge(3)).unwrap();
            let report = bot.think(table.as_ref(), Limits::nodes(500), &Stop::new(), &mut |_| {}).unwrap();
            for lang in [Lang::En, Lang::SrCyrl] {
                let words = Words::new(lang);
                let own = serde_json::to_value(once(table.as_ref(), &report, &words)).unwrap();
                assert_eq!(potez_wasm::analysis(table.as_ref(), &report, &words), own, "{game}");
            }
        }
    }

    #[test]
    fn chances_are_turned_towards_x() {
        assert!((for_x(Player::X, 0.7) - 0.7).abs() < 1e-9);
        assert!((for_x(Player::O, 0.7) - 0.3).abs() < 1e-9);
    }
}
