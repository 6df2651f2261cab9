//! A game on the screen: a view of the session, the move that is being made, and who thinks.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use potez_session::{Effect, Event, MoveInput, Seat, Session};
use potez_table::records;
use potez_table::review::Progress;
use potez_table::{BotError, BotSpec, CellRef, Limits, MovePart, PathView, Player, Remark, Report, Table, TableMove};
use potez_words::{Arg, Words};

use crate::app::{AppEffect, AppEvent};
use crate::board::{DrawnBoard, Overlay};
use crate::draft::MoveDraft;
use crate::paths::ShownPaths;
use crate::puzzle_run::PuzzleRun;

/// What a review may spend on each position at most.
const REVIEW: Duration = Duration::from_millis(300);

/// What a bot thinks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Move,
    Hint,
    Analysis,
    Review,
}

/// A question that stands in the way of everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialog {
    /// Whether somebody really resigns.
    Resign,
    /// Which side somebody takes.
    Sides,
}

impl Dialog {
    /// Whether a click is as good as a no.
    pub(crate) const fn closes_by_click(self) -> bool {
        matches!(self, Self::Resign)
    }
}

/// A game on the screen.
pub(crate) struct GameScreen {
    pub(crate) session: Session,
    /// The puzzles that are asked, if it is not a game.
    pub(crate) puzzles: Option<PuzzleRun>,
    /// How long the game has been on the screen: the time by which the session's clock runs.
    pub(crate) now: Duration,
    pub(crate) board: DrawnBoard,
    /// The number of legal moves.
    legal: u64,
    /// At the end, where the winning piece has come through.
    trail: HashSet<CellRef>,
    /// The move that is being made, or a command that is being typed.
    pub(crate) draft: MoveDraft,
    pub(crate) note: Option<String>,
    /// What the engine has found, the best candidate first.
    pub(crate) report: Option<Report<TableMove>>,
    /// What the engine would play, which need not have the highest chance of all.
    pub(crate) best: Option<TableMove>,
    /// What the candidate that is looked at does.
    pub(crate) remarks: Option<(TableMove, Vec<Remark>)>,
    /// X's chance to win by the number of moves played, as far as somebody has thought about it.
    pub(crate) chances: BTreeMap<usize, f64>,
    /// The shortest paths to the goals, where the game has such a thing.
    pub(crate) paths: Option<Vec<PathView>>,
    /// Which paths are drawn.
    pub(crate) shown_paths: ShownPaths,
    /// How far a review has come.
    pub(crate) progress: Option<Progress>,
    /// Where the left button was pressed.
    pub(crate) pressed: Option<CellRef>,
    /// Whether the evaluation is shown.
    pub(crate) analysis: bool,
    pub(crate) dialog: Option<Dialog>,
    /// The task that is thought about.
    pub(crate) task: Option<(u64, Purpose)>,
    /// Tasks given so far, so that each has a number of its own.
    tasks: u64,
    /// Ticks, to show that something goes on.
    pub(crate) ticks: usize,
    /// Files written already: they may be written again.
    pub(crate) saved: HashSet<PathBuf>,
}

impl GameScreen {
    pub(crate) fn new(session: Session) -> Self {
        let board = DrawnBoard::new(session.table().view());
        Self {
            draft: MoveDraft::new(session.table(), &board),
            session,
            puzzles: None,
            now: Duration::ZERO,
            board,
            legal: 0,
            trail: HashSet::new(),
            note: None,
            report: None,
            best: None,
            remarks: None,
            chances: BTreeMap::new(),
            paths: None,
            shown_paths: ShownPaths::None,
            progress: None,
            pressed: None,
            analysis: false,
            dialog: None,
            task: None,
            tasks: 0,
            ticks: 0,
            saved: HashSet::new(),
        }
    }

    /// Sits down to the game.
    pub(crate) fn start(&mut self, words: &Words) -> Vec<AppEffect> {
        let effects = self.session.start(self.now);
        self.settle(effects, words)
    }

    pub(crate) fn table(&self) -> &dyn Table {
        self.session.table()
    }

    /// Whether a person is to move.
    pub(crate) fn is_ours(&self) -> bool {
        self.session.awaits_person()
    }

    /// Something happens that changes the game; a refusal is said, and what was begun stays.
    pub(crate) fn apply(&mut self, event: Event, words: &Words) -> Vec<AppEffect> {
        match self.session.apply(event, self.now) {
            Ok(effects) => {
                self.note = None;
                self.settle(effects, words)
            }
            Err(refusal) => {
                self.note = Some(words.message(&refusal.into()));
                Vec::new()
            }
        }
    }

