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

use potez_engine::{Bot, BotSpec, Limits, Stop, Table};
use potez_words::Lang;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use crate::app::{App, Begin, Effect, Event};
use crate::shelf::{Shelf, write_whole};
use crate::signals::Signals;
use crate::theme::Theme;

/// How often time is said to pass.
const TICK: Duration = Duration::from_millis(100);

/// Where the program keeps what must survive it: `$XDG_STATE_HOME/potez` or `~/.local/state/potez`.
pub fn state_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_STATE_HOME").or_else(|| set("HOME").map(|home| home.join(".local/state")));
    base.map(|base| base.join("potez"))
}

/// Runs the application in the terminal until it is left. The terminal is restored even by a panic or a signal; after
/// a signal the program ends as if it had not been heard.
pub fn run(lang: Lang, theme: Theme, folder: Option<PathBuf>, begin: Begin) -> io::Result<()> {
    let shelf = Shelf::new(folder);
    let signals = Signals::listen(restore)?;
    quieten_other_threads();
    let mut terminal = ratatui::try_init()?;
    let result = execute!(io::stdout(), EnableMouseCapture).and_then(|()| {
        let size = terminal.size()?;
        let (app, effects) = App::new(lang, theme, (size.width, size.height), shelf.games(), begin);
        Shell::new(shelf).serve(app, effects, &mut terminal, &signals)
    });
    restore();
    signals.obey();
    result
}

/// Gives the terminal back as it was, as far as it is still there.
fn restore() {
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
}

/// A panic of a thinking thread is an event and must not touch the screen; one of this thread ends the program.
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

type SharedBot = Arc<Mutex<Option<Box<dyn Bot>>>>;

struct Shell {
    shelf: Shelf,
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Bots by game and spec: they keep what they have learnt.
    bots: HashMap<String, SharedBot>,
    stop: Stop,
    quit: bool,
}

impl Shell {
    fn new(shelf: Shelf) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { shelf, sender, receiver, bots: HashMap::new(), stop: Stop::new(), quit: false }
    }

    fn serve(
        mut self,
        mut app: App,
        effects: Vec<Effect>,
        terminal: &mut DefaultTerminal,
        signals: &Signals,
    ) -> io::Result<()> {
        self.do_all(&mut app, effects);
        let mut ticked = Instant::now();
        while !self.quit && !signals.has_come() {
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
                let effects = app.update(Event::Tick(passed));
                self.do_all(&mut app, effects);
            }
        }
        self.stop.raise();
        Ok(())
    }

    fn do_all(&mut self, app: &mut App, effects: Vec<Effect>) {
        for effect in effects {
            let event = match effect {
                Effect::Think { task, bot, table, limits } => {
                    self.think(task, &bot, table, limits);
                    continue;
                }
                Effect::Stop => {
                    self.stop.raise();
                    continue;
                }
                Effect::Begin(taken) => {
                    self.stop.raise();
                    self.bots.clear();
                    self.shelf.begin(taken.as_deref());
                    Event::Shelf(self.shelf.games())
                }
                Effect::Keep(text) => {
                    self.shelf.keep(text.as_deref());
                    continue;
                }
                Effect::Discard(name) => {
                    self.shelf.discard(&name);
                    Event::Shelf(self.shelf.games())
                }
                Effect::Quit => {
                    self.quit = true;
                    continue;
                }
                Effect::Save { file, text, replace } => {
                    let result = save(&file, &text, replace).map_err(|error| error.to_string());
                    Event::Saved(file, result)
                }
                Effect::Load(file) => {
                    let content = fs::read_to_string(&file).map_err(|error| error.to_string());
                    Event::Loaded(file, content)
                }
            };
            let effects = app.update(event);
            self.do_all(app, effects);
        }
    }

    fn think(&mut self, task: u64, spec: &BotSpec, table: Box<dyn Table>, limits: Limits) {
        self.stop.raise();
        self.stop = Stop::new();
        let shared = self.bots.entry(format!("{} {spec:?} {}", table.game(), table.turn())).or_default().clone();
        let (sender, stop, spec) = (self.sender.clone(), self.stop.clone(), spec.clone());
        thread::spawn(move || {
            let thought = panic::catch_unwind(AssertUnwindSafe(|| {
                let mut slot = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let mut bot = match slot.take() {
                    Some(bot) => bot,
                    None => table.bot(&spec).map_err(|message| message.english)?,
                };
                let report = bot.think(table.as_ref(), limits, &stop, &mut |report| {
                    // Nobody listens any more when the program ends.
                    let _ = sender.send(Event::Thought { task, report: report.clone(), done: false });
                });
                *slot = Some(bot);
                Ok(report)
            }));
            let event = match thought {
                Ok(Ok(report)) => Event::Thought { task, report, done: true },
                Ok(Err(error)) => Event::Failed { task, error },
                Err(_) => Event::Failed { task, error: format!("{} panicked", spec.name) },
            };
            let _ = sender.send(event);
        });
    }
}

fn save(file: &Path, text: &str, replace: bool) -> io::Result<()> {
    if replace {
        return write_whole(file, text);
    }
    fs::OpenOptions::new().write(true).create_new(true).open(file)?.write_all(text.as_bytes())
}

fn translate(event: &event::Event) -> Option<Event> {
    match *event {
        event::Event::Key(key) => Some(Event::Key(key)),
        event::Event::Mouse(mouse) => Some(Event::Mouse(mouse)),
        event::Event::Resize(width, height) => Some(Event::Resize(width, height)),
        _ => None,
    }
}
