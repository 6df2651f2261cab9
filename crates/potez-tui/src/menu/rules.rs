//! Which game and which of its options: everything here comes from the games' own descriptions.

use potez_table::{Description, GameOption, Preset, games, spec_value};

/// A game with its options, as they are chosen in the menu.
#[derive(Clone)]
pub(crate) struct RulesChoice {
    /// Which of the registered games.
    game: usize,
    options: Vec<OptionChoice>,
    /// What a preset sets that has no list of values to choose from.
    fixed: Vec<(&'static str, String)>,
}

/// An option with the values that can be chosen.
#[derive(Clone)]
pub(crate) struct OptionChoice {
    pub(crate) option: &'static GameOption,
    values: Vec<String>,
    at: usize,
    default: usize,
}

impl RulesChoice {
    /// A game as it is usually played.
    pub(crate) fn new(game: usize) -> Self {
        let options = games()[game].description.options.iter().filter_map(OptionChoice::read).collect();
        let mut rules = Self { game, options, fixed: Vec::new() };
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
        let option = &mut self.options[index];
        option.at = step(option.at, option.values.len(), forwards);
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
        self.fixed.clear();
        for option in &mut self.options {
            option.at = option.default;
        }
        for key in self.description().options.iter().map(|option| option.key) {
            let Some(value) = spec_value(preset.spec, key) else { continue };
            let listed = self.options.iter_mut().find(|option| option.option.key == key);
            let found =
                listed.and_then(|option| Some((option.values.iter().position(|other| other == value)?, option)));
            match found {
                Some((at, option)) => option.at = at,
                None => self.fixed.push((key, value.to_string())),
            }
        }
    }

    /// The game spec with what differs from the defaults.
    pub(crate) fn spec(&self) -> String {
        let changed = self.options.iter().filter(|option| option.at != option.default);
        let changed = changed.map(|option| (option.option.key, option.value()));
        let fixed = self.fixed.iter().map(|(key, value)| (*key, value.as_str()));
        let pairs: Vec<String> = changed.chain(fixed).map(|(key, value)| format!("{key}={value}")).collect();
        let id = self.description().id;
        if pairs.is_empty() { id.to_string() } else { format!("{id}:{}", pairs.join(",")) }
    }
}

impl OptionChoice {
    /// An option whose values can be listed: `a|b` or `3..=15`. Others keep their defaults.
    fn read(option: &'static GameOption) -> Option<Self> {
        let values: Vec<String> = if let Some((from, to)) = option.values.split_once("..=") {
            let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
            (from..=to).map(|number| number.to_string()).collect()
        } else if option.values.contains('|') {
            option.values.split('|').map(str::to_string).collect()
        } else {
            return None;
        };
        let at = values.iter().position(|value| value == option.default)?;
        Some(Self { option, values, at, default: at })
    }

    /// The value that is chosen.
    pub(crate) fn value(&self) -> &str {
        &self.values[self.at]
    }
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
}
