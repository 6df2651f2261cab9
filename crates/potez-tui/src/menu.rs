//! The menu: which game, which rules, who plays, how fast.

use std::path::PathBuf;
use std::time::Duration;

use potez_engine::{BotSpec, GAMES, LEVELS};
use potez_words::{Arg, Lang, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::app::Seats;
use crate::clock::Pace;
use crate::keep;
use crate::shelf::Shelved;

/// What was decided.
pub(crate) enum Picked {
    Start { game: String, seats: Seats, time: Duration, pace: Option<Pace> },
    Resume(Shelved),
    Discard(String),
    Load(PathBuf),
    Back,
    Quit,
}

/// A line of the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Resume,
    Back,
    Game,
    /// A knob of the game, by its number.
    Knob(usize),
    Seat(usize),
    Time,
    Clock,
    Language,
    Start,
    Load,
    Quit,
}

/// A knob with the values that can be chosen.
struct Knob {
    key: &'static str,
    values: Vec<String>,
    at: usize,
    default: usize,
}

const TIMES: [&str; 6] = ["100ms", "300ms", "1s", "3s", "10s", "30s"];
const CLOCKS: [&str; 5] = ["1+1", "3+2", "5+3", "10+5", "30+10"];
/// Bots that are offered besides the levels.
const BOTS: [&str; 3] = ["random", "greedy", "classic"];
/// The level that is proposed: most people neither lose nor win every game against it.
const PROPOSED: u32 = 3;

/// An interrupted game that can be gone on with.
struct Offer {
    shelved: Shelved,
    /// The game and the number of moves; nothing if the file cannot be read.
    about: Option<(String, usize)>,
}

impl Offer {
    fn new(shelved: Shelved) -> Self {
        let about = keep::read(&shelved.text).ok().map(|kept| (kept.table.game(), kept.table.ply()));
        Self { shelved, about }
    }
}

pub(crate) struct Menu {
    pub(crate) at: usize,
    game: usize,
    knobs: Vec<Knob>,
    /// Nothing stands for a person.
    bots: Vec<Option<String>>,
    seats: [usize; 2],
    time: usize,
    /// 0 is no clock.
    clock: usize,
    offers: Vec<Offer>,
    /// Which of the offers is meant.
    offer: usize,
    /// Whether the key that throws an offer away was pressed once.
    throwing: bool,
    /// The name of the file to load, while it is typed.
    pub(crate) file: Option<String>,
    pub(crate) is_playing: bool,
    pub(crate) note: Option<String>,
}

impl Menu {
    pub(crate) fn new(waiting: Vec<Shelved>) -> Self {
        let mut menu = Self {
            at: 0,
            game: 0,
            knobs: Vec::new(),
            bots: Vec::new(),
            seats: [0, 0],
            time: 2,
            clock: 0,
            offers: Vec::new(),
            offer: 0,
            throwing: false,
            file: None,
            is_playing: false,
            note: None,
        };
        menu.choose_game(0);
        menu.offer(waiting);
        menu.at = menu.items().iter().position(|item| matches!(item, Item::Resume | Item::Start)).unwrap_or_default();
        menu
    }

    fn choose_game(&mut self, game: usize) {
        self.game = game;
        let family = GAMES[game].family;
        self.knobs = family.knobs.iter().filter_map(|knob| Knob::read(knob.key, knob.values, knob.default)).collect();
        self.bots = bots_of(family.id);
        let proposed = Some(level(PROPOSED));
        self.seats = [0, self.bots.iter().position(|bot| *bot == proposed).unwrap_or(self.bots.len() - 1)];
    }

    /// Offers these interrupted games, the last one played first.
    pub(crate) fn offer(&mut self, waiting: Vec<Shelved>) {
        // The cursor stays on its line, though lines may come and go above it.
        let item = self.items().get(self.at).cloned();
        self.offers = waiting.into_iter().map(Offer::new).collect();
        (self.offer, self.throwing) = (0, false);
        let place = self.items().iter().position(|other| Some(other) == item.as_ref());
        self.at = place.unwrap_or(0);
    }

