//! What the lines of the menu say.

use potez_words::{Arg, Words};

use super::{CLOCKS, Menu, MenuItem, TIMES, players};
use crate::titles;

impl Menu {
    /// The name of a line and the value it has.
    pub(crate) fn line(&self, item: &MenuItem, words: &Words) -> (String, String) {
        let say = |key: &str| words.say(key, &[]);
        let (name, value) = match *item {
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
                let (game, option) = (self.rules.description(), &self.rules.options()[index]);
                let value = option.value().map(|value| words.value_name(game, option.option.key, value));
                let name = words.option_name(game, option.option.key);
                (format!("  {name}"), value.unwrap_or_else(|| say("tui-menu-usual")))
            }
            MenuItem::Seat(seat) => (["X", "O"][seat].to_string(), players::name(self.seats[seat].bot(), words)),
            MenuItem::Parameter(seat, index) => {
                let parameter = &self.seats[seat].parameters[index];
                let name = words.say_or(&format!("tui-parameter-{}", parameter.key), parameter.key);
                let value = parameter.value().map_or_else(|| say("tui-menu-usual"), |value| value.to_string());
                (format!("  {name}"), value)
            }
            MenuItem::Time => (say("tui-menu-time"), TIMES[self.time].to_string()),
            MenuItem::Clock => {
                let clock =
                    self.clock.checked_sub(1).map_or_else(|| say("tui-menu-no-clock"), |at| CLOCKS[at].to_string());
                (say("tui-menu-clock"), clock)
            }
            MenuItem::Language => (say("tui-menu-language"), say("tui-language")),
            MenuItem::Start => (say("tui-menu-start"), String::new()),
            MenuItem::Rules => (say("tui-menu-rules"), String::new()),
            MenuItem::Load => (say("tui-menu-load"), String::new()),
            MenuItem::Quit => (say("tui-menu-quit"), String::new()),
        };
        match &self.typed {
            Some(typed) if self.items().get(self.at) == Some(item) => (name, format!("{typed}_")),
            _ => (name, value),
        }
    }

    /// What is to be known of the chosen line, as far as there is something.
    pub(crate) fn about(&self, words: &Words) -> Option<String> {
        let game = self.rules.description();
        let say = |key: &str| Some(words.say(key, &[]));
        match self.items().get(self.at)? {
            MenuItem::Resume => say("tui-about-resume"),
            MenuItem::Game => Some(words.game_about(game)),
            MenuItem::Preset => self.rules.preset().map(|preset| words.preset_about(game, preset)),
            MenuItem::Option(index) => {
                let choice = &self.rules.options()[*index];
                let about = words.option_about(game, choice.option);
                let example = [("about", Arg::from(about.clone())), ("example", Arg::from(choice.option.default))];
                Some(if choice.is_typed() { words.say("tui-about-typed", &example) } else { about })
            }
            MenuItem::Seat(0) => say("tui-about-first"),
            MenuItem::Seat(_) => say("tui-about-second"),
            MenuItem::Parameter(seat, index) => say(&format!("tui-about-{}", self.seats[*seat].parameters[*index].key)),
            MenuItem::Time => say("tui-about-time"),
            MenuItem::Clock => say("tui-about-clock"),
            _ => None,
        }
    }

    /// The interrupted game that is meant, with its number where there are several.
    fn offer_line(&self, words: &Words) -> String {
        let Some(offer) = self.offers.get(self.offer) else { return String::new() };
        let about = match &offer.about {
            Some((game, spec, ply)) => {
                let plies = words.say("plies", &[("count", Arg::from(*ply))]);
                format!("{}, {plies}", titles::game(game, spec, words))
            }
            None => offer.saved.name.clone(),
        };
        if self.offers.len() > 1 { format!("{about} ({}/{})", self.offer + 1, self.offers.len()) } else { about }
    }

    /// Whether a line has values to choose from.
    pub(crate) fn has_values(&self, item: &MenuItem) -> bool {
        match *item {
            MenuItem::Resume => self.offers.len() > 1,
            MenuItem::Option(index) => !self.rules.options()[index].is_typed(),
            MenuItem::Back | MenuItem::Start | MenuItem::Rules | MenuItem::Load | MenuItem::Quit => false,
            _ => true,
        }
    }

    /// The key of the sentence that says which keys do what.
    pub(crate) fn help_key(&self) -> &'static str {
        match self.items().get(self.at) {
            Some(MenuItem::Load) if self.typed.is_some() => "tui-menu-file-help",
            _ if self.typed.is_some() => "tui-menu-value-help",
            _ => "tui-menu-help",
        }
    }
}
