//! The menu: which game, which rules, who plays, how fast.

mod chosen_game;
mod players;
mod rules;

use std::path::PathBuf;
use std::time::Duration;

use potez_session::Seat;
use potez_words::{Arg, Lang, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::app::read_session;
use crate::saved_games::SavedGame;
use chosen_game::ChosenGame;
use rules::{RulesChoice, step};

/// What was decided.
pub(crate) enum MenuChoice {
    Start(ChosenGame),
    Resume(SavedGame),
    Discard(String),
    Load(PathBuf),
    Back,
    Quit,
}

/// A line of the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MenuItem {
    Resume,
    Back,
    Game,
    Preset,
    /// An option of the game, by its number.
    Option(usize),
    Seat(usize),
    Time,
    Clock,
    Language,
    Start,
    Load,
    Quit,
}

const TIMES: [&str; 6] = ["100ms", "300ms", "1s", "3s", "10s", "30s"];
const CLOCKS: [&str; 5] = ["1+1", "3+2", "5+3", "10+5", "30+10"];

/// An interrupted game that can be gone on with.
struct InterruptedGame {
    saved: SavedGame,
    /// The game and the number of moves; nothing if the file cannot be read.
    about: Option<(String, usize)>,
}

impl InterruptedGame {
    fn new(saved: SavedGame) -> Self {
        let session = read_session(&saved.text).ok();
        let about = session.map(|session| (session.table().game(), session.table().ply()));
        Self { saved, about }
    }
}

/// The menu.
pub(crate) struct Menu {
    pub(crate) at: usize,
    rules: RulesChoice,
    /// Nothing stands for a person.
    bots: Vec<Option<String>>,
    seats: [usize; 2],
    time: usize,
    /// 0 is no clock.
    clock: usize,
    offers: Vec<InterruptedGame>,
    /// Which of the offers is meant.
    offer: usize,
    /// Whether the key that deletes an offer was pressed once.
    deleting: bool,
    /// The name of the file to load, while it is typed.
    pub(crate) file: Option<String>,
    pub(crate) is_playing: bool,
    pub(crate) note: Option<String>,
}

impl Menu {
    pub(crate) fn new(waiting: Vec<SavedGame>) -> Self {
        let mut menu = Self {
            at: 0,
            rules: RulesChoice::new(0),
            bots: Vec::new(),
            seats: [0, 0],
            time: 2,
            clock: 0,
            offers: Vec::new(),
            offer: 0,
            deleting: false,
            file: None,
            is_playing: false,
            note: None,
        };
        menu.offer_bots();
        menu.offer(waiting);
        menu.at =
            menu.items().iter().position(|item| matches!(item, MenuItem::Resume | MenuItem::Start)).unwrap_or_default();
        menu
    }

    /// Another game, another choice of bots.
    fn offer_bots(&mut self) {
        self.bots = players::bots_of(self.rules.description().id);
        self.seats = [0, players::proposed(&self.bots)];
    }

    /// Offers these interrupted games, the last one played first.
    pub(crate) fn offer(&mut self, waiting: Vec<SavedGame>) {
        // The cursor stays on its line, though lines may come and go above it.
        let item = self.items().get(self.at).cloned();
        self.offers = waiting.into_iter().map(InterruptedGame::new).collect();
        (self.offer, self.deleting) = (0, false);
        let place = self.items().iter().position(|other| Some(other) == item.as_ref());
        self.at = place.unwrap_or(0);
    }

    /// The lines from the top down.
    pub(crate) fn items(&self) -> Vec<MenuItem> {
        let mut items = Vec::new();
        if self.is_playing {
            items.push(MenuItem::Back);
        }
        if !self.offers.is_empty() {
            items.push(MenuItem::Resume);
        }
        items.push(MenuItem::Game);
        if self.rules.has_presets() {
            items.push(MenuItem::Preset);
        }
        items.extend((0..self.rules.options().len()).map(MenuItem::Option));
        items.extend([MenuItem::Seat(0), MenuItem::Seat(1), MenuItem::Time, MenuItem::Clock, MenuItem::Language]);
        items.extend([MenuItem::Start, MenuItem::Load, MenuItem::Quit]);
        items
    }

    /// The name of a line and the value it has.
    pub(crate) fn line(&self, item: &MenuItem, words: &Words) -> (String, String) {
        let say = |key: &str| words.say(key, &[]);
        match item {
            MenuItem::Resume => (say("tui-menu-resume"), self.offer_line(words)),
            MenuItem::Back => (say("tui-menu-back"), String::new()),
            MenuItem::Game => (say("tui-menu-game"), words.game_name(self.rules.description())),
            MenuItem::Preset => {
                let game = self.rules.description();
                let preset = self.rules.preset();
                let name = preset.map_or_else(|| say("tui-menu-own-rules"), |preset| words.preset_name(game, preset));
                (say("tui-menu-preset"), name)
            }
            MenuItem::Option(index) => {
                let option = &self.rules.options()[*index];
                (format!("  {}", option.option.key), option.value().to_string())
            }
            MenuItem::Seat(seat) => {
                (["X", "O"][*seat].to_string(), players::name(self.bots[self.seats[*seat]].as_deref(), words))
            }
            MenuItem::Time => (say("tui-menu-time"), TIMES[self.time].to_string()),
            MenuItem::Clock => {
                let clock =
                    self.clock.checked_sub(1).map_or_else(|| say("tui-menu-no-clock"), |at| CLOCKS[at].to_string());
                (say("tui-menu-clock"), clock)
            }
            MenuItem::Language => (say("tui-menu-language"), say("tui-language")),
            MenuItem::Start => (say("tui-menu-start"), String::new()),
            MenuItem::Load => {
                (say("tui-menu-load"), self.file.as_ref().map(|file| format!("{file}_")).unwrap_or_default())
            }
            MenuItem::Quit => (say("tui-menu-quit"), String::new()),
        }
    }

