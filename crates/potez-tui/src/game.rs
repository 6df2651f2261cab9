//! A game on the screen: the table, the move that is being made, and who thinks.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use potez_engine::choices::{Choice, Choices, Place, Spot, Step};
use potez_engine::{BotSpec, Limits, Line, Report, Table};
use potez_words::{Arg, Words};

use crate::app::{Effect, Event};
use crate::board::{Board, Overlay};
use crate::keep::{self, Terms};

/// What a bot thinks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Move,
    Hint,
    Analysis,
}

/// Advice: the place first, the move when asked again.
pub(crate) struct Hint {
    pub(crate) mv: String,
    pub(crate) whole: bool,
}

/// A question that stands in the way of everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    Resign,
    Help,
}

/// How many candidates an analysis shows.
pub(crate) const CANDIDATES: usize = 9;
/// The longest an analysis goes on unasked.
const ANALYSIS: Duration = Duration::from_secs(60);

pub(crate) struct Game {
    pub(crate) table: Box<dyn Table>,
    pub(crate) terms: Terms,
    pub(crate) board: Board,
    choices: Choices,
    /// At the end, where the winning piece has come through.
    trail: HashSet<Place>,
    pub(crate) step: Step,
    /// The move as far as it is made, or a command.
    pub(crate) input: String,
    /// Whether the input was typed, not chosen on the board.
    pub(crate) typed: bool,
    pub(crate) cursor: Place,
    /// Which of the choices at the cursor is meant.
    turned: usize,
    pub(crate) note: Option<String>,
    pub(crate) hint: Option<Hint>,
    /// The move that was taken from the list of candidates.
    pub(crate) candidate: Option<String>,
    pub(crate) report: Option<Report<String>>,
    pub(crate) analysis: bool,
    pub(crate) question: Option<Question>,
    /// The task that is thought about.
    pub(crate) task: Option<(u64, Purpose)>,
    tasks: u64,
    /// Ticks, to show that something goes on.
    pub(crate) ticks: usize,
    /// Files written already: they may be written again.
    pub(crate) saved: HashSet<PathBuf>,
}

impl Game {
    pub(crate) fn new(table: Box<dyn Table>, terms: Terms) -> Self {
        let board = Board::new(table.view());
        let choices = Choices::new(table.as_ref());
        let step = choices.step("");
        let cursor = step.choices.first().and_then(|choice| choice.place).unwrap_or_else(|| board.middle());
        Self {
            table,
            terms,
            board,
            choices,
            trail: HashSet::new(),
            step,
            input: String::new(),
            typed: false,
            cursor,
            turned: 0,
            note: None,
            hint: None,
            candidate: None,
            report: None,
            analysis: false,
            question: None,
            task: None,
            tasks: 0,
            ticks: 0,
            saved: HashSet::new(),
        }
    }

    /// Whether a person is to move.
    pub(crate) fn is_ours(&self) -> bool {
        self.table.outcome().is_none() && self.terms.seats[self.table.turn().index()].is_none()
    }

    /// Takes in a position that has changed: what was begun is given up, and who is to move begins to think.
    pub(crate) fn settle(&mut self, words: &Words) -> Vec<Effect> {
        self.board = Board::new(self.table.view());
        self.choices = Choices::new(self.table.as_ref());
        self.trail = self.trail();
        self.set_input(String::new(), false);
        (self.hint, self.report) = (None, None);
        if let Some(Spot::Cell) = self.step.choices.first().map(|choice| choice.spot)
            && self.step.at(self.cursor).is_empty()
            && self.board.cell(self.cursor).is_none()
        {
            self.cursor = self.board.middle();
        }
        let mut effects = vec![Effect::Keep(self.kept())];
        effects.extend(self.think(words));
        effects
    }

    /// The way of a single piece that has won, read backwards off the moves: each went from a cell to a cell.
    fn trail(&self) -> HashSet<Place> {
        let mut winning = self.board.cells.iter().filter(|cell| cell.winning).map(|cell| (cell.row, cell.col));
        let mut trail = HashSet::new();
        let (Some(mut at), None) = (winning.next(), winning.next()) else { return trail };
        for mv in self.table.moves().iter().rev() {
            let places = self.choices.parts().places_of(mv);
            if let [(Spot::Cell, from), (Spot::Cell, to), ..] = places[..]
                && to == at
            {
                trail.insert(from);
                at = from;
            }
        }
        trail
    }

    /// The game as it is kept: only while it is under way.
    fn kept(&self) -> Option<String> {
        if self.table.outcome().is_some() || self.table.ply() == 0 {
            return None;
        }
        keep::write(self.table.as_ref(), &self.terms, potez_engine::records::Format::Text).ok()
    }

