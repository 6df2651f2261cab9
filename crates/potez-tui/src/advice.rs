//! What the engine has to say to a person: hints, the evaluation, candidates.

use std::time::Duration;

use potez_session::{Effect, Event};
use potez_table::{BotSpec, Limits, Line, MoveParts, Report, TableMove};
use potez_words::Words;

use crate::app::AppEffect;
use crate::game_screen::{GameScreen, Purpose};

/// How many candidates an analysis shows.
pub(crate) const CANDIDATES: usize = 9;
/// The longest an analysis goes on unasked.
const ANALYSIS: Duration = Duration::from_secs(60);
/// Who analyses and gives hints.
const ADVISER: &str = "potez";

impl GameScreen {
    /// Lets the adviser think where it is asked to; else nobody.
    pub(crate) fn advise(&mut self) -> Vec<AppEffect> {
        if self.analysis && self.is_ours() {
            let bot = BotSpec { multipv: Some(CANDIDATES), ..BotSpec::new(ADVISER) };
            return vec![self.set_task(Purpose::Analysis, bot, Limits::time(ANALYSIS))];
        }
        self.stop_task().into_iter().collect()
    }

    /// First where, then what.
    pub(crate) fn ask_hint(&mut self, words: &Words) -> Vec<AppEffect> {
        if !self.is_ours() {
            return Vec::new();
        }
        let analysed = self.report.as_ref().filter(|_| self.analysis).and_then(Report::best);
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
