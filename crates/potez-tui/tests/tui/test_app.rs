//! The application without a terminal: keys in, effects and pictures out.

use std::time::Duration;

use potez_session::{GameClock, Policy, Seat, Session, SessionState, TimeControl};
use potez_table::Table;
use potez_tui::{App, AppEffect, AppEvent, Begin, SavedGame, Theme};
use potez_words::Lang;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// The application with everything it has asked for since the last look.
pub(crate) struct TestApp {
    pub(crate) app: App,
    pub(crate) effects: Vec<AppEffect>,
    size: (u16, u16),
}

impl TestApp {
    /// A game in a window of this many columns and rows.
    pub(crate) fn game(spec: &str, moves: &str, seats: [Seat; 2], size: (u16, u16)) -> Self {
        let mut table = potez_table::open(spec, None).expect("a game");
        for mv in moves.split_whitespace() {
            table.play(mv).expect("a legal move");
        }
        Self::begin(table, seats, None, size)
    }

    /// A game by clocks.
    pub(crate) fn timed(spec: &str, seats: [Seat; 2], clock: &str, size: (u16, u16)) -> Self {
        let table = potez_table::open(spec, None).expect("a game");
        Self::begin(table, seats, Some(clock.parse().expect("a clock")), size)
    }

    fn begin(table: Box<dyn Table>, seats: [Seat; 2], control: Option<TimeControl>, size: (u16, u16)) -> Self {
        let mut state = SessionState { given: 0, ..SessionState::new(table.as_ref(), seats) };
        (state.bot_time, state.clock) = (Duration::from_millis(10), control.map(GameClock::new));
        let begin = Begin::Game(Box::new(Session::new(table, state, Policy::TERMINAL)));
        let (app, effects) = App::new(Lang::En, Theme::Plain, size, Vec::new(), begin);
        Self { app, effects, size }
    }

    /// A game that begins with the question who plays which side.
    pub(crate) fn ask_sides(spec: &str, size: (u16, u16)) -> Self {
        let table = potez_table::open(spec, None).expect("a game");
        let state = SessionState::new(table.as_ref(), [Seat::PERSON, Seat::PERSON]);
        let begin = Begin::AskSides(Box::new(Session::new(table, state, Policy::TERMINAL)));
        let (app, effects) = App::new(Lang::En, Theme::Plain, size, Vec::new(), begin);
        Self { app, effects, size }
    }

    /// The menu, with these interrupted games.
    pub(crate) fn menu(kept: &[String], size: (u16, u16)) -> Self {
        let saved = |(at, text): (usize, &String)| SavedGame { name: format!("game-{at}.txt"), text: text.clone() };
        let waiting = kept.iter().enumerate().map(saved).collect();
        let (app, effects) = App::new(Lang::En, Theme::Plain, size, waiting, Begin::Menu);
        Self { app, effects, size }
    }

    /// Something happens.
    pub(crate) fn send(&mut self, event: AppEvent) {
        let effects = self.app.update(event);
        self.effects.extend(effects);
    }

    /// A key is pressed.
    pub(crate) fn key(&mut self, code: KeyCode) {
        self.send(AppEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// A text is typed.
    pub(crate) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    /// The left button is pressed and let go.
    pub(crate) fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
        self.mouse(MouseEventKind::Up(MouseButton::Left), (column, row));
    }

    /// The mouse does something at a column and a row.
    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.send(AppEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Column and row of the middle of a cell on a board of squares, by the labels around it.
    pub(crate) fn label(&self, name: &str) -> (u16, u16) {
        let digits = name.find(|letter: char| letter.is_ascii_digit()).expect("a number");
        let (letters, number) = name.split_at(digits);
        let screen = self.screen();
        let frame = screen.lines().position(|line| line.trim_start().starts_with('┌')).expect("a frame");
        let header: Vec<char> = screen.lines().nth(frame).expect("a header").chars().collect();
        let by_letters = header.iter().find(|letter| letter.is_alphanumeric()) == Some(&'a');
        let (column, row) = if by_letters { (letters, number) } else { (number, letters) };
        let is_end = |at: usize| header.get(at).is_none_or(|letter| !letter.is_alphanumeric());
        let length = column.chars().count();
        let stands = |&at: &usize| {
            header[at..].iter().take(length).copied().eq(column.chars()) && is_end(at + length) && is_end(at - 1)
        };
        let x = (1..header.len()).find(stands).expect("a column");
        let is_row = |line: &str| line.split_whitespace().next() == Some(row);
        let y = screen.lines().skip(frame + 1).position(is_row).expect("a row") + frame + 1;
        (x as u16, y as u16)
    }

    /// The window gets another size.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.send(AppEvent::Resize(size.0, size.1));
    }

    /// The screen as text, without blanks at the ends of lines.
    pub(crate) fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).expect("a terminal in memory");
        terminal.draw(|frame| self.app.draw(frame)).expect("a drawing");
        let buffer = terminal.backend().buffer();
        let line = |y: u16| {
            let line: String = (0..self.size.0).map(|x| buffer[(x, y)].symbol()).collect();
            line.trim_end().to_string()
        };
        (0..self.size.1).map(line).collect::<Vec<_>>().join("\n")
    }

    /// The number of the task that was given last.
    pub(crate) fn task(&self) -> Option<u64> {
        self.effects.iter().rev().find_map(|effect| match effect {
            AppEffect::Think { task, .. } => Some(*task),
            _ => None,
        })
    }

    /// The text that was kept last.
    pub(crate) fn kept(&self) -> Option<String> {
        self.effects.iter().rev().find_map(|effect| match effect {
            AppEffect::Autosave(text) => Some(text.clone()),
            _ => None,
        })?
    }
}
