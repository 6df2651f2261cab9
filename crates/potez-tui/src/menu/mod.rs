//! The menu: which game, which rules, who plays, how fast.

mod chosen_game;
mod lines;
mod players;
mod rules;

use std::path::PathBuf;
use std::time::Duration;

use potez_session::Seat;
use potez_table::Description;
use potez_words::{Lang, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::app::read_session;
use crate::saved_games::SavedGame;
use chosen_game::ChosenGame;
use players::SeatChoice;
use rules::{RulesChoice, step};

pub(crate) use players::name as player_name;

/// What was decided.
pub(crate) enum MenuChoice {
    Start(ChosenGame),
    Resume(SavedGame),
    Discard(String),
    Load(PathBuf),
    /// The rules of a game are to be shown.
    Rules(&'static Description),
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
    /// A parameter of the bot in a seat: the seat, and the parameter by its number.
    Parameter(usize, usize),
    Time,
    Clock,
    Language,
    Start,
    Rules,
    Load,
    Quit,
}

const TIMES: [&str; 6] = ["100ms", "300ms", "1s", "3s", "10s", "30s"];
const CLOCKS: [&str; 5] = ["1+1", "3+2", "5+3", "10+5", "30+10"];

/// An interrupted game that can be gone on with.
struct InterruptedGame {
    saved: SavedGame,
    /// The game and the number of moves; nothing if the file cannot be read.
    about: Option<(&'static Description, String, usize)>,
}

impl InterruptedGame {
    fn new(saved: SavedGame) -> Self {
        let about = read_session(&saved.text).ok().map(|session| {
            let table = session.table();
            (table.description(), table.game(), table.ply())
        });
        Self { saved, about }
    }
}

/// The menu.
pub(crate) struct Menu {
    pub(crate) at: usize,
    rules: RulesChoice,
    seats: [SeatChoice; 2],
    time: usize,
    /// 0 is no clock.
    clock: usize,
    offers: Vec<InterruptedGame>,
    /// Which of the offers is meant.
    offer: usize,
    /// Whether the key that deletes an offer was pressed once.
    deleting: bool,
    /// What is being typed on the chosen line: the name of a file, or the value of an option.
    pub(crate) typed: Option<String>,
    pub(crate) is_playing: bool,
    pub(crate) note: Option<String>,
}

impl Menu {
    pub(crate) fn new(waiting: Vec<SavedGame>) -> Self {
        let rules = RulesChoice::new(0);
        let game = rules.description().id;
        let mut menu = Self {
            at: 0,
            rules,
            seats: [SeatChoice::person(game), SeatChoice::proposed(game)],
            time: 2,
            clock: 0,
            offers: Vec::new(),
            offer: 0,
            deleting: false,
            typed: None,
            is_playing: false,
            note: None,
        };
        menu.offer(waiting);
        menu.at =
            menu.items().iter().position(|item| matches!(item, MenuItem::Resume | MenuItem::Start)).unwrap_or_default();
        menu
    }

    /// Chooses the line that begins a game, whatever lines have come and gone above it.
    pub(crate) fn choose_start(&mut self) {
        self.at = self.items().iter().position(|item| *item == MenuItem::Start).unwrap_or_default();
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
        for (number, seat) in self.seats.iter().enumerate() {
            items.push(MenuItem::Seat(number));
            items.extend((0..seat.parameters.len()).map(|index| MenuItem::Parameter(number, index)));
        }
        items.extend([MenuItem::Time, MenuItem::Clock, MenuItem::Language]);
        items.extend([MenuItem::Start, MenuItem::Rules, MenuItem::Load, MenuItem::Quit]);
        items
    }

    fn item(&self) -> Option<MenuItem> {
        self.items().get(self.at).cloned()
    }

    pub(crate) fn key(&mut self, key: KeyEvent, words: &mut Words) -> Option<MenuChoice> {
        if self.typed.is_some() {
            return self.type_key(key.code, words);
        }
        self.note = None;
        let is_second = std::mem::take(&mut self.deleting);
        let last = self.items().len() - 1;
        match key.code {
            KeyCode::Delete | KeyCode::Backspace if self.item() == Some(MenuItem::Resume) => {
                return self.delete(is_second, words);
            }
            KeyCode::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.at = if self.at >= last { 0 } else { self.at + 1 },
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Left => self.change(false, words),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true, words),
            KeyCode::Enter => return self.pick(words),
            KeyCode::Esc => return Some(MenuChoice::Back),
            KeyCode::F(1) | KeyCode::Char('?' | 'r') => return Some(MenuChoice::Rules(self.rules.description())),
            KeyCode::F(10) | KeyCode::Char('q') => return Some(MenuChoice::Quit),
            _ => {}
        }
        None
    }

    /// A key while something is typed.
    fn type_key(&mut self, code: KeyCode, words: &Words) -> Option<MenuChoice> {
        let text = self.typed.as_mut()?;
        match code {
            KeyCode::Char(letter) => text.push(letter),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => self.typed = None,
            KeyCode::Enter => return self.take_typed(words),
            _ => {}
        }
        None
    }

    fn take_typed(&mut self, words: &Words) -> Option<MenuChoice> {
        let text = self.typed.take()?;
        self.note = None;
        match self.item()? {
            MenuItem::Load if !text.is_empty() => Some(MenuChoice::Load(text.into())),
            MenuItem::Option(index) => {
                if let Err(message) = self.rules.type_option(index, &text) {
                    self.note = Some(words.message(&message));
                    self.typed = Some(text);
                }
                None
            }
            _ => None,
        }
    }

    pub(crate) fn click(&mut self, row: usize, words: &mut Words) -> Option<MenuChoice> {
        if row >= self.items().len() {
            return None;
        }
        // A click elsewhere gives up what was being typed.
        (self.at, self.typed) = (row, None);
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
        match self.item()? {
            MenuItem::Resume => {
                return self.offers.get(self.offer).map(|offer| MenuChoice::Resume(offer.saved.clone()));
            }
            MenuItem::Back => return Some(MenuChoice::Back),
            MenuItem::Quit => return Some(MenuChoice::Quit),
            MenuItem::Rules => return Some(MenuChoice::Rules(self.rules.description())),
            MenuItem::Load => self.typed = Some(String::new()),
            MenuItem::Start => {
                let control = self.clock.checked_sub(1).and_then(|at| CLOCKS[at].parse().ok());
                let time = potez_table::duration(TIMES[self.time]).unwrap_or(Duration::from_secs(1));
                let seats = self.seats.each_ref().map(|seat| Seat { name: None, bot: seat.spec() });
                return Some(MenuChoice::Start(ChosenGame { game: self.rules.spec(), seats, time, control }));
            }
            _ => self.change(true, words),
        }
        None
    }

    fn change(&mut self, forwards: bool, words: &mut Words) {
        match self.item() {
            Some(MenuItem::Resume) => self.offer = step(self.offer, self.offers.len().max(1), forwards),
            Some(MenuItem::Game) => {
                self.rules = self.rules.next_game(forwards);
                // Another game, another choice of bots.
                let game = self.rules.description().id;
                self.seats = [SeatChoice::person(game), SeatChoice::proposed(game)];
            }
            Some(MenuItem::Preset) => self.rules.change_preset(forwards),
            Some(MenuItem::Option(index)) => {
                let option = &self.rules.options()[index];
                if option.is_typed() {
                    self.typed = Some(option.value().unwrap_or_default().to_string());
                } else {
                    self.rules.change_option(index, forwards);
                }
            }
            Some(MenuItem::Seat(seat)) => self.seats[seat].change(forwards),
            Some(MenuItem::Parameter(seat, index)) => self.seats[seat].parameters[index].change(forwards),
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
