//! State, events and effects of the application.

use std::path::{Path, PathBuf};
use std::time::Duration;

use potez_session::{Policy, Session};
use potez_table::puzzles::Puzzle;
use potez_table::review::{Progress, Review};
use potez_table::{BotSpec, Description, Limits, Report, Table, TableMove, records};
use potez_words::{Arg, Lang, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use crate::game_rules;
use crate::game_screen::{Dialog, GameScreen};
use crate::menu::{Menu, MenuChoice};
use crate::pager::Pager;
use crate::puzzle_run::PuzzleRun;
use crate::review_screen::ReviewScreen;
use crate::saved_games::SavedGame;
use crate::theme::Theme;

/// Something that happened outside.
pub enum AppEvent {
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
        report: Report<TableMove>,
        /// Whether it has finished.
        done: bool,
    },
    /// A review has come so far.
    Reviewing {
        /// The number of the task.
        task: u64,
        /// How far.
        progress: Progress,
    },
    /// A review is finished.
    Reviewed {
        /// The number of the task.
        task: u64,
        /// What it says.
        review: Box<Review>,
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
    /// These are the interrupted games now, the last one played first.
    SavedGames(Vec<SavedGame>),
}

/// Something to be done outside.
pub enum AppEffect {
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
    /// Judge every move of a game on another thread, in place of what was thought about before.
    Review {
        /// The number that reports are to carry.
        task: u64,
        /// The game.
        table: Box<dyn Table>,
        /// How long each search may take.
        limits: Limits,
    },
    /// Stop thinking.
    Stop,
    /// Another game begins, so that bots forget what they have learnt.
    NewGame {
        /// The name of the interrupted game that is gone on with, if it is one.
        resumed: Option<String>,
    },
    /// Save the game that is played in case the program ends, or delete it.
    Autosave(Option<String>),
    /// Delete an interrupted game.
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
    Game(Box<Session>),
    /// With a game, once it is decided who plays which side against the engine.
    AskSides(Box<Session>),
    /// With puzzles, one after the other. Without any it is the menu.
    Puzzles(Vec<Puzzle>),
}

/// What is on the screen.
pub(crate) enum ActiveScreen {
    Menu,
    Game,
    Review,
}

/// The whole state of the application.
pub struct App {
    pub(crate) words: Words,
    pub(crate) theme: Theme,
    pub(crate) area: Rect,
    pub(crate) screen: ActiveScreen,
    pub(crate) menu: Menu,
    pub(crate) game: Option<GameScreen>,
    pub(crate) review: Option<ReviewScreen>,
    /// A text in front of everything else.
    pub(crate) pager: Option<Pager>,
}

impl App {
    /// The application at its start; `waiting` are the games that were interrupted, the last one
    /// played first.
    pub fn new(
        lang: Lang,
        theme: Theme,
        size: (u16, u16),
        waiting: Vec<SavedGame>,
        begin: Begin,
    ) -> (Self, Vec<AppEffect>) {
        let interrupted = !waiting.is_empty();
        let mut app = Self {
            words: Words::new(lang),
            theme,
            area: Rect::new(0, 0, size.0, size.1),
            screen: ActiveScreen::Menu,
            menu: Menu::new(waiting),
            game: None,
            review: None,
            pager: None,
        };
        let (session, asks) = match begin {
            Begin::Menu => return (app, Vec::new()),
            Begin::Puzzles(puzzles) => {
                let effects = app.ask(puzzles);
                return (app, effects);
            }
            Begin::Game(session) => (session, false),
            Begin::AskSides(session) => (session, true),
        };
        let effects = app.begin(*session, None);
        if let Some(game) = &mut app.game {
            game.dialog = asks.then_some(Dialog::Sides);
            game.note = interrupted.then(|| app.words.say("tui-waiting", &[]));
        }
        (app, effects)
    }

    /// Takes in what has happened and says what is to be done about it.
    pub fn update(&mut self, event: AppEvent) -> Vec<AppEffect> {
        match event {
            AppEvent::Resize(width, height) => {
                self.area = Rect::new(0, 0, width, height);
                Vec::new()
            }
            AppEvent::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            AppEvent::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) && is_leaving(key.code) => {
                vec![AppEffect::Stop, AppEffect::Quit]
            }
            AppEvent::Loaded(file, content) => self.loaded(&file, content),
            AppEvent::SavedGames(waiting) => {
                self.menu.offer(waiting);
                Vec::new()
            }
            AppEvent::Key(key) if self.pager.is_some() => self.pager_key(key.code),
            AppEvent::Key(key) => match self.screen {
                ActiveScreen::Menu => self.menu_key(key),
                ActiveScreen::Game => self.game_key(key),
                ActiveScreen::Review => self.review_key(key.code),
            },
            AppEvent::Mouse(mouse) => self.mouse(mouse),
            AppEvent::Reviewed { task, review } => self.show_review(task, *review),
            // The clocks stand still while something else than the game is looked at.
            AppEvent::Tick(_) if !matches!(self.screen, ActiveScreen::Game) => Vec::new(),
            other => match &mut self.game {
                Some(game) => game.update(other, &self.words),
                None => Vec::new(),
            },
        }
    }

    /// Sits down to a game, a new one or one that was interrupted.
    fn begin(&mut self, session: Session, resumed: Option<String>) -> Vec<AppEffect> {
        let mut effects = vec![AppEffect::NewGame { resumed }];
        let mut game = GameScreen::new(session);
        effects.extend(game.start(&self.words));
        self.menu.is_playing = true;
        self.menu.choose_start();
        self.menu.note = None;
        self.game = Some(game);
        self.screen = ActiveScreen::Game;
        effects
    }

    /// Asks puzzles; what cannot be asked is said in the menu.
    fn ask(&mut self, puzzles: Vec<Puzzle>) -> Vec<AppEffect> {
        match PuzzleRun::new(puzzles) {
            Ok(None) => Vec::new(),
            Ok(Some(run)) => {
                let (task, mut effects) = (run.task(&self.words), self.begin(run.session(), None));
                if let Some(game) = &mut self.game {
                    game.puzzles = Some(run);
                    effects.extend(game.show_puzzle(task, &self.words));
                }
                effects
            }
            Err(message) => {
                self.menu.note = Some(self.words.message(&message));
                Vec::new()
            }
        }
    }

    /// A key while a text is read.
    pub(crate) fn pager_key(&mut self, code: KeyCode) -> Vec<AppEffect> {
        if self.pager.as_mut().is_some_and(|pager| !pager.key(code, self.area)) {
            self.pager = None;
        }
        Vec::new()
    }

    /// Shows the rules of a game.
    pub(crate) fn show_rules(&mut self, game: &Description) {
        self.pager = Some(Pager::text(self.words.game_name(game), game_rules::text(game, &self.words)));
    }

    /// Shows a review that was asked for, unless something else has come in between.
    fn show_review(&mut self, task: u64, review: Review) -> Vec<AppEffect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        if !game.ends_review(task) {
            return Vec::new();
        }
        match ReviewScreen::new(review, game.table()) {
            Ok(screen) => {
                self.review = Some(screen);
                self.screen = ActiveScreen::Review;
            }
            Err(message) => game.note = Some(self.words.message(&message)),
        }
        Vec::new()
    }

    /// Goes back from a review to the game.
    pub(crate) fn leave_review(&mut self) -> Vec<AppEffect> {
        self.review = None;
        self.screen = ActiveScreen::Game;
        self.game.as_mut().map_or_else(Vec::new, GameScreen::advise)
    }

    fn menu_key(&mut self, key: KeyEvent) -> Vec<AppEffect> {
        let chosen = self.menu.key(key, &mut self.words);
        self.carry_out(chosen)
    }

    pub(crate) fn carry_out(&mut self, chosen: Option<MenuChoice>) -> Vec<AppEffect> {
        match chosen {
            None => Vec::new(),
            Some(MenuChoice::Back) => {
                if self.game.is_some() {
                    self.screen = ActiveScreen::Game;
                }
                Vec::new()
            }
            Some(MenuChoice::Rules(game)) => {
                self.show_rules(game);
                Vec::new()
            }
            Some(MenuChoice::Quit) => vec![AppEffect::Stop, AppEffect::Quit],
            Some(MenuChoice::Load(file)) => vec![AppEffect::Load(file)],
            Some(MenuChoice::Resume(waiting)) => self.resume(waiting),
            Some(MenuChoice::Discard(name)) => vec![AppEffect::Discard(name)],
            Some(MenuChoice::Start(start)) => match start.session() {
                Ok(session) => self.begin(session, None),
                Err(message) => {
                    self.menu.note = Some(self.words.message(&message));
                    Vec::new()
                }
            },
        }
    }

    fn resume(&mut self, waiting: SavedGame) -> Vec<AppEffect> {
        match read_session(&waiting.text) {
            Ok(session) => self.begin(session, Some(waiting.name)),
            Err(error) => {
                self.menu.note = Some(error);
                Vec::new()
            }
        }
    }

    fn loaded(&mut self, file: &Path, content: Result<String, String>) -> Vec<AppEffect> {
        match content.and_then(|text| read_session(&text)) {
            Ok(session) => self.begin(session, None),
            Err(error) => {
                let args = [("file", Arg::from(file.display().to_string())), ("error", Arg::from(error))];
                let note = self.words.say("tui-not-loaded", &args);
                match (&self.screen, &mut self.game) {
                    (ActiveScreen::Game, Some(game)) => game.note = Some(note),
                    _ => self.menu.note = Some(note),
                }
                Vec::new()
            }
        }
    }
}

/// The game of a record in any format, with who plays it and how fast.
pub(crate) fn read_session(text: &str) -> Result<Session, String> {
    let transcript = records::read(text).map_err(|error| error.to_string())?;
    Session::from_transcript(&transcript, Policy::TERMINAL).map_err(|error| error.to_string())
}

fn is_leaving(code: KeyCode) -> bool {
    matches!(code, KeyCode::Char('c' | 'q'))
}
