//! Which game and which of its options: everything here comes from the games' own descriptions.

use potez_table::{Description, GameOption, Message, Preset, games, spec_value};

/// A game with its options, as they are chosen in the menu.
#[derive(Clone)]
pub(crate) struct RulesChoice {
    /// Which of the registered games.
    game: usize,
    options: Vec<OptionChoice>,
}

/// An option with what is chosen for it.
#[derive(Clone)]
pub(crate) struct OptionChoice {
    pub(crate) option: &'static GameOption,
    values: OptionValues,
}

#[derive(Clone)]
enum OptionValues {
    /// The values can be listed.
    Listed { values: Vec<String>, at: usize, default: usize },
    /// They cannot, such as starting squares: one is typed, or the game's own holds.
    Typed(Option<String>),
}

impl RulesChoice {
    /// A game as it is usually played.
    pub(crate) fn new(game: usize) -> Self {
        let options = games()[game].description.options.iter().map(OptionChoice::new).collect();
        let mut rules = Self { game, options };
        if let Some(usual) = rules.description().presets.first() {
            rules.set_preset(usual);
        }
        rules
    }

    pub(crate) fn description(&self) -> &'static Description {
        games()[self.game].description
    }

    /// The next game, or the one before, as it is usually played.
    pub(crate) fn next_game(&self, forwards: bool) -> Self {
        Self::new(step(self.game, games().len(), forwards))
    }

    pub(crate) fn options(&self) -> &[OptionChoice] {
        &self.options
    }

    pub(crate) fn change_option(&mut self, index: usize, forwards: bool) {
        if let OptionValues::Listed { values, at, .. } = &mut self.options[index].values {
            *at = step(*at, values.len(), forwards);
        }
    }

    /// Sets an option whose values are typed; nothing typed stands for the game's own. What makes
    /// no game is refused.
    pub(crate) fn type_option(&mut self, index: usize, text: &str) -> Result<(), Message> {
        let mut changed = self.clone();
        let text = text.trim();
        changed.options[index].values = OptionValues::Typed((!text.is_empty()).then(|| text.to_string()));
        potez_table::open(&changed.spec(), None)?;
        *self = changed;
        Ok(())
    }

    /// Whether there are presets to choose from.
    pub(crate) fn has_presets(&self) -> bool {
        self.description().presets.len() > 1
    }

    /// The preset that has just these options.
    pub(crate) fn preset(&self) -> Option<&'static Preset> {
        self.description().presets.iter().find(|preset| self.with_preset(preset).spec() == self.spec())
    }

    pub(crate) fn change_preset(&mut self, forwards: bool) {
        let presets = self.description().presets;
        let current = self.preset().and_then(|current| presets.iter().position(|preset| preset.id == current.id));
        let next = current.map_or(0, |at| step(at, presets.len(), forwards));
        if let Some(preset) = presets.get(next) {
            self.set_preset(preset);
        }
    }

    fn with_preset(&self, preset: &Preset) -> Self {
        let mut rules = self.clone();
        rules.set_preset(preset);
        rules
    }

    fn set_preset(&mut self, preset: &Preset) {
        for option in &mut self.options {
            option.set(spec_value(preset.spec, option.option.key));
        }
    }

    /// The game spec with what differs from the defaults.
    pub(crate) fn spec(&self) -> String {
        let changed = self.options.iter().filter_map(|option| Some((option.option.key, option.changed()?)));
        let pairs: Vec<String> = changed.map(|(key, value)| format!("{key}={value}")).collect();
        let id = self.description().id;
        if pairs.is_empty() { id.to_string() } else { format!("{id}:{}", pairs.join(",")) }
    }
}

impl OptionChoice {
    /// An option at its default: `a|b` and `3..=15` are lists, everything else is typed.
    fn new(option: &'static GameOption) -> Self {
        let values = listed(option).unwrap_or_default();
        let values = match values.iter().position(|value| value == option.default) {
            Some(default) => OptionValues::Listed { values, at: default, default },
            None => OptionValues::Typed(None),
        };
        Self { option, values }
    }

    /// The value of a preset, or the default where it has none.
    fn set(&mut self, value: Option<&str>) {
        match &mut self.values {
            OptionValues::Listed { values, at, default } => {
                *at = value.and_then(|value| values.iter().position(|other| other == value)).unwrap_or(*default);
            }
            OptionValues::Typed(typed) => *typed = value.map(str::to_string),
        }
    }

    /// Whether its value has to be typed.
    pub(crate) fn is_typed(&self) -> bool {
        matches!(self.values, OptionValues::Typed(_))
    }

    /// The value that is chosen; nothing for the game's own where values are typed.
    pub(crate) fn value(&self) -> Option<&str> {
        match &self.values {
            OptionValues::Listed { values, at, .. } => values.get(*at).map(String::as_str),
            OptionValues::Typed(typed) => typed.as_deref(),
        }
    }

    /// The value that is chosen, if it is not the default.
    fn changed(&self) -> Option<&str> {
        match &self.values {
            OptionValues::Listed { at, default, .. } if at == default => None,
            _ => self.value(),
        }
    }
}

/// The values of an option that can be listed.
fn listed(option: &GameOption) -> Option<Vec<String>> {
    if let Some((from, to)) = option.values.split_once("..=") {
        let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
        return Some((from..=to).map(|number| number.to_string()).collect());
    }
    option.values.contains('|').then(|| option.values.split('|').map(str::to_string).collect())
}

/// One further or one back in a circle.
pub(super) fn step(at: usize, count: usize, forwards: bool) -> usize {
    if forwards { (at + 1) % count } else { (at + count - 1) % count }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_game() -> impl Iterator<Item = RulesChoice> {
        (0..games().len()).map(RulesChoice::new)
    }

    #[test]
    fn a_game_begins_as_its_first_preset_has_it() {
        for rules in every_game() {
            let usual = rules.description().presets.first();
            assert_eq!(rules.preset().map(|preset| preset.id), usual.map(|preset| preset.id));
        }
    }

    #[test]
    fn every_preset_comes_round_and_is_a_game() {
        for mut rules in every_game() {
            for preset in rules.description().presets {
                assert_eq!(rules.preset().map(|preset| preset.id), Some(preset.id));
                let table = potez_table::open(preset.spec, None).expect("a preset is a game");
                let chosen = potez_table::open(&rules.spec(), None).expect("so is what the menu makes of it");
                assert_eq!(table.game(), chosen.game());
                rules.change_preset(true);
            }
        }
    }

    #[test]
    fn an_option_that_is_changed_is_no_preset_until_it_is_changed_back() {
        for mut rules in every_game().filter(|rules| !rules.options().is_empty()) {
            let before = rules.spec();
            rules.change_option(0, true);
            assert_ne!(rules.spec(), before);
            rules.change_option(0, false);
            assert_eq!(rules.spec(), before);
            assert!(rules.preset().is_some());
        }
    }

    #[test]
    fn starting_squares_are_typed_and_what_makes_no_game_is_refused() {
        let mut rules = RulesChoice::new(0);
        let x = rules.options().iter().position(|option| option.option.key == "x").expect("where X starts");
        assert!(rules.options()[x].is_typed() && rules.options()[x].value().is_none());
        rules.type_option(x, "c3+i3").expect("two squares");
        assert_eq!(rules.spec(), "blockade:x=c3+i3");
        assert!(rules.type_option(x, "z99").is_err());
        assert_eq!(rules.spec(), "blockade:x=c3+i3", "what was there stays");
        rules.type_option(x, "").expect("the game's own");
        assert_eq!(rules.spec(), "blockade");
    }
}
