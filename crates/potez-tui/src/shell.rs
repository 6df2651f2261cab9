//! Files, threads and the terminal: everything that `update` and `draw` leave to somebody else.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use potez_table::review::{Settings, review};
use potez_table::{BotSpec, DynBot, Limits, Stop, Table, write_whole};
use potez_words::Lang;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::{DefaultTerminal, Terminal};

use crate::app::{App, AppEffect, AppEvent, Begin};
use crate::saved_games::SavedGames;
use crate::signals::Signals;
use crate::theme::Theme;

/// How often time is said to pass.
const TICK: Duration = Duration::from_millis(100);

/// Runs the application in the terminal until it is left; interrupted games are saved in the
/// folder, if there is one. The terminal is restored even by a panic or a signal; after a signal
/// the program ends as if it had not been heard.
pub fn run(lang: Lang, theme: Theme, folder: Option<PathBuf>, begin: Begin) -> io::Result<()> {
    let games = SavedGames::new(folder);
    let signals = Signals::listen(restore)?;
    quieten_other_threads();
    let mut terminal = ratatui::try_init()?;
    let result = execute!(io::stdout(), EnableMouseCapture).and_then(|()| {
        let size = terminal.size()?;
        let (app, effects) = App::new(lang, theme, (size.width, size.height), games.games(), begin);
        Shell::new(games).serve(app, effects, &mut terminal, &signals)
    });
    restore();
    signals.obey();
    result
}

/// Gives the terminal back as it was, as far as it is still there.
fn restore() {
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    // Whoever is ended by a signal never drops the terminal, which would show the cursor again.
    let _ = execute!(io::stdout(), Show);
}

/// Takes the terminal again after it was given back, or after somebody else had it.
fn take_again(terminal: &mut DefaultTerminal) -> io::Result<()> {
    // What the terminal was set to meanwhile is not known: raw mode counts only if it is set anew.
    let _ = disable_raw_mode();
    enable_raw_mode()?;
    // A terminal that knows nothing of the screen draws all of it; to clear the one that is there
    // would be to ask where the cursor is, and not every terminal answers.
    *terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture, Hide)
}

/// A panic of a thinking thread is an event and must not touch the screen; one of this thread ends
/// the program.
fn quieten_other_threads() {
    let own = thread::current().id();
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == own {
            restore();
            usual(info);
        }
    }));
}

type SharedBot = Arc<Mutex<Option<Box<dyn DynBot>>>>;

struct Shell {
    games: SavedGames,
    sender: Sender<AppEvent>,
    receiver: Receiver<AppEvent>,
    /// Bots by game and spec: they keep what they have learnt.
    bots: HashMap<String, SharedBot>,
    stop: Stop,
    quit: bool,
}