    /// Lets the bot to move think, or the adviser if asked to; else nobody.
    pub(crate) fn think(&mut self, words: &Words) -> Vec<Effect> {
        let stopped = self.task.take().map(|_| Effect::Stop);
        if self.table.outcome().is_some() {
            return stopped.into_iter().collect();
        }
        let turn = self.table.turn();
        if let Some(name) = self.terms.seats[turn.index()].clone() {
            let mut limits = Limits::time(self.terms.time);
            if let Some(clocks) = &self.terms.clocks {
                limits = Limits { clock: Some(clocks.clock(turn)), ..Limits::default() };
            }
            return match name.parse() {
                Ok(bot) => vec![self.set_task(Purpose::Move, bot, limits)],
                Err(error) => {
                    let error: potez_engine::BotError = error;
                    self.note = Some(words.message(&error.into()));
                    stopped.into_iter().collect()
                }
            };
        }
        if self.analysis {
            let bot = BotSpec { multipv: CANDIDATES, ..BotSpec::new("potez") };
            return vec![self.set_task(Purpose::Analysis, bot, Limits::time(ANALYSIS))];
        }
        stopped.into_iter().collect()
    }

    pub(crate) fn set_task(&mut self, purpose: Purpose, bot: BotSpec, limits: Limits) -> Effect {
        self.tasks += 1;
        self.task = Some((self.tasks, purpose));
        Effect::Think { task: self.tasks, bot: Box::new(bot), table: self.table.fork(), limits }
    }

