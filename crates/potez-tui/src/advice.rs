//! What the engine has to say to a person: hints, the evaluation, candidates.

use std::time::Duration;

use potez_session::{Effect, Event};
use potez_table::{BotSpec, Limits, Line, MoveParts, Player, Proof, Report, TableMove};
use potez_words::Words;

use crate::app::AppEffect;
use crate::game_screen::{GameScreen, Purpose};

/// How many candidates an analysis shows.
pub(crate) const CANDIDATES: usize = 9;
/// The longest an analysis goes on unasked.
const ANALYSIS: Duration = Duration::from_secs(60);
/// Who analyses and gives hints.
const ADVISER: &str = "potez";

/// What a line promises to the player to move: a chance from 0 to 1, and beyond that what is
/// proven.
fn value(line: &Line<TableMove>) -> f64 {
    match line.proof {
        Some(Proof::Win) => 2.0,
        Some(Proof::Loss) => -1.0,
        Some(Proof::Draw) => 0.5,
        None => line.win_chance,
    }
}

impl GameScreen {
    /// Lets the adviser think where it is asked to; else nobody.
    pub(crate) fn advise(&mut self) -> Vec<AppEffect> {
        if self.analysis && self.is_ours() {
            let bot = BotSpec { multipv: Some(CANDIDATES), ..BotSpec::new(ADVISER) };
            return vec![self.set_task(Purpose::Analysis, bot, Limits::time(ANALYSIS))];
        }
        self.stop_task().into_iter().collect()
    }

    /// Gives up a review and goes on as before.
    pub(crate) fn advise_again(&mut self) -> Vec<AppEffect> {
        self.progress = None;
        let stop = self.stop_task();
        stop.into_iter().chain(self.advise()).collect()
    }

    /// Takes in what the engine has found so far.
    pub(crate) fn take_report(&mut self, mut report: Report<TableMove>) {
        self.best = report.best();
        if let Some(line) = report.lines.first() {
            // Reports speak for the player to move; a graph that did would jump from move to move.
            let chance = value(line).clamp(0.0, 1.0);
            let turn = self.session.turn();
            let chance = if turn == Player::X { chance } else { 1.0 - chance };
            self.chances.insert(self.session.table().ply(), chance);
        }
        // A search puts what it would play first, and the others in the order it has come to them.
        report.lines.sort_by(|one, other| value(other).total_cmp(&value(one)));
        self.report = Some(report);
        self.look_at_candidate();
    }

    /// Says what the candidate does that is chosen, or the first one.
    fn look_at_candidate(&mut self) {
        if !self.analysis || !self.is_ours() {
            return;
        }
        let first = || self.report.as_ref().and_then(|report| report.lines.first()).map(Line::mv);
        let Some(mv) = self.draft.candidate.clone().or_else(first) else { return };
        if self.remarks.as_ref().is_none_or(|(known, _)| *known != mv) {
            // What cannot be remarked on is shown without remarks.
            let remarks = self.session.table().remarks(&mv.parts).unwrap_or_default();
            self.remarks = Some((mv, remarks));
        }
    }

    /// First where, then what.
    pub(crate) fn ask_hint(&mut self, words: &Words) -> Vec<AppEffect> {
        if !self.is_ours() {
            return Vec::new();
        }
        let analysed = self.best.clone().filter(|_| self.analysis);
        // What an analysis has found need not be looked for again.
        if let Some(mv) = analysed.filter(|_| self.session.hint().is_none()) {
            self.take_hint(mv, words);
            return Vec::new();
        }
        match self.session.apply(Event::AskHint, self.now) {
            Ok(effects) if effects.contains(&Effect::FindHint) => {
                self.note = Some(words.say("tui-thinking-hint", &[]));
                let limits = Limits::time(self.session.state().bot_time);
                vec![self.set_task(Purpose::Hint, BotSpec::new(ADVISER), limits)]
            }
            Ok(_) => Vec::new(),
            Err(refusal) => {
                self.note = Some(words.message(&refusal.into()));
                Vec::new()
            }
        }
    }

    /// A hint was found.
    pub(crate) fn take_hint(&mut self, mv: TableMove, words: &Words) {
        let ply = self.table().ply();
        if let Err(refusal) = self.session.apply(Event::HintFound { ply, mv }, self.now) {
            self.note = Some(words.message(&refusal.into()));
        }
    }

    /// Whether a hint is being looked for.
    pub(crate) fn seeks_hint(&self) -> bool {
        self.task.is_some_and(|(_, purpose)| purpose == Purpose::Hint)
    }

    /// Takes a move from the list of candidates, to be played when it is chosen again or by Enter.
    pub(crate) fn choose_candidate(&mut self, rank: usize, words: &Words) -> Vec<AppEffect> {
        let Some(mv) = self.report.as_ref().and_then(|report| report.lines.get(rank)).map(Line::mv) else {
            return Vec::new();
        };
        if self.draft.candidate.as_ref() == Some(&mv) {
            return self.play(mv, words);
        }
        self.note = None;
        self.draft.set_candidate(self.session.table(), &self.board, mv);
        self.look_at_candidate();
        Vec::new()
    }

    /// The parts of the move that is advised: of a candidate all of them, of a hint first the place
    /// alone.
    pub(crate) fn advised(&self) -> MoveParts {
        match (&self.draft.candidate, self.session.hint()) {
            (Some(mv), _) => mv.parts,
            // Parts without a cell cannot be pointed at, so the first that has one says where to
            // look.
            (None, Some(hint)) if !hint.whole => {
                hint.mv.parts.iter().copied().find(|part| part.cell().is_some()).into_iter().collect()
            }
            (None, Some(hint)) => hint.mv.parts,
            (None, None) => MoveParts::default(),
        }
    }
}