impl Shell {
    fn new(games: SavedGames) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { games, sender, receiver, bots: HashMap::new(), stop: Stop::new(), quit: false }
    }

    fn serve(
        mut self,
        mut app: App,
        effects: Vec<AppEffect>,
        terminal: &mut DefaultTerminal,
        signals: &Signals,
    ) -> io::Result<()> {
        self.do_all(&mut app, effects);
        // Time is measured, not assumed: a tick comes late when the machine is busy, and a clock
        // must not stand still.
        let mut ticked = Instant::now();
        while !self.quit && !signals.has_come() {
            if signals.stop(restore) {
                take_again(terminal)?;
                // The time in which the program stood still is nobody's thinking time.
                ticked = Instant::now();
            }
            terminal.draw(|frame| app.draw(frame))?;
            if event::poll(TICK.saturating_sub(ticked.elapsed()))? {
                // Everything that waits is taken in before the next drawing.
                loop {
                    if let Some(event) = translate(&event::read()?) {
                        let effects = app.update(event);
                        self.do_all(&mut app, effects);
                    }
                    if self.quit || !event::poll(Duration::ZERO)? {
                        break;
                    }
                }
            }
            while let Ok(event) = self.receiver.try_recv() {
                let effects = app.update(event);
                self.do_all(&mut app, effects);
            }
            let passed = ticked.elapsed();
            if passed >= TICK {
                ticked = Instant::now();
                let effects = app.update(AppEvent::Tick(passed));
                self.do_all(&mut app, effects);
            }
        }
        self.stop.raise();
        Ok(())
    }

    fn do_all(&mut self, app: &mut App, effects: Vec<AppEffect>) {
        for effect in effects {
            let event = match effect {
                AppEffect::Think { task, bot, table, limits } => {
                    self.think(task, &bot, table, limits);
                    continue;
                }
                AppEffect::Review { task, table, limits } => {
                    self.review(task, table, limits);
                    continue;
                }
                AppEffect::Stop => {
                    self.stop.raise();
                    continue;
                }
                AppEffect::NewGame { resumed } => {
                    self.stop.raise();
                    self.bots.clear();
                    self.games.begin(resumed.as_deref());
                    AppEvent::SavedGames(self.games.games())
                }
                AppEffect::Autosave(text) => {
                    self.games.autosave(text.as_deref());
                    continue;
                }
                AppEffect::Discard(name) => {
                    self.games.discard(&name);
                    AppEvent::SavedGames(self.games.games())
                }
                AppEffect::Quit => {
                    self.quit = true;
                    continue;
                }
                AppEffect::Save { file, text, replace } => {
                    let result = save(&file, &text, replace).map_err(|error| error.to_string());
                    AppEvent::Saved(file, result)
                }
                AppEffect::Load(file) => {
                    let content = fs::read_to_string(&file).map_err(|error| error.to_string());
                    AppEvent::Loaded(file, content)
                }
            };
            let effects = app.update(event);
            self.do_all(app, effects);
        }
    }

    fn think(&mut self, task: u64, spec: &BotSpec, table: Box<dyn Table>, limits: Limits) {
        self.stop.raise();
        self.stop = Stop::new();
        // By the side as well: two bots of the same spec must not share what they know of each
        // other.
        let shared = self.bots.entry(format!("{} {spec:?} {}", table.game(), table.turn())).or_default().clone();
        let (sender, stop, spec) = (self.sender.clone(), self.stop.clone(), spec.clone());
        thread::spawn(move || {
            let thought = panic::catch_unwind(AssertUnwindSafe(|| {
                // The thread that was told to stop may still hold the bot: wait for it, since it
                // has what was learnt.
                let mut slot = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let mut bot = match slot.take() {
                    Some(bot) => bot,
                    None => table.bot(&spec).map_err(|message| message.english)?,
                };
                let report = bot.think(table.as_ref(), limits, &stop, &mut |report| {
                    // Nobody listens any more when the program ends.
                    let _ = sender.send(AppEvent::Thought { task, report: report.clone(), done: false });
                });
                let report = report.map_err(|message| message.english)?;
                *slot = Some(bot);
                Ok(report)
            }));
            let event = match outcome(thought, &spec.name) {
                Ok(report) => AppEvent::Thought { task, report, done: true },
                Err(error) => AppEvent::Failed { task, error },
            };
            let _ = sender.send(event);
        });
    }

    fn review(&mut self, task: u64, table: Box<dyn Table>, limits: Limits) {
        self.stop.raise();
        self.stop = Stop::new();
        let (sender, stop) = (self.sender.clone(), self.stop.clone());
        thread::spawn(move || {
            let thought = panic::catch_unwind(AssertUnwindSafe(|| {
                review(table.as_ref(), &Settings::new(limits), &stop, &mut |progress| {
                    let _ = sender.send(AppEvent::Reviewing { task, progress });
                })
                .map_err(|message| message.english)
            }));
            let event = match outcome(thought, "the review") {
                Ok(Some(review)) => AppEvent::Reviewed { task, review: Box::new(review) },
                // It was called off, and nobody waits for it.
                Ok(None) => return,
                Err(error) => AppEvent::Failed { task, error },
            };
            let _ = sender.send(event);
        });
    }
}

/// What went wrong in a thread, if anything did.
fn outcome<T>(thought: thread::Result<Result<T, String>>, who: &str) -> Result<T, String> {
    thought.unwrap_or_else(|_| Err(format!("{who} panicked")))
}

fn save(file: &Path, text: &str, replace: bool) -> io::Result<()> {
    if replace {
        return write_whole(file, text.as_bytes());
    }
    fs::OpenOptions::new().write(true).create_new(true).open(file)?.write_all(text.as_bytes())
}

fn translate(event: &event::Event) -> Option<AppEvent> {
    match *event {
        event::Event::Key(key) => Some(AppEvent::Key(key)),
        event::Event::Mouse(mouse) => Some(AppEvent::Mouse(mouse)),
        event::Event::Resize(width, height) => Some(AppEvent::Resize(width, height)),
        _ => None,
    }
}