    /// The lines from the top down.
    pub(crate) fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        if self.is_playing {
            items.push(Item::Back);
        }
        if !self.offers.is_empty() {
            items.push(Item::Resume);
        }
        items.push(Item::Game);
        items.extend((0..self.knobs.len()).map(Item::Knob));
        items.extend([Item::Seat(0), Item::Seat(1), Item::Time, Item::Clock, Item::Language]);
        items.extend([Item::Start, Item::Load, Item::Quit]);
        items
    }

    /// The name of a line and the value it has.
    pub(crate) fn line(&self, item: &Item, words: &Words) -> (String, String) {
        let say = |key: &str| words.say(key, &[]);
        match item {
            Item::Resume => (say("tui-menu-resume"), self.offer_line(words)),
            Item::Back => (say("tui-menu-back"), String::new()),
            Item::Game => (say("tui-menu-game"), GAMES[self.game].family.id.to_string()),
            Item::Knob(knob) => {
                let knob = &self.knobs[*knob];
                (format!("  {}", knob.key), knob.values[knob.at].clone())
            }
            Item::Seat(seat) => (["X", "O"][*seat].to_string(), player(self.bots[self.seats[*seat]].as_deref(), words)),
            Item::Time => (say("tui-menu-time"), TIMES[self.time].to_string()),
            Item::Clock => {
                let clock =
                    self.clock.checked_sub(1).map_or_else(|| say("tui-menu-no-clock"), |at| CLOCKS[at].to_string());
                (say("tui-menu-clock"), clock)
            }
            Item::Language => (say("tui-menu-language"), say("tui-language")),
            Item::Start => (say("tui-menu-start"), String::new()),
            Item::Load => (say("tui-menu-load"), self.file.as_ref().map(|file| format!("{file}_")).unwrap_or_default()),
            Item::Quit => (say("tui-menu-quit"), String::new()),
        }
    }

    /// The interrupted game that is meant, with its number where there are several.
    fn offer_line(&self, words: &Words) -> String {
        let Some(offer) = self.offers.get(self.offer) else { return String::new() };
        let about = match &offer.about {
            Some((game, ply)) => format!("{game}, {}", words.say("plies", &[("count", Arg::from(*ply))])),
            None => offer.shelved.name.clone(),
        };
        if self.offers.len() > 1 { format!("{about} ({}/{})", self.offer + 1, self.offers.len()) } else { about }
    }

    /// Whether a line has values to choose from.
    pub(crate) fn has_values(&self, item: &Item) -> bool {
        match item {
            Item::Resume => self.offers.len() > 1,
            item => !matches!(item, Item::Back | Item::Start | Item::Load | Item::Quit),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, words: &mut Words) -> Option<Picked> {
        if let Some(file) = &mut self.file {
            match key.code {
                KeyCode::Char(letter) => file.push(letter),
                KeyCode::Backspace => {
                    file.pop();
                }
                KeyCode::Esc => self.file = None,
                KeyCode::Enter => {
                    return self.file.take().filter(|file| !file.is_empty()).map(|file| Picked::Load(file.into()));
                }
                _ => {}
            }
            return None;
        }
        self.note = None;
        let threw = std::mem::take(&mut self.throwing);
        let last = self.items().len() - 1;
        match key.code {
            KeyCode::Delete if self.items().get(self.at) == Some(&Item::Resume) => return self.throw(threw, words),
            KeyCode::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.at = if self.at >= last { 0 } else { self.at + 1 },
            KeyCode::Left => self.change(false, words),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true, words),
            KeyCode::Enter => return self.pick(words),
            KeyCode::Esc => return Some(Picked::Back),
            KeyCode::F(10) | KeyCode::Char('q') => return Some(Picked::Quit),
            _ => {}
        }
        None
    }

    pub(crate) fn click(&mut self, row: usize, words: &mut Words) -> Option<Picked> {
        if row >= self.items().len() {
            return None;
        }
        (self.at, self.file) = (row, None);
        self.pick(words)
    }

    /// Throws an interrupted game away when asked twice.
    fn throw(&mut self, again: bool, words: &Words) -> Option<Picked> {
        if again {
            return self.offers.get(self.offer).map(|offer| Picked::Discard(offer.shelved.name.clone()));
        }
        self.throwing = true;
        self.note = Some(words.say("tui-menu-throw", &[]));
        None
    }

    fn pick(&mut self, words: &mut Words) -> Option<Picked> {
        let item = self.items().get(self.at).cloned()?;
        match item {
            Item::Resume => return self.offers.get(self.offer).map(|offer| Picked::Resume(offer.shelved.clone())),
            Item::Back => return Some(Picked::Back),
            Item::Quit => return Some(Picked::Quit),
            Item::Load => self.file = Some(String::new()),
            Item::Start => {
                let pace = self.clock.checked_sub(1).and_then(|at| Pace::read(CLOCKS[at]));
                let time = potez_engine::duration(TIMES[self.time]).unwrap_or(Duration::from_secs(1));
                let seats = self.seats.map(|seat| self.bots[seat].clone());
                return Some(Picked::Start { game: self.spec(), seats, time, pace });
            }
            _ => self.change(true, words),
        }
        None
    }

    fn change(&mut self, up: bool, words: &mut Words) {
        let step = |at: usize, count: usize| if up { (at + 1) % count } else { (at + count - 1) % count };
        match self.items().get(self.at) {
            Some(Item::Resume) => self.offer = step(self.offer, self.offers.len().max(1)),
            Some(Item::Game) => self.choose_game(step(self.game, GAMES.len())),
            Some(&Item::Knob(index)) => {
                let knob = &mut self.knobs[index];
                knob.at = step(knob.at, knob.values.len());
            }
            Some(&Item::Seat(seat)) => self.seats[seat] = step(self.seats[seat], self.bots.len()),
            Some(Item::Time) => self.time = step(self.time, TIMES.len()),
            Some(Item::Clock) => self.clock = step(self.clock, CLOCKS.len() + 1),
            Some(Item::Language) => {
                let at = Lang::ALL.iter().position(|(_, lang)| *lang == words.lang()).unwrap_or_default();
                *words = Words::new(Lang::ALL[step(at, Lang::ALL.len())].1);
            }
            _ => {}
        }
    }

    /// The game spec with what differs from the defaults.
    fn spec(&self) -> String {
        let changed = self.knobs.iter().filter(|knob| knob.at != knob.default);
        let pairs: Vec<String> = changed.map(|knob| format!("{}={}", knob.key, knob.values[knob.at])).collect();
        let id = GAMES[self.game].family.id;
        if pairs.is_empty() { id.to_string() } else { format!("{id}:{}", pairs.join(",")) }
    }
}