    /// Takes in a game that has changed: what was begun is given up, and who is to move begins to
    /// think.
    fn settle(&mut self, effects: Vec<Effect>, words: &Words) -> Vec<AppEffect> {
        let table = self.session.table();
        self.board = DrawnBoard::new(table.view());
        self.legal = table.count_legal();
        self.trail = trail(table, &self.board);
        self.paths = table.paths();
        self.draft.clear(table, &self.board);
        let ply = table.ply();
        self.chances.retain(|&known, _| known <= ply);
        (self.report, self.best, self.remarks) = (None, None, None);
        let mut out = vec![AppEffect::Autosave(self.autosave())];
        let bot = effects.into_iter().find_map(|effect| match effect {
            Effect::Think { player, limits } => Some((player, limits)),
            _ => None,
        });
        out.extend(match bot {
            Some((player, limits)) => self.let_bot_think(player, limits, words),
            None => self.advise(),
        });
        out
    }

    /// The game as it is saved: only while it is under way.
    fn autosave(&self) -> Option<String> {
        // A game that nobody has begun, or that is over, need not be offered again.
        if self.session.is_over() || self.table().ply() == 0 || self.puzzles.is_some() {
            return None;
        }
        records::write(&self.session.transcript(self.now), &records::TEXT).ok()
    }

    fn let_bot_think(&mut self, player: Player, limits: Limits, words: &Words) -> Vec<AppEffect> {
        let spec = self.session.state().seat(player).bot.clone().unwrap_or_default();
        match spec.parse::<BotSpec>() {
            Ok(bot) => vec![self.set_task(Purpose::Move, bot, limits)],
            Err(error) => {
                let error: BotError = error;
                self.note = Some(words.message(&error.into()));
                self.stop_task().into_iter().collect()
            }
        }
    }

    pub(crate) fn stop_task(&mut self) -> Option<AppEffect> {
        self.task.take().map(|_| AppEffect::Stop)
    }

    /// A new task replaces the one before.
    pub(crate) fn set_task(&mut self, purpose: Purpose, bot: BotSpec, limits: Limits) -> AppEffect {
        self.tasks += 1;
        self.task = Some((self.tasks, purpose));
        AppEffect::Think { task: self.tasks, bot: Box::new(bot), table: self.table().fork(), limits }
    }