    /// One line on what is chosen, where the game itself says something of it.
    pub(crate) fn about(&self, words: &Words) -> Option<String> {
        let game = self.rules.description();
        match self.items().get(self.at)? {
            MenuItem::Game => Some(words.game_about(game)),
            MenuItem::Preset => self.rules.preset().map(|preset| words.preset_about(game, preset)),
            MenuItem::Option(index) => Some(words.option_about(game, self.rules.options()[*index].option)),
            _ => None,
        }
    }

    /// The interrupted game that is meant, with its number where there are several.
    fn offer_line(&self, words: &Words) -> String {
        let Some(offer) = self.offers.get(self.offer) else { return String::new() };
        let about = match &offer.about {
            Some((game, ply)) => format!("{game}, {}", words.say("plies", &[("count", Arg::from(*ply))])),
            None => offer.saved.name.clone(),
        };
        if self.offers.len() > 1 { format!("{about} ({}/{})", self.offer + 1, self.offers.len()) } else { about }
    }

    /// Whether a line has values to choose from.
    pub(crate) fn has_values(&self, item: &MenuItem) -> bool {
        match item {
            MenuItem::Resume => self.offers.len() > 1,
            item => !matches!(item, MenuItem::Back | MenuItem::Start | MenuItem::Load | MenuItem::Quit),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, words: &mut Words) -> Option<MenuChoice> {
        if let Some(file) = &mut self.file {
            match key.code {
                KeyCode::Char(letter) => file.push(letter),
                KeyCode::Backspace => {
                    file.pop();
                }
                KeyCode::Esc => self.file = None,
                KeyCode::Enter => {
                    return self.file.take().filter(|file| !file.is_empty()).map(|file| MenuChoice::Load(file.into()));
                }
                _ => {}
            }
            return None;
        }
        self.note = None;
        let is_second = std::mem::take(&mut self.deleting);
        let last = self.items().len() - 1;
        match key.code {
            KeyCode::Delete if self.items().get(self.at) == Some(&MenuItem::Resume) => {
                return self.delete(is_second, words);
            }
            KeyCode::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.at = if self.at >= last { 0 } else { self.at + 1 },
            KeyCode::Left => self.change(false, words),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true, words),
            KeyCode::Enter => return self.pick(words),
            KeyCode::Esc => return Some(MenuChoice::Back),
            KeyCode::F(10) | KeyCode::Char('q') => return Some(MenuChoice::Quit),
            _ => {}
        }
        None
    }

    pub(crate) fn click(&mut self, row: usize, words: &mut Words) -> Option<MenuChoice> {
        if row >= self.items().len() {
            return None;
        }
        // A click elsewhere gives up the name that was being typed.
        (self.at, self.file) = (row, None);
        self.pick(words)
    }

    /// Deletes an interrupted game when asked twice.
    fn delete(&mut self, again: bool, words: &Words) -> Option<MenuChoice> {
        if again {
            return self.offers.get(self.offer).map(|offer| MenuChoice::Discard(offer.saved.name.clone()));
        }
        self.deleting = true;
        self.note = Some(words.say("tui-menu-throw", &[]));
        None
    }

    fn pick(&mut self, words: &mut Words) -> Option<MenuChoice> {
        let item = self.items().get(self.at).cloned()?;
        match item {
            MenuItem::Resume => {
                return self.offers.get(self.offer).map(|offer| MenuChoice::Resume(offer.saved.clone()));
            }
            MenuItem::Back => return Some(MenuChoice::Back),
            MenuItem::Quit => return Some(MenuChoice::Quit),
            MenuItem::Load => self.file = Some(String::new()),
            MenuItem::Start => {
                let control = self.clock.checked_sub(1).and_then(|at| CLOCKS[at].parse().ok());
                let time = potez_table::duration(TIMES[self.time]).unwrap_or(Duration::from_secs(1));
                let seats = self.seats.map(|seat| Seat { name: None, bot: self.bots[seat].clone() });
                return Some(MenuChoice::Start(ChosenGame { game: self.rules.spec(), seats, time, control }));
            }
            _ => self.change(true, words),
        }
        None
    }

    fn change(&mut self, forwards: bool, words: &mut Words) {
        match self.items().get(self.at) {
            Some(MenuItem::Resume) => self.offer = step(self.offer, self.offers.len().max(1), forwards),
            Some(MenuItem::Game) => {
                self.rules = self.rules.next_game(forwards);
                self.offer_bots();
            }
            Some(MenuItem::Preset) => self.rules.change_preset(forwards),
            Some(&MenuItem::Option(index)) => self.rules.change_option(index, forwards),
            Some(&MenuItem::Seat(seat)) => self.seats[seat] = step(self.seats[seat], self.bots.len(), forwards),
            Some(MenuItem::Time) => self.time = step(self.time, TIMES.len(), forwards),
            Some(MenuItem::Clock) => self.clock = step(self.clock, CLOCKS.len() + 1, forwards),
            Some(MenuItem::Language) => {
                let at = Lang::ALL.iter().position(|(_, lang)| *lang == words.lang()).unwrap_or_default();
                *words = Words::new(Lang::ALL[step(at, Lang::ALL.len(), forwards)].1);
            }
            _ => {}
        }
    }
}