impl Knob {
    /// A knob whose values can be listed: `a|b` or `3..=15`. Others keep their defaults.
    fn read(key: &'static str, values: &str, default: &str) -> Option<Self> {
        let values: Vec<String> = if let Some((from, to)) = values.split_once("..=") {
            let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
            (from..=to).map(|number| number.to_string()).collect()
        } else if values.contains('|') {
            values.split('|').map(str::to_string).collect()
        } else {
            return None;
        };
        let at = values.iter().position(|value| value == default)?;
        Some(Self { key, values, at, default: at })
    }
}

/// The bot of a level.
fn level(number: u32) -> String {
    format!("potez:level={number}")
}

/// Who sits in a seat, in the user's words.
fn player(bot: Option<&str>, words: &Words) -> String {
    let Some(bot) = bot else { return words.say("tui-human", &[]) };
    match bot.strip_prefix("potez:level=").and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => {
            let key = if number == *LEVELS.end() as usize { "tui-level-full" } else { "tui-level" };
            words.say(key, &[("level", Arg::from(number))])
        }
        None => bot.to_string(),
    }
}

/// A person, the levels, the weakest first, and the other bots that play a game.
fn bots_of(game: &str) -> Vec<Option<String>> {
    let mut bots = vec![None];
    let Ok(table) = potez_engine::open(game, None) else { return bots };
    let plays = |bot: &String| bot.parse::<BotSpec>().is_ok_and(|spec| table.bot(&spec).is_ok());
    bots.extend(LEVELS.map(level).map(Some));
    bots.extend(BOTS.map(String::from).into_iter().filter(plays).map(Some));
    bots
}