    /// Takes in what the world outside has done.
    pub(crate) fn hear(&mut self, event: Event, words: &Words) -> Vec<Effect> {
        match event {
            Event::Tick(time) => self.tick(time, words),
            Event::Thought { task, report, done } => self.thought(task, report, done, words),
            Event::Failed { task, error } => {
                if self.task.is_some_and(|(current, _)| current == task) {
                    self.task = None;
                    self.note = Some(words.say("tui-bot-failed", &[("error", Arg::from(error))]));
                }
                Vec::new()
            }
            Event::Saved(file, result) => {
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

    fn tick(&mut self, time: Duration, words: &Words) -> Vec<Effect> {
        self.ticks += 1;
        let turn = self.table.turn();
        let Some(clocks) = &mut self.terms.clocks else { return Vec::new() };
        // The clocks start with the first move.
        if self.table.outcome().is_some() || self.table.ply() == 0 || !clocks.pass(turn, time) {
            return Vec::new();
        }
        self.terms.flag = Some(turn);
        self.table.resign(turn);
        self.settle(words)
    }

    fn thought(&mut self, task: u64, report: Report<String>, done: bool, words: &Words) -> Vec<Effect> {
        let Some((current, purpose)) = self.task.filter(|(current, _)| *current == task) else { return Vec::new() };
        debug_assert_eq!(current, task);
        let best = report.best();
        self.report = Some(report);
        if !done {
            return Vec::new();
        }
        self.task = None;
        match (purpose, best) {
            (Purpose::Move, Some(mv)) => self.play(&mv, words),
            (Purpose::Hint, Some(mv)) => {
                self.hint = Some(Hint { mv, whole: false });
                self.note = None;
                if self.analysis { self.think(words) } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    /// Plays a move in any notation; a mistake is said and the input stays.
    pub(crate) fn play(&mut self, text: &str, words: &Words) -> Vec<Effect> {
        let mover = self.table.turn();
        match self.table.play(text) {
            Ok(_) => {
                self.note = None;
                if let Some(clocks) = &mut self.terms.clocks {
                    clocks.press(mover, self.table.ply());
                }
                self.settle(words)
            }
            Err(message) => {
                self.note = Some(words.message(&message));
                Vec::new()
            }
        }
    }

    pub(crate) fn set_input(&mut self, text: String, typed: bool) {
        self.step = self.choices.step(&text);
        self.candidate = None;
        (self.input, self.typed, self.turned) = (text, typed, 0);
    }

    /// The choice that Enter would take.
    pub(crate) fn current(&self) -> Option<Choice> {
        let here = self.step.at(self.cursor);
        let turned = self.turned % here.len().max(1);
        here.get(turned).map(|&choice| choice.clone())
    }

    /// Takes a choice; the move is played when nothing is left to choose.
    pub(crate) fn take(&mut self, choice: &Choice, words: &Words) -> Vec<Effect> {
        self.note = None;
        self.set_input(choice.text.clone(), false);
        match self.step.complete.clone() {
            Some(mv) if self.step.choices.is_empty() => self.play(&mv, words),
            _ => Vec::new(),
        }
    }

    /// Takes a move from the list of candidates, to be played when it is chosen again or by Enter.
    pub(crate) fn choose_candidate(&mut self, rank: usize, words: &Words) -> Vec<Effect> {
        let Some(mv) = self.report.as_ref().and_then(|report| report.lines.get(rank)).map(Line::mv) else {
            return Vec::new();
        };
        if self.candidate.as_ref() == Some(&mv) {
            return self.play(&mv, words);
        }
        self.note = None;
        self.set_input(mv.clone(), false);
        if let Some(&(_, place)) = self.choices.parts().places_of(&mv).last() {
            self.point_at(place);
        }
        self.candidate = Some(mv);
        Vec::new()
    }

    /// Chooses at the cursor: what is offered there, what is complete, or a new beginning.
    pub(crate) fn choose_here(&mut self, words: &Words) -> Vec<Effect> {
        if let Some(mv) = self.candidate.clone() {
            return self.play(&mv, words);
        }
        if let Some(choice) = self.current() {
            return self.take(&choice, words);
        }
        if let Some(mv) = self.step.complete.clone() {
            return self.play(&mv, words);
        }
        let from_the_start = self.choices.step("");
        if let [choice] = from_the_start.at(self.cursor)[..] {
            return self.take(&choice.clone(), words);
        }
        if let Some(mv) = self.choices.only().map(str::to_string) {
            return self.play(&mv, words);
        }
        let name = self.board.cell(self.cursor).map(|cell| cell.name.clone()).unwrap_or_default();
        self.note = Some(words.say("tui-nothing-here", &[("cell", Arg::from(name))]));
        Vec::new()
    }

    /// The next choice: another one at the cursor, or the next place that has one.
    pub(crate) fn turn_on(&mut self) {
        let here = self.step.at(self.cursor).len();
        if here > 1 && self.turned + 1 < here {
            self.turned += 1;
            return;
        }
        let mut places: Vec<Place> = self.step.choices.iter().filter_map(|choice| choice.place).collect();
        places.sort_unstable();
        places.dedup();
        let next = places.iter().find(|&&place| place > self.cursor).or(places.first());
        if let Some(&place) = next {
            self.point_at(place);
        }
    }

    /// Turns to another choice at the same place.
    pub(crate) fn turn_here(&mut self) {
        self.turned += 1;
    }

    pub(crate) fn point_at(&mut self, place: Place) {
        if self.board.cell(place).is_some() {
            (self.cursor, self.turned) = (place, 0);
        }
    }

    /// What is shown on top of the board.
    pub(crate) fn overlay(&self) -> Overlay {
        let over = self.table.outcome().is_some();
        let mut overlay = Overlay { over, trail: self.trail.clone(), ..Overlay::default() };
        let advised = match (&self.candidate, &self.hint) {
            (Some(mv), _) => self.choices.parts().places_of(mv),
            (None, Some(hint)) => {
                let shown = if hint.whole { usize::MAX } else { 1 };
                self.choices.parts().places_of(&hint.mv).into_iter().take(shown).collect()
            }
            (None, None) => Vec::new(),
        };
        for (spot, place) in advised {
            match spot {
                Spot::Wall { horizontal } => overlay.hint_wall = Some((place, horizontal)),
                _ => {
                    overlay.hints.insert(place);
                }
            }
        }
        if !self.is_ours() {
            return overlay;
        }
        overlay.cursor = Some(self.cursor);
        overlay.chosen.extend(self.step.path.iter().filter_map(|cell| self.choices.parts().place(cell)));
        for choice in &self.step.choices {
            match (choice.spot, choice.place) {
                (Spot::Cell, Some(place)) => overlay.targets.insert(place),
                (Spot::Wall { .. }, Some(place)) => overlay.wall_points.insert(place),
                _ => continue,
            };
        }
        if let Some(Choice { spot: Spot::Wall { horizontal }, .. }) = self.current() {
            overlay.wall = Some((self.cursor, horizontal));
        }
        overlay
    }

    /// The number of legal moves.
    pub(crate) fn count(&self) -> usize {
        self.choices.count()
    }

    /// The moves that are words, where there are others beside them: they are nowhere on the board.
    pub(crate) fn words(&self) -> String {
        let words = self.step.choices.iter().filter(|choice| choice.spot == Spot::Word);
        let words: Vec<&str> = words.map(|choice| choice.text.as_str()).collect();
        if words.len() < self.step.choices.len() { words.join(", ") } else { String::new() }
    }

    /// The key of the sentence that says what to do next.
    pub(crate) fn help_key(&self) -> &'static str {
        if self.candidate.is_some() {
            return "tui-step-candidate";
        }
        let offers = |kind: fn(Spot) -> bool| self.step.offers(kind);
        let begun = !self.step.path.is_empty();
        let walls = offers(|spot| matches!(spot, Spot::Wall { .. }));
        let cells = offers(|spot| spot == Spot::Cell);
        if offers(|spot| matches!(spot, Spot::Level(_))) {
            "tui-step-level"
        } else if walls && self.step.complete.is_some() {
            "tui-step-wall-or-done"
        } else if walls && cells {
            "tui-step-piece-or-wall"
        } else if walls {
            "tui-step-wall"
        } else if cells && begun {
            "tui-step-target"
        } else if cells {
            let on_pieces = self
                .step
                .choices
                .iter()
                .filter_map(|choice| choice.place)
                .all(|place| self.board.cell(place).is_some_and(|cell| !cell.pieces.is_empty()));
            if on_pieces { "tui-step-piece" } else { "tui-step-cell" }
        } else {
            "tui-step-word"
        }
    }
}