    /// Takes in what the world outside has done.
    pub(crate) fn update(&mut self, event: AppEvent, words: &Words) -> Vec<AppEffect> {
        match event {
            AppEvent::Tick(time) => self.tick(time, words),
            AppEvent::Thought { task, report, done } => self.thought(task, report, done, words),
            AppEvent::Reviewing { task, progress } => {
                if self.task == Some((task, Purpose::Review)) {
                    self.progress = Some(progress);
                }
                Vec::new()
            }
            AppEvent::Failed { task, error } => {
                if self.task.is_some_and(|(current, _)| current == task) {
                    self.task = None;
                    self.note = Some(words.say("tui-bot-failed", &[("error", Arg::from(error))]));
                }
                Vec::new()
            }
            AppEvent::Saved(file, result) => {
                let name = ("file", Arg::from(file.display().to_string()));
                if result.is_ok() {
                    self.saved.insert(file);
                }
                self.note = Some(match result {
                    Ok(()) => words.say("play-saved", &[name]),
                    Err(error) => words.say("play-not-saved", &[("error", Arg::from(error))]),
                });
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn tick(&mut self, time: Duration, words: &Words) -> Vec<AppEffect> {
        self.ticks += 1;
        self.now += time;
        // Only a fallen flag changes anything, and only then is what somebody has begun given up.
        if self.session.flagged(self.now).is_some() { self.apply(Event::Tick, words) } else { Vec::new() }
    }

    fn thought(&mut self, task: u64, report: Report<TableMove>, done: bool, words: &Words) -> Vec<AppEffect> {
        // A report of a task that was given up may still be on its way.
        let Some((_, purpose)) = self.task.filter(|(current, _)| *current == task) else { return Vec::new() };
        let (best, thought) = (report.best(), report.time);
        self.take_report(report);
        if !done {
            return Vec::new();
        }
        self.task = None;
        let ply = self.table().ply();
        match (purpose, best) {
            (Purpose::Move, Some(mv)) => self.apply(Event::BotMove { ply, mv: mv.into(), thought }, words),
            (Purpose::Hint, Some(mv)) => {
                // The note says that a hint is looked for.
                self.note = None;
                self.take_hint(mv, words);
                self.advise()
            }
            _ => Vec::new(),
        }
    }

    /// Others sit down to the game, before it goes on.
    pub(crate) fn seat(&mut self, seats: [Seat; 2], words: &Words) -> Vec<AppEffect> {
        let policy = self.session.policy().clone();
        let (table, mut state) = self.session.clone().into_parts();
        state.seats = seats;
        self.session = Session::new(table, state, policy);
        self.start(words)
    }

    /// Whether a task is the review that was asked for; it is then over.
    pub(crate) fn ends_review(&mut self, task: u64) -> bool {
        let is_meant = self.task == Some((task, Purpose::Review));
        if is_meant {
            (self.task, self.progress, self.note) = (None, None, None);
        }
        is_meant
    }

    /// Whether a review is being made.
    pub(crate) fn is_reviewing(&self) -> bool {
        self.task.is_some_and(|(_, purpose)| purpose == Purpose::Review)
    }

    /// Has every move of the game judged.
    pub(crate) fn ask_review(&mut self, words: &Words) -> Vec<AppEffect> {
        let refusal = if self.table().ply() == 0 {
            Some("tui-review-nothing")
        } else if !self.session.is_over() && !self.is_ours() {
            Some("tui-review-later")
        } else {
            None
        };
        if let Some(key) = refusal {
            self.note = Some(words.say(key, &[]));
            return Vec::new();
        }
        self.note = None;
        self.tasks += 1;
        (self.task, self.progress) = (Some((self.tasks, Purpose::Review)), None);
        let limits = Limits::time(REVIEW.min(self.session.state().bot_time));
        vec![AppEffect::Review { task: self.tasks, table: self.table().fork(), limits }]
    }

    /// A person plays a move.
    pub(crate) fn play(&mut self, mv: impl Into<MoveInput>, words: &Words) -> Vec<AppEffect> {
        if self.puzzles.is_some() {
            return self.judge(&mv.into(), words);
        }
        let by = self.session.people();
        self.apply(Event::Move { by, ply: None, mv: mv.into() }, words)
    }

    /// Takes a choice; the move is played when nothing is left to choose.
    pub(crate) fn take(&mut self, part: MovePart, words: &Words) -> Vec<AppEffect> {
        self.note = None;
        let parts = self.draft.step.chosen.with(part);
        self.draft.choose(self.session.table(), &parts);
        let step = &self.draft.step;
        if step.complete.is_some() && step.choices.is_empty() { self.play_chosen(words) } else { Vec::new() }
    }

    /// Plays the move whose parts are chosen.
    fn play_chosen(&mut self, words: &Words) -> Vec<AppEffect> {
        self.play(MoveInput::Parts(self.draft.step.chosen), words)
    }

    /// Chooses at the cursor: what is offered there, what is complete, or a new beginning.
    pub(crate) fn choose_here(&mut self, words: &Words) -> Vec<AppEffect> {
        if let Some(mv) = self.draft.candidate.clone() {
            return self.play(mv, words);
        }
        if let Some(part) = self.draft.current().map(|choice| choice.part) {
            return self.take(part, words);
        }
        if self.draft.step.complete.is_some() {
            return self.play_chosen(words);
        }
        let cursor = self.draft.cursor;
        // Somebody who chooses another piece in the middle of a move has changed their mind.
        if let [choice] = self.table().step(&[]).at(cursor)[..] {
            self.draft.choose(self.session.table(), &[]);
            return self.take(choice.part, words);
        }
        if self.legal == 1
            && let Some(only) = self.table().legal().pop()
        {
            return self.play(only, words);
        }
        self.note = Some(self.refusal(|part| part.cell() == Some(cursor), words).unwrap_or_else(|| {
            let name = self.board.cell(cursor).map(|cell| cell.name.clone()).unwrap_or_default();
            words.say("tui-nothing-here", &[("cell", Arg::from(name))])
        }));
        Vec::new()
    }

    /// Why the rules forbid a part that might be tried now.
    pub(crate) fn refusal(&self, is_meant: impl Fn(MovePart) -> bool, words: &Words) -> Option<String> {
        let blocked = self.table().blocked(&self.draft.step);
        blocked.iter().find(|blocked| is_meant(blocked.part)).map(|blocked| words.message(&blocked.message))
    }

    /// What is shown on top of the board.
    pub(crate) fn overlay(&self) -> Overlay {
        let over = self.session.is_over();
        let mut overlay = Overlay { over, trail: self.trail.clone(), ..Overlay::default() };
        self.mark_paths(&mut overlay);
        for part in self.advised().iter() {
            match *part {
                MovePart::Piece(cell) | MovePart::Target(cell) => {
                    overlay.hints.insert(cell);
                }
                MovePart::Wall(wall) => overlay.hint_wall = Some(wall),
                MovePart::Level { .. } | MovePart::Swap | MovePart::Pass => {}
            }
        }
        if self.is_ours() {
            self.draft.mark(&mut overlay);
        }
        overlay
    }
}

/// The way of a single piece that has won, from the last move backwards: each went from a cell to a
/// cell.
fn trail(table: &dyn Table, board: &DrawnBoard) -> HashSet<CellRef> {
    let mut winning = board.winning();
    let mut trail = HashSet::new();
    let (Some(mut at), None) = (winning.next(), winning.next()) else { return trail };
    for mv in table.played().iter().rev() {
        if let [MovePart::Piece(from), MovePart::Target(to), ..] = mv.parts[..]
            && to == at
        {
            trail.insert(from);
            at = from;
        }
    }
    trail
}
