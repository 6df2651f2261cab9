//! State, events and effects of the application.

use std::path::PathBuf;
use std::time::Duration;

use potez_engine::{BotSpec, Limits, Report, Table};
use potez_words::{Arg, Lang, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use crate::clock::Pace;
use crate::game::Game;
use crate::keep::{self, Terms};
use crate::menu::{Menu, Picked};
use crate::shelf::Shelved;
use crate::theme::Theme;

/// Who plays X and O: a bot by its spec, or a person.
pub type Seats = [Option<String>; 2];

/// Something that happened outside.
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// The terminal has another size now: columns and rows.
    Resize(u16, u16),
    /// Time went by.
    Tick(Duration),
    /// A bot reports while it thinks, or at the end.
    Thought {
        /// The number of the task.
        task: u64,
        /// What it has found.
        report: Report<String>,
        /// Whether it has finished.
        done: bool,
    },
    /// A bot could not finish its task.
    Failed {
        /// The number of the task.
        task: u64,
        /// What went wrong.
        error: String,
    },
    /// A file was written, or not.
    Saved(PathBuf, Result<(), String>),
    /// A file was read, or not.
    Loaded(PathBuf, Result<String, String>),
    /// These unfinished games wait on the shelf now, the last one played first.
    Shelf(Vec<Shelved>),
}

/// Something to be done outside.
pub enum Effect {
    /// Think about a position on another thread; what was thought about before is given up.
    Think {
        /// The number that reports are to carry.
        task: u64,
        /// Who thinks.
        bot: Box<BotSpec>,
        /// The position with its history.
        table: Box<dyn Table>,
        /// How long.
        limits: Limits,
    },
    /// Stop thinking.
    Stop,
    /// Another game begins, a new one or one from the shelf by its name: bots forget what they have learnt.
    Begin(Option<String>),
    /// Keep the game that is played in case the program ends, or keep it no longer.
    Keep(Option<String>),
    /// Throw a game on the shelf away.
    Discard(String),
    /// Write a file; one that exists already only if told so.
    Save {
        /// Where.
        file: PathBuf,
        /// What.
        text: String,
        /// Whether it may exist.
        replace: bool,
    },
    /// Read a file.
    Load(PathBuf),
    /// Leave the program.
    Quit,
}

/// How the application begins.
pub enum Begin {
    /// With the menu.
    Menu,
    /// With a game.
    Game {
        /// The table.
        table: Box<dyn Table>,
        /// Who plays.
        seats: Seats,
        /// Time a bot without limits of its own may think.
        time: Duration,
        /// The clocks, if it is played by clocks.
        pace: Option<Pace>,
    },
}

pub(crate) enum Screen {
    Menu,
    Game,
}

/// The whole state of the application.
pub struct App {
    pub(crate) words: Words,
    pub(crate) theme: Theme,
    pub(crate) area: Rect,
    pub(crate) screen: Screen,
    pub(crate) menu: Menu,
    pub(crate) game: Option<Game>,
}

impl App {
    /// The application at its start; `waiting` are the games that were interrupted, the last one played first.
    pub fn new(lang: Lang, theme: Theme, size: (u16, u16), waiting: Vec<Shelved>, begin: Begin) -> (Self, Vec<Effect>) {
        let interrupted = !waiting.is_empty();
        let mut app = Self {
            words: Words::new(lang),
            theme,
            area: Rect::new(0, 0, size.0, size.1),
            screen: Screen::Menu,
            menu: Menu::new(waiting),
            game: None,
        };
        let effects = match begin {
            Begin::Menu => Vec::new(),
            Begin::Game { table, seats, time, pace } => {
                let effects = app.begin(table, Terms::new(seats, time, pace), None);
                if let Some(game) = app.game.as_mut().filter(|_| interrupted) {
                    game.note = Some(app.words.say("tui-waiting", &[]));
                }
                effects
            }
        };
        (app, effects)
    }

    /// Takes in what has happened and says what is to be done about it.
    pub fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Resize(width, height) => {
                self.area = Rect::new(0, 0, width, height);
                Vec::new()
            }
            Event::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) && is_leaving(key.code) => {
                vec![Effect::Stop, Effect::Quit]
            }
            Event::Loaded(file, content) => self.loaded(&file, content),
            Event::Shelf(waiting) => {
                self.menu.offer(waiting);
                Vec::new()
            }
            Event::Key(key) => match self.screen {
                Screen::Menu => self.menu_key(key),
                Screen::Game => self.game_key(key),
            },
            Event::Mouse(mouse) => match self.screen {
                Screen::Menu => self.menu_mouse(mouse),
                Screen::Game => self.game_mouse(mouse),
            },
            Event::Tick(_) if matches!(self.screen, Screen::Menu) => Vec::new(),
            other => match &mut self.game {
                Some(game) => game.hear(other, &self.words),
                None => Vec::new(),
            },
        }
    }

    /// Sits down to a game, a new one or one from the shelf.
    pub(crate) fn begin(&mut self, table: Box<dyn Table>, terms: Terms, taken: Option<String>) -> Vec<Effect> {
        let mut game = Game::new(table, terms);
        let mut effects = vec![Effect::Begin(taken)];
        effects.extend(game.settle(&self.words));
        self.menu.is_playing = true;
        self.menu.note = None;
        self.game = Some(game);
        self.screen = Screen::Game;
        effects
    }

    fn menu_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let picked = self.menu.key(key, &mut self.words);
        self.carry_out(picked)
    }

    pub(crate) fn carry_out(&mut self, picked: Option<Picked>) -> Vec<Effect> {
        match picked {
            None => Vec::new(),
            Some(Picked::Back) => {
                if self.game.is_some() {
                    self.screen = Screen::Game;
                }
                Vec::new()
            }
            Some(Picked::Quit) => vec![Effect::Stop, Effect::Quit],
            Some(Picked::Load(file)) => vec![Effect::Load(file)],
            Some(Picked::Resume(waiting)) => self.resume(waiting),
            Some(Picked::Discard(name)) => vec![Effect::Discard(name)],
            Some(Picked::Start { game, seats, time, pace }) => match potez_engine::open(&game, None) {
                Ok(table) => self.begin(table, Terms::new(seats, time, pace), None),
                Err(message) => {
                    self.menu.note = Some(self.words.message(&message));
                    Vec::new()
                }
            },
        }
    }

    fn resume(&mut self, waiting: Shelved) -> Vec<Effect> {
        match keep::read(&waiting.text) {
            Ok(kept) => self.begin(kept.table, kept.terms, Some(waiting.name)),
            Err(error) => {
                self.menu.note = Some(error);
                Vec::new()
            }
        }
    }

    fn loaded(&mut self, file: &std::path::Path, content: Result<String, String>) -> Vec<Effect> {
        let result = content.and_then(|text| keep::read(&text));
        match result {
            Ok(kept) => self.begin(kept.table, kept.terms, None),
            Err(error) => {
                let args = [("file", Arg::from(file.display().to_string())), ("error", Arg::from(error))];
                let note = self.words.say("tui-not-loaded", &args);
                match (&self.screen, &mut self.game) {
                    (Screen::Game, Some(game)) => game.note = Some(note),
                    _ => self.menu.note = Some(note),
                }
                Vec::new()
            }
        }
    }
}

fn is_leaving(code: KeyCode) -> bool {
    matches!(code, KeyCode::Char('c' | 'q'))
}
